import PodiumCore
import PodiumPlugin
import Testing

@testable import SkiModel
@testable import SkiPlugin

/// Lane drift in glides, and an order written to a file.
struct DriftTests {
  /// Pair 1 is 6 cm better; the left lane gains 4 cm per run on the right one; a centimetre of noise.
  private static let drifting = [
    Glide(number: 1, winner: "001", loser: "002", difference: 1, lane: "L", run: 1),
    Glide(number: 2, winner: "001", loser: "002", difference: 8, lane: "R", run: 2),
    Glide(number: 3, winner: "001", loser: "002", difference: 7, lane: "L", run: 3),
    Glide(number: 4, winner: "001", loser: "002", difference: 1, lane: "R", run: 4),
    Glide(number: 5, winner: "001", loser: "002", difference: 15, lane: "L", run: 5),
    Glide(number: 6, winner: "002", loser: "001", difference: 8, lane: "L", run: 6),
  ]

  @Test func `lane drift is a separate effect`() throws {
    let drift = try #require(GlideEffect.drift(DriftTests.drifting))
    let order = LeastSquaresOrder(GlideGraph(DriftTests.drifting), effects: [.lane, drift])
    #expect(abs(order.effects[1].centimetres - 4) < 1 && order.effects[1].unit == "cm_per_run")
    #expect(abs(order.ratings[0] - order.ratings[1] - 6) < 1.5)
    #expect(try #require(order.p(ofEffect: 1)) < 0.05)
    #expect(GlideEffect.drift([Glide("1", "2", 3, lane: "L")]) == nil)
  }

  @Test func `a significant drift causes a warning, and is corrected on request`() throws {
    var lines = ["ski pair add 001 002", "ski session new Falun at=2026-01-10", "ski add 1 001 002"]
    for glide in DriftTests.drifting {
      lines.append(
        "ski glide 1 \(glide.winner) beats \(glide.loser) margin=\(glide.difference) lane=\(glide.lane ?? "") "
          + "run=\(glide.run ?? 0)")
    }
    var fixture = try SkiFixture()
    for line in lines { try fixture.does(line) }
    try fixture.warns("ski order 1", "the left lane gains")
    let taken = try fixture.does("ski order 1 effects=lane,drift")
    #expect(
      !taken.warnings.contains { $0.contains("drifts") } && taken.record["drift_p"] != nil
        && taken.record["drift_cm_per_run"] != nil)
    try fixture.does("ski session new Falun at=2026-01-11 number=2")
    try fixture.does("ski rank 2 001 002 add=yes")
    try fixture.does("ski glide 2 001 beats 002 margin=5 lane=L")
    try fixture.refuses("ski order 2 effects=drift", "no-runs", naming: "run=3")
  }

  @Test func `a file for one table gets the table, and the omitted outputs are reported`() throws {
    var fixture = try SkiFixture(
      "ski pair add 001 002", "ski session new Falun at=2026-01-10", "ski rank 1 002 001 add=yes",
      "ski glide 1 001 beats 002 margin=9")
    let report = try fixture.does("ski order 1 to order.csv")
    #expect(fixture.file("order.csv")?.hasPrefix("serial,estimate,se,rank") == true)
    let note = try #require(report.remarked.first { $0.contains("order.csv") })
    let beside = "without the record 'session 1, Falun, 2026-01-10: order' and the table 'pairs that the manual"
    #expect(note.contains(beside))
  }
}
