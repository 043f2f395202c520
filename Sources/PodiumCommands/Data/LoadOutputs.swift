internal import PodiumCore
internal import PodiumPlugin

/// What `load` reports: the detected format, the columns, the skipped rows, the notes.
struct LoadOutputs {
  /// The maximum number of columns listed; columns with invalid cells come first.
  static let mostColumns = 40

  private let dataset: String
  private let importer: String
  private let imported: ImportedTable
  private let origin: Dataset.Origin?
  private let threads: Int

  init(
    _ imported: ImportedTable, as dataset: String, by importer: String, from origin: Dataset.Origin? = nil,
    threads: Int = 1
  ) {
    // For a small table, a thread costs more than it saves.
    self.threads = imported.table.rowCount > 100_000 ? threads : 1
    self.origin = origin
    self.dataset = dataset
    self.importer = importer
    self.imported = imported
  }

  /// The outputs in reading order.
  func outputs() throws(Diagnostic) -> [Output] {
    var outputs: [Output] = [.record(record)]
    if !imported.table.columns.isEmpty { outputs.append(.table(try columns())) }
    if imported.report.rejected.count > 0 { outputs.append(.table(try rejected())) }
    return outputs + (imported.report.offsetSentences + imported.report.notes + imported.notes).map(Output.note)
  }

  private var record: RecordOutput {
    let table = imported.table
    var record = RecordOutput(
      "\(Abridged.text(dataset)): \(table.rowCount.counted("row")), \(table.columns.count.counted("column"))")
    record.add("name", .text(dataset))
    record.add("rows", .integer(table.rowCount))
    record.add("columns", .integer(table.columns.count))
    record.add("importer", .text(importer))
    if let origin {
      record.add("source", .text(origin.url))
      FetchNotes.add(origin, to: &record)
    }
    for fact in imported.report.facts { record.add(fact.name, fact.value) }
    if imported.report.rejected.count > 0 { record.add("rejected", .integer(imported.report.rejected.count)) }
    return record
  }

  private func columns() throws(Diagnostic) -> TableOutput {
    let columns = imported.table.columns
    // A joined table may add or lack columns, so the report is looked up by name.
    var mismatches: [String: ImportReport.Column] = [:]
    for column in imported.report.columns where column.mismatchCount > 0 { mismatches[column.name] = column }
    var places = Array(columns.indices)
    if places.count > LoadOutputs.mostColumns {
      let lossy = places.filter { mismatches[columns[$0].name] != nil }
      let others = places.filter { mismatches[columns[$0].name] == nil }
      places = (lossy + others).prefix(LoadOutputs.mostColumns).sorted()
    }
    let shown = places.map { columns[$0] }
    let reports = shown.map { mismatches[$0.name] }
    var parts = [
      Column("column", .text(shown.map(\.name))), Column("type", .text(shown.map(\.typeName))),
      Column("role", .text(shown.map(\.role.rawValue))),
      Column("missing", .integer(Parallel.map(count: shown.count, threads: threads) { shown[$0].missingCount })),
    ]
    if !mismatches.isEmpty {
      parts.append(Column("misfits", .integer(reports.map { $0?.mismatchCount ?? 0 })))
      parts.append(Column("first misfits", .text(reports.map { $0.map(LoadOutputs.first) })))
    }
    var output = TableOutput(try Table(parts), totalRows: columns.count)
    if shown.count < columns.count { output.footer.append("'columns' lists all columns") }
    return output
  }

  /// The first invalid cells of a column, with their lines.
  private static func first(_ column: ImportReport.Column) -> String {
    let cells = column.mismatches.map { Abridged.quoted($0.text) + " line \($0.line)" }
    return cells.joined(separator: ", ") + (column.mismatchCount > cells.count ? ", …" : "")
  }

  private func rejected() throws(Diagnostic) -> TableOutput {
    let rejected = imported.report.rejected
    let table = try Table([
      Column("line", .integer(rejected.first.map(\.line))), Column("reason", .text(rejected.first.map(\.reason))),
      Column("row", .text(rejected.first.map(\.text))),
    ])
    return TableOutput(
      table, title: rejected.count.counted("row") + (rejected.count == 1 ? " was skipped" : " were skipped"),
      totalRows: rejected.count)
  }
}
