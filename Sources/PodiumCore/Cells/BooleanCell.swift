/// Truth values in cells.
package enum BooleanCell {
  /// The value of a cell's core, or nil.
  package static func read(_ text: Span<UInt8>, _ core: Range<Int>, isDeclared: Bool = false) -> Bool? {
    guard core.count <= longest else { return nil }
    if equals("true", text, core) { return true }
    if equals("false", text, core) { return false }
    guard isDeclared, !core.isEmpty else { return nil }
    let word = NumberCell.string(text, core).lowercased()
    return yes.contains(word) ? true : no.contains(word) ? false : nil
  }

  private static let longest = 12

  /// Yes and no, true and false in the languages of the readers: English, the Nordic ones, German, Dutch, French, Spanish,
  /// Italian, Portuguese, Polish, Czech, Finnish, Estonian, Hungarian, Russian and Turkish.
  private static let yes: Set = [
    "1", "yes", "y", "t", "on", "ja", "j", "sant", "sann", "oui", "vrai", "si", "s\u{ED}", "s\u{EC}", "vero",
    "verdadero",
    "sim", "tak", "ano", "wahr", "waar", "kyll\u{E4}", "jah", "igen", "igaz", "\u{434}\u{430}", "evet",
  ]
  private static let no: Set = [
    "0", "no", "n", "f", "off", "nej", "nei", "nein", "nee", "falskt", "falsk", "usann", "non", "faux", "falso", "nao",
    "n\u{E3}o", "nie", "ne", "falsch", "onwaar", "ei", "nem", "hamis", "\u{43D}\u{435}\u{442}", "hay\u{131}r",
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
