internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Rows of the files of a bundle, gathered one by one.
struct BundleTables {
  private struct Row {
    var values: [String: Value]
    var places: [String: SourcePlace]
    let tied: [String]
  }

  private var rows: [String: [Row]] = [:]
  /// The places of rows that there is one of, by file and key.
  private var known: [String: Int] = [:]
  private var lost: [String: [String: Int]] = [:]

  /// Adds a row to a file; `place` is where it begins, `places` are those of its fields.
  mutating func add(
    _ file: String, _ row: [String: Value], at place: SourcePlace? = nil, _ places: [String: SourcePlace] = [:],
    tied: [String] = []
  ) {
    if file == "participations.csv" {
      let key = file + "\u{0}" + (row["session"]?.fileText ?? "") + "\u{0}" + (row["serial_number"]?.fileText ?? "")
      known[key] = known[key] ?? rows[file]?.count ?? 0
    }
    var all = places
    if let place { all[""] = place }
    rows[file, default: []].append(Row(values: row, places: all, tied: tied))
  }

  /// Adds a row; one that has that key gets what it lacks.
  mutating func addOnce(
    _ file: String, key: String, _ row: [String: Value], at place: SourcePlace? = nil,
    _ places: [String: SourcePlace] = [:]
  ) {
    guard let place = known[file + "\u{0}" + key] else {
      known[file + "\u{0}" + key] = rows[file]?.count ?? 0
      return add(file, row, at: place, places)
    }
    rows[file]?[place].values.merge(row) { old, _ in old }
    rows[file]?[place].places.merge(places) { old, _ in old }
  }

  /// Counts a row of a session that was left out of a file.
  mutating func lose(_ file: String, of session: String) { lost[file, default: [:]][session, default: 0] += 1 }

  /// The files that have rows, with columns of the types their fields have; `name` is that of the file they were made from.
  func files(of name: String) throws(Diagnostic) -> [IncomingFile] {
    var files: [IncomingFile] = []
    for layout in BundleLayout.files {
      guard let rows = rows[layout.name], let kind = layout.recordKind else { continue }
      var columns: [Column] = []
      for field in kind.fields where rows.contains(where: { $0.values[field.name] != nil }) {
        columns.append(Column(field.name, field.kind.column(rows.map { $0.values[field.name] ?? .missing })))
      }
      for (field, value) in layout.fixed where !columns.contains(where: { $0.name == field }) {
        columns.append(Column(field, .text(rows.map { _ in value })))
      }
      files.append(
        IncomingFile(
          layout, name: name, made: try Table(columns, rowCount: rows.count), places: rows.map(\.places),
          tied: rows.map(\.tied), lost: lost[layout.name] ?? [:]))
    }
    return files
  }
}
