import Foundation
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumNotebook

/// Returns the outputs that it is created with.
private struct GiveCommand: Command {
  let outputs: [Output]
  let signature = Signature("give", topic: .data, summary: "Tests.", parameters: [], examples: [])
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] { outputs }
}

/// A recording is sensitive to every value in the outputs of its cells.
@Suite struct WholeRecordingTests {
  static func reports(_ outputs: [Output], rows: Int? = nil) throws -> [CommandReport] {
    var registry = Registry()
    try registry.add(GiveCommand(outputs: outputs))
    var session = Interpreter(
      registry: registry,
      services: Services(
        files: MemoryFiles(), folder: "/", importContext: { (_, _) throws(Diagnostic) in throw .noTable() },
        clock: { 0 }))
    if let rows { session.state.settings.rows = rows }
    var reports: [CommandReport] = []
    _ = session.run("give") { reports.append($0) }
    return reports
  }

  static func recording(_ outputs: [Output], rows: Int? = nil) throws -> String {
    let cell = Notebook.Cell(source: "give")
    return NotebookRun.recording(of: cell, reports: try reports(outputs, rows: rows), file: "n.podium.md")
  }

  /// The check of a cell whose output is `fresh`, recorded as `recorded`.
  static func check(_ recorded: String, _ fresh: [Output], rows: Int? = nil) throws -> CellCheck {
    var cell = Notebook.Cell(source: "give")
    cell.line = 1
    cell.recorded = recorded
    let reports = try reports(fresh, rows: rows)
    var check = CellCheck(
      cell: 1, cell, recording: NotebookRun.recording(of: cell, reports: reports, file: "n.podium.md"),
      rule: NumberRule(), tables: NotebookRun.printed(reports).tables)
    check.allow(
      forCut: NotebookRun.cutRecording(of: cell, reports: reports, file: "n.podium.md"), of: cell, rule: NumberRule())
    return check
  }

  /// Another value of the same type.
  static func other(_ values: ColumnValues, at row: Int) -> ColumnValues {
    switch values {
    case .number(var x):
      x[row] = x[row].isNaN ? 7.25 : x[row] * 1.01 + 0.013
      return .number(x)
    case .integer(var i):
      i[row] = i[row] == ColumnValues.missingInteger ? 7 : i[row] + 1
      return .integer(i)
    case .text(var t):
      t[row] = t[row].map { String($0.dropLast()) + "~" } ?? "now there"
      return .text(t)
    case .boolean(var b):
      b[row] = b[row].map { !$0 } ?? true
      return .boolean(b)
    case .date(var d):
      d[row] = d[row].map { CalendarDate(days: $0.days + 1) } ?? CalendarDate(days: 9)
      return .date(d)
    default: return values
    }
  }

  /// A table with columns of each type: far wider than 80 columns, and longer than the rows that are shown.
  static func columns(rows: Int, repeats: Int) -> [Column] {
    var columns = [Column("key", .text((0..<rows).map { "row \($0)" }))]
    for part in 0..<repeats {
      let some = (0..<rows).map { Double(($0 * 37 + part * 11) % 101) / 8 }
      columns.append(Column("number_\(part)", .number(some.map { $0 > 12 ? .nan : $0 })))
      columns.append(
        Column("count_\(part)", .integer((0..<rows).map { $0 % 13 == 5 ? ColumnValues.missingInteger : $0 * part })))
      columns.append(Column("is_\(part)", .boolean((0..<rows).map { $0 % 7 == 3 ? nil : $0 % 2 == 0 })))
      columns.append(Column("day_\(part)", .date((0..<rows).map { CalendarDate(days: 18_000 + $0 + part) })))
      columns.append(
        Column("words_\(part)", .text((0..<rows).map { row in row % 9 == 4 ? nil : "remark \(row) of part \(part)" })))
    }
    return columns
  }

