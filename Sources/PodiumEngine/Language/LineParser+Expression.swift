internal import PodiumCore
internal import PodiumPlugin

extension LineParser {
  /// Reads an expression at this place; it stops before ` in `, ` as `, ` to `, `>>`, `>!`, `|` and the end. Nil if a part of it is
  /// missing or wrong, which is recorded as the mistake.
  ///
  /// From loosest to tightest: or; and; not; comparisons (not chained); + −; * / %; unary −; ^ (right-associative).
  mutating func expression() -> Expression? {
    scanner.skipBlanks()
    operand = Expectation.OperandPlace()
    lastColumn = nil
    isComparing = false
    (depth, openBrackets) = (0, 0)
    guard !scanner.isAtEnd else {
      expectOperand(Partial(scanner.place))
      miss(
        Diagnostic(
          "missing-expression", "an expression is missing", span: SourceSpan(scanner.place, scanner.place + 1),
          help: "write one, as in: if temperature < 0, or = $base.accuracy - 0.5"))
      return nil
    }
    return part(.or)
  }

  /// The precedence levels of operators; each level contains the operands of the one before.
  enum Level: Int, Comparable {
    case or = 1
    case and, not, comparison, sum, product, sign

    static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// An operand and the operators after it that bind at least as tightly as `level`.
  ///
  /// One function for all levels: one function each would take nine stack frames for a pair of parentheses.
  mutating func part(_ level: Level) -> Expression? {
    depth += 1
    defer { depth -= 1 }
    if depth > Expression.depthLimit {
      tooDeep()
      return nil
    }
    var left = leftSide(level)
    while let next = takeOperator(atLeast: level) {
      let isComparison = next.operand == .sum
      operand = place(of: next.operand, after: left)
      let outer = isComparing
      isComparing = isComparison || isComparing && next.operand > .sum
      left = binary(next.operation, left, part(next.operand))
      isComparing = outer
      if isComparison { refuseChain() }
    }
    return left
  }

  /// What an operand is compared or calculated with.
  private func place(of operand: Level, after left: Expression?) -> Expectation.OperandPlace {
    var place = Expectation.OperandPlace()
    if operand == .sum, case .column(let name)? = left?.kind { place.compared = name }
    place.isNumeric = operand > .sum
    return place
  }

  /// A value, or one after `not` and minus.
  private mutating func leftSide(_ level: Level) -> Expression? {
    scanner.skipBlanks()
    let start = scanner.place
    if level <= .not, takeWord("not") {
      expectOperand(Partial(start, "not"))
      mark(.operation, from: start)
      let inner = part(.not)
      return inner.flatMap { make(.unary(.not, $0), SourceSpan(start, $0.span.end)) }
    }
    // Spreadsheets and typesetters write U+2212 for minus.
    if take("-") || take("\u{2212}") {
      mark(.operation, from: start)
      let inner = part(.sign)
      return inner.flatMap { make(.unary(.minus, $0), SourceSpan(start, $0.span.end)) }
    }
    return primary()
  }

  /// The operator at this place with the level of its right operand, unless it binds less tightly than `level`.
  private mutating func takeOperator(atLeast level: Level) -> (operation: BinaryOperator, operand: Level)? {
    scanner.skipBlanks()
    expectOperation()
    let start = scanner.place
    guard let found = takeSign(atLeast: level) else { return nil }
    mark(.operation, from: start)
    return found
  }

  private mutating func takeSign(atLeast level: Level) -> (operation: BinaryOperator, operand: Level)? {
    if take("^") || take("**") { return (.power, .sign) }
    if level <= .product {
      if take("*") { return (.multiply, .sign) }
      if take("/") { return (.divide, .sign) }
      if take("%") { return (.remainder, .sign) }
    }
    if level <= .sum {
      if take("+") { return (.add, .product) }
      if take("-") { return (.subtract, .product) }
    }
    if level <= .comparison, let operation = takeComparison() { return (operation, .sum) }
    if level <= .and, takeWord("and") { return (.and, .not) }
    if level <= .or, takeWord("or") { return (.or, .and) }
    return nil
  }

