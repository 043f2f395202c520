public import PodiumCore

/// How a table of delimited text is read; what is nil or empty is detected from the text.
public struct DelimitedOptions: Sendable, Equatable {
  /// The byte between cells; nil chooses among comma, semicolon, tab and bar.
  public var delimiter: UInt8?
  /// Whether the first line holds the names; nil assumes so unless it is clearly data.
  public var header: Bool?
  /// Whether the names are in the first two lines.
  public var hasTwoHeaders = false
  /// The texts that stand for a missing value; nil is `MissingWords.standard`.
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
  public var limits: ReadLimits

  /// The size from which a file is read in parts, and the size of the parts; only tests change them.
  package var bulkBytes = 2 << 20
  package var bulkPart = 1 << 18

  /// Creates options; by default everything is detected.
  public init(
    delimiter: UInt8? = nil, header: Bool? = nil, missing: [String]? = nil, quotedMissing: Bool? = nil,
    types: [String: ColumnType] = [:], levels: [String: [String]] = [:], quote: UInt8? = nil, skip: Int = 0,
    formats: CellFormats = CellFormats(), isStrict: Bool = false, threads: Int = Parallel.processors,
    encoding: TextEncoding? = nil, limits: ReadLimits = ReadLimits()
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
}

/// The encoding of a text file; the raw value is the name shown to the user.
public enum TextEncoding: String, Sendable, Hashable, Codable, CaseIterable {
  /// UTF-8, with or without a byte order mark.
  case utf8 = "utf-8"
  /// UTF-16, low byte first.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16, high byte first.
  case utf16BigEndian = "utf-16be"
  /// ISO 8859-1; the name used for `windows1252` if no byte distinguishes them.
  case latin1 = "latin-1"
  /// Windows code page 1252: Latin-1 with letters and quotes in 0x80 to 0x9F.
  case windows1252 = "windows-1252"
}

/// The sizes beyond which reading delimited text stops.
public struct ReadLimits: Sendable, Equatable {
  /// Maximum number of bytes of one cell, as written in the file; at most 32 MB.
  public var cellBytes: Int
  /// Maximum number of columns.
  public var columns: Int

  /// Creates limits; the defaults are 16 MB per cell and 100,000 columns.
  public init(cellBytes: Int = 16 << 20, columns: Int = 100_000) {
    self.cellBytes = min(max(1, cellBytes), 1 << 25 - 1)
    self.columns = max(1, columns)
  }
}
