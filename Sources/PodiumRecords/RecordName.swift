public import PodiumCore
internal import PodiumPlugin

/// Names and remarks as records keep them.
public enum RecordName {
  /// A name without spaces at its ends, of 1 to 100 characters and without control characters or commas.
  ///
  /// Throws `bad-name`.
  public static func checked(_ text: String, _ noun: String, at span: SourceSpan? = nil) throws(Diagnostic) -> String {
    let name = trimmed(text)
    let isOdd = name.unicodeScalars.contains { $0 == "," || isHidden($0) }
    guard name.unicodeScalars.contains(where: isSeen), name.unicodeScalars.count <= 100, !isOdd else {
      throw Diagnostic(
        "bad-name", "'\(name.prefix(40))' is not a valid name for \(article(noun)) \(noun)", span: span,
        help: "use 1 to 100 characters without commas or control characters")
    }
    return name
  }

  /// A remark as it is stored: missing if it is empty; throws `bad-value` above a number of characters.
  public static func remark(
    _ text: String, _ key: String, most: Int = 1000, at span: SourceSpan? = nil
  ) throws(Diagnostic) -> Value {
    guard text.unicodeScalars.count <= most else {
      throw .badValue(
        key, String(text.prefix(40)) + "…", allowed: "text of at most \(most) characters", span: span)
    }
    return text.isEmpty ? .missing : .text(text)
  }

  /// A text without spaces at its ends.
  public static func trimmed(_ text: String) -> String { text.trimming(where: \.isWhitespace) }

  /// A text in lower case and without accents: `É` and `e` are one letter.
  public static func bare(_ text: String) -> String { PlainLetters.of(text) }

  /// Whether a character is a control: of the terminal, of lines, or of the direction of the text around it.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    // Joiners are part of words and signs of some scripts.
    case .format: scalar.value != 0x200C && scalar.value != 0x200D
    default: false
    }
  }

  /// Whether a character can be seen on its own.
  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned,
      .nonspacingMark, .enclosingMark:
      false
    default: true
    }
  }

  /// `a` or `an`.
  static func article(_ noun: String) -> String { "aeio".contains(noun.prefix(1)) ? "an" : "a" }
}
