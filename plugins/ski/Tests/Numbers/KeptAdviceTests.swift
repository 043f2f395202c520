import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@testable import SkiModel
@testable import SkiPlugin

/// The cached model gives the same answers as a newly fitted one.
struct KeptAdviceTests {
  private static let ask = "ski recommend type=Klister air=5 new=50 wet=50"

  private func answer(_ fixture: inout SkiFixture) throws -> [[String]] {
    let report = try fixture.does(Self.ask)
    return (report.table?.names ?? []).map(report.column) + [report.record.map { $0.key + "=" + $0.value }.sorted()]
  }

  /// The answer of a session without a cached model.
  private func fresh(_ lines: [String]) throws -> [[String]] {
    var fixture = try SkiFixture.thesis()
    for line in lines { try fixture.does(line) }
    return try answer(&fixture)
  }

  @Test func `a repeated command gives the same answer unless the workspace changed`() throws {
    var fixture = try SkiFixture.thesis()
    let first = try answer(&fixture)
    #expect(try answer(&fixture) == first)
    let asked = try fixture.does(Self.ask)
    let (pair, own) = (try #require(asked.column("serial_number").last), try #require(asked.column("base").last))
    let line = "ski pair edit \(pair) base=" + (own == "Black" ? "White" : "Black")
    try fixture.does(line)
    #expect(try answer(&fixture) == fresh([line]))
    try fixture.does("undo")
    #expect(try answer(&fixture) == first)
  }

  @Test func `a session with a cached model is freed with its workspace`() throws {
    weak var store: AnyObject?
    do {
      var fixture = try SkiFixture.thesis()
      _ = try answer(&fixture)
      store = fixture.session.services.store as AnyObject?
      #expect(store != nil)
    }
    #expect(store == nil)
  }

  @Test func `a grinding with a future date counts from its moment`() throws {
    let store = try SkiFixture.thesis().session.store()
    let kept = KeptAdvice()
    let pair = try #require(try SkiRecords.pairs(store).first?.serialNumber)
    let (before, moment, after) = (
      try #require(Moment(iso: "2030-01-01T00:00:00Z")), try #require(Moment(iso: "2030-02-01T00:00:00Z")),
      try #require(Moment(iso: "2030-02-01T00:00:01Z"))
    )
    store.begin("grind")
    _ = try store.insert(
      SkiKinds.grind, ["serial_number": .text(pair), "moment": .datetime(moment), "grinding": .text("ahead")])
    _ = try store.commit()
    func grinding(_ now: Moment?) throws -> String? {
      let (history, model) = try kept.model(store, now: now, threads: 1, cancellation: Cancellation())
      #expect(history.pairs == model.pairs)
      return history.placeOf[pair].flatMap { history.pairs[$0].grinding }
    }
    #expect(try grinding(before) != "ahead")
    #expect(try grinding(moment) != "ahead")
    #expect(try grinding(after) == "ahead")
    #expect(try grinding(before) != "ahead")
    // Without a clock every grinding counts.
    #expect(try grinding(nil) == "ahead")
  }
}
