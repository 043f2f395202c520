/// A way to write outputs: text for a screen, a part of a document, data for programs.
///
/// The catalogue of renderers is what `--format` and `set format=` choose from, what `to FILE` goes by, and what a
/// front end asks for an output in several forms at once.
public protocol Renderer: Sendable {
  /// The name, as `--format` and `set format=` take it (`html`).
  var key: String { get }
  /// What it writes, in a few words.
  var summary: String { get }
  /// The MIME type of what it writes; nil for a layout of text that only a person at a terminal asks for.
  var mediaType: String? { get }
  /// The extensions of files it writes, without the dot.
  var extensions: [String] { get }
  /// Those of its extensions whose files more outputs may follow.
  var growing: [String] { get }
  /// Whether a person reads it as it is written.
  var isForReading: Bool { get }

  /// What a command gave; an error is not part of it.
  func render(_ report: CommandReport, on page: Page) -> RenderedReport

  /// Outputs as one text, without a page to fit.
  func render(_ outputs: [Output]) -> String

  /// Outputs as a whole file, which may have a frame that a part of a document lacks.
  func file(_ outputs: [Output]) -> String

  /// A text of this renderer as a terminal may show it: nothing in it steers the terminal.
  func shown(_ text: String) -> String
}

extension Renderer {
  /// Text for people is escaped where it is made.
  public func shown(_ text: String) -> String { text }

  /// A file is the text alone.
  public func file(_ outputs: [Output]) -> String { render(outputs) }

  /// No file ends so.
  public var extensions: [String] { [] }

  /// No file can be continued.
  public var growing: [String] { [] }

  /// It is read as a document, a page or data.
  public var isForReading: Bool { false }
}

/// The report of a command as text.
public struct RenderedReport: Sendable {
  /// The texts, each ended by a line end.
  public var texts: [String]
  /// Whether an empty line separates a text from the one before it, also from that of the command before.
  public var isSeparated: Bool
  /// Notes and warnings that have no place in the texts, for the error stream.
  public var remarks: [Output]

  /// Makes a report of texts.
  public init(_ texts: [String], isSeparated: Bool = false, remarks: [Output] = []) {
    self.texts = texts
    self.isSeparated = isSeparated
    self.remarks = remarks
  }
}

/// What a text must fit: a window, a width, or nothing.
public struct Page: Sendable, Equatable {
  /// The columns that must not be exceeded; nil for no limit.
  public var width: Int?
  /// The maximum number of rows of a table; nil for all.
  public var rows: Int?
  /// Whether ANSI colours may be used.
  public var hasColour: Bool
  /// Whether it is for a screen reader: words instead of symbols and drawings.
  public var isSpoken: Bool
  /// Whether drawings use only characters of ASCII.
  public var isASCII = false

  /// Describes a page; without arguments nothing is cut and nothing coloured.
  public init(width: Int? = nil, rows: Int? = nil, hasColour: Bool = false, isSpoken: Bool = false) {
    self.width = width
    self.rows = rows
    self.hasColour = hasColour
    self.isSpoken = isSpoken
  }

  /// A pipe or file: no limit, no colours.
  public static let unlimited = Page()
}
