internal import PodiumCore

/// Parsers for single cells of a results file; nil for an invalid cell.
public enum MatchCell {
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
