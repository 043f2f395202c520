internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

/// `head`: the first rows.
struct HeadCommand: Command {
  static let count = Parameter<Int?>.optionalInt(
    "rows", in: 1...1_000_000, positional: true, help: "Number of rows; 10 by default.")

  static let columns = Parameter<[String]?>.list(
    "columns", help: "Columns to show, in this order.", completion: .columns([]))

  let signature = Signature(
    "head", topic: .data, summary: "Show the first rows.", parameters: [count.any, columns.any],
    examples: [
      Example("head 3", after: ["load iris"], "three rows", prints: "setosa"),
      Example(
        "head 2 if petal_length_cm > 5", after: ["load iris"], "the first rows that meet a condition",
        prints: "virginica"),
      Example("head 2 columns=species,petal_width_cm", after: ["load iris"], "two columns", prints: "species  petal"),
      Example("head 0", after: ["load iris"], "a number out of range", fails: "bad-value"),
    ], traits: [.rows, .groups, .calculates, .readsOnly], seeAlso: ["tail", "sample", "columns", "describe"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let table = try HeadCommand.table(call, in: session)
    let rows = call.rows ?? table.allRows
    let shown = Array(rows.prefix(call[HeadCommand.count] ?? 10))
    var output = TableOutput(table.selecting(rows: shown), totalRows: rows.count)
    output.chooser = signature.name
    output.showsAllRows = call[HeadCommand.count] != nil
    return [.table(output)]
  }

  /// The current table with the columns that `columns=` chooses.
  static func table(_ call: Call, in session: Session) throws(Diagnostic) -> Table {
    let table = try session.current().table
    guard let names = call[HeadCommand.columns] else { return table }
    for name in names { _ = try table.column(name, at: call.span(of: HeadCommand.columns)) }
    return try table.selecting(columns: names)
  }
}
