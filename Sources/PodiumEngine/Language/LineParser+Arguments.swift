internal import PodiumCore
internal import PodiumPlugin

extension LineParser {
  /// What a value belongs to.
  private enum Role {
    case positional
    case answer(ParameterDescription, earlier: [String])
    case key(String)
    case setting(learner: String, key: String, given: [String])

    var isInside: Bool {
      if case .setting = self { true } else { false }
    }
  }

  /// One positional or key=value at the scanner's place.
  mutating func argument() -> Argument {
    if scanner.current == "=" {
      let span = SourceSpan(scanner.place, scanner.place + 1)
      fail(
        Diagnostic(
          "blank-around-equals", "spaces around '=' are not allowed", span: span,
          help: "write key=value, as in k=10"))
      scanner.place += 1
      return Argument(key: nil, value: missingValue())
    }
    guard !isNumber, let key = takeKey() else {
      let (value, texts) = value(.positional)
      place?.positionals.append(texts)
      return Argument(key: nil, value: value)
    }
    if scanner.isAtEnd || Scanner.isBlank(scanner.current) {
      expectItem(.key(key.text), [], Partial(scanner.place))
      miss(
        Diagnostic(
          "missing-value", "a value must follow '\(key.text)=' without a space",
          span: SourceSpan(key.span.start, scanner.place), help: "write key=value, as in k=10"))
      place?.keys.append(key.text)
      return Argument(key: key, value: missingValue())
    }
    let (value, _) = value(.key(key.text))
    place?.keys.append(key.text)
    return Argument(key: key, value: value)
  }

  /// The answer to a question about one parameter, after `earlier`.
  mutating func answer(for parameter: ParameterDescription, after earlier: [String]) {
    var taken = earlier
    repeat {
      scanner.skipBlanks()
      let start = scanner.place
      guard !scanner.isAtEnd else {
        expect(.answer(parameter, taken: taken, Partial(start)))
        return
      }
      taken += value(.answer(parameter, earlier: taken)).1
      // No value begins with this character; skip it, so that the text ends.
      if scanner.place == start { scanner.place += 1 }
    } while parameter.form == .positional(many: true)
  }

  /// An empty item, where a value is required.
  private func missingValue() -> ArgumentValue {
    let span = SourceSpan(scanner.place, scanner.place)
    return ArgumentValue(items: [.init(kind: .word(""), span: span)], span: span)
  }

  /// Whether a number and `=` are at this place, which is not a key: `2=` and `101=102` are how people write ties.
  private var isNumber: Bool {
    var count = 0
    while let digit = scanner.peek(count), ("0"..."9").contains(digit) { count += 1 }
    return count > 0 && scanner.peek(count) == "="
  }

  /// `KEY=` at this place, but not `KEY==`.
  private mutating func takeKey(_ kind: SyntaxNode.Kind = .key) -> Word? {
    guard let word = LineParser.key(&scanner) else { return nil }
    mark(kind, word.span)
    return word
  }

  private static func key(_ scanner: inout Scanner) -> Word? {
    let start = scanner.place
    scanner.pass { Scanner.isNameScalar($0) || $0 == "-" || $0 == "." }
    guard scanner.place > start, scanner.current == "=", scanner.peek() != "=" else {
      scanner.place = start
      return nil
    }
    let word = Word(scanner.text(from: start), scanner.span(from: start))
    scanner.place += 1
    return word
  }

  /// What may continue an item: another value of its list or, after a comma within a learner, the next hyperparameter.
  private mutating func expectItem(_ role: Role, _ taken: [String], _ partial: Partial, isFirst: Bool = true) {
    guard isAtCursor else { return }
    switch role {
    case .setting(let learner, let key, let given):
      expect(
        .hyperparameterValue(learner: learner, name: key, others: isFirst ? nil : given + [key], partial))
    case _ where partial.isReference: expect(.reference(partial))
    case .answer(let parameter, let earlier): expect(.answer(parameter, taken: earlier + taken, partial))
    case .key(let key):
      if let place { expect(.value(place, key: key, taken: taken, partial)) }
    case .positional:
      guard var here = place else { return }
      if !taken.isEmpty { here.positionals.append(taken) }
      expect(.argument(here, partial))
    }
  }

  /// Items joined by commas, with their texts; inside a learner's parentheses a comma before `NAME=` ends the value.
  private mutating func value(_ role: Role) -> (ArgumentValue, [String]) {
    let start = scanner.place
    var taken: [String] = []
    var items = [item(role, &taken)]
    while true {
      let end = scanner.place
      var ahead = scanner
      if role.isInside { ahead.skipBlanks() }
      guard ahead.current == "," else { break }
      ahead.place += 1
      ahead.skipBlanks()
      var next = ahead
      if role.isInside, LineParser.key(&next) != nil { break }
      scanner.place = ahead.place
      guard !scanner.isAtEnd else {
        expectItem(role, taken, Partial(scanner.place), isFirst: false)
        miss(
          Diagnostic(
            "missing-value", "a value must follow ','", span: SourceSpan(end, end + 1), help: "write lists as a,b,c"))
        break
      }
      items.append(item(role, &taken))
    }
    return (ArgumentValue(items: items, span: SourceSpan(start, scanner.place)), taken)
  }

