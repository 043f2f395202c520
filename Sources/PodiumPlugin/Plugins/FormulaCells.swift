package import PodiumCore

/// Cells of text, and names of columns, that a spreadsheet may run as formulas when it opens a file of plain text.
///
/// They begin with `=`, `+`, `-` or `@`, full-width ones too, with a tab, a carriage return or a line feed (OWASP, "CSV
/// injection"). Cells of numbers, dates and truth values are never formulas.
package enum FormulaCells {
  /// The number of such cells of a table, its header included.
  package static func count(in table: Table) -> Int {
    table.columns.reduce(0) { count, column in
      count + (begins(column.name) ? 1 : 0) + cells(of: column)
    }
  }

  /// The table with `'` before each of them, which a spreadsheet shows as text; throws if two columns get one name.
  package static func disarmed(_ table: Table) throws(Diagnostic) -> Table {
    try Table(table.columns.map(disarmed), rowCount: table.rowCount)
  }

  /// What a command says after it wrote a table as plain text; nil if no cell is one.
  package static func note(_ count: Int, way: String) -> Output? {
    guard count > 0 else { return nil }
    let cells = count == 1 ? "1 cell begins" : "\(count) cells begin"
    return .note(
      "\(cells) with =, +, - or @, which a spreadsheet may run as \(count == 1 ? "a formula" : "formulas"); \(way)")
  }

  private static func begins(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    switch first {
    case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": return true
    default: return false
    }
  }

  private static func cells(of column: Column) -> Int {
    switch column.values {
    case .text(let texts): return texts.count { $0.map(begins) ?? false }
    case .category(let values), .ordered(let values):
      let risky = values.levels.map(begins)
      guard risky.contains(true) else { return 0 }
      return values.codes.count { $0 >= 0 && risky[Int($0)] }
    case .number, .integer, .boolean, .date, .datetime: return 0
    }
  }

  private static func disarmed(_ text: String) -> String { begins(text) ? "'" + text : text }

  private static func disarmed(_ column: Column) -> Column {
    let values: ColumnValues =
      switch column.values {
      // Texts that only a file shows: equal levels may be written twice.
      case .text(let texts): .text(texts.map { $0.map(disarmed) })
      case .category(let values), .ordered(let values):
        cells(of: column) == 0
          ? column.values : .text(values.codes.map { $0 < 0 ? nil : disarmed(values.levels[Int($0)]) })
      case .number, .integer, .boolean, .date, .datetime: column.values
      }
    return Column(disarmed(column.name), values)
  }
}