  @Test(arguments: [(8, 4, 4), (1, 9, 40), (16, 1, 6), (6, 4, 40)])
  func `each value of a wide or long table counts`(_ rows: Int, _ repeats: Int, _ shown: Int) throws {
    let columns = Self.columns(rows: rows, repeats: repeats)
    let recorded = try Self.recording([.table(TableOutput(try Table(columns)))], rows: shown)
    #expect(try Self.check(recorded, [.table(TableOutput(try Table(columns)))], rows: shown).outcome == .same)
    for line in recorded.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 80, "\(line)") }
    for column in columns { #expect(recorded.contains(column.name)) }
    for place in columns.indices {
      for row in 0..<rows {
        var changed = columns
        changed[place] = Column(columns[place].name, Self.other(columns[place].values, at: row))
        let check = try Self.check(recorded, [.table(TableOutput(try Table(changed)))], rows: shown)
        #expect(check.outcome == .different, "\(columns[place].name), row \(row)")
        guard row < min(shown, rows) else { continue }
        // The difference names the cell, even if column widths changed.
        let cells = check.differences.flatMap(\.cells)
        #expect(cells.contains { $0.row == row + 1 && $0.column == columns[place].name }, "\(check.differences)")
        #expect(cells.count <= 2 || place == 0, "\(cells)")
      }
    }
  }

  @Test func `with many blocks, fewer rows are shown, all columns are there, and a hash covers the rest`() throws {
    let columns = Self.columns(rows: 40, repeats: 8)
    let recorded = try Self.recording([.table(TableOutput(try Table(columns)))])
    for column in columns { #expect(recorded.contains(column.name)) }
    #expect(recorded.contains(" of 40 rows; the others have sha256 "))
    #expect(!recorded.contains("more lines, sha256"))
    for place in [0, 1, 2, 3, 4, 5, 38, 40] {
      for row in [0, 12, 39] {
        var changed = columns
        changed[place] = Column(columns[place].name, Self.other(columns[place].values, at: row))
        let check = try Self.check(recorded, [.table(TableOutput(try Table(changed)))])
        #expect(check.outcome == .different, "\(columns[place].name), row \(row)")
      }
    }
  }

  @Test func `a single column of long texts is recorded in full`() throws {
    let texts = (0..<3).map { row in (0..<30).map { "word\($0 * row)" }.joined(separator: " ") }
    let recorded = try Self.recording([.table(TableOutput(try Table([Column("only", .text(texts))])))])
    for text in texts { #expect(text.split(separator: " ").allSatisfy { recorded.contains($0) }) }
    for line in recorded.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 80) }
  }

  @Test func `texts that look alike in a grid are recorded as different`() throws {
    func output(_ text: String?) throws -> [Output] {
      [.table(TableOutput(try Table([Column("a", .text(["x", "y"])), Column("b", .text([text, "z"]))])))]
    }
    let long = String(repeating: "word ", count: 40)
    let same: [(String?, String?)] = [
      ("a", "a "), ("a", " a"), (nil, "·"), ("a ", "\"a \""), ("‹a›", "‹b›"), (long + " end", long + "end"),
      (long, long.replacing("word word", with: "word  word", maxReplacements: 1)),
      (String(repeating: "x", count: 100), String(repeating: "x", count: 50) + " " + String(repeating: "x", count: 50)),
      (String(repeating: "x", count: 3000), String(repeating: "x", count: 2999) + "y"),
      (String(repeating: "x", count: 3000), String(repeating: "x", count: 3001)), ("a\nb", "a\\nb"),
    ]
    for (old, new) in same {
      let check = try Self.check(try Self.recording(try output(old)), try output(new))
      #expect(check.outcome == .different, "\(old ?? "nil") and \(new ?? "nil")")
    }
  }

  @Test func `each value of a record, a comparison, an evaluation and a matrix counts`() throws {
    var record = RecordOutput("title")
    record.add("mean", .number(0.25))
    record.add("list", list: [.integer(1), .missing, .text("a")])
    record.add("name", .text(String(repeating: "words and ", count: 12)))
    for place in record.fields.indices {
      for item in record.fields[place].values.indices {
        var other = record
        other.fields[place].values[item] = .text("else")
        #expect(try Self.check(try Self.recording([.record(record)]), [.record(other)]).outcome == .different)
      }
    }
    let comparison = try Self.comparison()
    #expect(try Self.recording([.comparison(comparison)]).contains("p Holm"))
    for (old, new) in Self.comparisonChanges {
      let other = try Self.comparison { $0.replacing(old, with: new) }
      #expect(other != comparison, "\(old)")
      let check = try Self.check(try Self.recording([.comparison(comparison)]), [.comparison(other)])
      #expect(check.outcome == .different, "\(old)")
    }
    let evaluation = EvaluationOutput(
      try Self.evaluation(), named: [.share("ski.risk", 1, of: 4, explanation: "what it is")])
    let recorded = try Self.recording([.evaluation(evaluation)])
    for (old, new) in Self.evaluationChanges {
      let other = try Self.evaluation { $0.replacing(old, with: new) }
      #expect(
        try Self.check(recorded, [.evaluation(EvaluationOutput(other, named: evaluation.named))]).outcome == .different,
        "\(old)")
    }
    let risks: [NamedMeasure] = [
      .share("ski.risk", 2, of: 4, explanation: "what it is"), .share("ski.risk", 1, of: 5, explanation: "what it is"),
      .share("ski.riks", 1, of: 4, explanation: "what it is"), .share("ski.risk", 1, of: 4, explanation: "what it was"),
    ]
    for risk in risks {
      let other = EvaluationOutput(evaluation.evaluation, named: [risk])
      #expect(try Self.check(recorded, [.evaluation(other)]).outcome == .different)
    }
    let classes = (0..<14).map { "a class of number \($0)" }
    let counts = (0..<14).map { a in (0..<14).map { p in a == p ? 30 + a : (a + 2 * p) % 5 } }
    func confusion(_ counts: [[Int]]) -> [Output] {
      var (truth, predicted): ([Int], [Int]) = ([], [])
      for (a, row) in counts.enumerated() {
        for (p, count) in row.enumerated() {
          truth += [Int](repeating: a, count: count)
          predicted += [Int](repeating: p, count: count)
        }
      }
      return [
        .confusion(
          ConfusionOutput(ConfusionMatrix(classes: classes, truth: truth, predicted: predicted), learner: "tree"))
      ]
    }
    let matrix = try Self.recording(confusion(counts))
    for a in counts.indices {
      for p in counts.indices where (a + p) % 3 == 0 {
        var other = counts
        other[a][p] += 1
        #expect(try Self.check(matrix, confusion(other)).outcome == .different, "\(a) \(p)")
      }
    }
  }

  @Test func `the hash of a long output covers what is not shown, except for changing values`() throws {
    func outputs(_ last: String, took: Double = 1) -> [Output] {
      var record = RecordOutput()
      record.add("took", .number(took), volatile: true)
      return [.text((0..<230).map { "line \($0)" }.joined(separator: "\n") + "\n" + last), .record(record)]
    }
    let recorded = try Self.recording(outputs("end"))
    #expect(recorded.contains(" more lines, sha256 "))
    #expect(try Self.check(recorded, outputs("end", took: 2)).outcome == .same)
    #expect(try Self.check(recorded, outputs("end.")).outcome == .different)
  }

  @Test func `a recording of an older podium without all columns is cut, or different if a recorded value is`() throws {
    let columns = Self.columns(rows: 4, repeats: 5)
    let outputs: [Output] = [.table(TableOutput(try Table(columns)))]
    let cell = Notebook.Cell(source: "give")
    let old = NotebookRun.cutRecording(of: cell, reports: try Self.reports(outputs), file: "n.podium.md")
    #expect(old.contains("not shown:"))
    let check = try Self.check(old, outputs)
    #expect(check.outcome == .cut)
    #expect(check.reason?.contains("--update") == true)
    #expect(CellCheck(json: check.json())?.outcome == .cut)
    var changed = columns
    changed[1] = Column(columns[1].name, Self.other(columns[1].values, at: 0))
    #expect(try Self.check(old, [.table(TableOutput(try Table(changed)))]).outcome == .different)
    // What fits is recorded as before.
    let narrow: [Output] = [.table(TableOutput(try Table(Array(columns[..<3]))))]
    let before = NotebookRun.cutRecording(of: cell, reports: try Self.reports(narrow), file: "n.podium.md")
    #expect(before == (try Self.recording(narrow)))
  }

  @Test func `a changed cell is named, but not cells whose format alone changed`() throws {
    func outputs(_ x: Double) throws -> [Output] {
      let names = ["a name", "another name", "the third"]
      return [
        .table(
          TableOutput(
            try Table([
              Column("name", .text(names)), Column("bars", .text(["█  ▄ ▄", "▁▂", "█ █"])),
              Column("x", .number([1.5, x, 3.5])), Column("n", .integer([1, 2, 3])),
            ]), title: "a title"))
      ]
    }
    let recorded = try Self.recording(try outputs(2.5))
    for x in [2.75, 200.125, -7] {
      let check = try Self.check(recorded, try outputs(x))
      #expect(check.differences.count == 1, "\(check.differences)")
      let cell = try #require(check.differences.first?.cells.first)
      #expect(check.differences[0].cells.count == 1)
      #expect(["\(cell.row)", cell.key, cell.column, cell.recorded] == ["2", "another name", "x", "2.5"])
      #expect(Double(cell.fresh) == x)
      #expect(CellCheck(json: check.json())?.differences == check.differences)
    }
  }

  @Test(arguments: [
    ("1.2.0", "1.3.0", true), ("1.2.0", "1.2", true), ("1.2.0", "2.0.0", false), ("1.2.0", "1.1.9", false),
    ("0.1.0", "0.1.7", true), ("0.1.0", "0.2.0", false), ("0.0.1", "0.0.2", false), ("0.1.0", "0.0.9", false),
    ("1.0", "1.0-beta", false), ("x", "1.0", false), ("99999999999999999999", "1", false),
  ])
  func `a newer version with the same major number is compatible`(_ recorded: String, _ loaded: String, _ promise: Bool)
  {
    #expect(PluginChange(name: "p", recorded: recorded, loaded: loaded).isCompatible == promise)
  }

  @Test func `a new plugin version replaces the old one`() throws {
    let text = "---\npodium: 1\nplugins:\n  ski: 0.1.0 # ours\n  surf: \"0.1.0\"\r\ndata:\n  ski: 0.1.0\n---\nprose\n"
    var notebook = try Notebook(text, file: "n.podium.md")
    notebook.frontMatter.set(plugin: "ski", version: "0.2.0")
    notebook.frontMatter.set(plugin: "surf", version: "1.0")
    notebook.frontMatter.set(plugin: "none", version: "1.0")
    #expect(
      notebook.text
        == "---\npodium: 1\nplugins:\n  ski: 0.2.0 # ours\n  surf: \"1.0\"\r\ndata:\n  ski: 0.1.0\n---\nprose\n")
    #expect(try Notebook(notebook.text, file: "n.podium.md").frontMatter.plugins == ["ski": "0.2.0", "surf": "1.0"])
  }
}