  private mutating func item(_ role: Role, _ taken: inout [String]) -> ArgumentValue.Item {
    let start = scanner.place
    let isFirst = taken.isEmpty
    if scanner.startsQuoted {
      let quote = scanner.current
      let text = quoted()
      if !text.isClosed { expectItem(role, taken, Partial(start, text.text, quote: quote), isFirst: isFirst) }
      // A pair of two names: "Hs (m)":wave_height_m.
      let whole = text.text + (text.isClosed && scanner.current == ":" ? pairEnd(role) : "")
      mark(.value, from: start)
      taken.append(whole)
      return ArgumentValue.Item(kind: .quoted(whole), span: scanner.span(from: start))
    }
    if scanner.current == "$" {
      let reference = reference()
      let typed = scanner.text(from: start)
      expectItem(role, taken, Partial(start, typed), isFirst: isFirst)
      mark(.reference, from: start)
      taken.append(typed)
      return ArgumentValue.Item(
        kind: reference.map { .reference($0) } ?? .word(typed), span: scanner.span(from: start))
    }
    let isAddress = !role.isInside && scanner.startsAddress
    while let scalar = scanner.current,
      !isEndOfWord(scalar, inside: role.isInside) || isAddress && (scalar == "," || scalar == "(")
    {
      scanner.place += 1
    }
    let text = scanner.text(from: start)
    if text.hasSuffix(":"), !role.isInside, scanner.startsQuoted {
      let whole = text + pairEnd(role)
      mark(.value, from: start)
      taken.append(whole)
      return ArgumentValue.Item(kind: .quoted(whole), span: scanner.span(from: start))
    }
    let span = scanner.span(from: start)
    expectItem(role, taken, Partial(start, text), isFirst: isFirst)
    taken.append(text)
    guard !text.isEmpty else {
      let found = scanner.current.map(String.init) ?? ""
      fail(
        Diagnostic(
          "unexpected-character", "unexpected '\(found)'", span: SourceSpan(start, start + 1),
          help: "put names with special characters in quotes"))
      if scanner.current == "(" { scanner.place += 1 }
      return ArgumentValue.Item(kind: .word(""), span: span)
    }
    if text == "_" || text.hasPrefix("_.") {
      let end = scanner.place
      scanner.place = start
      let reference = reference()
      let isWhole = scanner.place == end
      scanner.place = end
      if let reference, isWhole {
        mark(.reference, from: start)
        return ArgumentValue.Item(kind: .reference(reference), span: span)
      }
    }
    if scanner.current == "(" {
      let settings = settings(of: text)
      mark(.learner, from: start)
      return ArgumentValue.Item(
        kind: .call(name: Word(text, span), settings: settings), span: scanner.span(from: start))
    }
    mark(.value, from: start)
    return ArgumentValue.Item(kind: .word(text), span: span)
  }

  /// The rest of a pair of names of which one is in quotes: words and quoted text up to the end of the item.
  private mutating func pairEnd(_ role: Role) -> String {
    var text = ""
    while true {
      if text.hasSuffix(":") || text.isEmpty, scanner.startsQuoted {
        let quoted = quoted()
        text += quoted.text
        guard quoted.isClosed, scanner.current == ":" else { return text }
      }
      let start = scanner.place
      while let scalar = scanner.current, !isEndOfWord(scalar, inside: role.isInside) { scanner.place += 1 }
      text += scanner.text(from: start)
      guard scanner.place > start, scanner.startsQuoted, text.hasSuffix(":") else { return text }
    }
  }

  /// A result or a field of one; nil if its name is missing, which is recorded.
  mutating func reference() -> Reference? {
    do throws(Diagnostic) { return try scanner.reference() } catch {
      fail(error)
      return nil
    }
  }

  private func isEndOfWord(_ scalar: Unicode.Scalar, inside: Bool) -> Bool {
    switch scalar {
    case ",", "(", "\"", "`", "|", ">": true
    // Outside parentheses a `)` belongs to the word, so that errors name the whole word.
    case ")": inside
    default: Scanner.isBlank(scalar)
    }
  }

  /// The hyperparameters in a learner's parentheses: `(c=1,10,gamma=scale)`.
  private mutating func settings(of learner: String) -> [Argument] {
    let open = scanner.place
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= LineParser.nestingLimit else {
      fail(
        Diagnostic(
          "too-deep", "parentheses are nested more than \(LineParser.nestingLimit) levels deep",
          span: SourceSpan(open, open + 1)))
      giveUp()
      return []
    }
    scanner.place += 1
    var settings: [Argument] = []
    var given: [String] = []
    scanner.skipBlanks()
    while scanner.current != ")" {
      guard !scanner.isAtEnd else {
        if isAtCursor { expect(.hyperparameter(learner: learner, given: given, Partial(scanner.place))) }
        miss(
          Diagnostic(
            "unclosed-bracket", "a '(' is not closed", span: SourceSpan(open, open + 1), help: "close it with )"))
        return settings
      }
      let start = scanner.place
      guard let key = takeKey(.hyperparameter) else {
        scanner.pass { $0 != ")" && $0 != "," && !Scanner.isBlank($0) }
        let typed = scanner.text(from: start)
        if isAtCursor { expect(.hyperparameter(learner: learner, given: given, Partial(start, typed))) }
        fail(
          Diagnostic(
            "missing-key", "a hyperparameter must be written key=value, not '\(typed)'",
            span: SourceSpan(start, max(scanner.place, start + 1)),
            help: "as in: tree(criterion=gini,max-depth=3)"))
        if scanner.current == "," || scanner.place == start { scanner.place += 1 }
        scanner.skipBlanks()
        continue
      }
      scanner.skipBlanks()
      let (value, _) = value(.setting(learner: learner, key: key.text, given: given))
      settings.append(Argument(key: key, value: value))
      given.append(key.text)
      scanner.skipBlanks()
      if scanner.current == "," {
        scanner.place += 1
        scanner.skipBlanks()
      } else if scanner.current != ")", !scanner.isAtEnd {
        fail(
          Diagnostic(
            "unexpected-character", "',' or ')' must follow a hyperparameter",
            span: SourceSpan(scanner.place, scanner.place + 1)))
      }
    }
    scanner.place += 1
    return settings
  }
}
