internal import PodiumCore
public import PodiumPlugin

extension DelimitedOptions {
  /// The candidate delimiters, in the order that breaks ties.
  public static let candidates: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

  /// Whether a byte can be a delimiter: any ASCII character except the quote, line ends and NUL.
  public static func isDelimiter(_ byte: UInt8) -> Bool {
    byte < 0x80 && byte != 0x22 && byte != 0x0A && byte != 0x0D && byte != 0
  }

  /// Throws `bad-option` if delimiter, quote and line ends are not distinct.
  func check() throws(Diagnostic) {
    if let delimiter, !DelimitedOptions.isDelimiter(delimiter) || delimiter == quote {
      throw Diagnostic(
        "bad-option", "byte \(delimiter) cannot be the delimiter",
        help: "use one ASCII character that is neither the quote nor a line break, as in delimiter=;")
    }
    if let quote, quote >= 0x80 || quote == 0x0A || quote == 0x0D {
      throw Diagnostic(
        "bad-option", "byte \(quote) cannot be the quote character",
        help: "use one ASCII character, as in quote='")
    }
  }
}
