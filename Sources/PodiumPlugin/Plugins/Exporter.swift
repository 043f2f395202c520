public import PodiumCore

/// Writes a table in a file format.
public protocol Exporter: Sendable {
  /// The name of the format (`csv`).
  var key: String { get }
  /// File extensions it writes, without the dot.
  var extensions: [String] { get }

  /// Those of its extensions whose files more rows may follow; a heading is then written once.
  var growing: [String] { get }

  /// Endings that other programs put after the name of a file of this format while they write to it.
  ///
  /// If such a file exists, new content would mix with what it holds: nothing is written.
  var companions: [String] { get }

  /// How its files are shown as text; nil for a format that `--format` does not offer.
  var textForm: TextForm? { get }

  /// Whether a spreadsheet that opens a file of this format may run texts in it as formulas.
  var canRunFormulas: Bool { get }

  /// Whether a table is of the kind that it writes, where several exporters share an extension.
  func takes(_ table: Table) -> Bool

  /// The same with another byte between cells and, for a decimal comma, what a spreadsheet of Europe opens; nil where cells are
  /// not separated by a byte.
  func separated(by delimiter: UInt8?, decimalComma: Bool) -> (any Exporter)?

  /// The bytes of the file.
  func write(_ table: Table) throws(Diagnostic) -> [UInt8]

  /// The bytes of the file, for a format in which a table has a name; nil for a table without one.
  func write(_ table: Table, named name: String?) throws(Diagnostic) -> [UInt8]

  /// The table that `load` makes of the file that `write` makes, where the table alone shows it; nil where only reading does.
  func readAgain(_ table: Table, cancellation: Cancellation) throws(Diagnostic) -> Table?
}

extension Exporter {
  /// Most files cannot be continued.
  public var growing: [String] { [] }

  /// Most formats hold any table.
  public func takes(_ table: Table) -> Bool { true }

  /// Of most formats only reading shows it.
  public func readAgain(_ table: Table, cancellation: Cancellation) throws(Diagnostic) -> Table? { nil }

  /// Most formats have no delimiter.
  public func separated(by delimiter: UInt8?, decimalComma: Bool) -> (any Exporter)? { nil }

  /// In most formats a text is a text.
  public var canRunFormulas: Bool { false }

  /// A file of most formats needs no other.
  public var companions: [String] { [] }

  /// Most formats are for files alone.
  public var textForm: TextForm? { nil }

  /// In most formats a table has no name.
  public func write(_ table: Table, named name: String?) throws(Diagnostic) -> [UInt8] { try write(table) }
}
