/// Truth values in cells.
package enum BooleanCell {
  /// The value of a cell's core, or nil.
  package static func read(_ text: Span<UInt8>, _ core: Range<Int>, isDeclared: Bool = false) -> Bool? {
    guard core.count <= 5 else { return nil }
    if equals("true", text, core) { return true }
    if equals("false", text, core) { return false }
    guard isDeclared else { return nil }
    if equals("1", text, core) || yes.contains(where: { equals($0, text, core) }) { return true }
    if equals("0", text, core) || no.contains(where: { equals($0, text, core) }) { return false }
    return nil
  }

  /// Yes and no in English, the Nordic languages, German, Dutch, French, Spanish, Italian, Portuguese, Polish and Czech; a word
  /// that is both (`ne` in Serbian and French) is neither.
  private static let yes: [StaticString] = [
    "yes", "y", "ja", "j", "oui", "si", "s\u{ED}", "s\u{EC}", "sim", "tak", "ano",
  ]
  private static let no: [StaticString] = [
    "no", "n", "nej", "nei", "nein", "nee", "non", "nao", "n\u{E3}o", "nie", "ne",
  ]

  private static func equals(_ word: StaticString, _ text: Span<UInt8>, _ core: Range<Int>) -> Bool {
    guard word.utf8CodeUnitCount == core.count else { return false }
    return word.withUTF8Buffer { letters in
      for i in 0..<core.count {
        let byte = text[core.lowerBound + i]
        let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
        if lower != letters[i] { return false }
      }
      return true
    }
  }

  /// The value of a text in a column declared as truth values, or nil.
  package static func read(_ text: String) -> Bool? {
    let bytes = Array(text.utf8)
    return read(bytes.span, NumberCell.core(bytes.span), isDeclared: true)
  }
}
