internal import PodiumCore

/// The kind of numbers that a number format shows.
struct CellFormat: Equatable {
  enum Kind: Equatable {
    case number
    /// A number shown with decimals, so that even a whole one is not an integer.
    case decimal
    case date
    case datetime
    /// A time of day or a duration.
    case time
  }

  let kind: Kind
  /// Whether it shows hundredths: `0%`.
  private(set) var isPercent = false
  /// How many digits a whole number has at least: 3 for `000`.
  private(set) var digits = 0
  /// Whether hours count beyond a day: `[h]:mm`.
  private(set) var isDuration = false
  /// Whether it shows a duration and no time of day: `[h]:mm`, or minutes and seconds without hours.
  private(set) var isSpan = false
  /// The text in quotes that follows a moment, where podium writes the zone of its clock: `hh:mm "Europe/Stockholm"`.
  private(set) var zone: String?
  /// The currency beside the number: `"€"`, `[$EUR-407]`, `\$`.
  private(set) var currency: String?
  /// Whether what is typed into the cell is text, whatever it looks like: `'NA` (quotePrefix).
  var isLiteral = false

  init(_ kind: Kind) { self.kind = kind }

  /// A built-in format by its number (ECMA-376 part 1, 18.8.30).
  init(builtIn id: Int) {
    switch id {
    case 14...17, 27...31, 34...36, 50...54, 57, 58: kind = .date
    case 22: kind = .datetime
    case 18...21, 32, 33, 45...47, 55, 56:
      kind = .time
      isDuration = id == 46
      isSpan = (45...47).contains(id)
    case 9, 10:
      kind = .number
      isPercent = true
    case 2, 4, 39, 40, 43, 44: kind = .decimal
    default: kind = .number
    }
  }

  /// A format by its code: letters outside quotes, square brackets and escapes indicate days and times.
  init(code: String) {
    let bytes = Array(code.utf8)
    var hasDay = false
    var hasMonth = false
    var hasHours = false
    var hasDecimals = false
    var (hasPercent, countsHours, namesHours) = (false, false, false)
    var quoted: String?
    var i = 0
    scan: while i < bytes.count {
      switch bytes[i] | 0x20 {
      case _ where bytes[i] == 0x22:
        i += 1
        let start = i
        while i < bytes.count, bytes[i] != 0x22 { i += 1 }
        quoted = String(decoding: bytes[min(start, i)..<i], as: UTF8.self)
      case _ where bytes[i] == 0x5C || bytes[i] == 0x5F || bytes[i] == 0x2A: i += 1
      case _ where bytes[i] == 0x5B:
        // `[h]` counts hours beyond a day; a colour, a condition or a locale does not matter.
        let start = i + 1
        while i < bytes.count, bytes[i] != 0x5D { i += 1 }
        let inner = bytes[min(start, i)..<i]
        if !inner.isEmpty, inner.allSatisfy({ [0x68, 0x6D, 0x73].contains($0 | 0x20) }) {
          (hasHours, countsHours) = (true, true)
        }
      // What follows the first `;` is for negative numbers.
      case _ where bytes[i] == 0x3B: break scan
      case _ where bytes[i] == 0x25: hasPercent = true
      case 0x79, 0x64: hasDay = true
      case 0x6D: hasMonth = true
      case 0x68, 0x73:
        hasHours = true
        namesHours = namesHours || bytes[i] | 0x20 == 0x68
      case _ where bytes[i] == 0x2E:
        if i + 1 < bytes.count, bytes[i + 1] == 0x30 || bytes[i + 1] == 0x23 || bytes[i + 1] == 0x3F {
          hasDecimals = true
        }
      // `General` and `E+00` contain letters that mean nothing here.
      case 0x67 where code.lowercased().hasPrefix("general"): break scan
      default: break
      }
      i += 1
    }
    if hasDay || (hasMonth && !hasHours) {
      kind = hasHours ? .datetime : .date
    } else if hasHours {
      kind = .time
    } else {
      kind = hasDecimals ? .decimal : .number
    }
    (isPercent, isDuration) = (hasPercent, countsHours)
    if kind == .datetime, let quoted, Zone.isName(quoted) { zone = quoted }
    isSpan = kind == .time && (countsHours || !namesHours)
    if bytes.count > 1, bytes.allSatisfy({ $0 == 0x30 }) { digits = bytes.count }
    if kind == .number || kind == .decimal { currency = CellFormat.currency(code) }
  }

  /// The currency of a code: what `[$…]` names, or all its text where that is a currency.
  private static func currency(_ code: String) -> String? {
    let named = code.firstRange(of: "[$").map { code[$0.upperBound...].prefix { $0 != "-" && $0 != "]" } } ?? ""
    if !named.isEmpty { return named.trimmed }
    var (text, isSkipped, isInBrackets) = ("", false, false)
    for character in code.prefix(while: { $0 != ";" }) {
      switch character {
      // A space as wide as the next character, or one that is repeated.
      case _ where isSkipped: isSkipped = false
      case "_", "*": isSkipped = true
      case "[": isInBrackets = true
      case "]": isInBrackets = false
      case _ where isInBrackets, "\"", "\\", "#", "0", "?", ",", ".", "-", "(", ")": break
      default: text.append(character)
      }
    }
    return Amount.currencies.first { $0 == text.trimmed }
  }

