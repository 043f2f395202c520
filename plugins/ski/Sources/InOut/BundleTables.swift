internal import PodiumCore
internal import PodiumPlugin

/// Rows of the files of a bundle, gathered one by one.
struct BundleTables {
  private var rows: [String: [[String: Value]]] = [:]
  private var seen: Set<String> = []

  /// Adds a row to a file.
  mutating func add(_ file: String, _ row: [String: Value]) {
    if file == "participations.csv" {
      seen.insert(file + "\u{0}" + (row["session"]?.fileText ?? "") + "\u{0}" + (row["serial_number"]?.fileText ?? ""))
    }
    rows[file, default: []].append(row)
  }

  /// Adds a row unless one has that key.
  mutating func addOnce(_ file: String, key: String, _ row: [String: Value]) {
    if seen.insert(file + "\u{0}" + key).inserted { rows[file, default: []].append(row) }
  }

  /// The files that have rows, with columns of the types their fields have.
  func tables() throws(Diagnostic) -> [(String, Table)] {
    var tables: [(String, Table)] = []
    for layout in BundleLayout.files {
      guard let rows = rows[layout.name], let kind = layout.recordKind else { continue }
      var columns: [Column] = []
      for field in kind.fields where rows.contains(where: { $0[field.name] != nil }) {
        columns.append(Column(field.name, BundleTables.values(rows.map { $0[field.name] ?? .missing }, field.kind)))
      }
      if rows.contains(where: { $0["tied"] != nil }) {
        columns.append(Column("tied", .boolean(rows.map { $0["tied"] == .boolean(true) })))
      }
      for (field, value) in layout.fixed where !columns.contains(where: { $0.name == field }) {
        columns.append(Column(field, .text(rows.map { _ in value })))
      }
      tables.append((layout.name, try Table(columns, rowCount: rows.count)))
    }
    return tables
  }

  static func values(_ values: [Value], _ kind: RecordField.Kind) -> ColumnValues {
    switch kind {
    case .text, .reference: .text(values.map { if case .text(let text) = $0 { text } else { nil } })
    case .bytes: .text(values.map { $0.isMissing ? nil : $0.fileText })
    case .integer: .integer(values.map { if case .integer(let i) = $0 { i } else { ColumnValues.missingInteger } })
    case .number: .number(values.map { $0.asNumber ?? .nan })
    case .boolean: .boolean(values.map { if case .boolean(let b) = $0 { b } else { nil } })
    case .date: .date(values.map { if case .date(let day) = $0 { day } else { nil } })
    case .datetime: .datetime(values.map { if case .datetime(let moment) = $0 { moment } else { nil } })
    }
  }
}
