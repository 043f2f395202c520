internal import PodiumCore
internal import PodiumPlugin

/// A place in the text of a command, with the basic steps of the parser.
struct Scanner {
  let scalars: [Unicode.Scalar]
  var place = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  var isAtEnd: Bool { place >= scalars.count }

  var current: Unicode.Scalar? { isAtEnd ? nil : scalars[place] }

  func peek(_ ahead: Int = 1) -> Unicode.Scalar? {
    place + ahead < scalars.count ? scalars[place + ahead] : nil
  }

  func span(from start: Int) -> SourceSpan { SourceSpan(start, place) }

  func text(from start: Int) -> String { String(scalars: scalars[start..<place]) }

  static func isBlank(_ scalar: Unicode.Scalar?) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" || scalar == "\u{A0}"
  }

  /// Skips spaces, continued lines and comments within a command.
  mutating func skipBlanks() {
    while let scalar = current {
      if Scanner.isBlank(scalar) {
        place += 1
      } else if scalar == "#", place == 0 || Scanner.isBlank(scalars[place - 1]) {
        while !isAtEnd, current != "\n" { place += 1 }
      } else {
        return
      }
    }
  }

  /// Skips scalars that match.
  mutating func pass(while belongs: (Unicode.Scalar) -> Bool) {
    while let scalar = current, belongs(scalar) { place += 1 }
  }

  /// Whether the text at this place begins with a word that ends there.
  func startsWord(_ word: String) -> Bool {
    var next = place
    for scalar in word.unicodeScalars {
      guard next < scalars.count, scalars[next] == scalar else { return false }
      next += 1
    }
    return next == scalars.count || Scanner.isBlank(scalars[next])
  }

  /// Whether text in quotes, single or double, or a name in backticks begins at this place, where a value may begin.
  ///
  /// An apostrophe within a word (`l'Alpe`) never comes here. One that is the whole value of a key (`quote='`) is a plain
  /// character.
  var startsQuoted: Bool {
    switch current {
    case "\"", "`": true
    case "'": !Scanner.isLoneValue(scalars, place)
    default: false
    }
  }

  /// Whether a single character is the whole value of a key, as in `quote='` and `delimiter=;`.
  static func isLoneValue(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    guard place > 1, scalars[place - 1] == "=", isNameScalar(scalars[place - 2]) else { return false }
    return place + 1 == scalars.count || isBlank(scalars[place + 1])
  }

  /// Whether a quote encloses text with escapes.
  static func isTextQuote(_ scalar: Unicode.Scalar) -> Bool { scalar == "\"" || scalar == "'" }

  /// Whether an apostrophe after this scalar opens a quote; after a letter or digit it belongs to the word.
  static func mayPrecedeQuote(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return true }
    return isBlank(scalar) || "=,(<>!+-*/%^|:?".unicodeScalars.contains(scalar)
  }

  /// Whether a web address begins at this place; commas and parentheses belong to it.
  var startsAddress: Bool {
    ["http://", "https://"].contains { scalars[place...].starts(with: $0.unicodeScalars) }
  }

  /// Reads text in single or double quotes with the escapes `\" \' \\ \n \t \r \u{…}`, or a name in backticks (no
  /// escapes).
  mutating func quoted() throws(Diagnostic) -> String {
    let start = place
    let quote = scalars[place]
    var out = String.UnicodeScalarView()
    place += 1
    while let scalar = current, scalar != quote {
      if scalar == "\\", Scanner.isTextQuote(quote) {
        out.append(try escape())
      } else {
        out.append(scalar)
        place += 1
      }
    }
    guard !isAtEnd else {
      throw Diagnostic(
        "unclosed-quote", "the quote \(quote) is not closed", span: span(from: start),
        help: "close it with \(quote)")
    }
    place += 1
    return String(out)
  }

  /// Reads what `quoted` refuses: an unknown escape becomes its letter, and the text may end before the quote.
  mutating func quotedAnyhow() -> (text: String, isClosed: Bool) {
    let quote = scalars[place]
    var out = String.UnicodeScalarView()
    place += 1
    while let scalar = current, scalar != quote {
      place += 1
      if scalar == "\\", Scanner.isTextQuote(quote), let next = current {
        place += 1
        out.append(next == "n" ? "\n" : next == "t" ? "\t" : next == "r" ? "\r" : next)
      } else {
        out.append(scalar)
      }
    }
    let isClosed = !isAtEnd
    if isClosed { place += 1 }
    return (String(out), isClosed)
  }

  private mutating func escape() throws(Diagnostic) -> Unicode.Scalar {
    let start = place
    place += 1
    let scalar = current
    place += 1
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "\"": return "\""
    case "'": return "'"
    case "\\": return "\\"
    case "u" where current == "{":
      place += 1
      let digits = place
      while let digit = current, digit.properties.isASCIIHexDigit, place - digits < 8 { place += 1 }
      if current == "}", let value = UInt32(text(from: digits), radix: 16), let found = Unicode.Scalar(value) {
        place += 1
        return found
      }
    default: break
    }
    throw Diagnostic(
      "bad-escape", "unknown escape in quoted text", span: SourceSpan(start, min(place, scalars.count)),
      help: #"the escapes are \" \' \\ \n \t \r \u{1F3BF}; write a backslash as \\"#)
  }

  /// Reads `name` or `name.field` after `$`, or `_` and `_.field`.
  mutating func reference() throws(Diagnostic) -> Reference {
    let start = place
    if current == "$" { place += 1 }
    let result = nameRun()
    guard !result.isEmpty else {
      throw Diagnostic(
        "bad-reference", "a name or number must follow '$'", span: SourceSpan(start, place + 1),
        help: "write $5 for the result of cell 5, $base for one named by 'as base'")
    }
    guard current == "." else { return Reference(result: result, field: nil) }
    place += 1
    let field = fieldRun()
    guard !field.isEmpty else {
      throw Diagnostic(
        "bad-reference", "a field must follow '.'", span: span(from: start),
        help: "'fields \(result)' lists the fields")
    }
    return Reference(result: result, field: field)
  }

  private mutating func nameRun() -> String {
    let start = place
    while let scalar = current, Scanner.isNameScalar(scalar) || scalar == "-" && place > start { place += 1 }
    return text(from: start)
  }

  private mutating func fieldRun() -> String {
    let start = place
    while let scalar = current {
      // A hyphen belongs to a field only before a letter (`ski.half-rule`); before a digit it is a minus.
      let joins = scalar == "-" && (peek().map { Scanner.isNameScalar($0) && !("0"..."9").contains($0) } ?? false)
      guard Scanner.isNameScalar(scalar) || (scalar == "." || joins) && place > start else { break }
      place += 1
    }
    return text(from: start)
  }

  /// Letters, digits, marks and underscores of any script.
  static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar == "_" || (scalar >= "0" && scalar <= "9") || (scalar >= "a" && scalar <= "z")
        || (scalar >= "A" && scalar <= "Z")
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .nonspacingMark, .spacingMark:
      return true
    default: return scalar == "°" || scalar == "µ"
    }
  }
}
