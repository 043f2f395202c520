import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumRender
import Testing

/// The verbs that change rows, columns and cells, as they are typed.
@Suite struct ShapingTests {
  /// Runs lines; every one but the last must work.
  static func run(_ lines: String..., in session: Interpreter? = nil) throws -> (CommandReport, Interpreter) {
    var session = session ?? CommandFixture.session()
    var last: CommandReport?
    for (place, line) in lines.enumerated() {
      last = session.report(line)
      if place < lines.count - 1 { #expect(last?.error == nil, "\(line): \(last?.error?.message ?? "")") }
    }
    return (try #require(last), session)
  }

  static func table(_ session: Interpreter) throws -> Table { try #require(session.state.current).table }

  static func cells(_ session: Interpreter, _ column: String) throws -> [String] {
    let column = try table(session).column(column)
    return (0..<column.count).map { column[$0].fileText }
  }

  /// The fields of the record of a shaping verb.
  static func record(_ report: CommandReport) throws -> [String: [Value]] {
    #expect(report.error == nil, "\(report.error?.message ?? "")")
    for case .record(let record) in report.outputs where record.isBrief {
      return Dictionary(record.fields.map { ($0.name, $0.values) }, uniquingKeysWith: { first, _ in first })
    }
    return try #require(nil as [String: [Value]]?)
  }

  @Test func `derive gives a typed column, its origin and a record`() throws {
    let (report, session) = try ShapingTests.run(
      "load tastings", "derive after = rank + 1", "derive late = after / (rank - 1)")
    let late = try ShapingTests.table(session).column("late")
    #expect(try ShapingTests.table(session).column("after").type == .integer)
    #expect(late.type == .number && late.origin?.columns == ["after", "rank"])
    let record = try ShapingTests.record(report)
    #expect(record["rows_before"] == [.integer(96)] && record["rows_after"] == [.integer(96)])
    #expect(record["columns_changed"] == [.text("late")] && record["cells_changed"] == [.integer(96)])
    #expect(record["became_missing"] == [.integer(late.missingCount)] && late.missingCount == 12)
    #expect(TextRenderer(style: .plain).render(report.outputs[0]).contains("12 missing (12 divisions by zero)"))
    #expect(try ShapingTests.table(session).sources(of: "late").columns == ["after", "rank"])
    #expect(JSONRenderer().render(report).contains(#""columns_changed":["late"]"#))
  }

  @Test func `a filter hides rows from every command, in the prompt and below tables`() throws {
    var (report, session) = try ShapingTests.run(
      "load iris", "filter petal_length_cm > 6", "head 2")
    guard case .table(let table) = report.outputs[0] else { return #expect(Bool(false)) }
    #expect(table.totalRows == 9)
    #expect(table.footer.last == "9 of 150 rows pass the filter petal_length_cm > 6; 'filter off' shows all rows")
    #expect(PromptText(session.session, width: 120).text == "[4] iris 9 of 150×5> ")
    (report, session) = try ShapingTests.run("= count(petal_length_cm)", in: session)
    guard case .record(let record) = report.outputs[0] else { return #expect(Bool(false)) }
    #expect(record.fields.first { $0.name == "value" }?.values == [.integer(9)])
    for line in ["= 1 + 1", "assert 2 > 1", "assert petal_length_cm > 6"] {
      #expect(session.report(line)?.error == nil, "\(line)")
    }
    guard case .record(let count) = try ShapingTests.run("= n()", in: session).0.outputs[0] else {
      return #expect(Bool(false))
    }
    #expect(count.fields.first?.values == [.integer(9)])
    (report, session) = try ShapingTests.run("derive big = petal_length_cm * 2", "drop if big > 13", in: session)
    #expect(try ShapingTests.table(session).rowCount == 146)
    #expect(session.state.current?.filter?.rows.count == 5)
    (report, session) = try ShapingTests.run("filter off", in: session)
    #expect(try ShapingTests.table(session).column("big").missingCount == 141)
    #expect(PromptText(session.session, width: 120).text == "[11] iris 146×6> ")
    #expect(try ShapingTests.run("filter petal_length_cm > 60", in: session).0.error?.code == "no-rows")
  }

  @Test func `aggregates and windows in conditions follow the groups of by`() throws {
    let (_, longest) = try ShapingTests.run(
      "load iris", "by species: keep if petal_length_cm == max(petal_length_cm)")
    #expect(try ShapingTests.table(longest).rowCount == 4)
    let (_, first) = try ShapingTests.run(
      "load tastings", "by session: derive gain = rank - lag(rank) order=rank")
    #expect(try ShapingTests.table(first).column("gain").missingCount == 12)
    #expect(try Set(ShapingTests.cells(first, "gain")) == ["", "1"])
    #expect(
      try ShapingTests.run("load iris", "head if petal_length_cm > mean(petal_length_cm)").0.error?.code
        == "wrong-function")
  }

  @Test func `type names the sign and the unit that it leaves out, and refuses a mixture with a way that runs`() throws
  {
    var session = CommandFixture.session()
    session.state.current = Dataset(
      name: "t", source: "made",
      table: try Table([
        Column("p", .text(["$12", "€ 30", "100"])), Column("w", .text(["12 kg", "7.5 kg", "13kg"])),
        Column("q", .text(["45%", "7", "(5)"])),
      ]))
    let weighed = session.state.current
    let error = try #require(session.report("type p number")?.error)
    #expect(error.code == "mixed-units" && error.span != nil)
    #expect(error.message == "column 'p' mixes '$' (first '$12' in row 1) and '€' (first '€ 30' in row 2)")
    let way = try #require(error.help?.firstRange(of: "derive ")).lowerBound
    #expect(session.report(String(error.help?[way...] ?? ""))?.error == nil)
    #expect(session.state.current?.table["amount"]?.numbers?.first == 12)
    for texts in [["5K", "1.2M"], ["5k", "6k"], ["$5k", "$6k"], ["5 KSEK", "6 KSEK"], ["$5K", "€2K"]] {
      session.state.current?.table = try Table([Column("p", .text(texts))])
      let thousands = try #require(session.report("type p number")?.error?.help)
      let start = try #require(thousands.firstRange(of: "derive ")).lowerBound
      #expect(session.report(String(thousands[start...]))?.error == nil)
      #expect(session.state.current?.table["amount"]?.numbers?.first == 5000)
    }
    session.state.current = weighed
    let weights = HintTests.notes(session.report("type w number"))
    #expect(weights.first == "'w': read 3 numbers without 'kg', first '12 kg' in row 1")
    let shares = HintTests.notes(session.report("type q number"))
    #expect(shares.first?.hasPrefix("'q': read 1 of 3 numbers without '%'") == true)
    #expect(shares.dropFirst().first == "'q': read 1 amount as negative, first '(5)' in row 3")
  }

  @Test func `replace keeps the type, counts what changed and what became missing`() throws {
    var (report, session) = try ShapingTests.run("load trips.csv", in: try ShapingTests.apart())
    (report, session) = try ShapingTests.run("replace wind = missing() if wind > 10", in: session)
    #expect(try ShapingTests.record(report)["became_missing"] == [.integer(2)])
    #expect(try ShapingTests.cells(session, "wind") == ["", "", "8", ""])
    (report, session) = try ShapingTests.run("replace spot = 'dock' if spot == 'pier'", in: session)
    #expect(try ShapingTests.cells(session, "spot") == ["dock", "reef", "dock", ""])
    #expect(try ShapingTests.table(session).column("spot").type == .category)
    #expect(try ShapingTests.record(report)["cells_changed"] == [.integer(2)])
    (report, session) = try ShapingTests.run("replace spot = 'dock' if spot == 'dock'", in: session)
    #expect(try ShapingTests.record(report)["cells_changed"] == [.integer(0)])
    #expect(try ShapingTests.run("replace spot = 1", in: session).0.error?.code == "wrong-type")
    (report, session) = try ShapingTests.run("level spot reef,dock", "replace spot = 'beach'", in: session)
    #expect(report.error?.code == "unknown-category")
  }

  /// A session with the example files.
  static func apart() throws -> Interpreter { try #require(CommandFixture.session().session.apart()) }

  @Test func `rename follows everything, and what is needed cannot be dropped`() throws {
    var (report, session) = try ShapingTests.run(
      "load tastings", "label", "derive twice = rank * 2", "impute water_c", "rename rank place", "rename water_c water"
    )
    #expect(session.state.current?.labelling?.ranks == ["place"])
    #expect(try ShapingTests.table(session).column("twice").origin?.columns == ["place"])
    #expect(session.state.current?.recipe.steps.first?.columns == ["water"])
    for column in ["place", "rank_class", "water"] {
      #expect(try ShapingTests.run("drop \(column)", in: session).0.error?.code == "needed-column", "\(column)")
    }
    (report, session) = try ShapingTests.run("label", in: session)
    #expect(report.error == nil)
    #expect(try ShapingTests.table(session)["place_class"]?.role == .target)
  }

  @Test func `ten mixed steps go back and forth exactly, sharing columns`() throws {
    var session = CommandFixture.session()
    let lines = [
      "load iris", "filter petal_length_cm > 2", "derive area = petal_length_cm * petal_width_cm", "label species",
      "rename area size", "sort size", "filter off", "replace size = 0 if missing(size)", "scale", "drop if size > 14",
    ]
    var states = [session.state]
    var prompts: [String] = []
    for line in lines {
      #expect(session.report(line)?.error == nil, "\(line)")
      states.append(session.state)
      prompts.append(String(PromptText(session.session, width: 120).text.drop { $0 != " " }))
    }
    for place in lines.indices.reversed() {
      #expect(session.report("undo")?.error == nil)
      #expect(session.state == states[place], "undo of \(lines[place])")
    }
    for place in lines.indices {
      #expect(session.report("redo")?.error == nil)
      #expect(session.state == states[place + 1])
      #expect(String(PromptText(session.session, width: 120).text.drop { $0 != " " }) == prompts[place])
    }
    var footprint = Footprint()
    footprint.add(try #require(states[2].current).table)
    let before = footprint.bytes
    footprint.add(try #require(states[3].current).table)
    #expect(footprint.bytes - before <= 150 * 8 + 100)
  }

  @Test func `summarize, join and pivot give the tables they say`() throws {
    var (report, session) = try ShapingTests.run(
      "load iris", "by species: summarize longest = max(petal_length_cm), n = n() as best")
    #expect(try ShapingTests.cells(session, "longest") == ["1.9", "5.1", "6.9"])
    #expect(session.state.currentName == "best")
    (report, session) = try ShapingTests.run(
      "drop if species == 'setosa'", "use iris", "join best on=species", in: session)
    let record = try ShapingTests.record(report)
    #expect(record["matched"] == [.integer(100)] && record["left_only"] == [.integer(50)])
    #expect(record["right_only"] == [.integer(0)] && record["duplicated"] == [.integer(0)])
    #expect(try ShapingTests.table(session).column("longest").missingCount == 50)
    (report, session) = try ShapingTests.run("join best on=species how=inner", in: session)
    #expect(try ShapingTests.table(session).names.suffix(2) == ["longest_best", "n_best"])
    #expect(try ShapingTests.run("join iris on=species", in: session).0.error?.code == "double-key")
    (report, session) = try ShapingTests.run(
      "use best", "unpivot longest n", in: session)
    #expect(report.error?.code == nil)
    (report, session) = try ShapingTests.run("pivot variable values=value", in: session)
    #expect(try ShapingTests.table(session).names == ["species", "longest", "n"])
    #expect(try ShapingTests.cells(session, "n") == ["50", "50"])
    #expect(
      try ShapingTests.run("load iris", "pivot species values=petal_length_cm rows=species").0.error?.code
        == "double-cell")
  }

  @Test func `bind says what a table lacks and where rows came from`() throws {
    let (report, session) = try ShapingTests.run(
      "load iris as a", "keep in 1..2", "load iris as b", "keep in 149..150", "drop sepal_width_cm", "use a",
      "bind b source=file")
    #expect(try ShapingTests.cells(session, "file") == ["a", "a", "b", "b"])
    #expect(try ShapingTests.record(report)["became_missing"] == [.integer(2)])
    #expect(report.outputs.contains { $0.remark?.text == "'b' has no column sepal_width_cm" })
  }

  /// Where the values of a column are in memory; nil where it has none.
  static func storage(_ column: Column) -> UnsafeRawPointer? {
    func start<Element>(_ x: [Element]) -> UnsafeRawPointer? { x.withUnsafeBytes { $0.baseAddress } }
    return switch column.values {
    case .number(let x): start(x)
    case .integer(let x): start(x)
    case .category(let x), .ordered(let x): start(x.codes)
    case .text(let x): start(x)
    case .boolean(let x): start(x)
    case .date(let x): start(x)
    case .datetime(let x): start(x)
    }
  }

  @Test func `undo and redo give back the same memory, and a step makes only its own column`() throws {
    var session = CommandFixture.session()
    // Each line with the columns it makes or changes; nil for all.
    let lines: [(line: String, own: [String]?)] = [
      ("load iris", nil), ("filter petal_length_cm > 2", []),
      ("derive area = petal_length_cm * petal_width_cm", ["area"]),
      ("label species", []), ("rename area size", []), ("by species: derive z = size - mean(size)", ["z"]),
      ("replace size = 0 if size > 14", ["size"]), ("sort size", nil), ("type sepal_width_cm text", ["sepal_width_cm"]),
      ("keep species size petal_length_cm z", []), ("drop if size < 1", nil), ("derive n = n()", ["n"]),
    ]
    var tables: [Table] = []
    for (line, own) in lines {
      #expect(session.report(line)?.error == nil, "\(line)")
      let table = try ShapingTests.table(session)
      if let own, let before = tables.last {
        let known = Set(before.columns.map(ShapingTests.storage))
        for column in table.columns {
          #expect(known.contains(ShapingTests.storage(column)) != own.contains(column.name), "\(line): \(column.name)")
        }
      }
      tables.append(table)
    }
    func check(_ place: Int) throws {
      let table = try ShapingTests.table(session)
      #expect(
        table.columns.map(ShapingTests.storage) == tables[place].columns.map(ShapingTests.storage), "step \(place)")
    }
    for place in (0..<(lines.count - 1)).reversed() {
      #expect(session.report("undo")?.error == nil)
      try check(place)
    }
    for place in 1..<lines.count {
      #expect(session.report("redo")?.error == nil)
      try check(place)
    }
  }

  @Test func `columns made of the target or of other rows are named by the guard`() throws {
    let (report, _) = try ShapingTests.run(
      "load iris", "label species", "derive hint = length(species)", "derive again = hint * 2", "features again",
      "cv tree k=3")
    #expect(report.error?.code == "leak-derived" && report.error?.message.contains("'again'") == true)
    let (mixed, session) = try ShapingTests.run(
      "load iris", "label species", "derive z = (petal_length_cm - mean(petal_length_cm)) / sd(petal_length_cm)",
      "cv tree k=3")
    #expect(mixed.outputs.contains { $0.remark?.code == "leak-shaped" })
    // A column that only grouped the rows gives nothing away, unless the expression reads nothing else.
    let (grouped, _) = try ShapingTests.run(
      "load tastings", "by session: derive best = rank == min(rank)", "label best", "features session water_c",
      "cv tree k=3")
    #expect(grouped.error?.code != "leak-derived", "\(grouped.error?.message ?? "")")
    let (sized, _) = try ShapingTests.run(
      "load tastings", "derive early = cumsum(1) <= 40 order=rank", "label early", "features rank water_c",
      "cv tree k=3")
    #expect(sized.error?.code == "leak-derived")
    let (shown, _) = try ShapingTests.run("columns", in: session)
    guard case .table(let table) = shown.outputs[0] else { return #expect(Bool(false)) }
    #expect(try table.table.column("made_from")[5] == .text("petal_length_cm"))
    #expect(
      JSONRenderer().render(try ShapingTests.run("head 1", in: session).0).contains(#""made_from":["petal_length_cm"]"#)
    )
  }

  static let refused: [(String, String)] = [
    ("derive x = petal + 1", "unknown-column"), ("derive x = species * 2", "wrong-type"),
    ("derive x = meen(petal_length_cm)", "unknown-function"), ("derive = 1", "missing-column"),
    ("derive x = rolling(mean, petal_length_cm, 0)", "wrong-arguments"),
    ("derive x = quantile(petal_length_cm, 2)", "wrong-arguments"),
    ("derive x = lag(petal_length_cm, -1)", "wrong-arguments"),
    ("derive x = choose(1, 2, 3)", "wrong-type"), ("filter petal_length_cm", "not-a-condition"),
    ("by species: rename species kind", "unexpected-clause"), ("keep species if true", "conflicting-keys"),
    ("rename species", "missing-argument"), ("rename species a b", "unexpected-argument"),
    ("bin petal_length_cm width=2 count=3", "conflicting-keys"), ("bin petal_length_cm at=3,1", "bad-value"),
    ("bin petal_length_cm width=0.00000001", "too-many-values"), ("split species at=\"\" into=a,b", "bad-value"),
    ("split species at=o into=a", "bad-value"), ("type petal_length_cm", "bad-value"),
    ("type number", "missing-argument"),
    ("level species a,a", "bad-value"), ("sort desc=petal", "unknown-column"), ("join iris", "missing-argument"),
    ("join iris on=species within=2h", "unused-key"), ("join iris asof=species", "wrong-type"),
    ("join iris on=petal", "unknown-column"), ("join iris asof=petal_length_cm within=2h", "bad-value"),
    ("join iris on=petal_length_cm asof=petal_length_cm", "conflicting-keys"),
    ("pivot petal_length_cm values=nothing", "unknown-column"), ("unpivot species petal_length_cm", "wrong-type"),
    ("unpivot petal_length_cm name=species", "taken-column"), ("bind nothing", "unknown-table"),
    ("bind iris source=species", "taken-column"), ("summarize x = lag(petal_length_cm)", "wrong-function"),
    ("by species: summarize species = n()", "taken-column"), ("summarize", "missing-column"),
    ("derive x = \(String(repeating: "(", count: 600))1\(String(repeating: ")", count: 600))", "too-deep"),
  ]

  @Test(arguments: refused)
  func `wrong input is an error that changes nothing`(_ line: String, _ code: String) throws {
    var (_, session) = try ShapingTests.run("load iris")
    let before = session.state
    let report = session.report(line)
    #expect(report?.error?.code == code, "\(line): \(report?.error?.message ?? "no error")")
    #expect(session.state == before)
  }

  @Test func `a condition between the columns of summarize is answered with its place`() throws {
    var (_, session) = try ShapingTests.run("load iris")
    let line = "by species: summarize m = mean(petal_length_cm) if petal_length_cm > 1, n = n()"
    #expect(
      session.report(line)?.error?.help
        == "the condition comes last, as in: summarize mean = mean(x), n = n() if x > 1")
  }

  @Test func `empty tables and huge numbers work`() throws {
    var (report, session) = try ShapingTests.run(
      "load iris", "derive big = 9223372036854775807 + 1", "derive square = 10 ^ 308 * 10 ^ 308",
      "derive `odd name` = 1", "replace `odd name` = `odd name` / 0")
    #expect(try ShapingTests.record(report)["became_missing"] == [.integer(150)])
    #expect(try ShapingTests.table(session).column("big").missingCount == 150)
    #expect(try ShapingTests.table(session).column("square").missingCount == 150)
    (report, session) = try ShapingTests.run("drop if true", in: session)
    #expect(try ShapingTests.table(session).rowCount == 0)
    for line in [
      "derive y = petal_length_cm + mean(petal_length_cm)", "sort petal_length_cm", "distinct",
      "type species text", "by species: summarize n = n()", "summarize n = n(), m = mean(n)", "keep n",
    ] {
      (report, session) = try ShapingTests.run(line, in: session)
      #expect(report.error == nil, "\(line): \(report.error?.message ?? "")")
    }
  }

  @Test func `bind refuses a table that would be too large, and keeps the old one`() throws {
    var session = CommandFixture.session()
    session.state.current = Dataset(name: "long", source: "made", table: try Table([], rowCount: 300_000_000))
    let (report, after) = try ShapingTests.run("bind long", in: session)
    #expect(report.error?.code == "too-many-rows")
    #expect(try ShapingTests.table(after).rowCount == 300_000_000)
  }
}
