internal import PodiumCore

/// One table of a page: its cells in the grid that a browser would use.
struct HTMLTable: Sendable {
  /// A cell as written, once for all positions it covers.
  struct Cell: Sendable {
    /// The range of its text in the text of all cells.
    var text: Range<Int>
    var isHeading: Bool
    /// The target of its first link.
    var link: String?
  }

  /// A row: the index of the cell that covers each column, −1 for none.
  struct Row: Sendable {
    var cells: [Int32] = []
    /// The line of the page it begins on, from 1.
    var line: Int
    var isHead = false
    var isFoot = false
  }

  var caption = ""
  /// The heading before it on the page.
  var heading: String
  var cells: [Cell] = []
  var rows: [Row] = []
  /// Number of grid cells in all rows.
  var slots = 0

  var columnCount: Int { rows.lazy.map(\.cells.count).max() ?? 0 }

  /// Its name in a sentence.
  var label: String { caption.isEmpty ? heading : caption }
}

/// The cells of a table while it is being read: the algorithm "forming a table" of html.spec.whatwg.org.
///
/// Spans are limited as in browsers, columns to 1000 and rows to 65534; a cell does not extend beyond the existing
/// rows, nor out of its group of rows.
struct HTMLGrid {
  private(set) var table: HTMLTable
  private var row: HTMLTable.Row?
  /// Cells that extend into the next rows: column, cell, and number of rows left; `Int.max` for all of the group.
  private var growing: [(column: Int, cell: Int32, rows: Int)] = []
  private var nextGrowing: [(column: Int, cell: Int32, rows: Int)] = []
  private(set) var section = Section.body
  /// Where the search for a free position in the row continues.
  private var freeFrom = 0

  enum Section { case head, body, foot }

  init(heading: String) { table = HTMLTable(heading: heading) }

  var hasRow: Bool { row != nil }

  /// Number of grid cells in all rows so far.
  var slots: Int { table.slots + (row?.cells.count ?? 0) }

  var rowWidth: Int { row?.cells.count ?? 0 }

  mutating func setCaption(_ text: String) { if table.caption.isEmpty { table.caption = text } }

  mutating func begin(_ section: Section) {
    endRow()
    growing = []
    self.section = section
  }

  mutating func beginRow(line: Int) {
    endRow()
    row = HTMLTable.Row(line: line, isHead: section == .head, isFoot: section == .foot)
    nextGrowing = []
    freeFrom = 0
    // Cells that extend down into this row take their positions before its own cells.
    for (column, cell, rows) in growing {
      cover(column, cell)
      if rows > 1 { nextGrowing.append((column, cell, rows == Int.max ? rows : rows - 1)) }
    }
  }

  mutating func endRow() {
    guard let row else { return }
    table.slots += row.cells.count
    table.rows.append(row)
    growing = nextGrowing
    self.row = nil
  }

  private mutating func cover(_ column: Int, _ cell: Int32) {
    guard var cells = row?.cells else { return }
    row?.cells = []
    if cells.count <= column { cells.append(contentsOf: repeatElement(-1, count: column + 1 - cells.count)) }
    if cells[column] < 0 { cells[column] = cell }
    row?.cells = cells
  }

  /// Puts a cell at the first free position of the row; a span of 0 rows extends to the end of the group.
  mutating func add(_ text: Range<Int>, isHeading: Bool, link: String?, columns: Int, rows: Int) {
    guard row != nil else { return }
    let width = min(max(columns, 1), 1000)
    let height = rows == 0 ? Int.max : min(max(rows, 1), 65534)
    var column = freeFrom
    while let cells = row?.cells, column < cells.count, cells[column] >= 0 { column += 1 }
    let cell = Int32(clamping: table.cells.count)
    table.cells.append(HTMLTable.Cell(text: text, isHeading: isHeading, link: link))
    for place in column..<(column + width) {
      cover(place, cell)
      if height > 1 { nextGrowing.append((place, cell, height == Int.max ? height : height - 1)) }
    }
    freeFrom = column + width
  }
}
