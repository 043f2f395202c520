import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import SkiModel
import Synchronization
import Testing

@testable import SkiPlugin

/// Which session `last` is, what is reported when it is replaced, and what is removed for good.
struct SafetyTests {
  static let pairs = ["ski pair add 017", "ski pair add 006", "ski pair add 008"]

  static func fixture(_ lines: String..., files: [String: String] = [:], now: String? = nil) throws -> SkiFixture {
    var fixture = try SkiFixture(files: files, now: now)
    for line in pairs + lines { try fixture.does(line) }
    return fixture
  }

  // MARK: size

  @Test func `a session with more pairs, treatments or testers than an order compares is refused`() throws {
    let most = SessionSize.mostPairs
    func ring(_ count: Int) -> String {
      "session,winner,loser,difference_cm\n"
        + (0..<count).map { "1,\($0 + 1000),\(($0 + 1) % count + 1000),3\n" }.joined()
    }
    func ranks(_ session: Int, _ serials: Range<Int>) -> String {
      "session;serial_number;rank\n" + serials.map { "\(session);\($0);\($0 - serials.lowerBound + 1)\n" }.joined()
    }
    let head = "session,winner,loser,difference_cm,"
    let treated =
      head + "winner_treatment,loser_treatment\n" + (0..<300).map { "1,017,006,3,T\($0),U\($0)\n" }.joined()
    let testers = head + "tester\n" + (0..<60).map { "1,017,006,\($0 % 9),A\($0)/B\($0)\n" }.joined()
    var fixture = try Self.fixture(
      files: [
        "most.csv": ring(most), "more.csv": ring(most + 1),
        "ranks.csv": ranks(2, 5000..<(5001 + most)), "half.csv": ranks(3, 6000..<6002),
      ])
    for name in ["more.csv", "ranks.csv"] {
      try fixture.refuses("ski import \(name) create=yes", "too-large", naming: "\(most + 1) pairs", "at most \(most)")
    }
    try fixture.does("ski import most.csv create=yes")
    try fixture.refuses("ski add 1 017", "too-large", naming: "\(most + 1) pairs")
    try fixture.does("ski import half.csv create=yes")
    try fixture.refuses("ski session merge 3 1", "too-large", naming: "\(most + 2) pairs")
    var other = try Self.fixture(files: ["treated.csv": treated])
    try other.does("ski import treated.csv create=yes")
    try other.refuses("ski wax 1", "too-large", naming: "600 treatments")
    other = try Self.fixture(files: ["testers.csv": testers])
    try other.does("ski import testers.csv create=yes")
    try other.refuses("ski order 1 effects=tester", "too-large", naming: "120 testers")
  }

  @Test func `a session that an older version stored as large hinders no import, and grows no further`() throws {
    let serials = (0...SessionSize.mostPairs).map { String($0 + 5000) }
    func ranks(_ session: Int, _ serials: [String]) -> String {
      "session;serial_number;rank\n"
        + serials.enumerated().map { "\(session);\($1);\($0 + 1)\n" }.joined()
    }
    var fixture = try Self.fixture(
      "ski session new Falun at=2026-01-01",
      files: ["other.csv": ranks(2, ["017", "006"]), "more.csv": ranks(1, ["017", "008"])])
    let store = try fixture.session.session.store()
    let parts = try Table([
      Column("session", .text(serials.map { _ in "1" })), Column("serial_number", .text(serials)),
    ])
    store.begin("an older version")
    _ = try store.merge(
      Table([Column("serial_number", .text(serials))]), into: SkiKinds.pair, rule: .keep, cancellation: Cancellation())
    _ = try store.merge(parts, into: SkiKinds.participation, rule: .keep, cancellation: Cancellation())
    _ = try store.commit()
    try fixture.does("ski import other.csv create=yes")
    try fixture.refuses(
      "ski import more.csv create=yes", "too-large", naming: "\(serials.count + 2) pairs", "at most")
  }

