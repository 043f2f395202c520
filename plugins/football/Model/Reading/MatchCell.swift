internal import PodiumCore

/// Parsers for single cells of a results file; nil for an invalid cell.
public enum MatchCell {
  /// `31/03/12` or `31/03/2012`, decided for each cell; two-digit years 90 to 99 are in the 1900s.
  static func date(_ text: String) -> CalendarDate? {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 3, let day = digits(parts[0], 1...2), let month = digits(parts[1], 1...2),
      let year = digits(parts[2], 2...4), parts[2].count != 3
    else { return nil }
    let full = parts[2].count == 4 ? year : year >= 90 ? 1900 + year : 2000 + year
    return CalendarDate(year: full, month: month, day: day)
  }

  /// `20:00`; nil for an impossible time.
  static func time(_ text: String) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.count <= 3, let hour = digits(parts[0], 1...2), hour < 24,
      let minute = digits(parts[1], 2...2), minute < 60
    else { return nil }
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }

  /// A whole number of goals below 100, which some programs write as `2.0`.
  public static func goals(_ text: String) -> Int? {
    digits((text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8, 1...2)
  }

  /// Decimal odds, above 1; some countries write `1,85`.
  static func odds(_ text: String) -> Double? {
    guard let number = Double(text) ?? TextNumber.value(text), number.isFinite, number > 1 else { return nil }
    return number
  }

  private static func digits(_ text: Substring.UTF8View, _ length: ClosedRange<Int>) -> Int? {
    guard length.contains(text.count), text.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
