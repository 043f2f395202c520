internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Where a cell of a file is, for messages.
struct SourcePlace: Hashable {
  /// The file and its sheet, in quotes.
  let source: String
  /// From 1; nil where the file has no lines.
  var line: Int?
  /// What names the column: its letters or its heading.
  var column: String?

  /// `'book.xlsx' sheet 'Jan' line 8, column B`.
  var text: String {
    source + (line.map { " line \($0)" } ?? "") + (column.map { (line == nil ? " " : ", column ") + $0 } ?? "")
  }
}

/// One sheet of a file: its cells as text, row by row, before any headings are identified.
///
/// Unlike in a table, rows may differ in length. Cells that say that there is nothing (`-`, `NA`) are empty.
struct SheetGrid {
  /// A cell with its place.
  struct Cell {
    let text: String
    let place: SourcePlace
  }

  /// The file and the sheet, in quotes.
  let source: String
  /// The name of the sheet; nil where the file has no sheets.
  let sheet: String?
  let isHidden: Bool
  let rows: [CellSheet.Row]
  private let firstColumn: Int

  init(_ sheet: CellSheet, file: String) {
    source = "'\(file)'" + (sheet.name.map { " sheet '\(SafeText.escape($0))'" } ?? "")
    (self.sheet, isHidden, firstColumn) = (sheet.name, sheet.isHidden, sheet.firstColumn)
    rows = sheet.rows.map { row in
      CellSheet.Row(
        line: row.line,
        cells: row.cells.map { cell in
          let text = RecordName.trimmed(cell)
          return SheetGrid.nothing.contains(text) ? "" : text
        })
    }
  }

  /// The sheets of the one file of a context.
  static func all(_ context: any ImportContext) throws(Diagnostic) -> [SheetGrid] {
    try context.sheets(of: context.files.first ?? context.name).map { SheetGrid($0, file: context.name) }
  }

  /// What people and programs write for nothing.
  private static let nothing: Set<String> = ["-", "–", "—", "−", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null"]

  var isEmpty: Bool { !rows.contains { $0.cells.contains { !$0.isEmpty } } }

  func place(_ row: CellSheet.Row, _ column: Int, heading: String? = nil) -> SourcePlace {
    SourcePlace(
      source: source, line: row.line,
      column: CellLetters.text(firstColumn + column) + (heading.map { " ('\(Abridged.text($0))')" } ?? ""))
  }

  func cell(_ row: CellSheet.Row, _ column: Int, heading: String? = nil) -> Cell {
    Cell(text: row.cells[column], place: place(row, column, heading: heading))
  }
}

/// The letters of a column, from 0, as spreadsheets write them.
enum CellLetters {
  static func text(_ column: Int) -> String {
    var (rest, text) = (max(0, column) + 1, "")
    while rest > 0 {
      text = String(UnicodeScalar(UInt8(0x41 + (rest - 1) % 26))) + text
      rest = (rest - 1) / 26
    }
    return text
  }
}