  // MARK: last

  @Test func `last is the session that this prompt made or changed last, whatever its day`() throws {
    var fixture = try Self.fixture(
      "ski session new Falun at=2026-02-01", "ski rank 1 017 006 add=yes", "ski session new Oslo at=2025-01-01")
    try fixture.does("ski rank last 006 017 add=yes")
    #expect(try fixture.view("1").order.map(\.serialNumber) == ["017", "006"])
    #expect(try fixture.view("2").order.map(\.serialNumber) == ["006", "017"])
    try fixture.does("ski glide 1 017 beats 006 margin=3")
    #expect(try fixture.does("ski session last").record["session"] == "1")
    // Showing another session does not change last.
    try fixture.does("ski session 2")
    try fixture.does("ski session show 2")
    try fixture.does("ski order 1")
    #expect(try fixture.does("ski session last").record["session"] == "1")
    try fixture.does("ski session edit 2 air=-5")
    #expect(try fixture.does("ski session last").record["session"] == "2")
    // An undo returns to the previous session.
    try fixture.does("undo")
    #expect(try fixture.does("ski session last").record["session"] == "1")
    try fixture.does("redo")
    #expect(try fixture.does("ski session last").record["session"] == "2")
    // A new prompt starts with the newest session, ignoring archived and removed ones.
    var other = fixture
    other.session = Interpreter(registry: fixture.session.registry, services: fixture.session.services)
    #expect(try other.does("ski session last").record["session"] == "1")
    try fixture.does("ski session archive 2")
    #expect(try fixture.does("ski session last").record["session"] == "1")
  }

  @Test func `last falls back when its session is undone`() throws {
    var fixture = try Self.fixture(
      "ski session new Falun at=2026-02-01", "ski session new Oslo at=2025-01-01", "undo")
    #expect(try fixture.does("ski session last").record["session"] == "1")
    #expect(try fixture.does("ski session new Oslo at=2025-01-01").record["session"] == "3", "2 was used before")
  }

  @Test func `last means a sheet that was just imported`() throws {
    var fixture = try Self.fixture(
      "ski session new Falun at=2026-02-01",
      files: ["s.csv": "Datum;2025-01-24\nPlats;Oslo\n\nNr;Placering\n017;1\n006;2\n"])
    try fixture.does("ski import s.csv")
    #expect(try fixture.does("ski session last").record["place"] == "Oslo")
  }

  @Test(arguments: [
    "ski session 1", "ski session edit 1 air=-4", "ski session archive 1", "ski rank 1", "ski rank 1 006 017",
    "ski rank 1 blind=yes", "ski rank 1 blind=key", "ski move 1 017 2", "ski add 1 009", "ski drop 1 008 glides=yes",
    "ski glide 1", "ski glide 1 017 beats 006 margin=3", "ski glide 1 change=1 margin=8", "ski glide 1 remove=1",
    "ski ladder 1", "ski order 1", "ski next 1", "ski labels 1", "ski wax 1", "ski conditions 1",
    "ski conditions 1 at=10:30 air=-3", "ski comment 1 017 fast", "ski sheet 1 s.html", "ski agreement 1",
    "ski session delete 2",
  ])
  func `every output is headed by number, place and day`(_ line: String) throws {
    var fixture = try Self.fixture(
      "ski session new Falun at=2026-01-24T00:30+01:00", "ski rank 1 017 006 008 add=yes",
      "ski rank 1 006 017 008 rater=UN", "ski glide 1 017 beats 006 margin=5", "ski glide 1 006 beats 008 margin=5",
      "ski glide 1 017 beats 006 margin=5 treatments=A,B", "ski session new Oslo at=2026-01-24", "ski pair add 009")
    let report = try fixture.run(line)
    guard report.error == nil else {
      // The pair's last glides were removed with it.
      Issue.record("\(line): \(report.error?.message ?? "")")
      return
    }
    let texts = report.outputs.map { output -> String in
      switch output {
      case .table(let table): table.title
      case .record(let record): record.title
      case .note(let note): note.text
      default: ""
      }
    }
    let wanted = line.contains("delete") ? "session 2, Oslo, 2026-01-24" : "session 1, Falun, 2026-01-24"
    #expect(texts.first?.contains(wanted) == true, "\(line): \(texts)")
  }

