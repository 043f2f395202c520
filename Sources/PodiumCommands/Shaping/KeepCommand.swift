internal import PodiumCore
internal import PodiumPlugin

struct KeepCommand: Command {
  static let columns = Parameter<[String]>.columns("columns", help: "The columns to keep, in this order.")

  let signature = Signature(
    "keep", topic: .shaping, summary: "Keep some columns, or the rows where a condition is true.",
    details: """
      'keep COLUMN…' keeps those columns in the order given; petal_*, a:d and type=number name several. 'keep if EXPR' keeps rows, and drops those where the condition is \
      missing. The condition may use functions of many rows, within the groups of 'by'. Rows that the filter hides stay. \
      The target and columns that the recipe names cannot be left out. 'undo' brings everything back.
      """,
    parameters: [columns.any],
    exampleLines: """
      two columns: load iris; keep species petal_length_cm -> 2 of 5 columns
      some rows: load iris; keep if petal_length_cm > 5 -> 42 of 150 rows
      the smallest of each group: load iris; by species: keep if rank(petal_length_cm) <= 3 -> of 150 rows
      rows by position: load iris; keep in 1..10 -> 10 of 150 rows
      nothing to keep: load iris; keep -> !missing-argument
      """, traits: [.rows, .ownGroups, .shapes, .calculates], seeAlso: ["drop", "filter", "features"])

  /// The other columns or rows are gone from the table.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let names = call[KeepCommand.columns]
    guard try Selection.isOfColumns(call, names, KeepCommand.columns) else {
      return try Selection.rows(call, in: &session, keepsChosen: true)
    }
    var dataset = try session.current()
    let kept = Set(names)
    let gone = dataset.table.names.filter { !kept.contains($0) }
    try Selection.refuse(gone, of: dataset, span: call.span(of: KeepCommand.columns))
    let before = dataset.table
    dataset.table = try before.selecting(columns: names)
    session.state.current = dataset
    return [Selection.report(names.count, of: before, gone)]
  }
}
