public import PodiumCore

/// How to read a CSV file; what is nil or empty is detected.
public struct CSVOptions: Sendable, Equatable {
  /// The byte between cells; nil chooses among comma, semicolon, tab and bar.
  public var delimiter: UInt8?
  /// Whether the first line holds the names; nil assumes so unless it is clearly data.
  public var header: Bool?
  /// Whether the names are in the first two lines.
  public var hasTwoHeaders = false
  /// The texts that stand for a missing value; nil is `CSVOptions.standardMissing`.
  ///
  /// The list is complete: `[""]` makes only the empty cell missing.
  public var missing: [String]?
  /// Whether a cell in quotes can be missing; nil means not in columns of words, unless the file puts quotes around
  /// everything, and yes in all others.
  public var quotedMissing: Bool?
  /// The types of columns that are not to be inferred, by name.
  public var types: [String: ColumnType]
  /// The categories of columns in their order, by name; such a column is ordered unless `types` says category.
  public var levels: [String: [String]]
  /// The byte around cells with a delimiter or a line end; 0 for none, nil for `"`, or `'` if it is around all words of a
  /// column or around a delimiter.
  public var quote: UInt8?
  /// Number of lines to skip above the table.
  public var skip: Int
  /// How numbers and dates are written if the cells leave it open.
  public var formats: CellFormats
  /// Whether a cell, row or name that would have to be changed is an error instead.
  public var isStrict: Bool
  /// Number of threads for reading a large file; the result does not depend on it.
  public var threads: Int
  /// The text encoding; nil is detected.
  public var encoding: TextEncoding?
  /// The sizes beyond which reading stops.
  public var limits: Limits

  /// The size from which a file is read in parts, and the size of the parts; only tests change them.
  package var bulkBytes = 2 << 20
  package var bulkPart = 1 << 18

  /// Creates options; by default everything is detected.
  public init(
    delimiter: UInt8? = nil, header: Bool? = nil, missing: [String]? = nil, quotedMissing: Bool? = nil,
    types: [String: ColumnType] = [:], levels: [String: [String]] = [:], quote: UInt8? = nil, skip: Int = 0,
    formats: CellFormats = CellFormats(), isStrict: Bool = false, threads: Int = Parallel.processors,
    encoding: TextEncoding? = nil, limits: Limits = Limits()
  ) {
    self.delimiter = delimiter
    self.header = header
    self.missing = missing
    self.quotedMissing = quotedMissing
    self.types = types
    self.levels = levels
    self.quote = quote
    self.skip = skip
    self.formats = formats
    self.isStrict = isStrict
    self.threads = threads
    self.encoding = encoding
    self.limits = limits
  }

  /// The default texts for a missing value.
  public static let standardMissing = MissingWords.standard

  /// The candidate delimiters, in the order that breaks ties.
  public static let candidates: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

  /// Whether a byte can be a delimiter: any ASCII character except the quote, line ends and NUL.
  public static func isDelimiter(_ byte: UInt8) -> Bool {
    byte < 0x80 && byte != 0x22 && byte != 0x0A && byte != 0x0D && byte != 0
  }

  /// Throws `bad-option` if delimiter, quote and line ends are not distinct.
  func check() throws(Diagnostic) {
    if let delimiter, !CSVOptions.isDelimiter(delimiter) || delimiter == quote {
      throw Diagnostic(
        "bad-option", "byte \(delimiter) cannot be the delimiter",
        help: "use one ASCII character that is neither the quote nor a line break, as in delimiter=;")
    }
    if let quote, quote >= 0x80 || quote == 0x0A || quote == 0x0D {
      throw Diagnostic(
        "bad-option", "byte \(quote) cannot be the quote character",
        help: "use one ASCII character, as in quote='")
    }
  }
}
