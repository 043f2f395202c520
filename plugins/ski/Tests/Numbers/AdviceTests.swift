import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import SkiStudies
import Testing

@testable import SkiModel
@testable import SkiPlugin

/// The commands that rank and advise, on a workspace in memory.
struct AdviceTests {
  private func session(_ lines: [String]) throws -> Interpreter {
    let whole = try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
    var session = whole.session.apart() ?? whole
    for line in lines {
      var failure: Diagnostic?
      _ = session.run(line) { failure = failure ?? $0.error }
      if let failure { Issue.record("\(line): \(failure.message)") }
    }
    return session
  }

  private func report(_ line: String, in session: inout Interpreter) throws -> CommandReport {
    var last: CommandReport?
    _ = session.run(line) { last = $0 }
    return try #require(last)
  }

  private func tables(_ report: CommandReport) -> [Table] {
    report.outputs.compactMap { if case .table(let output) = $0 { output.table } else { nil } }
  }

  private func field(_ report: CommandReport, _ name: String) -> [Value] {
    report.outputs.compactMap { output -> [Value]? in
      guard case .record(let record) = output else { return nil }
      return record.fields.first { $0.name == name }?.values
    }.first ?? []
  }

  private func texts(_ table: Table?, _ column: String) -> [String] {
    guard let table, let column = table[column] else { return [] }
    return (0..<table.rowCount).map { column[$0].fileText }
  }

  private func warnings(_ report: CommandReport) -> String {
    report.outputs.compactMap { if case .warning(let note) = $0 { note.text } else { nil } }.joined(separator: "\n")
  }

  private static let roundRobin = [
    "ski pair add 101", "ski pair add 102", "ski pair add 103", "ski pair add 104",
    "ski session new Somewhere number=7 at=2026-01-10", "ski add 7 101 102 103 104",
    "ski glide 7 101 beats 102 margin=12", "ski glide 7 101 beats 103 margin=30", "ski glide 7 101 beats 104 margin=41",
    "ski glide 7 102 beats 103 margin=15", "ski glide 7 102 beats 104 margin=33", "ski glide 7 103 beats 104 margin=14",
  ]

