extension NumberCell {
  /// Classifies a cell that is not a number.
  ///
  /// A word has no digit of any script and at most 64 bytes; `#DIV/0!`, which spreadsheets write, is one too.
  package static func explain(_ text: Span<UInt8>, _ core: Range<Int>) -> NumberCell {
    guard core.count <= longest else { return .other(.noNumber) }
    var hasDigit = false
    var isASCII = true
    for i in core {
      if text[i] &- 0x30 < 10 { hasDigit = true }
      if text[i] >= 0x80 { isASCII = false }
    }
    if isASCII, !hasDigit { return core.count <= 64 ? .word : .other(.noNumber) }
    let cell = string(text, core)
    if cell == "#DIV/0!" { return .word }
    if !hasDigit {
      // ½, ² and the digits of other scripts are amounts that would be lost.
      let isAmount = cell.unicodeScalars.contains { $0.properties.numericType != nil }
      return isAmount || core.count > 64 ? .other(.noNumber) : .word
    }
    return .other(isMarkedNumber(cell) ? .marks : .noNumber)
  }

  /// The content of a cell as a string.
  package static func string(_ text: Span<UInt8>, _ core: Range<Int>) -> String {
    text.extracting(core).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a text is a number apart from a decimal comma, thousands separators or the sign U+2212.
  private static func isMarkedNumber(_ cell: String) -> Bool {
    var scalars = Array(cell.unicodeScalars)
    if let sign = scalars.first, sign == "-" || sign == "+" || sign == "\u{2212}" { scalars.removeFirst() }
    let marks: Set<Unicode.Scalar> = [
      ",", ".", "'", "_", " ", "\u{A0}", "\u{2009}", "\u{202F}", "\u{2019}",
    ]
    var (groups, found) = ([0], [Unicode.Scalar]())
    for scalar in scalars {
      if scalar.value &- 0x30 < 10 {
        groups[groups.count - 1] += 1
      } else if marks.contains(scalar) {
        groups.append(0)
        found.append(scalar)
      } else {
        return false
      }
    }
    // There are three digits between separators; before the first and after the last the number is free.
    guard let first = groups.first, let last = groups.last, last > 0, first > 0 else { return false }
    if groups.dropFirst().dropLast().allSatisfy({ $0 == 3 }) { return true }
    // In India commas have two digits between them, and three after the last one: 12,34,567.50.
    let commas = found.prefix { $0 == "," }.count
    return commas > 1 && groups[commas] == 3 && groups[1..<commas].allSatisfy { $0 == 2 }
      && found.dropFirst(commas) == (found.count > commas ? ["."] : [])
  }
}