  /// What a cell shows of a number, where that is not the number or day itself; nil otherwise.
  ///
  /// `places` is the number of its decimal places.
  func text(_ real: Double, places: Int, startsIn1904: Bool) -> String? {
    switch kind {
    case .time where !isDuration && real >= 1:
      return SerialDate.time(real - real.rounded(.down), places: min(places, 9))
    case .date, .datetime:
      guard let value = SerialDate.value(real, places: places, startsIn1904: startsIn1904, isDay: kind == .date),
        case .datetime(let moment) = value
      else { return nil }
      if kind == .date { return moment.date.description }
      return String(moment.description.prefix(19).map { $0 == "T" ? " " : $0 })
    case .number, .decimal, .time:
      if isPercent { return NumberText.shortest((real * 1e10).rounded() / 1e8) + "%" }
      guard real >= 0, digits <= 30, let whole = Int(exactly: real) else { return nil }
      let text = String(whole)
      return text.utf8.count < digits ? String(repeating: "0", count: digits - text.utf8.count) + text : nil
    }
  }
}

/// The days and moments that numbers represent in workbooks.
enum SerialDate {
  /// The value of a number with a date format; nil for nonexistent days.
  ///
  /// In the 1900 date system, 60 is the nonexistent 29 February 1900; numbers below count from
  /// 1899-12-31, numbers above from 1899-12-30 (ECMA-376 part 1, 18.17.4.1). `places` is the number of its decimal places.
  static func value(_ serial: Double, places: Int = 17, startsIn1904: Bool, isDay: Bool) -> Value? {
    guard serial >= 0, serial < 2_958_466 else { return nil }
    let whole = serial.rounded(.down)
    guard var days = Int(exactly: whole) else { return nil }
    if startsIn1904 {
      days -= 24_107
    } else {
      if days == 60 || days == 0 { return nil }
      days -= days < 60 ? 25_568 : 25_569
    }
    let micros = days * day + microseconds(serial, places: places)
    let moment = Moment(microseconds: micros)
    return isDay && micros % day == 0 ? .date(moment.date) : .datetime(moment)
  }

  private static let day = 86_400_000_000

  /// The microseconds of the fraction of a number of days, as exact as its digits are.
  ///
  /// Digits cannot hold a quarter of an hour as a part of a day, and programs write 15, 16 or 17 of them. So the value is the
  /// roundest one within the digits that are there: a full second if there is one, otherwise a tenth and so on.
  private static func microseconds(_ serial: Double, places: Int) -> Int {
    let fraction = serial - serial.rounded(.down)
    let micros = fraction * Double(day)
    var half = 0.5
    for _ in 0..<min(places, 20) { half /= 10 }
    // The last digit may be rounded, and so may the number that the program had; a short number is what it says.
    var whole = serial.rounded(.down)
    var digits = places
    while whole >= 1 { (whole, digits) = (whole / 10, digits + 1) }
    let tolerance = ((places < 6 && digits < 9 ? 0 : half) + serial.ulp) * Double(day)
    for unit in [1e6, 1e5, 1e4, 1e3, 100, 10] {
      let rounded = (micros / unit).rounded() * unit
      if (rounded - micros).magnitude <= tolerance { return Int(rounded) }
    }
    return Int(micros.rounded())
  }

  /// The number of decimal places of a number as a file writes it.
  static func places(_ text: String) -> Int {
    var (places, isFraction) = (0, false)
    for (place, byte) in text.utf8.enumerated() {
      if byte == 0x2E {
        isFraction = true
      } else if byte | 0x20 == 0x65 {
        let exponent = Int(Substring(text.utf8.dropFirst(place + 1))).map { max(-400, min(400, $0)) } ?? 0
        return max(0, places - exponent)
      } else if isFraction {
        places += 1
      }
    }
    return places
  }

  /// The number of a moment in the 1900 date system, from 1900-03-01 on; nil if it would not read back the same.
  static func serial(_ microseconds: Int) -> Double? {
    let days = Double(microseconds) / Double(day) + 25_569
    guard days >= 61,
      case .datetime(let moment)? = value(
        days, places: days.rounded() == days ? 0 : places(NumberText.shortest(days)), startsIn1904: false, isDay: false)
    else { return nil }
    return moment.microseconds == microseconds ? days : nil
  }

  /// A fraction of a day, or more than one, as hours, minutes and seconds.
  static func time(_ serial: Double, places: Int) -> String? {
    if serial < 0 { return time(-serial, places: places).map { "-" + $0 } }
    guard serial < 100_000, let days = Int(exactly: serial.rounded(.down)) else { return nil }
    let micros = days * day + microseconds(serial, places: places)
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    var fraction = micros % 1_000_000 == 0 ? "" : "." + padded(micros % 1_000_000, 6)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let seconds = micros / 1_000_000
    return "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))\(fraction)"
  }
}
