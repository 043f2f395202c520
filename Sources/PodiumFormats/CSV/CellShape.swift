internal import PodiumCore

/// What a cell looks like that podium does not type alone, as far as that tells a row of data from a row of names.
enum CellShape: Equatable {
  /// A day in a local form, with the byte between its parts: `31/12/2024`, `12/31/24`, `1 Jan 2024`.
  case day(mark: UInt8)
  /// `17:05`, `5:05 pm`
  case time
  /// `$12.50`, `12,50 €`, `1'000.–`
  case money
  /// `12.5 %`
  case percent
  /// `anna@example.org`
  case mail
  /// `https://example.org`
  case page
  /// `192.0.2.1`, `2001:db8::1`, and addresses of devices
  case network
  /// `48.1374, 11.5755`, `48°08′N`
  case position

  /// Longer cells have no shape.
  static let longest = 200

  /// Reads a cell's core; nil for anything else.
  init?(_ text: Span<UInt8>, _ core: Range<Int>) {
    guard core.count >= 2, core.count <= CellShape.longest else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(core.count)
    var hasDigit = false
    for place in core {
      bytes.append(text[place])
      if CellShape.isDigit(text[place]) { hasDigit = true }
    }
    if CellShape.isPage(bytes) {
      self = .page
    } else if CellShape.isMail(bytes) {
      self = .mail
    } else if CellShape.isNetwork(bytes) {
      self = .network
    } else if !hasDigit {
      return nil
    } else if CellShape.isTime(bytes[...]) {
      self = .time
    } else if let mark = CellShape.dayMark(bytes) {
      self = .day(mark: mark)
    } else if CellShape.isPercent(bytes) {
      self = .percent
    } else if CellShape.isPosition(bytes) {
      self = .position
    } else if CellShape.isMoney(bytes) {
      self = .money
    } else {
      return nil
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 }

  /// The digits at the start of a slice, removed from it; nil if there are not this many.
  private static func number(_ rest: inout ArraySlice<UInt8>, _ lengths: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(while: isDigit)
    guard lengths.contains(digits.count), digits.count <= 9 else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
  }

  private static func skip(_ rest: inout ArraySlice<UInt8>, _ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  // MARK: Days and times

  /// `h:mm`, with seconds, a fraction, AM or PM, and a zone.
  private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    guard let hour = number(&rest, 1...2), hour <= 24, skip(&rest, 0x3A), let minute = number(&rest, 2...2),
      minute < 60
    else { return false }
    if skip(&rest, 0x3A) {
      guard let second = number(&rest, 2...2), second <= 60 else { return false }
      if skip(&rest, 0x2E) || skip(&rest, 0x2C) { guard number(&rest, 1...9) != nil else { return false } }
    }
    let tail = String(decoding: rest.filter { $0 != 0x20 && $0 != 0x2E }, as: UTF8.self).lowercased()
    if tail.isEmpty || tail == "am" || tail == "pm" || tail == "z" || tail == "utc" { return true }
    return (tail.hasPrefix("+") || tail.hasPrefix("-"))
      && tail.utf8.dropFirst().allSatisfy { isDigit($0) || $0 == 0x3A }
  }

  /// The byte between the parts of a day that may have a time after it; nil if the cell is not one.
  private static func dayMark(_ bytes: [UInt8]) -> UInt8? {
    var rest = bytes[...]
    let mark: UInt8
    if let first = rest.first, isLetter(first) {
      // Jan 5, 2024
      guard skipMonth(&rest) else { return nil }
      _ = skip(&rest, 0x2E)
      guard skip(&rest, 0x20), let day = number(&rest, 1...2), (1...31).contains(day) else { return nil }
      _ = skip(&rest, 0x2C)
      guard skip(&rest, 0x20), number(&rest, 4...4) != nil else { return nil }
      mark = 0x2C
    } else {
      let length = rest.prefix(while: isDigit).count
      guard let first = number(&rest, 1...4), length != 3, let byte = rest.first,
        byte == 0x2F || byte == 0x2E || byte == 0x2D || byte == 0x20
      else { return nil }
      rest = rest.dropFirst()
      if byte == 0x2E { _ = skip(&rest, 0x20) }
      mark = byte
      if let next = rest.first, isLetter(next) {
        // 1 Jan 2024, 1. Januar 2024, 1-Jan-24
        guard length <= 2, (1...31).contains(first), skipMonth(&rest) else { return nil }
        _ = skip(&rest, 0x2E)
        guard skip(&rest, byte == 0x2E ? 0x20 : byte), year(&rest) else { return nil }
      } else {
        guard byte != 0x20, let second = number(&rest, 1...2), skip(&rest, byte) else { return nil }
        if length == 4 {
          guard let third = number(&rest, 1...2), (1...12).contains(second), (1...31).contains(third) else {
            return nil
          }
        } else {
          guard year(&rest), (1...31).contains(first), (1...31).contains(second), min(first, second) <= 12 else {
            return nil
          }
        }
      }
    }
    if rest.isEmpty { return mark }
    _ = skip(&rest, 0x2C)
    guard skip(&rest, 0x20) || skip(&rest, 0x54) else { return nil }
    return isTime(rest) ? mark : nil
  }

  private static func year(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let length = rest.prefix(while: isDigit).count
    return (length == 2 || length == 4) && number(&rest, 2...4) != nil
  }

  /// Skips the name of a month in English, German, French, Spanish or Italian, in full or abridged.
  private static func skipMonth(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let name = rest.prefix(while: isLetter)
    guard (3...12).contains(name.count) else { return false }
    let start = String(String(decoding: name, as: UTF8.self).lowercased().prefix(3))
    guard months.contains(start) else { return false }
    rest = rest.dropFirst(name.count)
    return true
  }

  private static let months: Set<String> = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mär", "mai", "okt", "dez",
    "fév", "avr", "jui", "aoû", "déc", "ene", "abr", "ago", "dic", "gen", "mag", "giu", "lug", "set", "ott",
  ]

