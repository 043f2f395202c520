import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRecords
import PodiumTestKit
import Testing

@testable import SkiModel
@testable import SkiPlugin

/// Orders, letters, labels, the bracket, and sessions side by side.
struct RankTests {
  @Test func `moving a pair shifts the others as in the specification`() throws {
    var order = RankOrder([["a"], ["b"], ["c"], ["d"], ["e"]])
    order.move("d", to: 2)
    #expect(order.ranks == ["a": 1, "d": 2, "b": 3, "c": 4, "e": 5])
    order = RankOrder([["a"], ["b"], ["c"], ["d"], ["e"]])
    order.move("b", to: 4)
    #expect(order.ranks == ["a": 1, "c": 2, "d": 3, "b": 4, "e": 5])
    order = RankOrder([["a"], ["b"], ["c"]])
    #expect(order.move("a", to: 9) == 3)
    #expect(order.ranks == ["b": 1, "c": 2, "a": 3])
  }

  @Test func `a rank above the last becomes the last, with a warning`() throws {
    var fixture = try SkiFixture.thesis()
    try fixture.warns("ski move 1 001 99", "used rank 8")
    #expect(try fixture.ranks("1")["001"] == 8)
  }

  @Test func `tied pairs share a rank, and a rank within a tie becomes the next after it`() throws {
    var order = RankOrder([["a"], ["b", "c"], ["d"]])
    #expect(order.ranks == ["a": 1, "b": 2, "c": 2, "d": 4])
    #expect(order.move("a", to: 2) == 3)
    #expect(order.ranks == ["b": 1, "c": 1, "a": 3, "d": 4])
    #expect(RankOrder(ranks: order.ranks) == order)
  }

  @Test func `ties are typed as protocols write them`() throws {
    var fixture = try SkiFixture.thesis("ski rank 1 003 001=002 004")
    #expect(try fixture.ranks("1") == ["003": 1, "001": 2, "002": 2, "004": 4])
    try fixture.does("ski move 1 004 2=")
    #expect(try fixture.ranks("1") == ["003": 1, "001": 2, "002": 2, "004": 2])
    try fixture.does("ski move 1 003 T2")
    #expect(try fixture.ranks("1") == ["001": 1, "002": 1, "003": 1, "004": 1])
    try fixture.does("ski move 1 001 3")
    #expect(try fixture.ranks("1") == ["002": 1, "003": 1, "004": 1, "001": 4])
    try fixture.refuses("ski move 1 001 0=", "bad-value")
    try fixture.refuses("ski pair add 1=2", "bad-serial")
  }

  @Test func `names with letters tie with = too, and keys stay keys`() throws {
    var fixture = try SkiFixture("ski pair add A1 B Cx-2", "ski session new Oslo number=1")
    try fixture.does("ski rank 1 A1=B Cx-2 add=yes")
    #expect(try fixture.ranks("1") == ["A1": 1, "B": 1, "Cx-2": 3])
    try fixture.does("ski rank 1 Cx-2 B=A1")
    #expect(try fixture.ranks("1") == ["Cx-2": 1, "A1": 2, "B": 2])
    try fixture.does("ski rank 1 Cx-2=B=A1 part=all")
    #expect(try fixture.ranks("1") == ["A1": 1, "B": 1, "Cx-2": 1])
    try fixture.does("ski rank 1 a=b c blind=yes")
    #expect(try fixture.ranks("1").values.sorted() == [1, 1, 3])
    try fixture.refuses("ski rank 1 A1=D9", "unknown-pair")
    try fixture.refuses("ski rank 1 A1 B Prat=kick", "unknown-key", naming: "part")
    try fixture.refuses("ski rank 1 A1 B comment=icy", "unknown-key")
  }

  @Test(arguments: [
    ([1, 2, 3], []), ([1, 2, 2], ["rank 2 is given to 'b' and 'c'"]), ([1, 3, nil], []),
    ([0, 1, 2], ["'a' has rank 0 of 3"]),
    ([1, 3, 3], ["rank 3 should be 2, after 1 better pair", "rank 3 is given to 'b' and 'c'"]),
    ([nil, nil, nil], []),
  ])
  func `the problems of ranks are reported`(_ ranks: [Int?], _ problems: [String]) {
    let given = zip(["a", "b", "c"], ranks).map { RankOrder.Given(serial: $0, rank: $1, isTied: false) }
    #expect(RankOrder.read(given, lost: 0).problems == problems)
  }

