public import PodiumCore

/// How a table of delimited text is read; what is nil or empty is detected from the text.
public struct DelimitedOptions: Sendable, Equatable {
  /// The character between cells.
  public var delimiter: Character?
  /// The character around cells; nil for `"`, unless cells visibly are in `'`.
  public var quote: Character?
  /// Whether the first line names the columns.
  public var header: Bool?
  /// Whether the names are in the first two lines.
  public var hasTwoHeaders = false
  /// The texts that stand for missing; the list is complete.
  public var missing: [String]?
  /// Whether a text for missing is one in quotes too; nil leaves it to the file.
  public var quotedMissing: Bool?
  /// Types that columns must have.
  public var types: [String: ColumnType]
  /// The mark before a number's fraction.
  public var decimal: DecimalMark?
  /// The mark between a number's thousands.
  public var thousands: ThousandsMark?
  /// Whether the day or the month is first in a date of digits.
  public var dates: DateOrder?
  /// The name of the encoding, as in `latin-1`.
  public var encoding: String?
  /// How many lines above the table are skipped.
  public var skip: Int
  /// Whether a cell, row or name that would have to be changed is an error instead.
  public var isStrict: Bool

  /// Makes options; what is left out is detected.
  public init(
    delimiter: Character? = nil, quote: Character? = nil, header: Bool? = nil, missing: [String]? = nil,
    types: [String: ColumnType] = [:], decimal: DecimalMark? = nil, thousands: ThousandsMark? = nil,
    dates: DateOrder? = nil, encoding: String? = nil, skip: Int = 0, isStrict: Bool = false,
    quotedMissing: Bool? = nil
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.header = header
    self.missing = missing
    self.types = types
    self.decimal = decimal
    self.thousands = thousands
    self.dates = dates
    self.encoding = encoding
    self.skip = skip
    self.isStrict = isStrict
    self.quotedMissing = quotedMissing
  }

  /// The mark before a number's fraction.
  public typealias DecimalMark = PodiumCore.DecimalMark
  /// The mark between a number's thousands.
  public typealias ThousandsMark = PodiumCore.ThousandsMark
  /// The order of day and month in a date written in digits.
  public typealias DateOrder = PodiumCore.DateOrder
}