  @Test func `order gives the worked figures as a table and a record`() throws {
    var session = try session(Self.roundRobin)
    let report = try report("ski order 7", in: &session)
    let table = try #require(tables(report).first)
    #expect(Array(table.names.prefix(5)) == ["serial", "estimate", "se", "rank", "expected_rank"])
    #expect(texts(table, "serial") == ["101", "102", "103", "104"])
    let estimates = table["estimate"]?.numbers ?? []
    for (found, wanted) in zip(estimates, [20.75, 9, -7.75, -22]) { #expect((found - wanted).magnitude < 1e-9) }
    #expect(abs((field(report, "sigma").first?.asNumber ?? 0) - 2.041241452) < 1e-8)
    #expect(abs((field(report, "cyclic_share").first?.asNumber ?? 0) - 0.002951594) < 1e-8)
    #expect(field(report, "components") == [.integer(1)])
    let terry = try self.report("ski order 7 method=bradley-terry alpha=0.1", in: &session)
    #expect(abs((tables(terry).first?["estimate"]?.numbers?.first ?? 0) - 1.753635566) < 1e-7)
    let next = try self.report("ski next 7 goal=best", in: &session)
    #expect(field(next, "pair") == [.text("101"), .text("102")])
    #expect(field(next, "reason").first?.fileText.contains("101 leads") == true)
  }

  @Test func `the manual order and the order from glides are compared, and their disagreements are listed`() throws {
    var session = try session(Self.roundRobin + ["ski rank 7 102 101 103 104"])
    let report = try report("ski order 7", in: &session)
    #expect(abs((field(report, "manual_tau").first?.asNumber ?? 0) - 2.0 / 3) < 1e-9)
    let differences = try #require(tables(report).dropFirst().first)
    #expect(texts(differences, "by_hand_first") == ["102"])
    #expect(texts(differences, "by_hand_second") == ["101"])
  }

  @Test func `agreement compares every two orders, and gives W over people`() throws {
    let orders = OrderAgreement(
      TestSession(
        number: "1",
        participations: [
          Participation(serialNumber: "a", rank: 1), Participation(serialNumber: "b", rank: 2),
          Participation(serialNumber: "c", rank: 3),
        ]),
      [
        Rating(session: "1", rater: "LN", serialNumber: "a", rank: 1),
        Rating(session: "1", rater: "LN", serialNumber: "b", rank: 2),
        Rating(session: "1", rater: "LN", serialNumber: "c", rank: 3),
        Rating(session: "1", rater: "UN", serialNumber: "a", rank: 3),
        Rating(session: "1", rater: "UN", serialNumber: "b", rank: 2),
        Rating(session: "1", rater: "UN", serialNumber: "c", rank: 1),
      ])
    #expect(orders.compared.map(\.tau) == [1, -1, -1])
    // Sums of ranks 5, 6, 7: S = 2, 12 · 2 / (9 · 24).
    #expect(abs((orders.concordance ?? 0) - 24.0 / 216) < 1e-12)
    var session = try session(Self.roundRobin + ["ski rank 7 102 101 103 104"])
    let report = try report("ski agreement 7", in: &session)
    #expect(texts(tables(report).first, "other_way_round") == ["102-101"])
  }

  @Test func `a pair that did not glide has no rank, and parts are never compared`() throws {
    var session = try session(Self.roundRobin + ["ski pair add 105", "ski add 7 105"])
    let report = try report("ski order 7", in: &session)
    let table = try #require(tables(report).first)
    #expect(texts(table, "serial").last == "105")
    #expect(table["rank"]?[4].isMissing == true)
    #expect(table["estimate"]?[4].isMissing == true)
    #expect(warnings(report).contains("2 parts that cannot be compared"))
    let next = try self.report("ski next 7 goal=order", in: &session)
    #expect(field(next, "pair") == [.text("101"), .text("105")])
  }

  @Test func `one glide is an order without an error estimate, a session without glides is refused`() throws {
    var session = try session([
      "ski pair add 1", "ski pair add 2", "ski session new Here number=1 at=2026-01-10", "ski add 1 1 2",
    ])
    #expect(try report("ski order 1", in: &session).error?.code == "no-glides")
    _ = try report("ski glide 1 1 beats 2 margin=5", in: &session)
    let found = try report("ski order 1", in: &session)
    #expect(warnings(found).contains("no error estimate"))
    #expect(field(found, "sigma").first?.isMissing == true)
  }

  @Test func `glides in a cycle cause a warning with their share and the glide to repeat`() throws {
    var session = try session([
      "ski pair add 1", "ski pair add 2", "ski pair add 3", "ski session new Here number=1 at=2026-01-10",
      "ski add 1 1 2 3", "ski glide 1 1 beats 2 margin=5", "ski glide 1 2 beats 3 margin=6",
      "ski glide 1 3 beats 1 margin=20",
    ])
    let found = try report("ski order 1", in: &session)
    #expect(warnings(found).contains("1, 2, 3 beat each other in a cycle, cyclic share"))
    #expect(warnings(found).contains("repeat the glide of"))
  }

  @Test(arguments: [40, 60, 80])
  func `the shortlist is visible on a narrow screen`(_ width: Int) throws {
    var session = try session(["ski import ski-thesis"])
    let report = try report("ski recommend type=Klister air=5 new=50 wet=50", in: &session)
    let output = try #require(report.outputs.first)
    let text = TextRenderer(style: .terminal(width: width, rows: 40, colour: false)).render(output)
    let first = text.split(separator: "\n").first { $0.contains("023 ") } ?? ""
    for cell in ["023", "0.584", "true"] { #expect(first.contains(cell), "\(text)") }
    #expect(!text.split(separator: "\n").contains { DisplayWidth.of(String($0)) > width }, "\(text)")
  }

  @Test func `a wax test is corrected by its zero test`() throws {
    var session = try session([
      "ski pair add 1", "ski pair add 2", "ski session new Here number=1 at=2026-01-10", "ski add 1 1 2",
      "ski glide 1 1 beats 2 margin=4", "ski glide 1 1 beats 2 margin=6",
      "ski glide 1 2 beats 1 margin=3 treatments=HF8,LF6", "ski glide 1 2 beats 1 margin=3 treatments=HF8,LF6",
    ])
    let found = try report("ski wax 1", in: &session)
    let table = try #require(tables(found).first)
    #expect(texts(table, "treatment") == ["HF8", "LF6"])
    // 3 cm ahead on a ski that is 5 cm behind: the treatment is worth 8.
    #expect(abs((table["behind_cm"]?.numbers?.last ?? 0) - 8) < 1e-5)
    #expect(field(found, "zero_test_glides") == [.integer(2)])
  }

  @Test func `a wax test without a zero test reports confounded treatments`() throws {
    var session = try session([
      "ski pair add 1", "ski pair add 2", "ski session new Here number=1 at=2026-01-10", "ski add 1 1 2",
      "ski glide 1 2 beats 1 margin=3 treatments=HF8,LF6",
    ])
    let found = try report("ski wax 1", in: &session)
    #expect(warnings(found).contains("no zero test"))
    #expect(warnings(found).contains("are confounded"))
    _ = try report("ski glide 1 1 beats 2 margin=9 treatments=HF8,LF6", in: &session)
    // Swapping the treatments between the skis separates the two: (3 + 9) / 2.
    let swapped = try report("ski wax 1", in: &session)
    #expect(!warnings(swapped).contains("are confounded"))
    #expect(abs((tables(swapped).first?["behind_cm"]?.numbers?.last ?? 0) - 6) < 1e-5)
  }

  // MARK: Advice

  @Test func `every pair has a place and a chance; no rule leaves one without a class`() throws {
    var session = try session(["ski import ski-thesis"])
    let found = try report("ski recommend type=Klister air=5 new=50 wet=50", in: &session)
    let table = try #require(tables(found).first)
    #expect(table.rowCount == 8)
    #expect(table["place"]?.numbers == [1, 2, 3, 4, 5, 6, 7, 8])
    let chances = table["chance_best"]?.numbers ?? []
    #expect(chances.allSatisfy { (0...1).contains($0) })
    #expect((chances.reduce(0, +) - 1).magnitude < 1e-9)
    // There is an order even if no chance is above one half.
    let tops = table["chance_top"]?.numbers ?? []
    #expect((tops.reduce(0, +) - 2).magnitude < 1e-9)
    let risk = try report("ski risk", in: &session)
    #expect(field(risk, "top_picks") == [.integer(28)])
    #expect(field(risk, "sessions") == [.integer(14)])
  }

  @Test func `a shortlist of n pairs gives its probability, and one with a probability has the length it needs`() throws
  {
    var session = try session(["ski import ski-thesis"])
    let three = try report("ski recommend type=Klister air=5 new=50 wet=50 shortlist=3", in: &session)
    #expect(field(three, "shortlist").count == 3)
    let all = try report("ski recommend type=Klister air=5 new=50 wet=50 shortlist=99.9%", in: &session)
    #expect(field(all, "shortlist").count > 3)
    #expect(try report("ski recommend type=Klister air=5 wet=100 shortlist=0", in: &session).error?.code == "bad-value")
    #expect(
      try report("ski recommend type=Klister air=5 wet=100 shortlist=x%", in: &session).error?.code == "bad-value")
  }

  @Test func `untested conditions cause a warning, and too few sessions are refused`() throws {
    var session = try session(["ski import ski-thesis"])
    let cold = try report("ski recommend type=\"Cold Conditions\" air=-30 new=100", in: &session)
    #expect(warnings(cold).contains("extrapolated"))
    #expect(field(cold, "extrapolated") == [.boolean(true)])
    var small = try self.session([
      "ski pair add 1 type=Skate", "ski pair add 2 type=Skate",
      "ski session new Here number=1 at=2026-01-10 air=-5 new=100", "ski add 1 1 2", "ski rank 1 1 2",
    ])
    #expect(try report("ski recommend air=-5 new=100", in: &small).error?.code == "too-few-sessions")
  }

  @Test func `pairs of types that never met are not ranked in one list`() throws {
    var session = try session(["ski import ski-thesis"])
    let error = try #require(try report("ski recommend air=0 new=100", in: &session).error)
    #expect(error.code == "which-ski-type")
    #expect(error.help?.contains("type=\"Cold Conditions\", type=Klister") == true, "\(error.help ?? "")")
    // Types that met in a test may be compared.
    _ = try report("ski session new Here number=90 at=2026-01-10 air=0 new=100", in: &session)
    _ = try report("ski rank 90 001 009 017 add=yes", in: &session)
    #expect(try report("ski recommend air=0 new=100", in: &session).error == nil)
  }

  private static func season(_ ranked: Int) -> [String] {
    ["ski pair add 101 102 103 type=Classic"]
      + (1...3).flatMap { number in
        [
          "ski session new Oslo number=\(number) at=2026-01-1\(number)T09:00Z type=Classic air=-5 new=50 old=50",
          number <= ranked ? "ski rank \(number) 101 102 103 add=yes" : "ski add \(number) 101 102 103",
        ]
      }
  }

  @Test func `tests without a result do not support advice`() throws {
    var session = try session(Self.season(1))
    let error = try #require(
      try report("ski recommend type=Classic air=-5 new=50 old=50", in: &session).error)
    #expect(error.code == "too-few-sessions" && error.message.hasPrefix("1 session "))
    session = try self.session(
      Self.season(3) + [
        "ski session new Falun number=9 at=2026-02-01T09:00Z type=Classic air=-5 new=50 old=50",
        "ski add 9 101 102 103",
        "ski session new Falun number=10 at=2026-02-02T09:00Z type=Classic air=-5 new=50 old=50",
        "ski rank 10 101 102 add=yes", "ski add 10 103",
      ])
    let found = try report("ski recommend type=Classic air=-5 new=50 old=50", in: &session)
    #expect(
      field(found, "sessions") == [.integer(4)] && field(found, "nearest").first?.fileText.hasPrefix("10 ") == true)
    let table = try #require(tables(found).first)
    #expect(texts(table, "tests") == ["4", "4", "3"] && texts(table, "near") == ["4", "4", "3"])
    let why = try report("ski why 103 air=-5 new=50 old=50", in: &session)
    #expect(field(why, "sessions") == [.integer(3)])
  }

  @Test func `no chance is shown as 0 or 1`() throws {
    var session = try session(Self.season(3))
    let found = try report("ski recommend type=Classic air=-5 new=50 old=50", in: &session)
    let table = try #require(tables(found).first)
    for column in ["chance_best", "chance_top"] {
      #expect((table[column]?.numbers ?? [0]).allSatisfy { $0 > 0 && $0 < 1 }, "\(column)")
    }
    #expect((table["chance_top"]?.numbers ?? []).reduce(0, +) > 0.999)
    var output = try #require(
      found.outputs.compactMap { if case .table(let output) = $0 { output } else { nil } }.first)
    output.table = try Table([Column("chance_best", .number([0.000_2, 0.999_8, 0, 1, 0.25]))])
    let text = TextRenderer(style: .terminal(width: 60, rows: 40, colour: false)).render(.table(output))
    for cell in ["<0.001", ">0.999", "0.000", "1.000", "0.250"] { #expect(text.contains(cell), "\(text)") }
  }

  @Test(arguments: [
    ("ski recommend type=Klister new=100", "missing-conditions"),
    ("ski recommend type=Klister air=5", "missing-conditions"),
    ("ski recommend type=Klister air=5 new=50 wet=49", "bad-snow"),
    ("ski recommend type=Klister air=50 new=100", "bad-value"),
    ("ski recommend type=Klistr air=5 new=100", "unknown-ski-type"),
    ("ski recommend athlete=Nobody air=5 new=100", "unknown-athlete"),
    ("ski why 0 air=5 new=100", "ambiguous-pair"), ("ski map 999", "unknown-pair"),
    ("ski wish air=5", "missing-conditions"),
    ("ski order", "missing-argument"), ("ski order 1", "no-glides"), ("ski order 1 method=elo", "bad-value"),
  ])
  func `mistakes are refused with their own codes`(_ line: String, _ code: String) throws {
    var session = try session(["ski import ski-thesis"])
    let error = try report(line, in: &session).error
    #expect(error?.code == code, "\(line): \(error?.code ?? "no error") \(error?.message ?? "")")
  }

  @Test func `of three pairs one is a top pick`() throws {
    var session = try session(Self.season(3))
    let found = try report("ski map 101", in: &session)
    #expect(found.error == nil)
    let chance = try #require(tables(found).first?["new_old"]?.numbers?.first)
    #expect(chance > 0.5 && chance < 1)
  }

  @Test func `a simulated team can be imported, and ski wish finds the effect of its camber`() throws {
    var plan = MadeTeam.Plan()
    (plan.athletes, plan.pairs, plan.seasons, plan.sessions, plan.entries) = (3, 20, 4, 60, 10)
    var session = try session([])
    let (files, folder) = (session.services.files, session.services.resolve("team"))
    try files.makeFolder(folder, shown: "team")
    for (name, text) in try MadeTeam(plan, seed: Seed(4)).files(seed: Seed(4)) {
      try files.write(Array(text.utf8), to: FilePath.join(folder, name), shown: name, mode: .new)
    }
    #expect(try report("quiet: ski import team", in: &session).error == nil)
    let moved = try report("ski simulate team", in: &session).error
    #expect(moved?.code == "unknown-command" && moved?.help?.contains("ski-bench simulate") == true)
    let found = try report("ski wish type=Classic air=-6 old=100", in: &session)
    #expect(found.error == nil)
    let table = try #require(tables(found).first)
    #expect(texts(table, "property").contains("height_half_weight_mm"))
    let wish = try #require(table["p_holm"]?.numbers?.first)
    #expect(wish < 0.05)
    #expect((table["order_from"]?.numbers?.first ?? .nan) < (table["order_to"]?.numbers?.first ?? .nan))
    let which = try report("ski recommend type=Classic air=-6 old=100", in: &session)
    #expect(which.error?.code == "which-athlete")
    let own = try report("ski recommend type=Classic athlete=\"Athlete 02\" air=-6 old=100", in: &session)
    #expect(own.error == nil)
    #expect(texts(tables(own).first, "serial_number").allSatisfy { $0.hasPrefix("02") })
  }

  @Test func `the number of sessions needed follows from Wilson's interval`() {
    // 0 of 28 is below 12.1 %; 0 of 73 is the first below 5 %: 45 further top picks, two per session.
    #expect(RiskCommand.needed(0, 28, below: 0.05, sessions: 14) == 23)
    #expect(RiskCommand.needed(0, 200, below: 0.05, sessions: 14) == 0)
    #expect(RiskCommand.needed(0, 0, below: 0.05, sessions: 14) == nil)
  }
}
