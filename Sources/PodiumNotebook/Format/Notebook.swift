internal import PodiumCore

/// A notebook `NAME.podium.md`: ordinary Markdown with cells and, after each cell, its recorded outputs.
///
/// Parsing then printing is the identity: anything else is prose and is kept byte for byte.
public struct Notebook: Sendable, Equatable {
  /// The newest format version that this program writes and reads.
  public static let formatVersion = 1

  /// The front matter as written, with its `---` lines; empty if there is none.
  public var frontMatter: FrontMatter
  /// Prose and cells, in order.
  public var blocks: [Block]
  /// Whether it begins with a byte order mark, as some editors write it.
  var hasMark = false

  public enum Block: Sendable, Equatable {
    /// Text outside cells, with its line ends.
    case prose(String)
    /// Commands with their recorded outputs.
    case cell(Cell)
  }

  /// A cell with the fences of its recorded outputs.
  public struct Cell: Sendable, Equatable {
    /// The opening fence as written, without its line end.
    public var opening: String
    /// The commands between the fences, without the last line end.
    public var source: String
    /// Whether there is a line between the fences, even an empty one.
    var hasLines: Bool
    /// The closing fence as written, with its line end unless the file ends there.
    public var closing: String
    /// The options in the opening fence's braces.
    public var options: CellOptions
    /// The line of the opening fence, from 1.
    public var line: Int
    /// What follows the cell up to the end of its last recorded output, as written.
    public var recorded: String

    /// The short hash that links a recorded output to this source.
    public var hash: String { Cell.hash(of: source) }

    /// The first six hexadecimal digits of the SHA-256 of a source, whatever its line ends.
    public static func hash(of source: String) -> String {
      String(SHA256.hex(source.utf8.lazy.filter { $0 != 0x0D }).prefix(6))
    }

    /// The cell as written, without its recorded outputs.
    public var text: String { opening + "\n" + (hasLines || !source.isEmpty ? source + "\n" : "") + closing }
  }

  /// The text of the notebook, as it was parsed.
  public var text: String {
    var out = (hasMark ? "\u{FEFF}" : "") + frontMatter.text
    for block in blocks {
      switch block {
      case .prose(let text): out += text
      case .cell(let cell):
        out += cell.text + cell.recorded
      }
    }
    return out
  }
}

/// The options in a cell's braces: `{expect=error tol=1e-6 lax}`.
public struct CellOptions: Sendable, Equatable {
  /// Whether the cell must fail.
  public var expectsError = false
  /// Whether the cell is skipped.
  public var isSkipped = false
  /// Whether only its status is compared when the notebook is verified.
  public var isLax = false
  /// The relative tolerance of its numbers.
  public var tolerance: Double?
  /// The time limit of the cell in seconds.
  public var timeout: Double?
  /// Plugins without which it is skipped.
  public var needs: [String] = []

  /// No options.
  public init() {}

  /// Reads the text between the braces.
  ///
  /// Throws `unknown-cell-option` and `bad-value`.
  init(_ text: some StringProtocol) throws(Diagnostic) {
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," }) {
      let parts = String(word).split(separator: "=", maxSplits: 1).map { String($0) }
      let value = parts.count == 2 ? parts[1] : nil
      switch (parts.first, value) {
      case ("expect", "error"?): expectsError = true
      case ("skip", nil): isSkipped = true
      case ("lax", nil): isLax = true
      case ("tol", let value?): tolerance = try CellOptions.number("tol", value)
      case ("timeout", let value?): timeout = try CellOptions.number("timeout", value)
      case ("needs", let value?): needs.append(value)
      default:
        throw Diagnostic.unknown(
          "cell option", String(word), among: ["expect=error", "skip", "lax", "tol=", "timeout=", "needs="])
      }
    }
  }

  private static func number(_ name: String, _ text: String) throws(Diagnostic) -> Double {
    guard let value = Double(text), value.isFinite, value >= 0 else {
      throw Diagnostic("bad-value", "'\(name)' must be a number of at least 0, not '\(text)'")
    }
    return value
  }
}