  // MARK: Replaced orders

  @Test func `a replaced order is reported, an extended one is not`() throws {
    var fixture = try Self.fixture("ski session new Falun at=2026-02-01", "ski rank 1 017 006 add=yes")
    func replacement(_ line: String) throws -> String? {
      try fixture.does(line).remarked.first { $0.hasPrefix("replaced the order") }
    }
    #expect(try replacement("ski rank 1 017 006/008 add=yes") == nil)
    #expect(try replacement("ski rank 1 017 008/006") == nil)
    #expect(try replacement("ski rank 1 008 017 006") == "replaced the order 017 006/008; 'undo' restores it")
    try fixture.does("undo")
    #expect(try fixture.view("1").order.map(\.serialNumber) == ["017", "006", "008"])
    #expect(try replacement("ski rank 1 008 006 part=kick") == nil)
    #expect(try replacement("ski rank 1 006 008 part=kick") == "replaced the order 008 006; 'undo' restores it")
    #expect(try replacement("ski rank 1 008 006 rater=UN") == nil)
    #expect(try replacement("ski rank 1 006 008 rater=UN") == "replaced the order 008 006; 'undo' restores it")
    // A blind ranking reveals no serial numbers.
    let blind = try replacement("ski rank 1 A B C blind=yes")
    #expect(blind == nil || !(blind ?? "").contains("0"))
  }

  // MARK: Forgetting

  @Test func `forgetting needs confirmation, and asks for it where possible`() throws {
    var fixture = try Self.fixture("ski athlete add \"Anna Nilsson\"", "ski pair edit 017 owner=Nilsson")
    try fixture.refuses("ski forget Nilsson", "not-confirmed", naming: "Anna Nilsson", "ski forget 1 yes=yes")
    let asked = Mutex<[String]>([])
    let answer = Mutex(false)
    fixture.session.services.confirm = { question, _ in
      asked.withLock { $0.append(question) }
      return answer.withLock { $0 }
    }
    #expect(try fixture.does("ski forget Nilsson").remarked == ["nothing was changed: kept Anna Nilsson"])
    #expect(try fixture.does("ski athlete Nilsson").record["number"] == "1")
    #expect(asked.withLock { $0.first?.contains("Anna Nilsson") == true && $0.first?.contains("1 ski pair") == true })
    answer.withLock { $0 = true }
    try fixture.does("ski forget Nilsson")
    try fixture.refuses("ski athlete Nilsson", "unknown-athlete")
    #expect(asked.withLock { $0.count } == 2)
  }

  @Test func `after forgetting, no undo, redo or result brings the person back, and undo says why`() throws {
    var fixture = try Self.fixture(
      "ski athlete add \"Anna Nilsson\" fis=3505000", "ski athlete edit Nilsson nation=SWE",
      "ski pair edit 017 owner=Nilsson", "ski athletes as all", "ski pairs as skis", "ski pair edit 006 owner=Nilsson",
      "undo", "ski session new Falun at=2026-02-01 as test", "ski forget Nilsson yes=yes")
    for _ in 0..<3 {
      let error = try fixture.run("undo").error
      #expect(error?.code == "nothing-to-undo" && error?.message.contains("'ski forget' cannot be undone") == true)
      #expect(try fixture.run("redo").error != nil)
    }
    #expect(fixture.session.results.entries.compactMap(\.name) == ["test"])
    #expect(try !fixture.kept().contains { $0.contains("Nilsson") })
    // Later commands can be undone as usual.
    try fixture.does("ski pair edit 017 nickname=x")
    try fixture.does("undo")
    #expect(try fixture.run("undo").error?.message.contains("ski forget") == true)
  }

