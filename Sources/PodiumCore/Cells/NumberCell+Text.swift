extension NumberCell {
  /// A text read as a number.
  package static func read(_ text: String, isDeclared: Bool = false) -> NumberCell {
    let bytes = Array(text.utf8)
    return read(bytes.span, core(bytes.span), isDeclared: isDeclared)
  }

  /// The part of a text that may be a number: without spaces around it.
  package static func core(_ text: Span<UInt8>) -> Range<Int> {
    var (low, high) = (0, text.count)
    while low < high, text[low] == 0x20 || text[low] == 0x09 { low += 1 }
    while high > low, text[high - 1] == 0x20 || text[high - 1] == 0x09 { high -= 1 }
    return low..<high
  }

  /// The number as a cell's value; nil if it is not one.
  package var value: Value? {
    switch self {
    case .integer(let whole): .integer(whole)
    case .real(let real): .number(real)
    case .word, .other: nil
    }
  }

  /// Whether a text is a word that may represent a missing number or date.
  package static func isWord(_ text: String) -> Bool { read(text) == .word }
}