  // MARK: Numbers with a mark

  private static func isPercent(_ bytes: [UInt8]) -> Bool {
    guard bytes.last == 0x25 else { return false }
    let amount = bytes.dropLast()
    return isAmount(String(decoding: amount, as: UTF8.self).trimmed)
  }

  /// An amount with a currency before or after it, or with a dash for its decimal places.
  private static func isMoney(_ bytes: [UInt8]) -> Bool {
    var amount = String(decoding: bytes, as: UTF8.self)
    if amount.hasPrefix("("), amount.hasSuffix(")") { amount = String(amount.dropFirst().dropLast()) }
    if amount.hasPrefix("-") || amount.hasPrefix("+") || amount.hasPrefix("−") { amount.removeFirst() }
    var isMarked = false
    if let currency = Amount.currencies.first(where: amount.hasPrefix) {
      amount = String(amount.dropFirst(currency.count)).trimmed
      isMarked = true
    } else if let currency = Amount.currencies.first(where: amount.hasSuffix) {
      amount = String(amount.dropLast(currency.count)).trimmed
      isMarked = true
    }
    for end in Amount.dashes where amount.hasSuffix(end) {
      amount = String(amount.dropLast(end.count))
      isMarked = true
    }
    return isMarked && isAmount(amount)
  }

  /// Digits with any separators between them, after a sign.
  private static func isAmount(_ text: String) -> Bool {
    var digits = text[...]
    if let sign = digits.first, sign == "-" || sign == "+" || sign == "−" { digits = digits.dropFirst() }
    guard let first = digits.utf8.first, let last = digits.utf8.last, isDigit(last), isDigit(first) || first == 0x2E
    else { return false }
    return digits.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "0"..."9", ".", ",", "'", "’", " ", "\u{A0}", "\u{2009}", "\u{202F}": true
      default: false
      }
    }
  }

  // MARK: Addresses and positions

  private static func isMail(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: 0x40, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !bytes.contains(0x20) else { return false }
    let labels = parts[1].split(separator: 0x2E, omittingEmptySubsequences: false)
    guard labels.count >= 2, let last = labels.last, last.count >= 2, last.allSatisfy(isLetter) else { return false }
    return labels.allSatisfy { !$0.isEmpty && $0.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x2D } }
  }

  private static func isPage(_ bytes: [UInt8]) -> Bool {
    guard !bytes.contains(0x20) else { return false }
    if bytes.count > 6, bytes.starts(with: [0x77, 0x77, 0x77, 0x2E]) { return bytes.dropFirst(4).contains(0x2E) }
    let scheme = bytes.prefix(while: isLetter)
    return (2...10).contains(scheme.count) && bytes.count > scheme.count + 3
      && bytes.dropFirst(scheme.count).starts(with: [0x3A, 0x2F, 0x2F])
  }

  private static func isNetwork(_ bytes: [UInt8]) -> Bool {
    func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }
    let groups = bytes.split(separator: 0x3A, omittingEmptySubsequences: false)
    if groups.count >= 3, groups.allSatisfy({ $0.count <= 4 && $0.allSatisfy(isHex) }) {
      if groups.count == 6, groups.allSatisfy({ $0.count == 2 }) { return true }
      let isShort = zip(bytes, bytes.dropFirst()).contains { $0 == 0x3A && $1 == 0x3A }
      return groups.count == 8 || (isShort && groups.count <= 8 && bytes.contains(where: isHex))
    }
    var rest = bytes[...]
    for part in 0..<4 {
      guard let value = number(&rest, 1...3), value <= 255, part == 3 || skip(&rest, 0x2E) else { return false }
    }
    // A port, or the size of a network.
    if skip(&rest, 0x3A) { return number(&rest, 1...5) != nil && rest.isEmpty }
    if skip(&rest, 0x2F) { return number(&rest, 1...2) != nil && rest.isEmpty }
    return rest.isEmpty
  }

  /// Two degrees with points, or degrees with a sign and a direction.
  private static func isPosition(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.contains("°") {
      guard let first = text.first, first.isASCII, "0123456789-+NSEW".contains(first) else { return false }
      return text.allSatisfy { "0123456789.,-+'′’\"″”° NSEWO".contains($0) }
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
    guard parts.count == 2, let a = Double(parts[0]), let b = Double(parts[1]) else { return false }
    return parts.allSatisfy { $0.contains(".") } && abs(a) <= 90 && abs(b) <= 180
  }
}

extension String {
  /// The text without spaces at its ends, including those that do not break lines.
  fileprivate var trimmed: String { trimming { " \u{A0}\u{202F}".contains($0) } }
}
