/// How the numbers of a column are written: decimal mark and thousands separator.
package struct NumberForm: Sendable, Equatable {
  package var decimal: DecimalMark
  package var thousands: ThousandsMark

  package init(decimal: DecimalMark, thousands: ThousandsMark) {
    (self.decimal, self.thousands) = (decimal, thousands)
  }

  /// `1.5` and `1000`.
  package static let standard = NumberForm(decimal: .point, thousands: .none)

  /// All forms, the simplest first; a column has the first one that fits all its cells.
  package static let all: [NumberForm] = [
    standard, NumberForm(decimal: .comma, thousands: .none),
    NumberForm(decimal: .point, thousands: .blank), NumberForm(decimal: .point, thousands: .apostrophe),
    NumberForm(decimal: .point, thousands: .comma), NumberForm(decimal: .comma, thousands: .point),
    NumberForm(decimal: .comma, thousands: .blank), NumberForm(decimal: .comma, thousands: .apostrophe),
  ]

  /// Reads a cell's core in this form; nil if it does not fit.
  ///
  /// A sign (`+`, `-`, U+2212), then digits with a separator before each group of three or none at all, the decimal
  /// mark and digits, an exponent. A number that begins with 0 has no thousands. Parentheses or a minus at the end make
  /// an amount negative; what may be around the digits of a declared number is in `Amount`.
  package func read(
    _ text: Span<UInt8>, _ core: Range<Int>, isDeclared: Bool = false, hasUnit: Bool = false
  ) -> NumberCell? {
    guard !core.isEmpty, core.count <= NumberCell.longest else { return nil }
    if isDeclared, let value = NumberCell.infinity(text, core) { return .real(value) }
    let amount = Amount(text, core, isDeclared: isDeclared, hasUnit: hasUnit)
    guard !amount.core.isEmpty else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: amount.core.count + 1) { plain in
      guard let count = write(text, amount, to: plain) else { return nil }
      let number = UnsafeBufferPointer(rebasing: plain[..<count])
      switch NumberCell.read(number.span, 0..<count, isDeclared: isDeclared) {
      case .integer(let value): return .integer(value)
      // An amount of (0.00) is 0.
      case .real(let value): return .real(value == 0 && amount.isNegative ? 0 : value)
      case .word, .other: return nil
      }
    }
  }

  /// A text read in this form.
  package func read(_ text: String, isDeclared: Bool = false, hasUnit: Bool = false) -> NumberCell? {
    let bytes = Array(text.utf8)
    return read(bytes.span, NumberCell.core(bytes.span), isDeclared: isDeclared, hasUnit: hasUnit)
  }

  /// Rewrites a cell's core with a plain minus, a point and no separators; nil if it does not have this form.
  private func write(
    _ text: Span<UInt8>, _ amount: Amount, to plain: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    var count = 0
    func put(_ byte: UInt8) {
      plain[count] = byte
      count += 1
    }
    var i = amount.core.lowerBound
    let end = amount.core.upperBound
    if amount.isNegative {
      put(0x2D)
    } else if text[i] == 0x2B || text[i] == 0x2D {
      put(text[i])
      i += 1
    } else if end - i >= 3, text[i] == 0xE2, text[i + 1] == 0x88, text[i + 2] == 0x92 {
      put(0x2D)
      i += 3
    }
    var group = 0
    var groups = 1
    let first = i < end ? text[i] : 0
    while i < end {
      if text[i] &- 0x30 < 10 {
        put(text[i])
        group += 1
        i += 1
        continue
      }
      let mark = thousandsMark(text, i, end)
      guard mark > 0 else { break }
      guard groups == 1 ? (1...3).contains(group) : group == 3 else { return nil }
      groups += 1
      group = 0
      i += mark
    }
    if groups > 1, group != 3 || first == 0x30 { return nil }
    if i < end, text[i] == (decimal == .comma ? 0x2C : 0x2E) {
      put(0x2E)
      i += 1
      while i < end, text[i] &- 0x30 < 10 {
        put(text[i])
        i += 1
      }
    }
    while i < end {
      // An exponent, and nothing else, may follow.
      let byte = text[i]
      guard byte &- 0x30 < 10 || byte | 0x20 == 0x65 || byte == 0x2B || byte == 0x2D else { return nil }
      put(byte)
      i += 1
    }
    return count
  }

  /// The length of the thousands separator at a position; 0 if there is none.
  private func thousandsMark(_ text: Span<UInt8>, _ i: Int, _ end: Int) -> Int {
    let byte = text[i]
    switch thousands {
    case .none: return 0
    case .point: return byte == 0x2E ? 1 : 0
    case .comma: return byte == 0x2C ? 1 : 0
    case .blank:
      if byte == 0x20 { return 1 }
      if byte == 0xC2, i + 1 < end, text[i + 1] == 0xA0 { return 2 }
      // U+2009 and U+202F.
      let isThin = byte == 0xE2 && i + 2 < end && text[i + 1] == 0x80 && (text[i + 2] == 0x89 || text[i + 2] == 0xAF)
      return isThin ? 3 : 0
    case .apostrophe:
      if byte == 0x27 { return 1 }
      return byte == 0xE2 && i + 2 < end && text[i + 1] == 0x80 && text[i + 2] == 0x99 ? 3 : 0
    }
  }
}
