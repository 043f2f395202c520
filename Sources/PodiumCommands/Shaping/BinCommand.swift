internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct BinCommand: Command {
  static let column = Parameter<String?>.column(
    "column", positional: true, types: [.number, .integer], help: "The column of numbers.")
  static let width = Parameter<Double?>.number(
    "width", in: 0.000_000_001...1e15, help: "Bins of this width, which begin at multiples of it.")
  static let count = Parameter<Int?>.optionalInt(
    "count", in: 1...1000, help: "Number of bins of equal width, from the smallest to the largest value.")
  static let bounds = Parameter<[String]?>.list("at", help: "The bounds between bins, ascending.")
  static let name = Parameter<String?>.text("into", help: "The new column; by default COLUMN_bin.")

  let signature = Signature(
    "bin", topic: .shaping, summary: "Cut a column of numbers into bins.",
    details: """
      The new column is ordered. A bin includes its lower bound, not its upper: [10,20) is 10 <= x < 20; the last bin of \
      count= includes both. Bounds of count= depend on all rows: for a learner, give width= or at=.
      """,
    parameters: [column.any, width.any, count.any, bounds.any, name.any],
    exampleLines: """
      bins of one width: load iris; bin petal_length_cm width=2 -> petal_length_cm_bin
      three bins: load iris; bin petal_length_cm count=3 into=size -> size: 3 bins
      bounds of your own: load trips.csv; bin wind at=5,10 -> 3 bins
      no rule: load iris; bin petal_length_cm -> !missing-argument
      not a number: load iris; bin species width=1 -> !wrong-column-type
      """, traits: [.calculates], seeAlso: ["derive", "count", "level"])

  func needed(in session: Session) -> [String] { [BinCommand.column.name] }

  /// Adds the column at the end.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    guard let source = call[BinCommand.column] else {
      throw Diagnostic(
        "missing-argument", "'bin' needs a column", span: call.verbSpan, help: "as in: bin wind width=5")
    }
    let rules = [
      call.span(of: BinCommand.width), call.span(of: BinCommand.count), call.span(of: BinCommand.bounds),
    ].compactMap(\.self)
    guard rules.count == 1 else {
      throw Diagnostic(
        rules.isEmpty ? "missing-argument" : "conflicting-keys",
        "'bin' needs one of width=, count= and at=", span: rules.last ?? call.verbSpan,
        help: "as in: bin \(CommandText.word(source)) width=5")
    }
    let column = try dataset.table.column(source, at: call.span(of: BinCommand.column))
    let rule: Binning.Rule
    if let width = call[BinCommand.width] {
      rule = .width(width)
    } else if let count = call[BinCommand.count] {
      rule = .count(count)
    } else {
      let texts = call[BinCommand.bounds] ?? []
      let bounds = texts.compactMap { TextNumber.value($0) ?? column.scale?.seconds(of: $0) }
      guard bounds.count == texts.count, !bounds.isEmpty, bounds.count <= Binning.limit,
        zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 })
      else {
        throw Diagnostic(
          "bad-value", "at= takes ascending numbers", span: call.span(of: BinCommand.bounds),
          help: column.scale?.name == nil ? "as in: at=5,10,20" : "as in: at=10:00,12:00,14:00")
      }
      rule = .at(bounds)
    }
    let name = call[BinCommand.name] ?? source + "_bin"
    try NewColumn.check(name, dataset, span: call.span(of: BinCommand.name) ?? call.span(of: BinCommand.column))
    let bins = try Diagnostic.located(
      at: rules[0], Binning.binned(column.numbers ?? [], rule, named: source, scale: column.scale))
    var usesOtherRows = false
    if case .count = rule { usesOtherRows = true }
    dataset.table = try dataset.table.setting(
      Column(name, .ordered(bins), origin: ColumnOrigin([source], usesOtherRows: usesOtherRows)))
    session.state.current = dataset
    let missing = bins.codes.count { $0 < 0 }
    return [
      ShapingReport(
        line: "\(Abridged.text(name)): \(bins.levels.count.counted("bin"))" + ShapingReport.missing(missing, []),
        rowsBefore: column.count, rowsAfter: column.count, columns: [name], cells: column.count, becameMissing: missing
      ).output
    ]
  }
}

/// Names of columns that a verb makes.
enum NewColumn {
  /// Throws `taken-column` and `bad-name`.
  static func check(_ name: String, _ dataset: Dataset, span: SourceSpan?) throws(Diagnostic) {
    guard !name.isEmpty, name.utf8.count <= 1000 else {
      throw Diagnostic("bad-name", "the name of a column must have 1 to 1000 characters", span: span)
    }
    guard dataset.table[name] == nil else {
      throw Diagnostic(
        "taken-column", "there is already a column " + Abridged.quoted(name), span: span,
        help: "choose another name, as in: into=\(CommandText.word(name + "2"))")
    }
  }
}
