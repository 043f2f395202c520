internal import PodiumCore
internal import PodiumPlugin

struct DropCommand: Command {
  static let columns = Parameter<[String]>.columns("columns", help: "The columns to drop.")

  let signature = Signature(
    "drop", topic: .shaping, summary: "Drop columns, or the rows where a condition is true.",
    details: """
      'drop COLUMN…' drops columns; 'drop if EXPR' drops rows, and keeps those where the condition is missing. The condition may \
      use functions of many rows, within the groups of 'by'. Rows that the filter hides stay. The target and columns that \
      the recipe names cannot be dropped. 'undo' brings everything back.
      """,
    parameters: [columns.any],
    exampleLines: """
      two columns: load iris; drop sepal_length_cm sepal_width_cm -> 3 of 5 columns
      some rows: load iris; drop if species == 'setosa' -> 100 of 150 rows
      rows without a value: load trips.csv; drop if missing(wind) -> rows
      the target: load iris; label species; drop species -> !needed-column
      an unknown column: load iris; drop petal -> !unknown-column
      """, traits: [.rows, .ownGroups, .spelledOut, .shapes, .calculates], seeAlso: ["keep", "filter", "features"])

  /// Columns or rows are gone from the table.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let names = call[DropCommand.columns]
    guard try Selection.isOfColumns(call, names, DropCommand.columns) else {
      return try Selection.rows(call, in: &session, keepsChosen: false)
    }
    var dataset = try session.current()
    try Selection.refuse(names, of: dataset, span: call.span(of: DropCommand.columns))
    let before = dataset.table
    dataset.table = try before.dropping(columns: Set(names))
    session.state.current = dataset
    return [Selection.report(dataset.table.columns.count, of: before, names)]
  }
}