  @Test func `a number is never used again`() throws {
    var fixture = try Self.fixture("ski athlete add \"Anna Nilsson\"", "ski pair edit 017 owner=Nilsson")
    try fixture.does("ski forget Nilsson yes=yes")
    #expect(try fixture.does("ski athlete add \"Eva Berg\"").record["number"] == "2")
    #expect(try fixture.does("ski pair 017").record["owner"] == nil)
    try fixture.does("ski athlete delete Berg")
    #expect(try fixture.does("ski athlete add \"Per Lund\"").record["number"] == "3")
    try fixture.does("undo")
    #expect(try fixture.does("ski athlete add \"Per Lund\"").record["number"] == "4")
    try fixture.does("ski athlete add \"Ola Dal\"")
    try fixture.does("ski athlete merge Dal Lund")
    #expect(try fixture.does("ski athlete add \"Siv Ek\"").record["number"] == "6")
    try fixture.does("ski session new Falun")
    try fixture.does("ski session delete 1")
    #expect(try fixture.does("ski session new Falun").record["session"] == "2")
  }

  @Test func `imported numbers count too, even after an undo`() throws {
    var fixture = try Self.fixture(
      files: [
        "b/athletes.csv": "number,last_name\n40,Berg\n", "b/ski_pairs.csv": "serial_number,owner\n017,40\n",
        "b/sessions.csv": "session,time_of_test,air_temperature_c,place\n70,2026-01-24T08:30Z,-5,Falun\n",
      ])
    try fixture.does("ski import b")
    try fixture.does("undo")
    #expect(try fixture.does("ski athlete add Lund").record["number"] == "41")
    #expect(try fixture.does("ski session new Mora").record["session"] == "71")
  }

  // MARK: Wax tests, snow, time

