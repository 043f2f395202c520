internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// How the cells of sheets are read: numbers with their unit, days and times of day.
enum SheetValues {
  /// Whether a cell holds an error of the spreadsheet program, in whatever language: `#REF!`, `#SAKNAS!`, `#N/A`.
  static func isError(_ text: String) -> Bool {
    text.hasPrefix("#") && (text.hasSuffix("!") || text.hasSuffix("?") || text == "#N/A")
  }

  /// A number as a waxer writes it: decimal comma, a true minus sign, a unit after it; nil for anything else.
  static func number(_ text: String) -> Double? {
    var plain = text.lowercased().map { $0 == "−" || $0 == "–" ? "-" : $0 }[...]
    while let last = plain.last, !last.isNumber { plain.removeLast() }
    // Only a unit is allowed there.
    let tail = String(text.lowercased().dropFirst(plain.count)).filter { !$0.isWhitespace }
    guard ["", "°", "°c", "c", "%", "cm", "mm", "kg", "grader", "procent"].contains(tail) else { return nil }
    return Double(decimal: String(plain.filter { !$0.isWhitespace }))
  }

  /// A temperature in °C; one in °F (`23F`) is converted, to a tenth. Nil for anything else.
  static func celsius(_ text: String) -> Double? {
    guard text.lowercased().hasSuffix("f") else { return number(text) }
    return number(String(text.dropLast())).map { (($0 - 32) / 1.8 * 10).rounded() / 10 }
  }

  /// A time of day in minutes, with or without an offset: `08:30`, `8.30`, `0830`, `8:30 pm`, `kl 9`, `08:30+01:00`; nil for anything else. Of
  /// `08:30-10:00` the beginning counts, and of a day with a time the time.
  static func clock(_ text: String) -> (minute: Int, offset: Int?)? {
    let plain = text.lowercased()
    // A formula, a bound or a number below 0 has a digit too.
    let isOdd = plain.contains { one in
      "=<>#*%_$&@!?".contains(one) || !one.isASCII && !one.isLetter && !one.isWhitespace && !"–−".contains(one)
    }
    if isOdd || plain.first(where: { !$0.isWhitespace }).map({ "-–−".contains($0) }) ?? true { return nil }
    var numbers: [(value: Int, digits: Int, after: Character?)] = []
    var i = plain.startIndex
    while i < plain.endIndex {
      let digits = plain[i...].prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty else {
        i = plain.index(after: i)
        continue
      }
      let end = digits.endIndex
      numbers.append((Int(digits) ?? -1, digits.count, end < plain.endIndex ? plain[end] : nil))
      i = end
    }
    let isEvening = plain.contains("pm") || plain.contains("p.m")
    let isMorning = plain.contains("am") || plain.contains("a.m")
    func valid(_ hour: Int, _ minute: Int) -> (minute: Int, offset: Int?)? {
      var hour = hour
      if isEvening || isMorning {
        guard (1...12).contains(hour) else { return nil }
        hour = hour % 12 + (isEvening ? 12 : 0)
      }
      guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
      return (hour * 60 + minute, nil)
    }
    if let whole = TypedMoment("2000-01-01T" + plain.uppercased(), now: nil), let offset = whole.offset {
      let minute = whole.moment.shown(offset: offset).minuteOfDay
      // Unlike an offset, the end of a test is later than its beginning.
      if numbers.count != 4 || -offset < minute / 60 * 60 { return (minute, offset) }
    }
    for (place, number) in numbers.enumerated().dropLast() {
      let next = numbers[place + 1]
      if number.digits <= 2, next.digits == 2, let mark = number.after, ":.h,".contains(mark) {
        return valid(number.value, next.value)
      }
    }
    guard numbers.count == 1 || (numbers.count == 2 && numbers[1].digits == numbers[0].digits), let only = numbers.first
    else { return nil }
    switch only.digits {
    case 1, 2: return numbers.count == 1 ? valid(only.value, 0) : nil
    case 3, 4: return valid(only.value / 100, only.value % 100)
    default: return nil
    }
  }
}
