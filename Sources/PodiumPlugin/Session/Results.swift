public import PodiumCore
internal import PodiumFigure
internal import PodiumLearn

/// What earlier commands gave, by cell number and name.
public struct Results: Sendable {
  /// One command's results.
  public struct Entry: Sendable {
    /// In one object, since all results are copied with the session.
    private final class Content: Sendable {
      let cell: Int
      let name: String?
      let input: String
      let outputs: [Output]

      init(_ cell: Int, _ name: String?, _ input: String, _ outputs: [Output]) {
        self.cell = cell
        self.name = name
        self.input = input
        self.outputs = outputs
      }
    }

    private let content: Content
    /// The number of its cell.
    public var cell: Int { content.cell }
    /// The name given by `as`.
    public var name: String? { content.name }
    public var input: String { content.input }
    /// What it gave, notes left out.
    public var outputs: [Output] { content.outputs }

    package init(cell: Int, name: String?, input: String, outputs: [Output]) {
      content = Content(cell, name, input, outputs)
    }

    /// The table it gave, the one that a file of one table would get; nil where it gave none.
    public var tableOutput: TableOutput? {
      let tables = outputs.compactMap { output in
        switch output {
        case .table(let table), .predictions(let table): table
        default: nil
        }
      }
      return tables.first { !$0.isAside } ?? tables.first
    }
  }

  /// The maximum number of results kept; what falls out is announced.
  public static let limit = 1000

  /// The maximum number of bytes that the tables of all results take together; the last result stays whatever it takes.
  public static let byteLimit = 1 << 30

  /// The entries, oldest first.
  public private(set) var entries: [Entry] = []
  /// The cell of the last result with each name.
  package private(set) var names: [String: Int] = [:]
  /// For each entry the bytes its outputs were counted with.
  private var sizes: [Int] = []

  /// No results.
  public init() {}

  /// Keeps a result; returns the cells that fell out.
  package mutating func keep(_ entry: Entry, bytes limit: Int = Results.byteLimit) -> [Int] {
    entries.append(entry)
    if let name = entry.name { names[name] = entry.cell }
    sizes.append(Footprint.bytes(of: entry.outputs))
    var lost: [Int] = []
    var sum = sizes.reduce(0, +)
    while entries.count > Results.limit || (entries.count > 1 && sum > limit) {
      let dropped = entries.removeFirst()
      lost.append(dropped.cell)
      if let name = dropped.name, names[name] == dropped.cell { names[name] = nil }
      sum -= sizes.removeFirst()
    }
    return lost
  }

  /// Drops the results that a rule names; returns how many.
  mutating func drop(where isDropped: (Entry) -> Bool) -> Int {
    let kept = entries.indices.filter { !isDropped(entries[$0]) }
    let count = entries.count - kept.count
    sizes = kept.map { sizes[$0] }
    entries = kept.map { entries[$0] }
    names = [:]
    for case let (name?, cell) in entries.map({ ($0.name, $0.cell) }) { names[name] = cell }
    return count
  }

  /// The latest result.
  public var last: Entry? { entries.last }

  /// A result by number, name or `_`.
  ///
  /// Throws `unknown-result` with the nearest name.
  public func entry(_ result: String, span: SourceSpan?) throws(Diagnostic) -> Entry {
    if result == "_" {
      if let last { return last }
      throw Diagnostic(
        "unknown-result", "there is no result yet", span: span, help: "run a command that gives one, such as cv tree")
    }
    let number = Int(result)
    if let found = entries.last(where: { $0.name == result || (number != nil && $0.cell == number) }) {
      return found
    }
    let names = entries.compactMap(\.name)
    var error = Diagnostic.unknown("result", result, among: names, span: span)
    error.help = "'results' lists them"
    throw error
  }

  /// A field of a result as a value.
  ///
  /// Throws `unknown-result`, `unknown-field`, and `missing-field` when no field is named.
  public func value(_ reference: Reference, span: SourceSpan?) throws(Diagnostic) -> Value {
    let entry = try entry(reference.result, span: span)
    let fields = entry.outputs.flatMap(\.fields)
    guard let name = reference.field else {
      // What '=' gives is one value.
      if fields.first?.name == "value" { return fields[0].value }
      throw Diagnostic(
        "missing-field", "'\(reference)' is a whole result, not one of its fields", span: span,
        help: "add a field, as in \(reference).\(fields.first?.name ?? "rows"); 'fields \(reference.result)' lists them"
      )
    }
    guard let field = fields.first(where: { $0.name == name }) else {
      throw Diagnostic.unknown(
        "field", name, among: fields.map(\.name), span: span,
        help: "'fields \(reference.result)' lists the fields")
    }
    return field.value
  }
}

