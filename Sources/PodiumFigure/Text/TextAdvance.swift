internal import PodiumCore

/// How wide texts are, from one table that no font file is needed for.
///
/// The widths are upper bounds over the sans-serif fonts that pictures name (DejaVu Sans, the widest, and those with the
/// metrics of Helvetica), rounded up: what is laid out with them is never clipped, whichever of the fonts draws it.
package enum TextAdvance {
  /// The width in pixels of a text that holds no control characters, at a font size in pixels.
  package static func width(of text: String, size: Double, isBold: Bool = false) -> Double {
    hundredths(text) * size * (isBold ? 0.0118 : 0.01)
  }

  /// The text, or as much of its beginning as fits with `…`; empty if not even that fits.
  package static func cut(_ text: String, to width: Double, size: Double, isBold: Bool = false) -> String {
    let room = width / (size * (isBold ? 0.0118 : 0.01))
    if fits(text, room) { return text }
    var (out, taken) = ("", ellipsis)
    guard taken <= room else { return "" }
    for cluster in text {
      taken += hundredths(cluster)
      if taken > room { break }
      out.append(cluster)
    }
    while out.last == " " { out.removeLast() }
    return out + "…"
  }

  /// The text in lines of at most a width, broken at spaces; what is beyond the last line is cut with `…`.
  package static func lines(
    _ text: String, width: Double, size: Double, isBold: Bool = false, atMost limit: Int
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if self.width(of: longer, size: size, isBold: isBold) <= width {
        line = longer
      } else if lines.count == limit - 1 {
        // The last line takes the rest, so that the cut shows.
        line = longer
        if self.width(of: line, size: size, isBold: isBold) > width { break }
      } else {
        if !line.isEmpty { lines.append(line) }
        line = String(word)
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { cut($0, to: width, size: size, isBold: isBold) }
  }

  /// Whether a text is at most so many hundredths of the font size wide; a long text is not read to its end.
  private static func fits(_ text: String, _ room: Double) -> Bool {
    var taken = 0.0
    for cluster in text {
      taken += hundredths(cluster)
      if taken > room { return false }
    }
    return true
  }

  private static func hundredths(_ text: String) -> Double {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.reduce(0) { $0 + Double(ascii[Int($1)]) } }
    return text.reduce(0) { $0 + hundredths($1) }
  }

  private static func hundredths(_ cluster: Character) -> Double {
    if let byte = cluster.asciiValue { return Double(ascii[Int(byte)]) }
    let scalars = cluster.unicodeScalars
    return scalars.reduce(0) { $0 + hundredths($1) }
  }

  private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFF && scalar.properties.isEmoji
      && (scalar.properties.isEmojiPresentation || scalar.value >= 0x2300)
  }

  private static let ellipsis = 102.0

  private static func hundredths(_ scalar: Unicode.Scalar) -> Double {
    let value = scalar.value
    if value < 0x80 { return Double(ascii[Int(value)]) }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // A picture of an emoji font is a third wider than high; without such a font each part of a sequence is drawn alone.
    if isPicture(scalar) { return 137 }
    if DisplayWidth.of(Character(scalar)) == 2 { return 105 }
    switch value {
    case 0x80..<0x250:
      // Æ, Œ, Ǆ and their kind are the widest letters.
      return widest.contains(scalar) ? 145 : properties.isUppercase ? 88 : value < 0xC0 ? 100 : 72
    case 0x370..<0x530: return widest.contains(scalar) ? 120 : properties.isUppercase ? 88 : 78
    case 0x590..<0x600: return 72
    case 0x2010...0x2027, 0x2030...0x205E: return value >= 0x2030 ? 135 : value == 0x2014 || value == 0x2026 ? 102 : 65
    case 0x2070..<0x20A0: return 63
    default: return 125
    }
  }

  private static let widest: Set<Unicode.Scalar> = [
    "Æ", "æ", "Œ", "œ", "Ǆ", "ǅ", "ǆ", "Ǉ", "ǈ", "Ǌ", "ǋ", "Ǳ", "ǲ", "ǳ", "ȸ", "ȹ", "Ǣ", "ǣ", "Ǽ", "ǽ", "ĳ", "Ĳ", "ŉ",
    "Ŵ", "ŵ",
    "Ж", "Ш", "Щ", "Ы", "Ю", "Ф", "М", "Ѿ", "Ѡ", "ж", "ш", "щ", "ы", "ю", "ф", "м", "Љ", "Њ", "љ", "њ", "Ω", "Ψ", "Φ",
    "ψ", "φ", "ω", "Ђ", "Ћ", "Ѩ", "Ѭ", "Ѫ", "ѩ", "ѭ", "ѡ", "ѿ", "Ҩ", "Ӝ", "ӝ", "Ӹ", "ӹ",
  ]

  /// Hundredths of the font size for each character of ASCII.
  private static let ascii: [UInt8] = {
    var table = [UInt8](repeating: 65, count: 128)
    let groups: [(UInt8, String)] = [
      (29, "ijl'"), (31, "I"), (35, " ,.:;/\\|"), (40, "()[]-t"), (43, "fr"), (47, "!\""), (51, "J*`"),
      (56, "cLsz?_"), (60, "kvxy"), (63, "FT"), (65, "abdeghnopqu0123456789$Z{}"), (70, "ABEKPSVXYZ"),
      (74, "CRU"), (79, "DGHNOQ&"), (84, "w+<=>#~^"), (88, "M"), (98, "m%"), (100, "W"), (102, "@"),
    ]
    for (width, characters) in groups { for byte in characters.utf8 { table[Int(byte)] = width } }
    return table
  }()
}
