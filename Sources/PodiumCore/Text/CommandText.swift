/// Texts as commands take them, for commands that podium suggests: pasted, a name from a file means that name and nothing
/// else.
public enum CommandText {
  /// A text as it is typed: as it is if it is one plain word, otherwise in quotes.
  public static func word(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// A column as an expression names it: as it is if it is a plain name, otherwise in backticks.
  public static func column(_ name: String) -> String {
    let isName =
      name.unicodeScalars.first.map { $0 == "_" || $0.properties.isAlphabetic } == true
      && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    if isName, !keywords.contains(name) { return name }
    // No name with a backtick can be typed in an expression.
    return name.unicodeScalars.contains { $0 == "`" || $0.value < 0x20 } ? "`…`" : "`" + name + "`"
  }

  /// A text in quotes.
  public static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  private static let keywords: Set<String> = ["if", "in", "as", "to", "by", "and", "or", "not"]

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first != "-", first != "+", !keywords.contains(text) else {
      return false
    }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || scalar == "_" || scalar == "-" || scalar == "." || scalar == "/" || scalar == "+" || scalar == ":"
    }
  }
}
