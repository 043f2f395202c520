internal import PodiumCore

/// The side table `podium_columns`, in which a written file says what SQL's types cannot: text as against category,
/// the order of categories, and names that SQLite takes for one.
///
/// Other programs see a table of four texts a column, and may leave it, change it or drop it.
struct ColumnDictionary {
  static let table = "podium_columns"
  static let columns = ["table", "column", "name", "type", "levels"]

  /// What is said of one column.
  struct Entry {
    var name: String
    var type: ColumnType?
    var levels: [String] = []
  }

  /// The entries of one table by the names its columns have in SQL.
  private(set) var entries: [String: Entry] = [:]

  /// Reads what a file says of one of its tables; what is not as it must be says nothing.
  init(of table: String, in database: ForeignDatabase) throws(Diagnostic) {
    let list = ColumnDictionary.columns.dropFirst().map(SQLValue.quoted).joined(separator: ", ")
    let rows: ForeignRows
    do throws(Diagnostic) {
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

  /// What has to be said of a table whose columns have these names in SQL; a row a column, in the order of `columns`.
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

  /// The levels, where the cells do not tell them: in code-point order and all in use they do.
  private static func levels(of column: Column) -> [String]? {
    guard let values = column.categorical else { return nil }
    if column.type == .category, values == Categorical(values.codes.indices.map(values.name)) { return nil }
    return values.levels
  }
}
