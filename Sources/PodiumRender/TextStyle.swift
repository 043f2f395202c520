internal import PodiumCore
public import PodiumPlugin

/// How text is laid out: for a screen, for a page of a notebook, or for a pipe.
public struct TextStyle: Sendable {
  /// The columns that must not be exceeded; nil for no limit (a pipe or file is never truncated).
  public var width: Int?
  /// The maximum number of rows of a table shown; nil for all.
  public var rows: Int?
  /// Whether ANSI colours may be used.
  public var colour: Bool
  /// Whether values that change from run to run are between the marks ‹ and ›.
  public var marksVolatile: Bool
  /// How tables are laid out.
  public var tables = TableLayout.columns
  /// Whether it is read aloud: words instead of signs and drawings.
  public var isSpoken = false
  /// Whether drawings use only characters of ASCII.
  public var isASCII = false

  /// The ways a table is laid out.
  public enum TableLayout: Sendable {
    /// One line per row; what has no room is left out and named.
    case columns
    /// One line per cell.
    case vertical
    /// One line per cell where one line per row would leave something out.
    case verticalWhenWide
    /// One line per row, in blocks of columns beneath each other where a page is too narrow; nothing is cut off.
    case blocks

    func isVertical(_ strips: [TextGrid.Strip], width: Int?) -> Bool {
      switch self {
      case .columns, .blocks: false
      case .vertical: true
      case .verticalWhenWide: width.map { strips.reduce(-2) { $0 + 2 + $1.width } > $0 } ?? false
      }
    }
  }

  /// Everything, without colours: for pipes, files and tests.
  public static let plain = TextStyle(width: nil, rows: nil, colour: false, marksVolatile: false)

  /// A page of a notebook: 80 columns, volatile values marked, every value in it or in a hash.
  public static let notebook = TextStyle(width: 80, rows: 40, colour: false, marksVolatile: true, tables: .blocks)

  /// A window of 80 columns with volatile values marked: what has no room is named. Notebooks were recorded so before.
  public static let markedWindow = TextStyle(width: 80, rows: 40, colour: false, marksVolatile: true)

  /// The style of a page: a screen, or nothing that limits it.
  public init(_ page: Page) {
    self.init(width: page.width, rows: page.rows, colour: page.hasColour, marksVolatile: false)
    isASCII = page.isASCII
    if page.isSpoken { self = spoken }
  }

  init(width: Int?, rows: Int?, colour: Bool, marksVolatile: Bool, tables: TableLayout = .columns) {
    self.width = width
    self.rows = rows
    self.colour = colour
    self.marksVolatile = marksVolatile
    self.tables = tables
  }

  /// A screen.
  public static func terminal(width: Int, rows: Int, colour: Bool) -> TextStyle {
    TextStyle(width: max(20, width), rows: max(1, rows), colour: colour, marksVolatile: false)
  }

  /// A page that a screen reader speaks: no colours, no drawings, and one line per cell where a table is too wide.
  public var spoken: TextStyle {
    var style = self
    (style.colour, style.isSpoken, style.tables) = (false, true, .verticalWhenWide)
    return style
  }

  /// The kinds of emphasis.
  enum Emphasis: String {
    case heading = "1"
    case dim = "2"
    case warning = "33"
    case error = "1;31"
  }

  func paint(_ text: String, _ emphasis: Emphasis) -> String {
    colour && !text.isEmpty ? "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// A line as if it were typed at the prompt.
  public func prompted(_ line: String) -> String { paint(line, .heading) }

  func volatile(_ text: String) -> String { marksVolatile ? "‹\(text)›" : text }

  /// Whether every value has to be seen in the text, if only by a hash.
  var isWhole: Bool { tables == .blocks }

  /// Whether rows may take one line per cell with empty lines around them.
  var separatesRows: Bool { tables == .vertical || tables == .verticalWhenWide }

  /// A text of the data, in which the marks of volatile values mean nothing: the text between them is compared.
  func unmarked(_ text: String) -> String {
    guard marksVolatile, isWhole, text.unicodeScalars.contains(where: { $0 == "‹" || $0 == "›" }) else { return text }
    return text.replacingBytes("‹", with: "\\u{2039}").replacingBytes("›", with: "\\u{203A}")
  }
}
