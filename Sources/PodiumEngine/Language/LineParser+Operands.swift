internal import PodiumCore
internal import PodiumPlugin

/// Operands of expressions.
extension LineParser {
  /// A number, text, column, result, function, or an expression in parentheses.
  mutating func primary() -> Expression? {
    scanner.skipBlanks()
    let start = scanner.place
    lastColumn = nil
    guard let scalar = scanner.current else {
      expectOperand(Partial(start))
      miss(
        Diagnostic(
          "missing-expression", "the expression ends where a value is expected", span: SourceSpan(start, start + 1)))
      return nil
    }
    switch scalar {
    case "(":
      return bracketed()
    case "\"", "'":
      let text = quoted()
      if !text.isClosed { expectOperand(Partial(start, text.text, quote: scalar)) }
      return value(.literal, .literal(.text(text.text)), start)
    case "`":
      let name = quoted()
      if !name.isClosed { expectOperand(Partial(start, name.text, quote: scalar)) }
      lastColumn = name.text
      return value(.operand, .column(name.text), start)
    case "$":
      let reference = reference()
      if isAtCursor { expect(.reference(Partial(start, scanner.text(from: start)))) }
      return reference.flatMap { value(.reference, .reference($0), start) }
    case "_" where !(scanner.peek().map(Scanner.isNameScalar) ?? false):
      let reference = reference()
      expectOperand(Partial(start, scanner.text(from: start)))
      return reference.flatMap { value(.reference, .reference($0), start) }
    case "0"..."9", ".":
      return number()
    default:
      guard Scanner.isNameScalar(scalar) else {
        fail(
          Diagnostic(
            "unexpected-character", "unexpected '\(scalar)' in an expression", span: SourceSpan(start, start + 1),
            help: "write columns as plain words, text in quotes, unusual column names in `backticks`"))
        // The end of a list or of parentheses belongs to the caller that opened them.
        if scalar != ")", scalar != "," { scanner.place += 1 }
        return nil
      }
      return nameOrCall()
    }
  }

  private mutating func bracketed() -> Expression? {
    let start = scanner.place
    let outer = isComparing
    scanner.place += 1
    isComparing = false
    openBrackets += 1
    let inner = part(.or)
    openBrackets -= 1
    isComparing = outer
    scanner.skipBlanks()
    guard take(")") else {
      missClosing(
        Diagnostic(
          "unclosed-bracket", "a '(' is not closed", span: SourceSpan(start, start + 1), help: "close it with )"))
      return nil
    }
    lastColumn = nil
    return inner
  }

  /// Records that a parenthesis is not closed or, where one closes it later, what is in the way.
  private mutating func missClosing(_ unclosed: Diagnostic) {
    guard let scalar = scanner.current, scanner.scalars[scanner.place...].contains(")") else { return miss(unclosed) }
    miss(
      Diagnostic(
        "unexpected-character", "unexpected '\(scalar)' within parentheses",
        span: SourceSpan(scanner.place, scanner.place + 1),
        help: "separate arguments by commas, join conditions with 'and' or 'or', quote text"))
  }

  private mutating func number() -> Expression? {
    let start = scanner.place
    func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { $0 >= "0" && $0 <= "9" } ?? false }
    while isDigit(scanner.current) { scanner.place += 1 }
    if scanner.current == ".", scanner.peek() != "." {
      scanner.place += 1
      while isDigit(scanner.current) { scanner.place += 1 }
    }
    if scanner.current == "e" || scanner.current == "E" {
      let sign = scanner.peek() == "+" || scanner.peek() == "-"
      if isDigit(scanner.peek(sign ? 2 : 1)) {
        scanner.place += sign ? 2 : 1
        while isDigit(scanner.current) { scanner.place += 1 }
      }
    }
    scanner.pass(while: Scanner.isNameScalar)
    let text = scanner.text(from: start)
    let span = scanner.span(from: start)
    expectOperand(Partial(start, text))
    if let whole = Int(text) { return value(.literal, .literal(.integer(whole)), start) }
    // Swift also parses hexadecimal; here 0x10 is a mistake.
    let isDecimal = text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || "eE.+-".utf8.contains($0) }
    guard isDecimal, let value = Double(text), value.isFinite else {
      fail(
        Diagnostic(
          "bad-number", "'\(text)' is not a number", span: span,
          help: "put a column name that begins with a digit in `backticks`"))
      return nil
    }
    return self.value(.literal, .literal(.number(value)), start)
  }

  private mutating func nameOrCall() -> Expression? {
    let start = scanner.place
    scanner.pass(while: Scanner.isNameScalar)
    passFunctionOfPlugin()
    let name = scanner.text(from: start)
    expectOperand(Partial(start, name))
    if name == "true" || name == "false" { return value(.literal, .literal(.boolean(name == "true")), start) }
    guard scanner.current == "(" else {
      lastColumn = name
      return value(.operand, .column(name), start)
    }
    mark(.function, from: start)
    scanner.place += 1
    return call(name, start)
  }

  /// Passes `.power` of `surf.power(`: only functions have a dot in their names.
  private mutating func passFunctionOfPlugin() {
    guard scanner.current == "." else { return }
    let point = scanner.place
    scanner.place += 1
    scanner.pass(while: Scanner.isNameScalar)
    if scanner.place == point + 1 || scanner.current != "(" { scanner.place = point }
  }

  /// The arguments after the opening parenthesis of a function.
  private mutating func call(_ name: String, _ start: Int) -> Expression? {
    var parts: [Expression] = []
    var isWhole = true
    let outer = isComparing
    isComparing = false
    openBrackets += 1
    defer {
      isComparing = outer
      openBrackets -= 1
    }
    scanner.skipBlanks()
    if !take(")") {
      repeat {
        operand = Expectation.OperandPlace()
        if let argument = part(.or) { parts.append(argument) } else { isWhole = false }
        scanner.skipBlanks()
      } while take(",")
      guard take(")") else {
        missClosing(
          Diagnostic(
            "unclosed-bracket", "the '(' after '\(name)' is not closed", span: scanner.span(from: start),
            help: "close it with )"))
        return nil
      }
    }
    lastColumn = nil
    return isWhole ? make(.call(name, parts), scanner.span(from: start)) : nil
  }
}
