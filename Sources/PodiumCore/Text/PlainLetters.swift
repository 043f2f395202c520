/// Letters as people type them who have another keyboard.
public enum PlainLetters {
  /// A text in lower case and without accents: `É` and `e` are one letter, however `É` is composed.
  public static func of(_ text: String) -> String {
    let lower = text.lowercased()
    // Two characters of ASCII are accents.
    guard !lower.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x5E && $0 != 0x60 }) else { return lower }
    var letters = String.UnicodeScalarView()
    for scalar in lower.unicodeScalars where !scalar.properties.isDiacritic { letters.append(base(of: scalar)) }
    return String(letters)
  }

  /// A name by its letters and digits alone: plain, without apostrophes, other characters as single spaces.
  ///
  /// `O’Brien` is `obrien`, and `Lars-Erik Ærlig` `lars erik aerlig`.
  public static func spoken(_ name: String) -> String {
    let plain = of(name)
    // Most names are one word, and thousands are compared.
    if plain.utf8.allSatisfy({ ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) }) { return plain }
    var letters = ""
    for character in plain where !"'’‘ʼʹ′".contains(character) {
      switch character {
      case "æ": letters += "ae"
      case "œ": letters += "oe"
      case "ß": letters += "ss"
      case "þ": letters += "th"
      case "ð": letters += "d"
      case "ı": letters += "i"
      default: letters.append(character.isLetter || character.isNumber ? character : " ")
      }
    }
    return letters.split(separator: " ").joined(separator: " ")
  }

  /// The letter below the marks of a Latin one: the name of `é` is LATIN SMALL LETTER E WITH ACUTE.
  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar.value >= 0x80, let name = scalar.properties.name, name.hasPrefix("LATIN SMALL LETTER "),
      let with = name.firstRange(of: " WITH "), let letter = name[..<with.lowerBound].unicodeScalars.last,
      name[..<with.lowerBound].dropLast().last == " "
    else { return scalar }
    return Unicode.Scalar(letter.value + 32) ?? scalar
  }
}
