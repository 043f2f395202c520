internal import PodiumCore

/// A rectangle of characters with colours.
struct TerminalCanvas {
  private(set) var width: Int
  private(set) var height: Int
  private var cells: [Cell]

  struct Cell {
    /// Nil is the second column of the wide character before it.
    var character: Character? = " "
    var color: TerminalColor?
  }

  init(width: Int, height: Int) {
    (self.width, self.height) = (max(1, width), max(0, height))
    cells = [Cell](repeating: Cell(), count: self.width * self.height)
  }

  /// Writes one narrow character; what is outside is dropped.
  mutating func put(_ character: Character, x: Int, y: Int, color: TerminalColor? = nil) {
    guard x >= 0, x < width, y >= 0, y < height else { return }
    cells[y * width + x] = Cell(character: character, color: color)
  }

  /// Writes a text without control characters from a column on, cut with `…` at a width and at the right border.
  mutating func write(_ text: String, x: Int, y: Int, atMost room: Int = .max, color: TerminalColor? = nil) {
    guard x >= 0, y >= 0, y < height else { return }
    var x = x
    for character in text.cut(toWidth: min(room, width - x)) {
      let columns = DisplayWidth.of(character)
      guard columns > 0, x + columns <= width else { continue }
      cells[y * width + x] = Cell(character: character, color: color)
      if columns > 1 { for extra in 1..<columns { cells[y * width + x + extra] = Cell(character: nil, color: color) } }
      x += columns
    }
  }

  func character(x: Int, y: Int) -> Character? {
    x >= 0 && x < width && y >= 0 && y < height ? cells[y * width + x].character : nil
  }

  mutating func paste(_ other: TerminalCanvas, x: Int, y: Int) {
    for row in 0..<other.height where y + row < height {
      for column in 0..<other.width where x + column < width {
        cells[(y + row) * width + x + column] = other.cells[row * other.width + column]
      }
    }
  }

  /// The rows as texts without spaces at their ends.
  func lines(isColored: Bool) -> [String] {
    (0..<height).map { row in
      var (line, color, last) = ("", TerminalColor?.none, width)
      while last > 0, cells[row * width + last - 1].character == " " { last -= 1 }
      for column in 0..<last {
        let cell = cells[row * width + column]
        guard let character = cell.character else { continue }
        if isColored, cell.color != color, character != " " {
          line += cell.color?.start ?? TerminalColor.end
          color = cell.color
        }
        line.append(character)
      }
      return color == nil ? line : line + TerminalColor.end
    }
  }
}

/// A colour of the terminal's own palette, so that it suits the ground the user chose.
enum TerminalColor: UInt8 {
  case red = 31
  case green, yellow, blue, magenta, cyan
  case gray = 90
  case bold = 1

  var start: String { "\u{1B}[0;\(rawValue)m" }
  static let end = "\u{1B}[0m"

  init?(class name: String) {
    let order: [TerminalColor?] = [.blue, .yellow, .green, .red, .cyan, .magenta, nil, .gray]
    switch name.first {
    case "c":
      guard let color = Int(name.dropFirst()).flatMap({ order.indices.contains($0) ? order[$0] : nil }) else {
        return nil
      }
      self = color
    case "s": self = .blue
    case "d":
      guard let step = Int(name.dropFirst()), step != 4 else { return nil }
      self = step < 4 ? .yellow : .blue
    case "m": self = .gray
    default: return nil
    }
  }
}

/// The characters that a drawing is made of.
struct TerminalGlyphs {
  let isASCII: Bool

  var vertical: Character { isASCII ? "|" : "│" }
  var horizontal: Character { isASCII ? "-" : "─" }
  var tickLeft: Character { isASCII ? "+" : "┤" }
  var tickBelow: Character { isASCII ? "+" : "┬" }
  var corner: Character { isASCII ? "+" : "└" }
  var start: Character { isASCII ? "[" : "├" }
  var end: Character { isASCII ? "]" : "┤" }
  var median: Character { isASCII ? "#" : "┃" }
  var full: Character { isASCII ? "=" : "█" }
  var box: Character { isASCII ? "=" : "▒" }

  /// The marks by which series differ without colour.
  func point(_ number: Int) -> Character {
    let marks: [Character] =
      isASCII ? ["o", "x", "+", "*", "#", "@", "%", "&"] : ["●", "▲", "■", "◆", "○", "△", "□", "◇"]
    return marks[number % marks.count]
  }

  /// What bars of a series are filled with, where there is no colour.
  func fill(_ number: Int) -> Character {
    let fills: [Character] =
      isASCII ? ["=", "#", ".", "x", "o", "+", "*", "%"] : ["█", "▒", "░", "▓", "▞", "▚", "▤", "▥"]
    return fills[number % fills.count]
  }

  func shade(_ step: Int) -> Character {
    let shades: [Character] =
      isASCII ? [" ", ".", ":", "-", "=", "+", "*", "#", "@"] : ["·", "░", "░", "▒", "▒", "▓", "▓", "█", "█"]
    return shades[min(max(step, 0), 8)]
  }

  /// Blocks of 1 to 8 eighths.
  func eighths(_ count: Int, isVertical: Bool) -> Character {
    let blocks: [Character] =
      isVertical ? ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    return isASCII ? (isVertical ? "#" : "=") : blocks[min(max(count, 1), 8) - 1]
  }
}