extension WholeRecordingTests {
  static func comparison(_ change: (String) -> String = { $0 }) throws -> Comparison {
    let resampling = String(decoding: try JSONEncoder().encode(ResamplingSpec(.stratified, k: 10)), as: UTF8.self)
    let text = """
      {"measure":"accuracy","baseline":"zeror","folds":10,"repeats":1,"resampling":\(resampling),"refinement":{"repeats":{"shuffle":true}},"seeds":1,"rows":[
      {"learner":"zeror","mean":0.5,"sd":0.1,"difference":0,"seconds":0.5,"status":"ok","isBaseline":true,"seedMeans":[]},
      {"learner":"tree(criterion=gini,max-depth=3,min-leaf=4)","mean":0.75,"sd":0.12,"difference":0.25,"ci95":[0.13,0.41],
      "p":0.011,"pHolm":0.0225,"seconds":0.5,"status":"ok","isBaseline":false,"seedMeans":[]},
      {"learner":"svm","status":"failed: it broke","isBaseline":false,"seedMeans":[]}]}
      """
    return try JSONDecoder().decode(Comparison.self, from: Data(change(text).utf8))
  }

  static let comparisonChanges = [
    ("\"accuracy\"", "\"kappa\""), ("\"baseline\":\"zeror\"", "\"baseline\":\"svm\""), ("\"folds\":10", "\"folds\":9"),
    ("\"repeats\":1", "\"repeats\":2"), ("gini", "entropy"), ("0.75", "0.76"), ("0.12", "0.13"), ("0.25,", "0.26,"),
    ("[0.13", "[0.14"), ("0.41]", "0.42]"), ("\"p\":0.011", "\"p\":0.012"), ("0.0225", "0.0325"),
    ("it broke", "it failed"), ("\"mean\":0.5", "\"mean\":0.6"), ("\"sd\":0.1,", "\"sd\":0.2,"),
  ]

