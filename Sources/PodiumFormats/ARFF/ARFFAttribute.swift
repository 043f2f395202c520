internal import PodiumCore

/// A column of an ARFF file as its header declares it.
struct ARFFAttribute: Sendable, Equatable {
  var name: String
  var kind: Kind

  var hasOffsets: Bool { if case .date(let pattern) = kind { pattern.hasZone } else { false } }

  enum Kind: Sendable, Equatable {
    case numeric
    case integer
    case string
    /// Names in declared order; ordered if podium's own comment says so.
    case nominal([String], isOrdered: Bool)
    case date(DatePattern)
  }
}

/// A date format in the letters of Java's SimpleDateFormat, restricted to numeric fields.
struct DatePattern: Sendable, Equatable {
  private enum Part: Equatable {
    case year, month, day, hour, minute, second, fraction, zone
    case literal(UInt8)
  }

  private var parts: [(part: Part, width: Int)] = []
  /// Whether it has no time of day.
  let isDay: Bool

  fileprivate var hasZone: Bool { parts.contains { $0.part == .zone } }

  /// ARFF's default pattern.
  static let standard = "yyyy-MM-dd'T'HH:mm:ss"

  /// Reads a pattern; nil for letters that stand for words (month names, weekdays, eras) or are undefined, and
  /// without year, month and day.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    var i = 0
    var letters: Set<UInt8> = []
    while i < bytes.count {
      let byte = bytes[i]
      if byte == 0x27 {
        i += 1
        if i < bytes.count, bytes[i] == 0x27 { parts.append((.literal(0x27), 1)) }
        while i < bytes.count, bytes[i] != 0x27 {
          parts.append((.literal(bytes[i]), 1))
          i += 1
        }
        guard i < bytes.count else { return nil }
        i += 1
        continue
      }
      var width = 1
      while i + width < bytes.count, bytes[i + width] == byte { width += 1 }
      let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      if isLetter {
        guard letters.insert(byte).inserted || byte == 0x5A || byte == 0x58 else { return nil }
        switch byte {
        case 0x79: parts.append((.year, width))
        case 0x4D where width <= 2: parts.append((.month, width))
        case 0x64: parts.append((.day, width))
        case 0x48: parts.append((.hour, width))
        case 0x6D: parts.append((.minute, width))
        case 0x73: parts.append((.second, width))
        case 0x53: parts.append((.fraction, width))
        case 0x5A, 0x58: parts.append((.zone, width))
        default: return nil
        }
      } else {
        for _ in 0..<width { parts.append((.literal(byte), 1)) }
      }
      i += width
    }
    guard letters.isSuperset(of: [0x79, 0x4D, 0x64]) else { return nil }
    isDay = letters.isDisjoint(with: [0x48, 0x6D, 0x73, 0x53])
  }

  static func == (a: DatePattern, b: DatePattern) -> Bool {
    a.parts.count == b.parts.count && zip(a.parts, b.parts).allSatisfy { $0.part == $1.part && $0.width == $1.width }
  }

  /// The day or moment of a text; without a zone it is UTC. Nil if it does not match the pattern or does not
  /// exist.
  func read(_ text: String) -> Value? {
    let bytes = Array(text.utf8)
    var i = 0
    var fields: [Int] = [0, 1, 1, 0, 0, 0]
    var micros = 0
    var zone = 0
    for (place, (part, width)) in parts.enumerated() {
      let isFollowedByDigits = place + 1 < parts.count && DatePattern.isNumber(parts[place + 1].part)
      switch part {
      case .literal(let byte):
        guard i < bytes.count, bytes[i] == byte else { return nil }
        i += 1
      case .zone:
        guard let minutes = DatePattern.zone(bytes[min(i, bytes.count)...]) else { return nil }
        zone = minutes
        i = bytes.count
      case .fraction:
        guard let digits = DatePattern.digits(bytes, &i, most: width) else { return nil }
        var value = digits.value
        // Three letters mean milliseconds, six microseconds; more than six digits cannot be kept.
        guard width <= 6, digits.count <= width else { return nil }
        for _ in width..<6 { value *= 10 }
        micros = value
      default:
        // Takes all digits unless the next field follows immediately.
        guard let digits = DatePattern.digits(bytes, &i, most: isFollowedByDigits ? width : 9) else { return nil }
        switch part {
        case .year:
          fields[0] = digits.value
          // Two digits mean 1950 to 2049, since a file does not say when it was created.
          if width == 2, digits.count == 2 { fields[0] += digits.value < 50 ? 2000 : 1900 }
        case .month: fields[1] = digits.value
        case .day: fields[2] = digits.value
        case .hour: fields[3] = digits.value
        case .minute: fields[4] = digits.value
        default: fields[5] = digits.value
        }
      }
    }
    guard i == bytes.count, let day = CalendarDate(year: fields[0], month: fields[1], day: fields[2]),
      fields[3] < 24, fields[4] < 60, fields[5] < 60
    else { return nil }
    if isDay { return .date(day) }
    let minutes = day.days * 1440 + fields[3] * 60 + fields[4] - zone
    let microseconds = (minutes * 60 + fields[5]) * 1_000_000 + micros
    let moment = Moment(microseconds: microseconds)
    return moment.microseconds == microseconds ? .datetime(moment) : nil
  }

  private static func isNumber(_ part: Part) -> Bool {
    switch part {
    case .literal, .zone: false
    default: true
    }
  }

  private static func digits(_ bytes: [UInt8], _ i: inout Int, most: Int) -> (value: Int, count: Int)? {
    var value = 0
    let start = i
    while i < bytes.count, i - start < min(most, 9), bytes[i] &- 0x30 < 10 {
      value = value * 10 + Int(bytes[i] &- 0x30)
      i += 1
    }
    return i > start ? (value, i - start) : nil
  }

  /// Minutes of `Z`, `+hh`, `+hhmm` or `+hh:mm`.
  private static func zone(_ bytes: ArraySlice<UInt8>) -> Int? {
    let text = Array(bytes)
    if text == [0x5A] { return 0 }
    guard let sign = text.first, sign == 0x2B || sign == 0x2D else { return nil }
    let digits = text.dropFirst().filter { $0 != 0x3A }
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    let minutes = digits.count == 2 ? number * 60 : number / 100 * 60 + number % 100
    guard minutes <= 14 * 60 else { return nil }
    return sign == 0x2D ? -minutes : minutes
  }
}
