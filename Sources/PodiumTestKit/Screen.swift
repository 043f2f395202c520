/// What a person sees: a model of a terminal's screen that interprets the bytes a program writes.
///
/// It covers as much of a VT100 and xterm as line editors use: printing with deferred wrap, cursor movement, erasing,
/// inserting and deleting, scrolling at the bottom, wide and combining characters. Colours are parsed and ignored.
public struct Screen: Sendable {
  /// The columns of a row.
  public private(set) var width: Int
  /// The rows.
  public private(set) var height: Int
  /// The position of the next character, from 0; after the last column, the next row is entered late, as in xterm.
  public private(set) var cursor = Position(row: 0, column: 0)
  /// Whether the program has turned on bracketed paste.
  public internal(set) var marksPastes = false
  /// Whether the cursor is shown.
  public internal(set) var showsCursor = true
  /// The number of times the bell rang.
  public internal(set) var bells = 0

  /// A position on the screen, from 0.
  public struct Position: Sendable, Equatable {
    /// The row, from the top.
    public var row: Int
    /// The column, from the left.
    public var column: Int

    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// A cell contains a character with its combining marks; the right half of a wide one is empty.
  private var cells: [[String]]
  private var wrapsNext = false
  private var saved = Position(row: 0, column: 0)
  var decoder = Decoder()

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
    cells = Array(repeating: Array(repeating: " ", count: width), count: height)
  }

  /// The rows as text, without trailing spaces.
  public var rows: [String] {
    cells.map { row in
      var text = row.joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// All rows down to the last that is not empty.
  public var text: String {
    var rows = rows
    while rows.last == "" { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  /// The column at which a text begins in a row, from 0; nil if it is not there.
  public func column(of text: String, inRow row: Int) -> Int? {
    var line = ""
    var starts: [Int] = []
    for (column, cell) in cells[row].enumerated() {
      starts += [Int](repeating: column, count: cell.count)
      line += cell
    }
    guard let range = line.firstRange(of: text) else { return nil }
    let place = line.distance(from: line.startIndex, to: range.lowerBound)
    return place < starts.count ? starts[place] : nil
  }

  public var currentRow: String { rows[cursor.row] }

  /// Changes the size: rows are cut or extended at the right, and scroll off the top.
  public mutating func resize(width: Int, height: Int) {
    for index in cells.indices {
      cells[index] = Array(cells[index].prefix(width))
      cells[index] += Array(repeating: " ", count: width - cells[index].count)
    }
    let surplus = cells.count - height
    if surplus > 0 {
      let above = min(surplus, max(cursor.row - height + 1, 0))
      cells = Array(cells.dropFirst(above).prefix(height))
      cursor.row -= above
    } else {
      cells += Array(repeating: Array(repeating: " ", count: width), count: -surplus)
    }
    self.width = width
    self.height = height
    moveTo(row: cursor.row, column: cursor.column)
  }
}

extension Screen {
  mutating func put(_ scalar: Unicode.Scalar) {
    if joins(scalar) { return }
    let columns = Self.columns(of: scalar)
    if columns == 0 { return combine(scalar) }
    if wrapsNext || cursor.column + columns > width {
      cursor.column = 0
      lineFeed()
    }
    cells[cursor.row][cursor.column] = String(Character(scalar))
    if columns == 2 { cells[cursor.row][cursor.column + 1] = "" }
    wrapsNext = cursor.column + columns >= width
    cursor.column = wrapsNext ? width - 1 : cursor.column + columns
  }

  /// Joins a scalar to the emoji before it, if both are one emoji: families, flags, skin tones, coloured hearts.
  private mutating func joins(_ scalar: Unicode.Scalar) -> Bool {
    var column = wrapsNext ? cursor.column : cursor.column - 1
    while column > 0, cells[cursor.row][column].isEmpty { column -= 1 }
    guard column >= 0, let last = cells[cursor.row][column].unicodeScalars.last else { return false }
    let isColour = (0x1F3FB...0x1F3FF).contains(scalar.value) && last.properties.isEmojiModifierBase
    let isFlag =
      [scalar, last].allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
      && cells[cursor.row][column].unicodeScalars.count == 1
    let isPicture = scalar.value == 0xFE0F && last.properties.isEmoji
    guard last.value == 0x200D || isColour || isFlag || isPicture else { return false }
    cells[cursor.row][column].unicodeScalars.append(scalar)
    // A narrow character that becomes an emoji takes two columns.
    if !wrapsNext, column + 1 == cursor.column, column + 1 < width {
      cells[cursor.row][column + 1] = ""
      moveTo(row: cursor.row, column: column + 2)
    }
    return true
  }

  private mutating func combine(_ scalar: Unicode.Scalar) {
    var column = wrapsNext ? cursor.column : cursor.column - 1
    while column > 0, cells[cursor.row][column].isEmpty { column -= 1 }
    if column >= 0 { cells[cursor.row][column].unicodeScalars.append(scalar) }
  }

  mutating func lineFeed() {
    wrapsNext = false
    if cursor.row < height - 1 {
      cursor.row += 1
    } else {
      cells.removeFirst()
      cells.append(Array(repeating: " ", count: width))
    }
  }

  mutating func reverseLineFeed() {
    wrapsNext = false
    if cursor.row > 0 {
      cursor.row -= 1
    } else {
      cells.removeLast()
      cells.insert(Array(repeating: " ", count: width), at: 0)
    }
  }

  mutating func moveTo(row: Int, column: Int) {
    wrapsNext = false
    cursor.row = min(max(row, 0), height - 1)
    cursor.column = min(max(column, 0), width - 1)
  }

  mutating func move(rows: Int = 0, columns: Int = 0) {
    moveTo(row: cursor.row + rows, column: cursor.column + columns)
  }

  mutating func save() { saved = cursor }
  mutating func restore() { moveTo(row: saved.row, column: saved.column) }

  /// Erases in the row: 0 from the cursor, 1 up to and including it, 2 everything.
  mutating func eraseInRow(_ part: Int) {
    let range = part == 0 ? cursor.column..<width : part == 1 ? 0..<(cursor.column + 1) : 0..<width
    for column in range { cells[cursor.row][column] = " " }
  }

  /// Erases on the screen: 0 from the cursor, 1 up to and including it, 2 everything.
  mutating func eraseOnScreen(_ part: Int) {
    eraseInRow(part)
    let rows = part == 0 ? (cursor.row + 1)..<height : part == 1 ? 0..<cursor.row : 0..<height
    for row in rows { cells[row] = Array(repeating: " ", count: width) }
  }

  mutating func insertCells(_ count: Int) {
    cells[cursor.row].insert(contentsOf: Array(repeating: " ", count: count), at: cursor.column)
    cells[cursor.row].removeLast(count)
  }

  mutating func deleteCells(_ count: Int) {
    let count = min(count, width - cursor.column)
    cells[cursor.row].removeSubrange(cursor.column..<(cursor.column + count))
    cells[cursor.row] += Array(repeating: " ", count: count)
  }

  /// The columns a character takes: none for marks, two for East Asian wide ones and emoji.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
