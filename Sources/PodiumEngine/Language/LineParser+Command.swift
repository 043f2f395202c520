internal import PodiumCore
internal import PodiumPlugin

extension LineParser {
  /// A verb and everything after it.
  mutating func command() -> CommandSyntax {
    let start = scanner.place
    if scanner.current == "=", scanner.peek() != "=" {
      // `= EXPR` is short for `calculate EXPR`.
      scanner.place += 1
      mark(.verb, from: start)
      var command = CommandSyntax(text: text, verb: Word("calculate", scanner.span(from: start)))
      begin(grammar.signature("calculate"))
      command.expression = expression()
      rest(&command, nil)
      return command
    }
    if let shown = shownResult() { return shown }
    scanner.pass { Scanner.isNameScalar($0) || $0 == "-" || $0 == "." }
    guard scanner.place > start else {
      let found = scanner.current.map(String.init) ?? ""
      miss(
        Diagnostic(
          "missing-verb", "a command begins with a verb, not with '\(found)'",
          span: SourceSpan(start, start + 1), help: "'help' lists the verbs"))
      giveUp()
      return CommandSyntax(text: text, verb: Word("", SourceSpan(start, start)))
    }
    var verb = Word(scanner.text(from: start), scanner.span(from: start))
    if isAtCursor { expect(.verb(Partial(start, verb.text))) }
    know(verb)
    moreWords(of: &verb)
    mark(.verb, from: start)
    let signature = grammar.signature(typed: verb.text)
    begin(signature)
    var command = CommandSyntax(text: text, verb: verb)
    if let signature, signature.has(.expression) { expressionArguments(signature, &command) }
    if let signature, signature.has(.assignments) { assignments(signature, &command) }
    rest(&command, signature)
    return command
  }

  /// `_` or `$NAME` without a verb: short for `show`, and of a field for `calculate`; nil for anything else.
  private mutating func shownResult() -> CommandSyntax? {
    let start = scanner.place
    let next = scanner.peek()
    if scanner.current == "_" || scanner.current == "$" {
      scanner.place += 1
      scanner.pass { Scanner.isNameScalar($0) }
      let word = scanner.text(from: start)
      let isField = scanner.current == "." && scanner.peek().map { Scanner.isNameScalar($0) } ?? false
      scanner.place = start
      if isField, word == "_" || (word.hasPrefix("$") && word != "$") {
        var command = CommandSyntax(text: text, verb: Word("calculate", SourceSpan(start, start)))
        begin(grammar.signature("calculate"))
        command.expression = expression()
        rest(&command, nil)
        return command
      }
    }
    let isLast = scanner.current == "_" && (next.map { Scanner.isBlank($0) || $0 == ";" } ?? true)
    let isNamed = scanner.current == "$" && (next.map { Scanner.isNameScalar($0) } ?? false)
    guard isLast || isNamed, let signature = grammar.signature("show") else { return nil }
    var command = CommandSyntax(text: text, verb: Word("show", SourceSpan(start, start)))
    begin(signature)
    rest(&command, signature)
    return command
  }

  /// The signature determines what may follow; nothing is known about an unregistered verb.
  private mutating func begin(_ signature: Signature?) {
    place = signature.map { Expectation.ArgumentPlace(signature: $0) }
    makesOneValue = signature?.has(.aggregates) ?? false
    if signature == nil { expectNothing() }
  }

  /// Takes the other words of a verb: as many as name a verb or begin one.
  private mutating func moreWords(of verb: inout Word) {
    while grammar.isHead(verb.text) {
      let end = scanner.place
      scanner.skipBlanks()
      let start = scanner.place
      scanner.pass { Scanner.isNameScalar($0) || $0 == "-" || $0 == "." }
      let typed = scanner.text(from: start)
      let signature = grammar.signature(verb.text)
      if start > end {
        if isAtCursor {
          expect(
            .nextWord(
              head: verb.text, signature.map { Expectation.ArgumentPlace(signature: $0) }, Partial(start, typed)))
        }
      }
      let longer = verb.text + " " + typed
      let isWord = scanner.place > start && (scanner.isAtEnd || Scanner.isBlank(scanner.current))
      guard isWord, grammar.signature(longer) != nil || grammar.isHead(longer) else {
        scanner.place = end
        return
      }
      verb = Word(longer, SourceSpan(verb.span.start, scanner.place))
    }
  }

  /// The expression of a verb that takes one, with the column and `=` before it if the verb assigns.
  private mutating func expressionArguments(_ signature: Signature, _ command: inout CommandSyntax) {
    scanner.skipBlanks()
    // A keyword may replace the expression; it is not a column then.
    if case .words(let words)? = signature.parameters.first(where: { $0.description.form != .key })?.description
      .completion, words.contains(where: scanner.startsWord)
    {
      return
    }
    if signature.has(.assignment) {
      guard let word = assigned(signature.name) else { return }
      command.assigned = word
    }
    command.expression = expression()
  }

  /// `NAME = EXPR, NAME = EXPR`.
  private mutating func assignments(_ signature: Signature, _ command: inout CommandSyntax) {
    scanner.skipBlanks()
    repeat {
      scanner.skipBlanks()
      guard let word = assigned(signature.name), let value = expression() else { return }
      command.assignments.append(Assignment(word, value))
      scanner.skipBlanks()
    } while take(",")
  }

