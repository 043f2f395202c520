internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct SplitCommand: Command {
  static let column = Parameter<String?>.column(
    "column", positional: true, types: [.category, .ordered, .text], help: "The column of text.")
  static let separator = Parameter<String?>.text("at", help: "The text between the parts.")
  static let names = Parameter<[String]?>.list("into", help: "The new columns, one for each part.")

  let signature = Signature(
    "split", topic: .shaping, summary: "Split a column of text into several columns.",
    details: """
      Blanks around the parts are removed. A text with fewer parts leaves the last columns missing; if a text has more parts, the \
      rest stays in the last column. The output counts both. 'type' makes numbers of the parts.
      """,
    parameters: [column.any, separator.any, names.any],
    exampleLines: """
      two words: load trips.csv; derive place = spot + ' north'; split place at=" " into=name,side -> name, side
      at a letter: load iris; split species at=o into=a,b -> a, b
      too few parts: load tastings; split roast at=- into=first,second -> fewer
      no separator: load iris; split species into=a,b -> !missing-argument
      not a text: load iris; split petal_length_cm at=. into=a,b -> !wrong-column-type
      """, traits: [.calculates], seeAlso: ["type", "derive"])

  func needed(in session: Session) -> [String] { [SplitCommand.column.name] }

  /// The column itself stays.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    guard let source = call[SplitCommand.column], let separator = call[SplitCommand.separator],
      let names = call[SplitCommand.names]
    else {
      throw Diagnostic(
        "missing-argument", "'split' needs a column, at= and into=", span: call.verbSpan,
        help: "as in: split score at=\"/\" into=home,away")
    }
    guard !separator.isEmpty else {
      throw Diagnostic("bad-value", "at= must not be empty", span: call.span(of: SplitCommand.separator))
    }
    let span = call.span(of: SplitCommand.names)
    guard (2...100).contains(names.count), Set(names).count == names.count else {
      throw Diagnostic(
        "bad-value", "into= takes 2 to 100 different names", span: span, help: "as in: into=home,away")
    }
    for name in names { try NewColumn.check(name, dataset, span: span) }
    let column = try dataset.table.column(source, at: call.span(of: SplitCommand.column))
    let count = names.count
    let parts = try session.cancellation.detached { () throws(Diagnostic) in
      try Splitting.split(column, at: separator, into: count)
    }
    var missing = 0
    for (name, values) in zip(names, parts.columns) {
      dataset.table = try dataset.table.setting(Column(name, values, origin: ColumnOrigin([source])))
      missing += values.missingCount
    }
    session.state.current = dataset
    let notes = [
      parts.short > 0 ? "\(parts.short.counted("row")) with fewer parts" : "",
      parts.long > 0 ? "\(parts.long.counted("row")) with more, which stay in \(Abridged.text(names[count - 1]))" : "",
    ].filter { !$0.isEmpty }
    return [
      ShapingReport(
        line: ([names.map(Abridged.text).joined(separator: ", ")] + notes).joined(separator: "; "),
        rowsBefore: column.count, rowsAfter: column.count, columns: names, cells: column.count * count,
        becameMissing: missing
      ).output
    ]
  }
}
