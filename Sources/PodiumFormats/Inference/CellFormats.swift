public import PodiumCore
internal import PodiumPlugin

/// How numbers and dates are written in a file, as far as the user sets it; the cells decide the rest.
public struct CellFormats: Sendable, Equatable {
  /// The decimal mark.
  public var decimal: DecimalMark?
  /// The thousands separator.
  public var thousands: ThousandsMark?
  /// Whether the day or the month comes first in a date in digits.
  public var dates: DateOrder?
  /// Whether the importer has options for them, which advice can name.
  var areOptions = true

  /// Creates formats; what is left out is detected in each column.
  public init(decimal: DecimalMark? = nil, thousands: ThousandsMark? = nil, dates: DateOrder? = nil) {
    self.decimal = decimal
    self.thousands = thousands
    self.dates = dates
  }

  /// The decimal mark.
  public typealias DecimalMark = PodiumCore.DecimalMark
  /// The thousands separator.
  public typealias ThousandsMark = PodiumCore.ThousandsMark
  /// The order of day and month in a date in digits.
  public typealias DateOrder = PodiumCore.DateOrder
}

/// The nonstandard forms in which a file's columns were read, in order of appearance.
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

  /// The forms as fields of a report; only those that occurred.
  var facts: [ImportReport.Fact] {
    [("decimal", decimal), ("thousands", thousands), ("dates", dates)].filter { !$0.1.isEmpty }.map {
      ImportReport.Fact($0.0, .text($0.1.joined(separator: " and ")))
    }
  }
}