  @Test func `a ranking names the omitted pairs, and adds pairs only on request`() throws {
    var fixture = try SkiFixture.thesis()
    let report = try fixture.does("ski rank 1 003 001/002")
    #expect(
      report.remarked == [
        "replaced the order 001 002 003 004 005 006 007 008; 'undo' restores it",
        "without a rank: 004, 005, 006, 007, 008",
      ])
    #expect(try fixture.ranks("1") == ["003": 1, "001": 2, "002": 2])
    try fixture.refuses("ski rank 1 003 017", "not-in-session", naming: "add=yes")
    try fixture.does("ski rank 1 003 017 add=yes")
    #expect(try fixture.ranks("1") == ["003": 1, "017": 2])
  }

  @Test func `partial ranks and a second opinion are stored next to the rank in force`() throws {
    let fixture = try SkiFixture.thesis("ski rank 1 008 007 part=kick", "ski rank 1 002 001 003 rater=UN")
    let session = try fixture.view("1")
    #expect(session.participations.first { $0.serialNumber == "008" }?.kickRank == 1)
    #expect(try fixture.ranks("1")["001"] == 1)
    let ratings = try Rating.thing.items(in: fixture.session.store(), where: [.equals("session", .text("1"))])
      .sorted { $0.rank < $1.rank }
    #expect(ratings.map(\.serialNumber) == ["002", "001", "003"] && ratings.allSatisfy { $0.rater == "UN" })
  }

  @Test func `letters hide the pairs, always the same, and can be ranked`() throws {
    var fixture = try SkiFixture.thesis()
    let shown = try fixture.does("ski rank 1 blind=yes")
    #expect(shown.column("letter") == ["A", "B", "C", "D", "E", "F", "G", "H"])
    #expect(shown.table?.names.contains("serial_number") == false)
    let key = try fixture.does("ski rank 1 blind=key")
    let serials = Dictionary(uniqueKeysWithValues: zip(key.column("letter"), key.column("serial_number")))
    #expect(serials["A"] != "001" || serials["B"] != "002" || serials["C"] != "003")
    try fixture.does("ski rank 1 h b/c a d e f g blind=yes")
    let ranks = try fixture.ranks("1")
    #expect(ranks[serials["H"] ?? ""] == 1 && ranks[serials["B"] ?? ""] == 2 && ranks[serials["C"] ?? ""] == 2)
    #expect(
      CellLetters.text(25) == "Z" && CellLetters.text(26) == "AA" && CellLetters.text(701) == "ZZ"
        && CellLetters.text(702) == "AAA")
  }

  @Test(
    arguments: [
      (1, [0, 0, 1]), (2, [0, 1, 1]), (3, [0, 1, 2]), (4, [1, 1, 2]), (7, [2, 2, 3]), (8, [2, 3, 3]), (9, [2, 3, 4]),
      (24, [7, 8, 9]),
    ])
  func `the thesis's cut points give its classes`(_ n: Int, _ counts: [Int]) {
    let labels = SessionLabels(.shares([0.33, 0.66]), of: n)
    let codes = (1...n).map { labels.code(of: $0) }
    #expect((0...2).map { place in codes.count { $0 == place } } == counts)
  }

  @Test func `even thirds treat ties alike, and too few pairs for a top pick are reported`() throws {
    let labels = SessionLabels(.even, of: 9)
    #expect((1...9).map { labels.code(of: $0) } == [0, 0, 0, 1, 1, 1, 2, 2, 2])
    var fixture = try SkiFixture.thesis("ski rank 1 001 002/003/004 005 006 007 008")
    #expect(
      try fixture.does("ski labels 1").column("label").prefix(4) == ["Top pick", "Top pick", "Top pick", "Top pick"])
    var small = try SkiFixture(
      "ski pair add 001", "ski pair add 002", "ski session new Falun", "ski rank 1 001 002 add=yes")
    #expect(try small.does("ski labels 1").remarked == ["with 2 pairs no rank is a Top pick under cuts=thesis"])
  }

  @Test func `seeds are placed so that the best two meet last`() {
    #expect(Ladder.places(8) == [0, 7, 3, 4, 1, 6, 2, 5])
    #expect(Ladder.places(2) == [0, 1])
  }

  @Test func `a bracket fills in from the sums of glides, with byes for the best seeds`() {
    func glide(_ a: String, _ b: String, _ cm: Double) -> Glide {
      Glide(number: 1, winner: a, loser: b, difference: cm)
    }
    let seeds = ["a", "b", "c", "d", "e"]
    var ladder = Ladder(seeds: seeds, glides: [glide("e", "d", 5), glide("d", "e", 7)])
    #expect(ladder.matches.filter { $0.round == 1 }.map(\.isBye) == [true, false, true, true])
    #expect(ladder.matches[1] == Ladder.Match(round: 1, number: 2, first: "d", second: "e", winner: "d", margin: 2))
    #expect(ladder.open.map(\.first) == ["a", "b"])
    ladder = Ladder(
      seeds: seeds, glides: [glide("d", "e", 2), glide("a", "d", 1), glide("c", "b", 3), glide("a", "c", 4)])
    #expect(ladder.winner == "a" && ladder.open.isEmpty)
    ladder = Ladder(seeds: ["a", "b"], glides: [glide("a", "b", 3), glide("b", "a", 3)])
    #expect(ladder.winner == nil && ladder.open.count == 1)
    #expect(Ladder(seeds: ["a"], glides: []).winner == "a" && Ladder(seeds: [], glides: []).matches.isEmpty)
  }

  @Test func `pairs are seeded by their ranks in earlier sessions of the type`() throws {
    var fixture = try SkiFixture.thesis()
    #expect(try fixture.does("ski ladder 6").column("first").first == "009")
    try fixture.does("ski ladder 5")
    let first = try fixture.does("ski ladder 5").table
    #expect(first?["first"]?[0].fileText == "001" && first?["second"]?[0].fileText == "008")
  }

  @Test func `sessions are shown side by side as in Table 3 of the thesis`() throws {
    var fixture = try SkiFixture.thesis()
    let matrix = try fixture.does("ski matrix 1 2 3 4 5")
    #expect(matrix.table?.names == ["rank", "1", "2", "3", "4", "5"])
    #expect(
      matrix.column("4") == [
        "2018-01-29", "-5°C", "0%", "100%", "0%", "002", "001", "006", "005", "003", "004", "007", "008",
      ])
    #expect(matrix.column("3").prefix(5) == ["2018-01-22", "-15°C", "50%", "50%", "0%"])
    try fixture.does("ski rank 1 002/001 003 004 005 006 007 008")
    #expect(try fixture.does("ski matrix 1").column("1")[5...7] == ["001/002", "", "003"])
  }

  @Test func `measurements during a session are stored next to its own conditions`() throws {
    var fixture = try SkiFixture(
      "ski session new Falun at=2026-01-24T08:30+01:00 air=-7", "ski conditions 1 at=10:30 air=-4,5",
      "ski conditions 1 at=10:30 humidity=80")
    let shown = try fixture.does("ski conditions 1")
    #expect(shown.column("time") == ["2026-01-24 10:30+01:00"] && shown.column("change_c") == ["2.5"])
    #expect(shown.column("humidity_pct") == ["80"])
    #expect(try fixture.view("1").conditions.air == -7)
  }

  @Test func `ski table gives the same table as load ski`() throws {
    var fixture = try SkiFixture.thesis("load ski-thesis")
    let loaded = try #require(fixture.session.state.current)
    try fixture.does("ski table")
    let kept = try #require(fixture.session.state.current)
    for name in ["session", "serial_number", "base", "grinding", "air_temperature", "new", "old", "wet", "rank"] {
      #expect(kept.table[name] == loaded.table[name], "\(name)")
    }
    try fixture.does("label")
  }

  @Test func `calculated ranks are shown, labelled and compared`() throws {
    var fixture = try SkiFixture(
      "ski pair add 001 002 003", "ski session new Falun at=2026-01-10", "ski rank 1 001 002 003 add=yes",
      "ski glide 1 003 beats 002 margin=9")
    try fixture.does("ski session edit 1 rank=calculated")
    #expect(try fixture.does("ski session 1").remarked.contains { $0.contains("no chain of glides") })
    #expect(try fixture.does("ski labels 1").column("label") == ["", "", ""])
    try fixture.does("ski glide 1 002 beats 001 margin=4")
    let shown = try fixture.does("ski session 1")
    #expect(shown.column("serial_number") == ["003", "002", "001"] && shown.column("manual_rank") == ["3", "2", "1"])
    #expect(try fixture.does("ski labels 1 cuts=thirds").column("serial_number") == ["003", "002", "001"])
    #expect(try fixture.does("ski matrix 1").column("1").suffix(3) == ["003", "002", "001"])
    try fixture.does("ski table")
    let table = try #require(fixture.session.state.current?.table)
    #expect((0..<3).map { table["rank"]?[$0] } == [.integer(3), .integer(2), .integer(1)])
    // A manual ranking takes precedence.
    let moved = try fixture.does("ski move 1 003 2")
    #expect(moved.remarked.contains { $0.contains("is now in force") })
    #expect(try fixture.does("ski session 1").column("serial_number") == ["001", "003", "002"])
  }
}
