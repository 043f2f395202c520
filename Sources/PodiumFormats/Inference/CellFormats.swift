internal import PodiumCore
internal import PodiumPlugin

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