extension Footprint {
  /// What some outputs take; tables that they share with one another count once.
  package static func bytes(of outputs: [Output]) -> Int {
    var footprint = Footprint()
    for output in outputs {
      for table in output.picture?.tables ?? [] { footprint.add(table) }
      switch output {
      case .table(let table), .predictions(let table): footprint.add(table.table)
      case .evaluation(let output):
        let evaluation = output.evaluation
        let columns = 4 + (evaluation.probabilities?.first?.count ?? 0)
        footprint.add(bytes: evaluation.rows.count * columns * MemoryLayout<Double>.stride)
      case .figure(let figure):
        // A value is drawn when it is asked for, so its picture takes nothing.
        if let plot = figure.plot { footprint.add(plot.data) } else { footprint.add(bytes: figure.data?.count ?? 0) }
      case .text(let text): footprint.add(bytes: text.utf8.count)
      default: break
      }
    }
    return footprint.bytes
  }
}

extension Output {
  /// The values that references can read from this output.
  public var fields: [(name: String, value: Value)] {
    switch self {
    case .table(let output), .predictions(let output):
      return [("rows", .integer(output.totalRows)), ("columns", .integer(output.table.columns.count))] + output.facts
    case .record(let record):
      return record.fields.compactMap { field in
        field.isList ? nil : field.values.first.map { (field.name, $0) }
      }
    case .evaluation(let output): return output.fields
    case .comparison(let comparison):
      return comparison.rows.flatMap(\.fields)
    case .confusion(let output):
      return [("accuracy", output.matrix.accuracy.map(Value.real) ?? .missing)]
    case .figure, .note, .notice, .warning, .text: return []
    }
  }
}

extension EvaluationOutput {
  /// Each measure's mean by its name, its spread and pooled value after a dot, and the counts.
  var fields: [(name: String, value: Value)] {
    var fields: [(name: String, value: Value)] = []
    let intervals = evaluation.intervals(of: evaluation.measures.map(\.key))
    for (measure, interval) in zip(evaluation.measures, intervals) {
      fields.append((measure.key, measure.mean.map(Value.real) ?? .missing))
      fields.append((measure.key + ".sd", measure.sd.map(Value.real) ?? .missing))
      fields.append((measure.key + ".pooled", measure.pooled.map(Value.real) ?? .missing))
      fields.append((measure.key + ".n", .integer(measure.definedFolds)))
      fields.append((measure.key + ".low95", interval?.first.map(Value.real) ?? .missing))
      fields.append((measure.key + ".high95", interval?.last.map(Value.real) ?? .missing))
    }
    if let bootstrap = evaluation.bootstrap {
      fields.append((bootstrap.measure + ".632plus", .real(bootstrap.value)))
    }
    for measure in named { fields.append((measure.name, measure.value.map(Value.real) ?? .missing)) }
    fields.append(("rows", .integer(evaluation.rows.count)))
    fields.append(("folds", .integer(evaluation.foldCount)))
    return fields
  }
}

extension Comparison.Row {
  /// The learner's mean and spread, its difference with interval and p, and what evaluators say of it.
  fileprivate var fields: [(name: String, value: Value)] {
    var fields: [(name: String, value: Value)] = [
      (learner + ".mean", mean.map(Value.real) ?? .missing), (learner + ".sd", sd.map(Value.real) ?? .missing),
      (learner + ".difference", difference.map(Value.real) ?? .missing),
      (learner + ".ci95_low", ci95?.first.map(Value.real) ?? .missing),
      (learner + ".ci95_high", ci95?.last.map(Value.real) ?? .missing),
      (learner + ".low95", ci95?.first.map(Value.real) ?? .missing),
      (learner + ".high95", ci95?.last.map(Value.real) ?? .missing),
      (learner + ".p", p.map(Value.real) ?? .missing), (learner + ".p_holm", pHolm.map(Value.real) ?? .missing),
    ]
    if let definedFolds { fields.append((learner + ".n", .integer(definedFolds))) }
    if let odds {
      fields += [
        (learner + ".p_better", .real(odds.better)), (learner + ".p_same", .real(odds.same)),
        (learner + ".p_worse", .real(odds.worse)),
      ]
    }
    for figure in figures { fields.append((learner + "." + figure.name, figure.pooled.map(Value.real) ?? .missing)) }
    return fields
  }
}
