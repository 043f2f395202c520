/// The mark before a number's fraction.
public enum DecimalMark: String, Sendable, CaseIterable {
  /// The marks themselves, by their names.
  public static let aliases = [".": "point", ",": "comma"]

  /// `1.5`
  case point
  /// `1,5`
  case comma
}

/// The mark between a number's thousands.
public enum ThousandsMark: String, Sendable, CaseIterable {
  /// The marks themselves, by their names.
  public static let aliases = [".": "point", ",": "comma", " ": "blank", "'": "apostrophe"]

  /// `1000`
  case none
  /// `1.000`
  case point
  /// `1,000`
  case comma
  /// `1 000`, with a space, a no-break space or a thin one.
  case blank
  /// `1'000` or `1’000`
  case apostrophe
}

/// The order of day and month in a date written in digits.
public enum DateOrder: String, Sendable, CaseIterable {
  /// `31/12/2024`
  case dayFirst = "dmy"
  /// `12/31/2024`
  case monthFirst = "mdy"
}

/// How numbers and dates are written in a file, as far as the user sets it; the cells decide the rest.
public struct CellFormats: Sendable, Equatable {
  /// The decimal mark.
  public var decimal: DecimalMark?
  /// The thousands separator.
  public var thousands: ThousandsMark?
  /// Whether the day or the month comes first in a date in digits.
  public var dates: DateOrder?
  /// Whether the importer has options for them, which advice can name.
  public var areOptions = true

  /// Creates formats; what is left out is detected in each column.
  public init(decimal: DecimalMark? = nil, thousands: ThousandsMark? = nil, dates: DateOrder? = nil) {
    self.decimal = decimal
    self.thousands = thousands
    self.dates = dates
  }
}
