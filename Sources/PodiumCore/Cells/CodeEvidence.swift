/// Whether cells that can be read as numbers are numbers: the one place that takes them for codes.
///
/// `+15550100` is a telephone number, `12E3` an article and `(3)` a mark, unless a cell of the column can be nothing but a
/// number: it has a minus sign, a decimal place or a sign in its exponent. Leading zeros are never numbers
/// (`NumberCell.read`).
package struct CodeEvidence {
  /// A cell that would lose something as a number.
  package struct Doubt {
    /// Its row.
    package var row: Int
    package var reason: NumberCell.Reason
  }

  /// So many digits after a plus sign are a telephone number, whatever the other cells are.
  private static let longest = 7

  private var isNumeric = false
  private var unsigned = 0
  private var exponent: Int?
  private var plus: Int?
  private var longPlus: Int?
  private var bracket: Int?
  /// Cells with a plus sign.
  private var plusCount = 0
  /// Cells in parentheses or with a minus at the end.
  private var bracketCount = 0

  package init() {}

  /// Whether a cell that was read as a number may be a code, so that its column decides.
  package static func isDoubtful(_ text: Span<UInt8>, _ core: Range<Int>, isReal: Bool) -> Bool {
    guard !core.isEmpty else { return false }
    return isReal ? hasBareExponent(text, core) : text[core.lowerBound] == 0x2B || isBracketed(text, core)
  }

  /// Adds a cell that was read as a number.
  @inline(__always)
  package mutating func add(_ text: Span<UInt8>, _ core: Range<Int>, _ read: NumberCell, row: Int) {
    switch read {
    case .integer(let value):
      let first = text[core.lowerBound]
      if first &- 0x31 < 9, !CodeEvidence.isBracketed(text, core) {
        unsigned &+= 1
      } else {
        addSigned(text, core, value, row)
      }
    case .real:
      if CodeEvidence.isBracketed(text, core) { addBracket(row) }
      if isNumeric { return }
      if CodeEvidence.hasBareExponent(text, core) { exponent = exponent ?? row } else { isNumeric = true }
    case .word, .other: break
    }
  }

  private mutating func addSigned(_ text: Span<UInt8>, _ core: Range<Int>, _ value: Int, _ row: Int) {
    if CodeEvidence.isBracketed(text, core) {
      addBracket(row)
    } else if text[core.lowerBound] == 0x2B {
      guard value != 0 else { return }
      plusCount += 1
      plus = plus ?? row
      if core.count > CodeEvidence.longest { longPlus = longPlus ?? row }
    } else if value < 0 {
      isNumeric = true
    }
  }

  private mutating func addBracket(_ row: Int) {
    bracketCount += 1
    bracket = bracket ?? row
  }

  /// Why the column is one of codes; nil for numbers.
  package var doubt: Doubt? {
    if isNumeric { return nil }
    if let exponent { return Doubt(row: exponent, reason: .exponent) }
    if let place = longPlus ?? (unsigned == 0 ? plus : nil) { return Doubt(row: place, reason: .plusSign) }
    if let bracket, unsigned == 0, plus == nil { return Doubt(row: bracket, reason: .parentheses) }
    return nil
  }

  /// The cells of a column of numbers that are written in another way than numbers are.
  package var changed: (plus: (count: Int, first: Int)?, negative: (count: Int, first: Int)?) {
    (isNumeric ? nil : plus.map { (plusCount, $0) }, bracket.map { (bracketCount, $0) })
  }

  /// `12E3`: whole digits, a capital E and no sign after it; programs write `1.2E4` or `1E+4`.
  private static func hasBareExponent(_ text: Span<UInt8>, _ core: Range<Int>) -> Bool {
    var i = core.lowerBound
    if text[i] == 0x2B { i += 1 }
    while i < core.upperBound, text[i] &- 0x30 < 10 { i += 1 }
    return i + 1 < core.upperBound && text[i] == 0x45 && text[i + 1] &- 0x30 < 10
  }

  private static func isBracketed(_ text: Span<UInt8>, _ core: Range<Int>) -> Bool {
    let last = text[core.upperBound - 1]
    // U+2212 has three bytes, the last of which is not a digit.
    return text[core.lowerBound] == 0x28 || last == 0x2D || (last == 0x92 && text[core.lowerBound] &- 0x30 < 10)
  }
}
