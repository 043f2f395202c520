internal import PodiumCore

/// The cells of a file before they have types: what every reader of text tables passes to `Inference`.
///
/// Invariants: `text` is valid UTF-8, `cells` holds `columnCount` cells per row, row by row, each within `text`
/// and on scalar boundaries, and `lines` holds one line number per row.
struct CellGrid: Sendable {
  var text: [UInt8]
  var cells: [Cell]
  /// The number of cells per row.
  var columnCount: Int
  /// For each row the line of the file on which it begins, from 1.
  var lines: [UInt32]

  /// The number of rows, including the header.
  var rowCount: Int { lines.count }

  /// The content of a cell as written in the file, without its quotes.
  func string(_ row: Int, _ column: Int) -> String {
    let cell = cells[row * columnCount + column]
    return String(decoding: text[cell.start..<cell.end], as: UTF8.self)
  }

  /// Whether the file puts quotes around everything, so that they mean nothing: in its first rows from this one on each
  /// cell that is not empty is quoted, and one of them is a number or a day.
  func quotesEverything(from first: Int) -> Bool {
    let text = text.span
    var hasData = false
    for row in first..<min(rowCount, first + 1000) {
      for cell in cells[(row * columnCount)..<((row + 1) * columnCount)] where !cell.isAbsent {
        let core = CellGrid.core(of: cell, in: text)
        if !cell.isQuoted {
          if core.isEmpty { continue }
          return false
        }
        if hasData { continue }
        hasData = NumberCell.read(text, core).value != nil || ISODateCell.read(text, core) != .none
      }
    }
    return hasData
  }

  /// The part of a cell that is tested for a number, a date or a missing word.
  ///
  /// Spaces around an unquoted cell do not count; a quoted cell counts as it is.
  @inline(__always)
  static func core(of cell: Cell, in text: Span<UInt8>) -> Range<Int> {
    var low = cell.start
    var high = cell.end
    if !cell.isQuoted {
      while low < high, text[low] == 0x20 || text[low] == 0x09 { low += 1 }
      while high > low, text[high - 1] == 0x20 || text[high - 1] == 0x09 { high -= 1 }
    }
    return Range(uncheckedBounds: (low, high))
  }
}
