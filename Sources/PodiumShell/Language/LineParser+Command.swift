internal import PodiumCore

extension LineParser {
  /// A verb and all that follows it.
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
    scanner.pass { Scanner.isNameScalar($0) || $0 == "-" || $0 == "." }
    guard scanner.place > start else {
      let found = scanner.current.map(String.init) ?? ""
      miss(
        Diagnostic(
          "missing-verb", "a command begins with a verb, not with '\(found)'",
          span: SourceSpan(start, start + 1), help: "help lists the verbs"))
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
    rest(&command, signature)
    return command
  }

  /// What may follow is what the signature says; of a verb that nobody has nothing is known.
  private mutating func begin(_ signature: Signature?) {
    place = signature.map { Expectation.ArgumentPlace(signature: $0) }
    makesOneValue = signature?.has(.aggregates) ?? false
    if signature == nil { expectNothing() }
  }

  /// Takes the other words of a verb that has several: as many as name one, or begin one.
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

  /// The expression of a verb that takes one, and the column and `=` before it where that belongs to it.
  private mutating func expressionArguments(_ signature: Signature, _ command: inout CommandSyntax) {
    scanner.skipBlanks()
    // A word of its own stands in place of the expression: it is no column there.
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
          help: "write it as in: \(verb) speed = distance / time"))
      return nil
    }
    mark(.column, from: start)
    let word = Word(name, scanner.span(from: start))
    scanner.skipBlanks()
    guard scanner.current == "=", scanner.peek() != "=" else {
      expectNothing()
      miss(
        Diagnostic(
          "missing-equals", "'=' must follow the column '\(name)'",
          span: SourceSpan(scanner.place, scanner.place + 1),
          help: "write it as in: \(verb) \(name) = distance / time"))
      return nil
    }
    scanner.place += 1
    return word
  }

  /// Arguments and clauses, to the end of the text.
  private mutating func rest(_ command: inout CommandSyntax, _ signature: Signature?) {
    let takesPages = signature.map(LineParser.takesPages) ?? false
    while true {
      scanner.skipBlanks()
      let start = scanner.place
      let isBehindExpression = command.expression != nil || command.condition != nil
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
        // A word of the grammar is what help is asked about there.
        command.arguments.append(argument())
      } else if let word = LineParser.clauses.first(where: scanner.startsWord) {
        clause(word, &command)
      } else if scalar == ">" {
        redirect(&command)
      } else if scalar == "|" {
        once(command.sink == nil, "|", start)
        pipe(&command)
      } else if isBehindExpression {
        scanner.place += 1
        scanner.pass { !Scanner.isBlank($0) }
        if isAtCursor, let place { expect(.operation(place, left: nil, Partial(start, scanner.text(from: start)))) }
        fail(
          Diagnostic(
            "unexpected-word", "unexpected '\(scanner.text(from: start))' after the expression",
            span: scanner.span(from: start),
            help: "join conditions with and, or; text is quoted; options stand before 'if'"))
      } else {
        command.arguments.append(argument())
        // A sign that no argument begins with: it is passed, so that the line ends.
        if scanner.place == start { scanner.place += 1 }
      }
    }
  }

  /// Whether what a verb takes first is a page of the help, which words of the grammar have too.
  private static func takesPages(_ signature: Signature) -> Bool {
    if case .pages? = signature.parameters.first?.description.completion { true } else { false }
  }

  // MARK: Clauses

  private mutating func clause(_ word: String, _ command: inout CommandSyntax) {
    let start = scanner.place
    scanner.place += 2
    // While the word is typed it may become another one.
    if let place {
      let here = Partial(start, word)
      if isAtCursor {
        expect(
          command.expression != nil || command.condition != nil
            ? .operation(place, left: nil, here) : .argument(place, here))
      }
    }
    mark(.clause, from: start)
    place?.clauses.append(word)
    switch word {
    case "if":
      once(command.condition == nil, word, start)
      makesOneValue = false
      command.condition = expression()
    case "in":
      once(command.range == nil, word, start)
      command.range = rowRange()
    case "as":
      once(command.name == nil, word, start)
      command.name = resultName()
    default:
      once(command.sink == nil, word, start)
      command.sink = fileName("to").map { .file($0, .new) }
    }
  }

  private mutating func rowRange() -> RowRange? {
    scanner.skipBlanks()
    let start = scanner.place
    scanner.pass { !LineParser.endsClause($0) }
    if scanner.isAtEnd { expectNothing() }
    let typed = scanner.text(from: start)
    let span = SourceSpan(start, max(scanner.place, start + 1))
    mark(.object, from: start)
    guard let range = LineParser.rows(typed, span) else {
      fail(
        Diagnostic(
          "bad-range", "'\(typed)' is no range of rows", span: span,
          help: "rows count from 1: in 1..50, in 7, in 100.."))
      return nil
    }
    return range
  }

  private static func rows(_ typed: String, _ span: SourceSpan) -> RowRange? {
    guard let dots = typed.firstRange(of: "..") else {
      guard let row = Int(typed), row >= 1 else { return nil }
      return RowRange(first: row, last: row, span: span)
    }
    let (low, high) = (typed[..<dots.lowerBound], typed[dots.upperBound...])
    guard let first = low.isEmpty ? 1 : Int(low), first >= 1 else { return nil }
    if high.isEmpty { return RowRange(first: first, last: nil, span: span) }
    guard let last = Int(high), last >= first else { return nil }
    return RowRange(first: first, last: last, span: span)
  }

  private static func endsClause(_ scalar: Unicode.Scalar) -> Bool {
    Scanner.isBlank(scalar) || scalar == "|" || scalar == ">"
  }

  private mutating func resultName() -> Word? {
    scanner.skipBlanks()
    let start = scanner.place
    scanner.pass { Scanner.isNameScalar($0) || $0 == "-" }
    if scanner.isAtEnd { expectNothing() }
    let name = scanner.text(from: start)
    let span = SourceSpan(start, max(scanner.place, start + 1))
    mark(.object, from: start)
    guard let first = name.unicodeScalars.first, !(first >= "0" && first <= "9"), first != "-", name != "_",
      scanner.current.map(LineParser.endsClause) ?? true
    else {
      fail(
        Diagnostic(
          "bad-name", "a name must follow 'as'", span: span,
          help: "a name begins with a letter and holds letters, digits, - and _"))
      return nil
    }
    return Word(name, span)
  }

  private mutating func fileName(_ after: String) -> Word? {
    scanner.skipBlanks()
    let start = scanner.place
    let name: String
    if let quote = scanner.current, Scanner.isTextQuote(quote) {
      let quoted = quoted()
      name = quoted.text
      if !quoted.isClosed, isAtCursor { expect(.file(Partial(start, name, quote: quote))) }
    } else {
      scanner.pass { !Scanner.isBlank($0) }
      name = scanner.text(from: start)
      if isAtCursor { expect(.file(Partial(start, name))) }
    }
    mark(.object, from: start)
    guard !name.isEmpty else {
      miss(
        Diagnostic(
          "missing-file", "a file must follow '\(after)'", span: SourceSpan(start, start + 1),
          help: "write it as in: to table.csv"))
      return nil
    }
    return Word(name, scanner.span(from: start))
  }

  private mutating func redirect(_ command: inout CommandSyntax) {
    let start = scanner.place
    once(command.sink == nil, ">", start)
    scanner.place += 1
    var mode = FileMode.new
    if scanner.current == ">" || scanner.current == "!" {
      mode = scanner.current == ">" ? .append : .replace
      scanner.place += 1
    }
    mark(.clause, from: start)
    place?.clauses.append("to")
    command.sink = fileName(scanner.text(from: start)).map { .file($0, mode) }
  }

  private mutating func pipe(_ command: inout CommandSyntax) {
    let sign = scanner.place
    scanner.place += 1
    mark(.clause, from: sign)
    scanner.skipBlanks()
    let start = scanner.place
    scanner.place = scanner.scalars.count
    if isAtCursor { expect(.file(lastWord(from: start))) }
    mark(.object, from: start)
    let outside = scanner.text(from: start)
    guard !outside.isEmpty else {
      miss(
        Diagnostic(
          "missing-command", "a command must follow '|'", span: SourceSpan(start - 1, start),
          help: "write it as in: describe | less"))
      return
    }
    command.sink = .pipe(Word(outside, scanner.span(from: start)))
  }
}
