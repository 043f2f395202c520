internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct HeadCommand: Command {
  static let count = Parameter<Int?>.optionalInt(
    "rows", in: 1...1_000_000, positional: true, help: "Number of rows; 10 by default.")

  static let columns = Parameter<[String]?>.list(
    "columns", help: "Columns to show, in this order.", completion: .columns([]))

  let signature = Signature(
    "head", topic: .data, summary: "Show the first rows.", parameters: [count.any, columns.any],
    exampleLines: """
      three rows: load iris; head 3 -> setosa
      the first rows that meet a condition: load iris; head 2 if petal_length_cm > 5 -> virginica
      two columns: load iris; head 2 columns=species,petal_width_cm -> species  petal
      a number out of range: load iris; head 0 -> !bad-value
      """, traits: [.rows, .groups, .calculates, .readsOnly], seeAlso: ["tail", "sample", "columns", "describe"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let table = try HeadCommand.table(call, in: session)
    let rows = call.rows ?? table.allRows
    let shown = Array(rows.prefix(call[HeadCommand.count] ?? 10))
    return HeadCommand.outputs(shown, of: table, among: rows.count, call)
  }

  /// The current table with the columns that `columns=` chooses.
  static func table(_ call: Call, in session: Session) throws(Diagnostic) -> Table {
    let table = try session.current().table
    guard let names = call[HeadCommand.columns] else { return table }
    for name in names { _ = try table.column(name, at: call.span(of: HeadCommand.columns)) }
    return try table.selecting(columns: names)
  }

  /// The rows that a command chose among some of a table.
  static func outputs(_ shown: [Int], of table: Table, among count: Int, _ call: Call) -> [Output] {
    var output = TableOutput(table.selecting(rows: shown), totalRows: count)
    output.chooser = call.verb
    output.showsAllRows = call.has(HeadCommand.count)
    return [.table(output)]
  }
}
