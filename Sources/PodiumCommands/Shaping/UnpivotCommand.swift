internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct UnpivotCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", required: true, help: "The columns that become rows; they must hold values of one type.")
  static let name = Parameter<String?>.text("name", help: "The new column of their names; by default variable.")
  static let value = Parameter<String?>.text("value", help: "The new column of their values; by default value.")

  let signature = Signature(
    "unpivot", topic: .shaping, summary: "Turn columns into rows.",
    details: """
      Each row becomes one row for each of the columns, in their order, with the name in one new column and the value in another; \
      the other columns are repeated. Missing values stay as rows. The new table becomes the current one; use NAME switches \
      back.
      """,
    parameters: [columns.any, name.any, value.any],
    exampleLines: """
      two columns: load iris; unpivot sepal_length_cm petal_length_cm -> became 300
      under names of your own: load iris; unpivot petal_length_cm petal_width_cm name=part value=cm as parts -> parts
      some rows: load iris; unpivot petal_length_cm petal_width_cm if species == 'setosa' -> became 100
      text and numbers: load iris; unpivot species petal_length_cm -> !wrong-type
      an unknown column: load iris; unpivot petal -> !unknown-column
      """, traits: [.rows, .shapes, .namesTable, .calculates], seeAlso: ["pivot", "bind"])

  /// The old table stays in memory.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let dataset = try session.current()
    let (names, table) = (call[UnpivotCommand.columns], dataset.chosenTable(call))
    let (name, value) = (call[UnpivotCommand.name] ?? "variable", call[UnpivotCommand.value] ?? "value")
    let kept = Set(table.names).subtracting(names)
    for (new, span) in [(name, call.span(of: UnpivotCommand.name)), (value, call.span(of: UnpivotCommand.value))]
    where kept.contains(new) || name == value || new.isEmpty {
      throw Diagnostic(
        "taken-column", "the new table would have two columns " + Abridged.quoted(new), span: span ?? call.verbSpan,
        help: "choose other names: name=… value=…")
    }
    let columns = try names.map { (name) throws(Diagnostic) in try table.column(name) }
    let (rows, cancellation) = (call.rows, session.cancellation)
    let long = try Diagnostic.located(
      at: call.span(of: UnpivotCommand.columns) ?? call.verbSpan,
      cancellation.detached { () throws(Diagnostic) in
        try Pivoting.long(table, rows: rows, columns: columns, name: name, value: value, cancellation: cancellation)
      })
    let before = rows?.count ?? table.rowCount
    let adopted = session.adopt(long, from: dataset, call, suffix: "long")
    let report = ShapingReport(
      line: "\(before.counted("row")) became \(long.rowCount)"
        + ShapingReport.current(adopted.name, before: dataset.name),
      rowsBefore: before, rowsAfter: long.rowCount, columns: [name, value], cells: 2 * long.rowCount)
    return [report.output] + adopted.notes
  }
}
