internal import PodiumCore
internal import PodiumPlugin

/// Clauses after the arguments of a verb.
extension LineParser {
  /// One of `if`, `in`, `as` and `to` with what follows it.
  mutating func clause(_ word: String, _ command: inout CommandSyntax) {
    let start = scanner.place
    scanner.place += 2
    // While it is being typed, the word may still become another one.
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
          "bad-range", "'\(typed)' is not a range of rows", span: span,
          help: "number rows from 1: in 1..50, in 7, in 100.."))
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
          help: "begin the name with a letter and use only letters, digits, - and _"))
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
          help: "as in: to table.csv"))
      return nil
    }
    return Word(name, scanner.span(from: start))
  }

  /// `> FILE`, `>! FILE` or `>> FILE`.
  mutating func redirect(_ command: inout CommandSyntax) {
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

  /// `| COMMAND`: the rest of the line goes to the system shell.
  mutating func pipe(_ command: inout CommandSyntax) {
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
          help: "as in: describe | less"))
      return
    }
    command.sink = .pipe(Word(outside, scanner.span(from: start)))
  }
}
