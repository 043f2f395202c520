internal import PodiumCore
internal import PodiumPlugin

/// `keep`: some columns, or the rows where a condition is true.
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
    examples: [
      Example("keep species petal_length_cm", after: ["load iris"], "two columns", prints: "2 of 5 columns"),
      Example("keep if petal_length_cm > 5", after: ["load iris"], "some rows", prints: "42 of 150 rows"),
      Example(
        "by species: keep if rank(petal_length_cm) <= 3", after: ["load iris"], "the smallest of each group",
        prints: "of 150 rows"),
      Example("keep in 1..10", after: ["load iris"], "rows by position", prints: "10 of 150 rows"),
      Example("keep", after: ["load iris"], "nothing to keep", fails: "missing-argument"),
    ], traits: [.rows, .ownGroups, .shapes, .calculates], seeAlso: ["drop", "filter", "features"])

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
