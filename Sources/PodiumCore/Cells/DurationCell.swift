/// Durations and times of day in cells: `12:01.4` (minutes), `26:05:00` (hours), `-0:30`; `8:30`, `08:30:15`, `8:30 pm`, `8am`.
package enum DurationCell {
  /// The seconds of a duration with colons; nil for any other text.
  ///
  /// Two parts are minutes and seconds, three are hours, minutes and seconds; only the last part has decimals, after a point or
  /// a comma, and only the first may be above 59. Days may come before three parts, as in `1 day 02:00:00`.
  package static func seconds(_ text: String) -> Double? {
    guard text.utf8.count <= longest else { return nil }
    var rest = trimmed(text[...])
    let isNegative = rest.first == "-" || rest.first == "\u{2212}"
    if isNegative { rest.removeFirst() }
    let days = takeDays(&rest)
    // `-1 days +23:59:30` is half a minute before 0.
    let isAhead = days != nil && isNegative && rest.first == "+"
    if isAhead { rest.removeFirst() }
    guard let parts = parts(rest), days == nil || parts.count == 3,
      let seconds = total(parts, days: isAhead ? 0 : days ?? 0)
    else { return nil }
    if isAhead, let days { return seconds - Double(days) * Circle.day.period }
    return isNegative ? -seconds : seconds
  }

  /// The seconds of a duration, also with units, as in `1h 20m` and `90 min`; a number alone counts seconds.
  package static func duration(_ text: String) -> Double? {
    if let seconds = seconds(text) ?? worded(text) { return seconds }
    // A comma before one or two digits is a decimal one; three could be thousands.
    guard text.utf8.count <= longest else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count == 2, (1...2).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
    {
      return duration(parts.joined(separator: "."))
    }
    switch NumberCell.read(text, isDeclared: true) {
    case .integer(let whole): return NumberCell.exactDouble(whole)
    case .real(let real): return real.isFinite ? real : nil
    case .word, .other: return nil
    }
  }

  /// The seconds of numbers with units, the larger ones first and each once; only the last number has decimals.
  private static func worded(_ text: String) -> Double? {
    guard text.utf8.count <= longest else { return nil }
    var (rest, last, whole) = (trimmed(text[...]), Int.max, 0)
    let isNegative = rest.first == "-" || rest.first == "\u{2212}"
    if isNegative { rest.removeFirst() }
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
      rest = trimmed(rest[number.endIndex...])
      let word = rest.prefix { $0.isLetter }
      rest = trimmed(rest[word.endIndex...])
      guard let unit = units.first(where: { $0.words.contains(word.lowercased()) })?.seconds, unit < last
      else { return nil }
      last = unit
      if number.utf8.count <= 12, let count = Int(number) {
        whole += count * unit
      } else if rest.isEmpty, let size = Double(number.replacing(",", with: ".")), size.isFinite, size < 1e12 {
        // One decimal number, so that 1 min 12.4 s is 72.4.
        let decimals = number.drop { $0.isNumber }.replacing(",", with: ".")
        let exact = unit == 1 ? Double("\(whole + Int(size))" + decimals) : nil
        let seconds = exact ?? Double(whole) + size * Double(unit)
        return isNegative ? -seconds : seconds
      } else {
        return nil
      }
    }
    return last == .max ? nil : Double(isNegative ? -whole : whole)
  }

  private static let units: [(words: [String], seconds: Int)] = [
    (["d", "day", "days"], 86_400), (["h", "hr", "hrs", "hour", "hours", "tim"], 3600),
    (["m", "min", "mins", "minute", "minutes"], 60), (["s", "sec", "secs", "second", "seconds", "sek"], 1),
  ]

  /// The seconds since midnight of a time of day: hours and minutes, seconds where there are three parts.
  package static func time(_ text: String) -> Double? {
    guard text.utf8.count <= longest else { return nil }
    var rest = trimmed(text[...])
    var half: Character?
    for (ending, letter) in endings where rest.lowercased().hasSuffix(ending) {
      half = letter
      rest = trimmed(rest.dropLast(ending.count))
      break
    }
    // `8 am` is an hour alone.
    let isHour = half != nil && (1...2).contains(rest.utf8.count)
    guard let parts = parts(isHour ? rest + ":00" : rest),
      parts.count == 3 || !parts[1].utf8.contains(where: { $0 == 0x2E || $0 == 0x2C }),
      let hour = Int(parts[0]), half == nil ? hour < 24 : (1...12).contains(hour),
      let seconds = total(parts.count == 2 ? parts + ["00"] : parts, days: 0)
    else { return nil }
    guard let half else { return seconds }
    // 12 am is midnight, 12 pm noon.
    return seconds + (hour == 12 ? (half == "a" ? -43_200 : 0) : half == "p" ? 43_200 : 0)
  }

  /// Longer texts are none, so that a cell of megabytes takes no time.
  private static let longest = 400

  private static let endings: [(String, Character)] = [("am", "a"), ("pm", "p"), ("a.m.", "a"), ("p.m.", "p")]

  private static func trimmed(_ text: Substring) -> Substring {
    var rest = text.drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return rest
  }

  /// Takes `2 days ` from the beginning.
  private static func takeDays(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    let after = rest[digits.endIndex...]
    for word in [" days ", " day ", " days, ", " day, "] where after.hasPrefix(word) {
      guard digits.utf8.count <= 6, let days = Int(digits) else { return nil }
      rest = after.dropFirst(word.count)
      return days
    }
    return nil
  }

  /// Two or three parts of digits, the last with decimals where it has any.
  private static func parts(_ text: Substring) -> [Substring]? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    for (place, part) in parts.enumerated() {
      let isLast = place == parts.count - 1
      let digits = part.split(omittingEmptySubsequences: false) { isLast && ($0 == "." || $0 == ",") }
      guard digits.count <= 2, digits.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
        digits[0].utf8.count <= (place == 0 ? 12 : 2), digits.count < 2 || digits[1].utf8.count <= 25,
        place == 0 || (Int(digits[0]) ?? 60) < 60
      else { return nil }
    }
    return parts
  }

  /// The seconds of parts, read as one decimal number so that what was written comes back to the last digit.
  private static func total(_ parts: [Substring], days: Int) -> Double? {
    var whole = days * 24
    for (place, part) in parts.enumerated() {
      guard let number = Int(part.prefix { $0 != "." && $0 != "," }) else { return nil }
      whole = (place == 0 ? whole : whole * 60) + number
    }
    guard let last = parts.last, let mark = last.firstIndex(where: { $0 == "." || $0 == "," }) else {
      return Double(whole)
    }
    return Double("\(whole).\(last[last.index(after: mark)...])")
  }
}
