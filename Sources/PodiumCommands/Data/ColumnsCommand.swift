internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct ColumnsCommand: Command {
  let signature = Signature(
    "columns", topic: .data, summary: "List the columns with their types, roles and values.",
    exampleLines: """
      the columns of a table: load iris; columns -> petal_width_cm
      the values in some rows: load iris; columns if species == "setosa" -> species
      with the roles set by label: load tastings; label; columns -> target
      without a table: columns -> !no-table
      """, traits: [.rows, .calculates, .readsOnly], seeAlso: ["describe", "features"])

  /// One row for each column.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let whole = try session.current().table
    let table = call.rows.map { whole.selecting(rows: $0) } ?? whole
    var missing: [Int] = []
    var values: [String] = []
    for column in table.columns {
      try session.cancellation.check()
      missing.append(column.missingCount)
      values.append(column.briefly)
    }
    var shown = [
      Column("column", .text(table.names)), Column("type", .text(table.columns.map(\.typeName))),
      Column("role", .text(table.columns.map(\.role.rawValue))), Column("missing", .integer(missing)),
      Column("values", .text(values)),
    ]
    let sources = table.columns.map { $0.origin?.columns ?? [] }
    if sources.contains(where: { !$0.isEmpty }) {
      shown.append(Column("made_from", .text(sources.map { $0.isEmpty ? nil : $0.joined(separator: ", ") })))
    }
    let out = try Table(shown)
    return [
      .table(TableOutput(out, title: "\(table.rowCount.counted("row")), \(table.columns.count.counted("column"))"))
    ]
  }
}
