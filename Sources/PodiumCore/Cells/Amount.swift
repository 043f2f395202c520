/// The digits of a number, and what may be around them.
///
/// `(3.00)` and `3.00-` are negative, as accounts are written. In a column declared as numbers a currency or a percent
/// sign is left out too, and with `hasUnit` a unit; a sign may be before the currency, and spaces may be between them.
package struct Amount {
  /// The digits with their marks and, unless the amount is negative, their sign.
  package private(set) var core: Range<Int>
  /// Whether parentheses, a minus at the end or one before a currency make it negative.
  package private(set) var isNegative = false
  /// Whether parentheses or a minus at the end make it negative.
  package private(set) var isBracketed = false
  /// The currency, percent sign or unit that was left out.
  package private(set) var mark: Range<Int>?

  /// The currencies that may be before or after an amount; longer ones are before those that they begin with.
  package static let currencies = [
    "US$", "R$", "C$", "A$", "$", "€", "£", "¥", "₹", "₽", "₺", "zł", "CHF", "SFr.", "Fr.", "EUR", "USD", "GBP", "JPY",
    "SEK", "NOK", "DKK", "PLN", "kr.", "kr",
  ]

  package init(_ text: Span<UInt8>, _ whole: Range<Int>, isDeclared: Bool, hasUnit: Bool = false) {
    core = whole
    guard whole.count > 1 else { return }
    if isDeclared { leaveOutMarks(text, hasUnit: hasUnit) }
    if core.count > 2, text[core.lowerBound] == 0x28, text[core.upperBound - 1] == 0x29 {
      core = (core.lowerBound + 1)..<(core.upperBound - 1)
      (isNegative, isBracketed) = (true, true)
      if isDeclared { leaveOutMarks(text, hasUnit: hasUnit) }
    } else if !isNegative, core.count > 1, let minus = minusAtEnd(text), text[core.lowerBound] &- 0x30 < 10 {
      core = core.lowerBound..<(core.upperBound - minus)
      (isNegative, isBracketed) = (true, true)
    }
    // A second sign makes it no number.
    if isNegative, core.isEmpty || (text[core.lowerBound] &- 0x30 >= 10 && text[core.lowerBound] != 0x2E) {
      core = core.lowerBound..<core.lowerBound
    }
  }

  private func minusAtEnd(_ text: Span<UInt8>) -> Int? {
    let end = core.upperBound
    if text[end - 1] == 0x2D { return 1 }
    return core.count > 3 && text[end - 3] == 0xE2 && text[end - 2] == 0x88 && text[end - 1] == 0x92 ? 3 : nil
  }

  private mutating func leaveOutMarks(_ text: Span<UInt8>, hasUnit: Bool) {
    trim(text)
    guard mark == nil else { return }
    if ends(with: "%", text) {
      leaveOutEnd(1)
    } else if !leaveOutCurrency(text), hasUnit, let count = unitAtEnd(text) {
      leaveOutEnd(count)
    }
    trim(text)
  }

  private mutating func leaveOutEnd(_ count: Int) {
    mark = (core.upperBound - count)..<core.upperBound
    core = core.lowerBound..<(core.upperBound - count)
  }

  private mutating func leaveOutCurrency(_ text: Span<UInt8>) -> Bool {
    let isSigned = !isNegative && core.count > 1 && text[core.lowerBound] == 0x2D
    let start = core.lowerBound + (isSigned ? 1 : 0)
    for currency in Amount.currencies {
      let count = currency.utf8.count
      if begins(with: currency, text, at: start) {
        mark = start..<(start + count)
        core = (start + count)..<core.upperBound
        isNegative = isNegative || isSigned
        return true
      }
      if ends(with: currency, text) {
        leaveOutEnd(count)
        return true
      }
    }
    return false
  }

  /// The length of a unit at the end, which a digit and perhaps a space are before; nil without one.
  ///
  /// It has at most 12 characters: letters, `°`, `µ` and, except for the first, `²`, `³` and `/`.
  private func unitAtEnd(_ text: Span<UInt8>) -> Int? {
    let end = core.upperBound
    var start = end
    while start > core.lowerBound, end - start <= 48, Amount.blank(text, core.lowerBound, start) == 0 {
      let byte = text[start - 1]
      guard byte >= 0x80 || byte == 0x2F || (byte | 0x20) &- 0x61 < 26 else { break }
      start -= 1
    }
    var number = start
    while case let blank = Amount.blank(text, core.lowerBound, number), blank > 0 { number -= blank }
    guard number > core.lowerBound, text[number - 1] &- 0x30 < 10 || text[number - 1] == 0x29 else { return nil }
    let unit = NumberCell.string(text, start..<end).unicodeScalars
    // `10²` is a power; `Ⅳ` and `万` are numbers themselves.
    guard let first = unit.first, first == "°" || first.properties.isAlphabetic, unit.count <= 12 else { return nil }
    let isUnit = unit.allSatisfy { scalar in
      scalar == "°" || scalar == "²" || scalar == "³" || scalar == "/"
        || scalar.properties.isAlphabetic && scalar.properties.numericType == nil
    }
    return isUnit ? end - start : nil
  }

  /// The length of a space that ends at a position: an ordinary one, U+00A0, U+2009 or U+202F; 0 if there is none.
  private static func blank(_ text: Span<UInt8>, _ low: Int, _ high: Int) -> Int {
    guard high > low else { return 0 }
    let last = text[high - 1]
    if last == 0x20 { return 1 }
    if last == 0xA0, high - low > 1, text[high - 2] == 0xC2 { return 2 }
    let isThin = (last == 0x89 || last == 0xAF) && high - low > 2 && text[high - 2] == 0x80 && text[high - 3] == 0xE2
    return isThin ? 3 : 0
  }

  /// Leaves out spaces and no-break spaces at both ends.
  private mutating func trim(_ text: Span<UInt8>) {
    var (low, high) = (core.lowerBound, core.upperBound)
    while low < high {
      if text[low] == 0x20 {
        low += 1
      } else if high - low > 1, text[low] == 0xC2, text[low + 1] == 0xA0 {
        low += 2
      } else {
        break
      }
    }
    while case let blank = Amount.blank(text, low, high), blank > 0 { high -= blank }
    core = low..<high
  }

  private func begins(with word: String, _ text: Span<UInt8>, at start: Int) -> Bool {
    core.upperBound - start > word.utf8.count && Amount.isSame(word, text, start)
  }

  private func ends(with word: String, _ text: Span<UInt8>) -> Bool {
    core.count > word.utf8.count && Amount.isSame(word, text, core.upperBound - word.utf8.count)
  }

  private static func isSame(_ word: String, _ text: Span<UInt8>, _ start: Int) -> Bool {
    for (offset, byte) in word.utf8.enumerated() where text[start + offset] != byte { return false }
    return true
  }
}
