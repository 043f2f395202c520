internal import PodiumCore

/// The side table `podium_columns`, in which a written file records what SQL types cannot: text as against category,
/// the order of categories, and names that SQLite considers equal.
///
/// Other programs see a table with four texts per column, and may keep, change or drop it.
struct ColumnDictionary {
  static let table = "podium_columns"
  static let columns = ["table", "column", "name", "type", "levels"]

  /// The entry of one column.
  struct Entry {
    var name: String
    var type: ColumnType?
    var levels: [String] = []
  }

  /// The entries of one table by the column names in SQL.
  private(set) var entries: [String: Entry] = [:]

  /// Reads the entries of one table of a file; invalid ones are ignored.
  init(of table: String, in database: ForeignDatabase) throws(Diagnostic) {
    let list = ColumnDictionary.columns.dropFirst().map(SQLValue.quoted).joined(separator: ", ")
    let rows: ForeignRows
    do throws(Diagnostic) {
      // A view of this name is not podium's: it may have rows without end.
      let kinds = try database.prepare(
        "SELECT type FROM sqlite_master WHERE lower(name) = '\(ColumnDictionary.table)'")
      guard try kinds.step(), kinds.text(0) == "table" else { return }
      rows = try database.prepare(
        "SELECT \(SQLValue.quoted("table")), \(list) FROM \(SQLValue.quoted(ColumnDictionary.table))")
    } catch {
      return
    }
    while try rows.step() {
      guard rows.text(0) == table, let column = rows.text(1) else { continue }
      var entry = Entry(name: rows.text(2) ?? column, type: rows.text(3).flatMap(ColumnType.init))
      if let levels = rows.text(4) {
        guard let list = (try? JSONReader.value(levels))?.array else { continue }
        entry.levels = list.compactMap(\.string)
      }
      entries[column] = entry
    }
  }

  /// The entries needed for a table with these column names in SQL; one row per column, in the order of `columns`.
  static func rows(of table: Table, named name: String, columns: [String]) -> [[SQLValue]] {
    zip(table.columns, columns).compactMap { column, inSQL in
      let type: ColumnType? =
        switch column.type {
        case .text, .category, .ordered: column.type
        default: nil
        }
      guard type != nil || inSQL != column.name else { return nil }
      return [
        .text(name), .text(inSQL), .text(column.name), .optional(type?.rawValue),
        .optional(levels(of: column).map { JSONValue.array($0.map { .string($0) }).text }),
      ]
    }
  }

  /// The levels, unless the cells determine them: they do if all are used and in code-point order.
  private static func levels(of column: Column) -> [String]? {
    guard let values = column.categorical else { return nil }
    if column.type == .category, values == Categorical(values.codes.indices.map(values.name)) { return nil }
    return values.levels
  }
}
