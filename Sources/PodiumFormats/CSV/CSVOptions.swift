public import PodiumCore

/// How a CSV file is to be read; what is nil or empty is found out from the file.
public struct CSVOptions: Sendable, Equatable {
  /// The byte between cells; nil chooses among comma, semicolon, tab and bar.
  public var delimiter: UInt8?
  /// Whether the first line gives the names; nil takes it so unless it is plainly data.
  public var header: Bool?
  /// The texts that stand for a missing value; nil is `CSVOptions.standardMissing`.
  ///
  /// The list is complete: `[""]` makes only the empty cell missing.
  public var missing: [String]?
  /// Whether a cell in quotes can be missing; false tells the empty text `""` from the missing cell.
  public var quotedMissing: Bool
  /// The types of columns that are not to be inferred, by name.
  public var types: [String: ColumnType]
  /// The categories of columns in their order, by name; such a column is ordered unless `types` says category.
  public var levels: [String: [String]]
  /// The byte around cells that hold a delimiter or a line end; 0 for none, nil for `"` unless cells stand in `'`.
  public var quote: UInt8?
  /// How many lines above the table are passed over unread.
  public var skip: Int
  /// How numbers and dates are written where the cells leave it open.
  public var formats: CellFormats
  /// Whether a cell, row or name that would have to be changed is an error instead.
  public var isStrict: Bool
  /// The threads that a large file is read with; what is read does not depend on it.
  public var threads: Int
  /// How the bytes stand for text; nil is found out.
  public var encoding: TextEncoding?
  /// The sizes beyond which reading stops.
  public var limits: Limits

  /// From how many bytes on a file is read in parts, and how large these are; only tests choose others.
  package var bulkBytes = 2 << 20
  package var bulkPart = 1 << 18

  /// Makes options; without any, everything is found out from the file.
  public init(
    delimiter: UInt8? = nil, header: Bool? = nil, missing: [String]? = nil, quotedMissing: Bool = true,
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

  /// The texts that stand for a missing value when no others are given.
  public static let standardMissing = MissingWords.standard

  /// The delimiters that are looked for, in the order that breaks ties.
  public static let candidates: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

  /// Whether a byte can stand between cells: any ASCII character but quote, line ends and NUL.
  public static func isDelimiter(_ byte: UInt8) -> Bool {
    byte < 0x80 && byte != 0x22 && byte != 0x0A && byte != 0x0D && byte != 0
  }

  /// Throws `bad-option` when delimiter and quote cannot be told apart or from line ends.
  func check() throws(Diagnostic) {
    if let delimiter, !CSVOptions.isDelimiter(delimiter) || delimiter == quote {
      throw Diagnostic(
        "bad-option", "byte \(delimiter) cannot stand between cells",
        help: "give one ASCII character that is neither the quote nor a line end, as in delimiter=;")
    }
    if let quote, quote >= 0x80 || quote == 0x0A || quote == 0x0D {
      throw Diagnostic(
        "bad-option", "byte \(quote) cannot stand around cells",
        help: "give one ASCII character, as in quote='")
    }
  }
}
