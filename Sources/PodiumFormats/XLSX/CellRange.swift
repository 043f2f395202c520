internal import PodiumCore

/// A cell position in a sheet: row and column from 0.
struct CellPlace: Hashable {
  var row: Int
  var column: Int

  /// Maximum number of rows and columns of a sheet.
  static let rows = 1_048_576
  static let columns = 16_384

  init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }

  /// Reads `B12`, also `$B$12`; nil for a position outside any sheet.
  init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes.span, bytes.indices)
  }

  /// The same of bytes.
  init?(_ text: Span<UInt8>, _ range: Range<Int>) {
    var column = 0
    var row = 0
    var hasLetters = false
    var hasDigits = false
    for place in range {
      let byte = text[place]
      switch byte {
      case 0x24: continue
      case 0x41...0x5A, 0x61...0x7A:
        guard !hasDigits, column <= CellPlace.columns else { return nil }
        column = column * 26 + Int(byte & 0x1F)
        hasLetters = true
      case 0x30...0x39:
        guard hasLetters, row <= CellPlace.rows else { return nil }
        row = row * 10 + Int(byte - 0x30)
        hasDigits = true
      default: return nil
      }
    }
    guard hasDigits, row >= 1, row <= CellPlace.rows, column <= CellPlace.columns else { return nil }
    self.init(row: row - 1, column: column - 1)
  }

  static func letters(_ column: Int) -> String {
    var rest = column + 1
    var text = ""
    while rest > 0 {
      text = String(UnicodeScalar(UInt8(0x41 + (rest - 1) % 26))) + text
      rest = (rest - 1) / 26
    }
    return text
  }
}

struct CellRange: Equatable {
  var rows: ClosedRange<Int>
  var columns: ClosedRange<Int>

  static let all = CellRange(rows: 0...(CellPlace.rows - 1), columns: 0...(CellPlace.columns - 1))

  init(rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
    self.rows = rows
    self.columns = columns
  }

  /// Reads `A1:D20` in any order of corners, `A:D`, or a single cell.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let last = parts.last else { return nil }
    if let a = CellPlace(first), let b = CellPlace(last) {
      rows = min(a.row, b.row)...max(a.row, b.row)
      columns = min(a.column, b.column)...max(a.column, b.column)
    } else if parts.count == 2, let a = CellPlace(first + "1"), let b = CellPlace(last + "1"),
      !first.utf8.contains(where: { $0 < 0x40 && $0 != 0x24 }), !last.utf8.contains(where: { $0 < 0x40 && $0 != 0x24 })
    {
      rows = CellRange.all.rows
      columns = min(a.column, b.column)...max(a.column, b.column)
    } else {
      return nil
    }
  }

  func contains(_ place: CellPlace) -> Bool { rows.contains(place.row) && columns.contains(place.column) }
}
