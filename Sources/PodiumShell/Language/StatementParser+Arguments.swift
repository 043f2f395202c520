internal import PodiumCore

extension StatementParser {
  /// One positional or key=value at the scanner's place.
  mutating func argument() throws(Diagnostic) -> Argument {
    if scanner.current == "=" {
      throw Diagnostic(
        "blank-around-equals", "'=' must stand between a key and its value without blanks",
        span: SourceSpan(scanner.place, scanner.place + 1), help: "write key=value, as in k=10")
    }
    guard let key = takeKey() else { return Argument(key: nil, value: try value(inside: false)) }
    if scanner.isAtEnd || Scanner.isBlank(scanner.current) {
      throw Diagnostic(
        "missing-value", "a value must follow '\(key.text)=' without a blank",
        span: SourceSpan(key.span.start, scanner.place), help: "write key=value, as in k=10")
    }
    return Argument(key: key, value: try value(inside: false))
  }

  /// `KEY=` at this place, but not `KEY==`.
  private mutating func takeKey() -> Word? {
    var ahead = scanner
    let start = ahead.place
    while let scalar = ahead.current, Scanner.isNameScalar(scalar) || scalar == "-" || scalar == "." {
      ahead.place += 1
    }
    guard ahead.place > start, ahead.current == "=", ahead.peek() != "=" else { return nil }
    let word = Word(ahead.text(from: start), ahead.span(from: start))
    ahead.place += 1
    scanner = ahead
    return word
  }

  /// Items joined by commas; `inside` a learner's brackets a comma before `NAME=` ends the value.
  private mutating func value(inside: Bool) throws(Diagnostic) -> ArgumentValue {
    let start = scanner.place
    var items = [try item(inside: inside)]
    while true {
      let end = scanner.place
      var ahead = self
      if inside { ahead.scanner.skipBlanks() }
      guard ahead.scanner.current == "," else { break }
      ahead.scanner.place += 1
      ahead.scanner.skipBlanks()
      if inside, ahead.takeKey() != nil {
        scanner.place = end
        break
      }
      scanner.place = ahead.scanner.place
      guard !scanner.isAtEnd else {
        throw Diagnostic(
          "missing-value", "a value must follow ','", span: SourceSpan(end, end + 1),
          help: "write lists as a,b,c")
      }
      items.append(try item(inside: inside))
    }
    return ArgumentValue(items: items, span: SourceSpan(start, scanner.place))
  }

  private mutating func item(inside: Bool) throws(Diagnostic) -> ArgumentValue.Item {
    let start = scanner.place
    switch scanner.current {
    case _ where scanner.startsQuoted:
      let text = try scanner.quoted()
      return ArgumentValue.Item(kind: .quoted(text), span: scanner.span(from: start))
    case "$":
      let reference = try scanner.reference()
      return ArgumentValue.Item(kind: .reference(reference), span: scanner.span(from: start))
    default: break
    }
    let isAddress = !inside && scanner.startsAddress
    while let scalar = scanner.current,
      !isEndOfWord(scalar, inside: inside) || isAddress && (scalar == "," || scalar == "(")
    {
      scanner.place += 1
    }
    let text = scanner.text(from: start)
    let span = scanner.span(from: start)
    guard !text.isEmpty else {
      let found = scanner.current.map(String.init) ?? ""
      throw Diagnostic(
        "unexpected-character", "unexpected '\(found)'", span: SourceSpan(start, start + 1),
        help: "put names with odd characters in quotes")
    }
    if text == "_" || text.hasPrefix("_.") {
      var ahead = scanner
      ahead.place = start
      let reference = try ahead.reference()
      if ahead.place == scanner.place { return ArgumentValue.Item(kind: .reference(reference), span: span) }
    }
    if scanner.current == "(" {
      return ArgumentValue.Item(
        kind: .call(name: Word(text, span), settings: try settings()), span: scanner.span(from: start))
    }
    return ArgumentValue.Item(kind: .word(text), span: span)
  }

  private func isEndOfWord(_ scalar: Unicode.Scalar, inside: Bool) -> Bool {
    switch scalar {
    case ",", "(", "\"", "`", "|", ">": true
    // Outside of brackets a `)` belongs to a word, so that a stray one is named with its word.
    case ")": inside
    default: Scanner.isBlank(scalar)
    }
  }

  /// The settings in a learner's brackets: `(c=1,10,gamma=scale)`.
  private mutating func settings() throws(Diagnostic) -> [Argument] {
    let open = scanner.place
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= StatementParser.nestingLimit else {
      throw Diagnostic(
        "too-deep", "brackets are nested more than \(StatementParser.nestingLimit) levels deep",
        span: SourceSpan(open, open + 1))
    }
    scanner.place += 1
    var settings: [Argument] = []
    scanner.skipBlanks()
    while scanner.current != ")" {
      guard !scanner.isAtEnd else {
        throw Diagnostic(
          "unclosed-bracket", "a '(' is not closed", span: SourceSpan(open, open + 1), help: "close it with )"
        )
      }
      let start = scanner.place
      guard let key = takeKey() else {
        while let scalar = scanner.current, scalar != ")", scalar != ",", !Scanner.isBlank(scalar) {
          scanner.place += 1
        }
        throw Diagnostic(
          "missing-key", "a setting is written key=value, not '\(scanner.text(from: start))'",
          span: SourceSpan(start, max(scanner.place, start + 1)),
          help: "write it as in: tree(criterion=gini,max-depth=3)")
      }
      scanner.skipBlanks()
      settings.append(Argument(key: key, value: try value(inside: true)))
      scanner.skipBlanks()
      if scanner.current == "," {
        scanner.place += 1
        scanner.skipBlanks()
      } else if scanner.current != ")", !scanner.isAtEnd {
        throw Diagnostic(
          "unexpected-character", "',' or ')' must follow a setting",
          span: SourceSpan(scanner.place, scanner.place + 1))
      }
    }
    scanner.place += 1
    return settings
  }
}
