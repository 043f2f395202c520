/// The digits of a number, and what may be around them.
///
/// `(3.00)` and `3.00-` are negative, as accounts are written. In a column declared as numbers a currency, a percent sign or
/// the dash of `5,-` is left out too, and with `hasUnit` a unit or a multiple, also beside a currency; a sign may be before
/// the currency, and spaces may be between them.
package struct Amount {
  /// The digits with their marks and, unless the amount is negative, their sign.
  package private(set) var core: Range<Int>
  /// Whether parentheses, a minus at the end or one before a currency make it negative.
  package private(set) var isNegative = false
  /// Whether parentheses or a minus at the end make it negative.
  package private(set) var isBracketed = false
  /// The currency that was left out.
  package private(set) var currency: Range<Int>?
  /// The percent sign, unit or multiple after the digits that was left out: `kg`, `million tonnes`, `t` of `5 tkr`.
  package private(set) var unit: Range<Int>?

  /// The currencies that may be before or after an amount; longer ones are before those that they begin with.
  package static let currencies = [
    "US$", "CA$", "AU$", "NZ$", "HK$", "NT$", "R$", "C$", "A$", "S$", "$", "€", "£", "¥", "₹", "₽", "₺", "₩", "₪", "₫",
    "฿", "₱", "₦", "₴", "¢", "zł", "Kč", "CHF", "SFr.", "Fr.", "EUR", "USD", "GBP", "JPY", "SEK", "NOK", "DKK", "PLN",
    "CZK", "HUF", "ISK", "CNY", "INR", "AUD", "CAD", "NZD", "BRL", "MXN", "ZAR", "Rs.", "Rs", "kr.", "kr",
  ]

  /// What is written for the decimal places of a whole price: `5,-`, `5:-`.
  package static let dashes = [".–", ".-", ".—", ",–", ",-", ",—", ":-", ":–"]

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
    let isThin = core.count > 3 && text[end - 3] == 0xE2 && text[end - 2] == 0x88 && text[end - 1] == 0x92
    let count = isThin ? 3 : 1
    // The dash of `5,-` is for the decimal places.
    return (isThin || text[end - 1] == 0x2D) && text[end - count - 1] &- 0x30 < 10 ? count : nil
  }

  private mutating func leaveOutMarks(_ text: Span<UInt8>, hasUnit: Bool) {
    trim(text)
    guard unit == nil else { return }
    if let sign = ["%", "‰"].first(where: { ends(with: $0, text) }) {
      if currency == nil { unit = leaveOutEnd(sign.utf8.count) }
    } else {
      let whole = self
      if currency == nil { leaveOutCurrency(text) }
      trim(text)
      if let dash = Amount.dashes.first(where: { ends(with: $0, text) }),
        hasDigit(text, core.upperBound - dash.utf8.count)
      {
        let left = leaveOutEnd(dash.utf8.count)
        if currency == nil { unit = left }
      } else if hasUnit {
        leaveOutUnit(text)
        // The end of `5 okr` is not a currency.
        if unit == nil, !hasDigit(text, core.upperBound), whole.currency == nil {
          self = whole
          leaveOutUnit(text)
        }
      }
    }
    trim(text)
  }

  private func hasDigit(_ text: Span<UInt8>, _ end: Int) -> Bool {
    end > core.lowerBound && (text[end - 1] &- 0x30 < 10 || text[end - 1] == 0x29)
  }

  private mutating func leaveOutEnd(_ count: Int) -> Range<Int> {
    let end = (core.upperBound - count)..<core.upperBound
    core = core.lowerBound..<end.lowerBound
    return end
  }

  private mutating func leaveOutCurrency(_ text: Span<UInt8>) {
    guard core.count > 1 else { return }
    let isThin = core.count > 3 && text[core.lowerBound] == 0xE2 && text[core.lowerBound + 1] == 0x88
    let isMinus = text[core.lowerBound] == 0x2D || isThin && text[core.lowerBound + 2] == 0x92
    let isSigned = !isNegative && (isMinus || text[core.lowerBound] == 0x2B)
    let start = core.lowerBound + (!isSigned ? 0 : isThin ? 3 : 1)
    for name in Amount.currencies {
      if begins(with: name, text, at: start) {
        currency = start..<(start + name.utf8.count)
        core = (start + name.utf8.count)..<core.upperBound
        isNegative = isNegative || isSigned && isMinus
        return
      }
      if ends(with: name, text) {
        currency = leaveOutEnd(name.utf8.count)
        return
      }
    }
  }

  /// Leaves out a unit at the end, which a digit and perhaps a space are before, or a multiple and its unit or currency:
  /// `5 million tonnes`, `5 US$ million`. Before a currency only a multiple may be.
  private mutating func leaveOutUnit(_ text: Span<UInt8>) {
    guard let last = wordAtEnd(text, core) else { return }
    let rest = Amount.withoutBlanks(text, core.lowerBound..<last.lowerBound)
    if hasDigit(text, rest.upperBound) {
      if let currency, currency.lowerBound >= last.upperBound,
        AmountMarks.factor(NumberCell.string(text, last), isBeforeCurrency: true) == nil
      {
        return
      }
      (unit, core) = (last, rest)
    } else if currency == nil, let first = wordAtEnd(text, rest),
      AmountMarks.factor(NumberCell.string(text, first)) != nil, case let left = core.lowerBound..<first.lowerBound,
      hasDigit(text, Amount.withoutBlanks(text, left).upperBound)
    {
      (unit, core) = (first.lowerBound..<last.upperBound, left)
    } else if currency == nil, AmountMarks.factor(NumberCell.string(text, last)) != nil {
      let whole = core
      core = rest
      leaveOutCurrency(text)
      if currency == nil { core = whole } else { unit = last }
    }
  }

  /// A word that may be a unit: at most 12 characters, which are letters, `°`, `µ` and, except for the first, `²`, `³` and
  /// `/`; a point may end it, and so may the digit of `m2` and `s2`. `/h` is one after a currency.
  private func wordAtEnd(_ text: Span<UInt8>, _ whole: Range<Int>) -> Range<Int>? {
    let end = whole.upperBound
    var start = end
    if end > whole.lowerBound, text[end - 1] == 0x2E || text[end - 1] == 0x32 || text[end - 1] == 0x33 { start -= 1 }
    let tail = start
    while start > whole.lowerBound, end - start <= 48, Amount.blank(text, whole.lowerBound, start) == 0 {
      let byte = text[start - 1]
      guard byte >= 0x80 || byte == 0x2F || (byte | 0x20) &- 0x61 < 26 else { break }
      start -= 1
    }
    guard start < tail else { return nil }
    let name = NumberCell.string(text, start..<tail)
    if tail < end, text[tail] != 0x2E {
      guard let base = name.split(separator: Character("/")).last, Amount.powers.contains(String(base)) else {
        return nil
      }
    }
    // `10²` is a power; `Ⅳ` and `万` are numbers themselves.
    let unit = name.unicodeScalars
    guard let first = unit.first, first == "°" || first.properties.isAlphabetic || first == "/" && currency != nil,
      unit.count <= 12
    else { return nil }
    let isUnit = unit.allSatisfy { scalar in
      scalar == "°" || scalar == "²" || scalar == "³" || scalar == "/"
        || scalar.properties.isAlphabetic && scalar.properties.numericType == nil
    }
    return isUnit ? start..<end : nil
  }

  private static let powers: Set<String> = ["m", "mm", "cm", "dm", "km", "in", "ft", "yd", "mi", "s"]

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
    var low = core.lowerBound
    let high = core.upperBound
    while low < high {
      if text[low] == 0x20 {
        low += 1
      } else if high - low > 1, text[low] == 0xC2, text[low + 1] == 0xA0 {
        low += 2
      } else {
        break
      }
    }
    core = Amount.withoutBlanks(text, low..<high)
  }

  private static func withoutBlanks(_ text: Span<UInt8>, _ whole: Range<Int>) -> Range<Int> {
    var high = whole.upperBound
    while case let blank = blank(text, whole.lowerBound, high), blank > 0 { high -= blank }
    return whole.lowerBound..<high
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