  private mutating func assigned(_ verb: String) -> Word? {
    let start = scanner.place
    var name = ""
    if scanner.current == "`" {
      let quoted = quoted()
      name = quoted.text
      if !quoted.isClosed, isAtCursor { expect(.group(Partial(start, name, quote: "`"), taken: [])) }
    } else {
      scanner.pass(while: Scanner.isNameScalar)
      name = scanner.text(from: start)
      if isAtCursor { expect(.group(Partial(start, name), taken: [])) }
    }
    guard !name.isEmpty else {
      expectNothing()
      miss(
        Diagnostic(
          "missing-column", "a column must follow '\(verb)'", span: SourceSpan(start, start + 1),
          help: "as in: \(verb) speed = distance / time"))
      return nil
    }
    mark(.column, from: start)
    let word = Word(name, scanner.span(from: start))
    scanner.skipBlanks()
    if isAtCursor { expect(.equals(Partial(scanner.place))) }
    guard scanner.current == "=", scanner.peek() != "=" else {
      expectNothing()
      miss(
        Diagnostic(
          "missing-equals", "'=' must follow the column '\(name)'",
          span: SourceSpan(scanner.place, scanner.place + 1),
          help: "as in: \(verb) \(CommandText.column(name)) = distance / time"))
      return nil
    }
    scanner.place += 1
    return word
  }

  /// Arguments and clauses, to the end of the text.
  private mutating func rest(_ command: inout CommandSyntax, _ typed: Signature?) {
    var signature = typed
    let takesPages = signature.map(LineParser.takesPages) ?? false
    while true {
      scanner.skipBlanks()
      let start = scanner.place
      if let signature, signature.has(.command), !command.arguments.isEmpty {
        if !isAtCursor || Scanner.isBlank(scanner.scalars.last) { return innerCommand(&command) }
      }
      let isBehindExpression =
        command.expression != nil || command.condition != nil || !command.assignments.isEmpty
      guard let scalar = scanner.current else {
        if let place {
          let here = Partial(start)
          if isAtCursor { expect(isBehindExpression ? .operation(place, left: nil, here) : .argument(place, here)) }
        }
        return
      }
      if takesPages, command.arguments.isEmpty, scalar == "=" {
        scanner.place += 1
        let span = scanner.span(from: start)
        let item = ArgumentValue.Item(kind: .word("calculate"), span: span)
        command.arguments.append(Argument(key: nil, value: ArgumentValue(items: [item], span: span)))
      } else if takesPages, command.arguments.isEmpty, LineParser.clauses.contains(where: scanner.startsWord) {
        // After help, a keyword of the grammar is the topic.
        command.arguments.append(argument())
      } else if let word = LineParser.clauses.first(where: scanner.startsWord) {
        clause(word, &command)
      } else if scalar == ">" {
        redirect(&command)
      } else if scalar == "|" {
        once(command.sink == nil, "|", start)
        pipe(&command)
      } else if isBehindExpression, let signature, startsKey(of: signature) {
        command.arguments.append(argument())
      } else if isBehindExpression {
        scanner.place += 1
        scanner.pass { !Scanner.isBlank($0) }
        if isAtCursor, let place { expect(.operation(place, left: nil, Partial(start, scanner.text(from: start)))) }
        let isSplit = scalar == "," && command.condition != nil && !command.assignments.isEmpty
        fail(
          Diagnostic(
            "unexpected-word", "unexpected '\(scanner.text(from: start))' after the expression",
            span: scanner.span(from: start),
            help: isSplit
              ? "the condition comes last, as in: \(command.verb.text) mean = mean(x), n = n() if x > 1"
              : "join conditions with 'and' or 'or', quote text, put options before 'if'"))
      } else if let action = actionAfterName(in: &command) {
        signature = action
      } else {
        command.arguments.append(argument())
        // No argument begins with this character; skip it, so that the line ends.
        if scanner.place == start { scanner.place += 1 }
      }
    }
  }

  /// Takes the last word of a verb that is typed after its first argument: `surf spot ramp edit` means `surf spot edit ramp`;
  /// nil where no such word follows.
  private mutating func actionAfterName(in command: inout CommandSyntax) -> Signature? {
    guard command.arguments.count == 1, command.arguments[0].key == nil, grammar.isHead(command.verb.text) else {
      return nil
    }
    var ahead = scanner
    let start = ahead.place
    ahead.pass { Scanner.isNameScalar($0) || $0 == "-" }
    guard ahead.place > start, ahead.isAtEnd || Scanner.isBlank(ahead.current) else { return nil }
    let verb = command.verb.text + " " + ahead.text(from: start)
    guard let signature = grammar.signature(verb), signature.has(.afterName) else { return nil }
    scanner = ahead
    mark(.verb, from: start)
    command.verb = Word(verb, command.verb.span)
    let named = place?.positionals ?? []
    begin(signature)
    place?.positionals = named
    return signature
  }

  /// Whether one of the verb's keys and `=` come here, as after the expression of `derive`.
  private func startsKey(of signature: Signature) -> Bool {
    var ahead = scanner
    let start = ahead.place
    ahead.pass { Scanner.isNameScalar($0) || $0 == "-" }
    guard ahead.current == "=", ahead.peek() != "=" else { return false }
    return signature.keys.contains(ahead.text(from: start))
  }

  /// The command that a verb such as `watch` takes; none may take another.
  private mutating func innerCommand(_ command: inout CommandSyntax) {
    let start = scanner.place
    guard !scanner.isAtEnd else {
      if isAtCursor { expect(.verb(Partial(start))) }
      return
    }
    guard !isInner else {
      fail(
        Diagnostic(
          "unexpected-word", "'\(command.verb.text)' cannot be inside another one", span: command.verb.span,
          help: "name one command that reads, as in: \(command.verb.text) 5 head"))
      return giveUp()
    }
    isInner = true
    _ = statement()
    command.command = Word(scanner.text(from: start), scanner.span(from: start))
  }

  /// Whether the first argument is a help page; keywords of the grammar have pages too.
  private static func takesPages(_ signature: Signature) -> Bool {
    if case .pages? = signature.parameters.first?.description.completion { true } else { false }
  }
}
