internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// Days as they are typed.
enum FootballDays {
  /// The day typed for a key; nil if it was omitted. Throws `bad-value`.
  static func day(_ call: Call, _ parameter: Parameter<String?>) throws(Diagnostic) -> CalendarDate? {
    guard let typed = call[parameter] else { return nil }
    guard let day = CalendarDate(iso: typed) else {
      throw .badValue(parameter.name, typed, allowed: "a day, as in 2020-01-01", span: call.span(of: parameter))
    }
    return day
  }
}
