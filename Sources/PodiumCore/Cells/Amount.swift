/// The digits of a number, and what may be around them.
///
/// `(3.00)` and `3.00-` are negative, as accounts are written. In a column declared as numbers a currency and a percent
/// sign are left out too, a sign may be before the currency, and spaces may be between them.
package struct Amount {
  /// The digits with their marks and, unless the amount is negative, their sign.
  package private(set) var core: Range<Int>
  /// Whether parentheses, a minus at the end or one before a currency make it negative.
  package private(set) var isNegative = false
  /// Whether a currency or a percent sign was left out.
  package private(set) var isMarked = false

  /// The currencies that may be before or after an amount; longer ones are before those that they begin with.
  package static let currencies = [
    "US$", "R$", "C$", "A$", "$", "€", "£", "¥", "₹", "₽", "₺", "zł", "CHF", "SFr.", "Fr.", "EUR", "USD", "GBP", "JPY",
    "SEK", "NOK", "DKK", "PLN", "kr.", "kr",
  ]

  package init(_ text: Span<UInt8>, _ whole: Range<Int>, isDeclared: Bool) {
    core = whole
    guard whole.count > 1 else { return }
    if isDeclared { leaveOutMarks(text) }
    if core.count > 2, text[core.lowerBound] == 0x28, text[core.upperBound - 1] == 0x29 {
      core = (core.lowerBound + 1)..<(core.upperBound - 1)
      isNegative = true
      if isDeclared { leaveOutMarks(text) }
    } else if !isNegative, core.count > 1, let minus = minusAtEnd(text), text[core.lowerBound] &- 0x30 < 10 {
      core = core.lowerBound..<(core.upperBound - minus)
      isNegative = true
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

  private mutating func leaveOutMarks(_ text: Span<UInt8>) {
    trim(text)
    if ends(with: "%", text) {
      core = core.lowerBound..<(core.upperBound - 1)
      isMarked = true
    }
    let isSigned = !isNegative && core.count > 1 && text[core.lowerBound] == 0x2D
    let start = core.lowerBound + (isSigned ? 1 : 0)
    for currency in Amount.currencies {
      let count = currency.utf8.count
      if begins(with: currency, text, at: start) {
        core = (start + count)..<core.upperBound
        isNegative = isNegative || isSigned
      } else if ends(with: currency, text) {
        core = core.lowerBound..<(core.upperBound - count)
      } else {
        continue
      }
      isMarked = true
      break
    }
    trim(text)
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
    while low < high {
      if text[high - 1] == 0x20 {
        high -= 1
      } else if high - low > 1, text[high - 2] == 0xC2, text[high - 1] == 0xA0 {
        high -= 2
      } else {
        break
      }
    }
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
