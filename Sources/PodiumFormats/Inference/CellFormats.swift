internal import PodiumCore
public import PodiumPlugin

/// How numbers and dates are written in a file, as far as the user says so; the cells decide the rest.
public struct CellFormats: Sendable, Equatable {
  /// The mark before a number's fraction.
  public var decimal: DecimalMark?
  /// The mark between a number's thousands.
  public var thousands: ThousandsMark?
  /// Whether the day or the month stands first in a date written in digits.
  public var dates: DateOrder?

  /// Makes formats; what is left out is found out from each column.
  public init(decimal: DecimalMark? = nil, thousands: ThousandsMark? = nil, dates: DateOrder? = nil) {
    self.decimal = decimal
    self.thousands = thousands
    self.dates = dates
  }

  /// The mark before a number's fraction.
  public typealias DecimalMark = DelimitedOptions.DecimalMark
  /// The mark between a number's thousands.
  public typealias ThousandsMark = DelimitedOptions.ThousandsMark
  /// The order of day and month in a date written in digits.
  public typealias DateOrder = DelimitedOptions.DateOrder
}

/// The forms other than the standard ones in which a file's columns were read, in the order they were met.
public struct FoundFormats: Sendable, Equatable {
  private var decimal: [String] = []
  private var thousands: [String] = []
  private var dates: [String] = []

  /// Only standard forms: `1.5` and `2024-12-31`.
  public init() {}

  mutating func add(_ form: NumberForm) {
    if form.decimal == .comma { append(form.decimal.rawValue, to: &decimal) }
    if form.thousands != .none { append(form.thousands.rawValue, to: &thousands) }
  }

  mutating func add(_ form: DateForm) { append(form.shown, to: &dates) }

  private func append(_ text: String, to list: inout [String]) {
    if !list.contains(text) { list.append(text) }
  }

  /// The forms as fields of a report; only those that were met.
  var facts: [ImportReport.Fact] {
    [("decimal", decimal), ("thousands", thousands), ("dates", dates)].filter { !$0.1.isEmpty }.map {
      ImportReport.Fact($0.0, .text($0.1.joined(separator: " and ")))
    }
  }
}