  static func evaluation(_ change: (String) -> String = { $0 }) throws -> Evaluation {
    let resampling = String(decoding: try JSONEncoder().encode(ResamplingSpec(.kfold, k: 2)), as: UTF8.self)
    let text = """
      {"learner":"tree","resampling":\(resampling),"foldSentence":"2 folds of consecutive rows",
      "foldCount":2,"fitScope":"fold","target":"y","isOrdered":false,
      "rows":[0,1],"repeatOfRow":[0,0],"foldOfRow":[0,1],"truth":{"classes":{"_0":[0,0]}},
      "predicted":{"classes":{"_0":[0,1]}},"folds":[{"accuracy":1},{}],
      "measures":[{"key":"accuracy","mean":0.51,"sd":0.52,"pooled":0.53,"definedFolds":2},
      {"key":"roc_auc","mean":0.61,"sd":0.62,"pooled":0.63,"definedFolds":2}],"seed":7,"seeds":[],"seconds":0.25,
      "notes":["small"],"failures":[],"confusion":{"classes":["no","yes"],"counts":[[1,1],[0,0]]},
      "classes":["no","yes"],"probabilities":[[0.75,0.25],[0.5,0.5]]}
      """
    return try JSONDecoder().decode(Evaluation.self, from: Data(change(text).utf8))
  }

  static let evaluationChanges = [
    ("\"tree\"", "\"svm\""), ("\"y\"", "\"z\""), ("\"fitScope\":\"fold\"", "\"fitScope\":\"all\""),
    ("\"key\":\"accuracy\"", "\"key\":\"kappa\""), ("0.51", "0.52"), ("0.52", "0.53"), ("0.53", "0.54"),
    ("0.61", "0.62"), ("0.62", "0.63"), ("0.63", "0.64"), ("small", "smaller"), ("[[1,1],[0,0]]", "[[2,0],[0,0]]"),
  ]
}
