/// Durations and times of day in cells: `12:01.4` (minutes), `26:05:00` (hours), `-0:30`.
package enum DurationCell {
  /// The seconds of a text; nil for any other text.
  ///
  /// Two parts are minutes and seconds, three are hours, minutes and seconds; only the last part has decimals, after a point or
  /// a comma, and only the first may be above 59.
  package static func seconds(_ text: String) -> Double? {
    var rest = text.drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    let isNegative = rest.first == "-" || rest.first == "\u{2212}"
    if isNegative { rest.removeFirst() }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var seconds = 0.0
    for (place, part) in parts.enumerated() {
      let isLast = place == parts.count - 1
      let digits = part.split(omittingEmptySubsequences: false) { isLast && ($0 == "." || $0 == ",") }
      guard digits.count <= 2, digits.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
        digits[0].utf8.count <= (place == 0 ? 6 : 2), digits.count < 2 || digits[1].utf8.count <= 9,
        let number = Double(digits.joined(separator: ".")), place == 0 || number < 60
      else { return nil }
      seconds = seconds * 60 + number
    }
    return isNegative ? -seconds : seconds
  }
}