  @Test func `glides with other treatments are not contradictions`() throws {
    var fixture = try Self.fixture("ski session new Falun", "ski add 1 017 006 008")
    #expect(try fixture.does("ski glide 1 017 beats 006 margin=5 treatments=A,B").warnings == [])
    #expect(try fixture.does("ski glide 1 006 beats 017 margin=9 treatments=A,B").warnings == [], "treatments swapped")
    #expect(try fixture.does("ski glide 1 006 beats 017 margin=9").warnings == [], "the zero test")
    let same = try fixture.does("ski glide 1 006 beats 017 margin=2 treatments=B,A").warnings
    #expect(same.count == 1 && same[0].contains("glide 1 went the other way by 5 cm"))
    #expect(try fixture.does("ski glide 1 017 beats 008 margin=4").warnings == [])
    #expect(
      try fixture.does("ski glide 1 008 beats 006 margin=4 treatments=A,B").warnings == [], "no circle with others")
    let circle = try fixture.does("ski glide 1 008 beats 006 margin=4").warnings
    #expect(circle.count == 1 && circle[0].contains("form a cycle: 008 > 006 > 017 > 008"))
    // Nor do they win a heat of the bracket.
    var ladder = try Self.fixture(
      "ski session new Falun", "ski add 1 017 006", "ski glide 1 006 beats 017 margin=9 treatments=A,B")
    #expect(try ladder.does("ski ladder 1 017 006").column("winner") == [""])
  }

  @Test func `changing only the snow is a change`() throws {
    var fixture = try Self.fixture("ski session new Falun new=100")
    let report = try fixture.does("ski session edit 1 new=50 old=50")
    #expect(report.record["snow"]?.contains("50") == true)
    #expect(!report.remarked.contains { $0.contains("nothing was changed") })
    #expect(try fixture.does("ski session edit 1 new=50 old=50").remarked.contains("nothing was changed"))
    #expect(try fixture.does("ski session edit 1 new=50 old=50 air=-3").record["air_temperature_c"] == "-3")
    #expect(try fixture.does("ski session edit 1 new=100 air=-3").record["snow"]?.contains("100") == true)
  }

  @Test func `a time without an offset is in the machine's zone, with a note`() throws {
    var fixture = try Self.fixture(
      files: ["s.csv": "Datum;2026-01-24\nTid;08.30\nPlats;Mora\n\nNr;Placering\n017;1\n006;2\n"])
    @Sendable func stockholm(_ moment: Moment) -> Int {
      let (start, end) = (Moment(iso: "2026-03-29T01:00Z"), Moment(iso: "2026-10-25T01:00Z"))
      guard let start, let end else { return 0 }
      return moment >= start && moment < end ? 120 : 60
    }
    fixture.session.services.localClock = LocalClock(zone: "Europe/Stockholm", offset: stockholm)
    let winter = try fixture.does("ski session new Falun at=2026-01-24T08:30")
    #expect(winter.record["time"] == "2026-01-24 08:30+01:00")
    #expect(winter.remarked.contains("read 2026-01-24 08:30 as local time in Europe/Stockholm (+01:00)"))
    #expect(try fixture.does("ski session new Falun at=2026-04-02T08:30").record["time"] == "2026-04-02 08:30+02:00")
    #expect(try fixture.does("ski session new Falun at=2026-04-02T08:30Z").record["time"] == "2026-04-02 08:30+00:00")
    #expect(
      try fixture.does("ski session edit 1 at=2026-01-25T08:30").record["time_of_test"]?.contains("07:30") == true)
    try fixture.refuses("ski session new Falun at=2026-03-29T02:30", "bad-value", naming: "Europe/Stockholm", "forward")
    let twice = try fixture.does("ski session new Falun at=2026-10-25T02:30")
    #expect(twice.record["time"] == "2026-10-25 02:30+02:00")
    #expect(twice.remarked.contains { $0.contains("the first of two such times; the second is +01:00") })
    let sheet = try fixture.does("ski import s.csv")
    #expect(sheet.remarked.contains("times in 's.csv' were read as local time in Europe/Stockholm"))
    #expect(try fixture.does("ski session last").record["time"] == "2026-01-24 08:30+01:00")
    let again = try fixture.does("ski import s.csv")
    #expect(again.error == nil)
    #expect(try fixture.does("ski session last").record["session"] == "5")
    // A replay has no local clock: it uses UTC, with a note.
    fixture.session.services.localClock = nil
    let replayed = try fixture.does("ski session new Falun at=2026-01-24T08:30")
    #expect(replayed.record["time"] == "2026-01-24 08:30")
    #expect(replayed.remarked.contains("read 2026-01-24 08:30 as UTC, because it has no offset"))
  }

  @Test func `numbers that podium does not store do not crash it`() throws {
    var fixture = try SkiFixture.thesis()
    fixture.session.services.files = MemoryFiles([:])
    let store = try fixture.session.store()
    let pairs = try fixture.ranks("1").keys.sorted()
    store.begin("test")
    for number in [Int.max, Int.min + 1] {
      _ = try store.insert(
        "ski.glide",
        [
          "session": .text("1"), "number": .integer(number), "winner": .text(pairs[0]), "loser": .text(pairs[1]),
          "difference_cm": .number(1e300), "run": .integer(number),
        ])
    }
    let session = try #require(try store.records(RecordQuery("ski.session")).first)
    _ = try store.update(
      session.id, of: "ski.session",
      setting: ["air_temperature_c": .number(1e300), "utc_offset_minutes": .integer(Int.max)], revision: nil)
    _ = try store.commit()
    for line in [
      "ski session 1", "ski sessions", "ski glide 1 \(pairs[0]) beats \(pairs[1]) margin=1cm", "ski order 1",
      "ski table",
      "ski map \(pairs[0])", "ski pair \(pairs[0])", "ski export out", "ski matrix",
    ] {
      _ = try fixture.run(line)
    }
    #expect(try fixture.view("1").glides.map(\.number) == [1])
  }
}