  /// Reads and discards comparisons after a comparison.
  private mutating func refuseChain() {
    while true {
      let start = scanner.place
      guard takeComparison() != nil else { return }
      fail(
        Diagnostic(
          "chained-comparison", "comparisons cannot be chained", span: scanner.span(from: start),
          help: "join them with and: a < b and b < c"))
      _ = part(.sum)
    }
  }

  /// A comparison; for something similar, the nearest one, and the mistake is recorded.
  private mutating func takeComparison() -> BinaryOperator? {
    scanner.skipBlanks()
    let start = scanner.place
    for operation in [BinaryOperator.equal, .notEqual, .lessOrEqual, .greaterOrEqual] {
      if take(operation.rawValue) { return operation }
    }
    if take("<>") {
      fail(
        Diagnostic(
          "unknown-operator", "unknown operator '<>'; did you mean '!='?", span: scanner.span(from: start)))
      return .notEqual
    }
    if take("<") { return .less }
    if take(">") {
      guard let next = scanner.current, next == ">" || next == "!" else { return .greater }
      if openBrackets == 0 {
        // No comparison, so it is where the output goes.
        scanner.place = start
        return nil
      }
      scanner.place += 1
      let sink = scanner.text(from: start)
      fail(
        Diagnostic(
          "sink-after-expression", "'\(sink)' cannot follow an expression, where '>' is a comparison",
          span: scanner.span(from: start),
          help: "close the parentheses before it, as in: = (a + b) \(sink) FILE"))
      return .greater
    }
    if take("=") {
      fail(
        Diagnostic(
          "single-equals", "'=' sets a value; to compare, did you mean '=='?", span: scanner.span(from: start)))
      return .equal
    }
    return nil
  }

  // MARK: Nodes

  /// A value that ends here.
  mutating func value(_ node: SyntaxNode.Kind, _ kind: Expression.Kind, _ start: Int) -> Expression? {
    mark(node, from: start)
    operand = Expectation.OperandPlace()
    return make(kind, scanner.span(from: start))
  }

  private mutating func binary(
    _ operation: BinaryOperator, _ left: Expression?, _ right: Expression?
  ) -> Expression? {
    guard let left, let right else { return nil }
    return make(.binary(operation, left, right), left.span.union(right.span))
  }

  /// A node; nil if it would be nested too deeply.
  mutating func make(_ kind: Expression.Kind, _ span: SourceSpan) -> Expression? {
    do throws(Diagnostic) { return try Expression(kind, span: span) } catch {
      fail(error)
      giveUp()
      return nil
    }
  }

  private mutating func tooDeep() {
    fail(
      Diagnostic(
        "too-deep", "the expression is nested more than \(Expression.depthLimit) levels deep",
        span: SourceSpan(scanner.place, scanner.place + 1), help: "split it into several conditions"))
    giveUp()
  }

  // MARK: The cursor

  /// A value is allowed here.
  mutating func expectOperand(_ partial: Partial) {
    guard isAtCursor else { return }
    var here = operand
    here.makesOneValue = makesOneValue
    expect(.operand(here, partial))
  }

  /// An operator, or a clause after the expression; neither begins with a symbol, so only words are completed.
  private mutating func expectOperation() {
    guard isExpecting, let place, scanner.place >= lastWord else { return }
    if let scalar = scanner.current, !Scanner.isNameScalar(scalar) { return }
    var word = scanner
    word.place = word.scalars.count
    let text = word.text(from: scanner.place)
    // An option has values of its own.
    if text.contains("=") { return }
    expectWord(.operation(place, left: isComparing ? nil : lastColumn, Partial(scanner.place, text)))
  }

  // MARK: Symbols and words

  /// Skips a symbol, if it is here.
  mutating func take(_ sign: String) -> Bool {
    var place = scanner.place
    for scalar in sign.unicodeScalars {
      guard place < scanner.scalars.count, scanner.scalars[place] == scalar else { return false }
      place += 1
    }
    scanner.place = place
    return true
  }

  private mutating func takeWord(_ word: String) -> Bool {
    scanner.skipBlanks()
    let start = scanner.place
    guard take(word) else { return false }
    if scanner.current.map({ Scanner.isBlank($0) || $0 == "(" }) ?? true { return true }
    scanner.place = start
    return false
  }
}
