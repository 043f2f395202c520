internal import PodiumCore

/// Parses an expression at the scanner's place; it stops before ` in `, ` as `, ` to `, `|` and the end.
///
/// From loose to tight: or; and; not; comparisons (not chained); + −; * / %; unary −; ^ (to the right).
struct ExpressionParser {
  var scanner: Scanner
  private var nesting = 0

  init(_ scanner: Scanner) { self.scanner = scanner }

  mutating func parse() throws(Diagnostic) -> Expression {
    scanner.skipBlanks()
    guard !scanner.isAtEnd else {
      throw Diagnostic(
        "missing-expression", "an expression is missing",
        span: SourceSpan(scanner.place, scanner.place + 1),
        help: "write one, as in: if temperature < 0, or = $base.accuracy - 0.5")
    }
    return try expression(.or)
  }

  /// How tightly operators bind; each level holds the operands of the one before.
  private enum Level: Int, Comparable {
    case or = 1
    case and, not, comparison, sum, product, sign

    static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// An operand and the operators behind it that bind at least as tightly as `level`.
  ///
  /// One function for all levels: a function each would take nine frames of stack for a pair of brackets.
  private mutating func expression(_ level: Level) throws(Diagnostic) -> Expression {
    nesting += 1
    defer { nesting -= 1 }
    if nesting > Expression.depthLimit { throw tooDeep() }
    var left = try operand(level)
    while let next = try takeOperator(atLeast: level) {
      left = try binary(next.operation, left, try expression(next.operand))
      if next.operand == .sum { try refuseChain() }
    }
    return left
  }

  /// A value, or one behind `not` and minus.
  private mutating func operand(_ level: Level) throws(Diagnostic) -> Expression {
    scanner.skipBlanks()
    let start = scanner.place
    if level <= .not, takeWord("not") {
      let part = try expression(.not)
      return try Expression(.unary(.not, part), span: SourceSpan(start, part.span.end))
    }
    // U+2212 is what spreadsheets and typesetters put for minus.
    if take("-") || take("\u{2212}") {
      let part = try expression(.sign)
      return try Expression(.unary(.minus, part), span: SourceSpan(start, part.span.end))
    }
    return try primary()
  }

  /// The operator at this place with the level of its right operand, unless it binds less tightly than `level`.
  private mutating func takeOperator(
    atLeast level: Level
  ) throws(Diagnostic) -> (operation: BinaryOperator, operand: Level)? {
    scanner.skipBlanks()
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
    if level <= .comparison, let operation = try takeComparison() { return (operation, .sum) }
    if level <= .and, takeWord("and") { return (.and, .not) }
    if level <= .or, takeWord("or") { return (.or, .and) }
    return nil
  }

  private mutating func refuseChain() throws(Diagnostic) {
    let place = scanner.place
    if try takeComparison() != nil {
      throw Diagnostic(
        "chained-comparison", "comparisons cannot be chained", span: SourceSpan(place, scanner.place),
        help: "join them: a < b and b < c")
    }
  }

  private mutating func takeComparison() throws(Diagnostic) -> BinaryOperator? {
    scanner.skipBlanks()
    let start = scanner.place
    for operation in [BinaryOperator.equal, .notEqual, .lessOrEqual, .greaterOrEqual] {
      if take(operation.rawValue) { return operation }
    }
    if take("<>") {
      throw Diagnostic(
        "unknown-operator", "unknown operator '<>'; did you mean '!='?", span: scanner.span(from: start))
    }
    if take("<") { return .less }
    if take(">") {
      guard let next = scanner.current, next == ">" || next == "!" else { return .greater }
      scanner.place += 1
      let sink = scanner.text(from: start)
      throw Diagnostic(
        "sink-after-expression", "'\(sink)' stands after an expression, where '>' compares",
        span: scanner.span(from: start),
        help: "it stands before the condition: head \(sink) FILE if x > 5; to FILE may stand behind one")
    }
    if take("=") {
      throw Diagnostic(
        "single-equals", "'=' sets a value; to compare, did you mean '=='?", span: scanner.span(from: start))
    }
    return nil
  }

  private mutating func primary() throws(Diagnostic) -> Expression {
    scanner.skipBlanks()
    let start = scanner.place
    guard let scalar = scanner.current else {
      throw Diagnostic(
        "missing-expression", "the expression ends where a value must follow",
        span: SourceSpan(start, start + 1))
    }
    switch scalar {
    case "(":
      return try bracketed()
    case "\"", "'":
      let text = try scanner.quoted()
      return try Expression(.literal(.text(text)), span: scanner.span(from: start))
    case "`":
      let name = try scanner.quoted()
      return try Expression(.column(name), span: scanner.span(from: start))
    case "$":
      let reference = try scanner.reference()
      return try Expression(.reference(reference), span: scanner.span(from: start))
    case "_" where !(scanner.peek().map(Scanner.isNameScalar) ?? false):
      let reference = try scanner.reference()
      return try Expression(.reference(reference), span: scanner.span(from: start))
    case "0"..."9", ".":
      return try number()
    default:
      guard Scanner.isNameScalar(scalar) else {
        throw Diagnostic(
          "unexpected-character", "unexpected '\(scalar)' in an expression",
          span: SourceSpan(start, start + 1),
          help: "columns are bare words, text is quoted, odd column names stand in `backticks`")
      }
      return try nameOrCall()
    }
  }

  private mutating func bracketed() throws(Diagnostic) -> Expression {
    let start = scanner.place
    scanner.place += 1
    let inner = try expression(.or)
    scanner.skipBlanks()
    guard take(")") else {
      throw Diagnostic(
        "unclosed-bracket", "a '(' is not closed", span: SourceSpan(start, start + 1), help: "close it with )"
      )
    }
    return inner
  }

  private mutating func number() throws(Diagnostic) -> Expression {
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
    while let scalar = scanner.current, Scanner.isNameScalar(scalar) { scanner.place += 1 }
    let text = scanner.text(from: start)
    let span = scanner.span(from: start)
    if let whole = Int(text) { return try Expression(.literal(.integer(whole)), span: span) }
    // Swift reads hexadecimal too; here 0x10 is a mistyped name.
    let isDecimal = text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || "eE.+-".utf8.contains($0) }
    guard isDecimal, let value = Double(text), value.isFinite else {
      throw Diagnostic(
        "bad-number", "'\(text)' is no number", span: span,
        help: "a column whose name begins with a digit stands in `backticks`")
    }
    return try Expression(.literal(.number(value)), span: span)
  }

  private mutating func nameOrCall() throws(Diagnostic) -> Expression {
    let start = scanner.place
    while let scalar = scanner.current, Scanner.isNameScalar(scalar) { scanner.place += 1 }
    let name = scanner.text(from: start)
    let span = scanner.span(from: start)
    if name == "true" || name == "false" {
      return try Expression(.literal(.boolean(name == "true")), span: span)
    }
    guard take("(") else { return try Expression(.column(name), span: span) }
    return try call(name, start)
  }

  /// The arguments behind the opening bracket of a function.
  private mutating func call(_ name: String, _ start: Int) throws(Diagnostic) -> Expression {
    var parts: [Expression] = []
    scanner.skipBlanks()
    if !take(")") {
      repeat {
        parts.append(try expression(.or))
        scanner.skipBlanks()
      } while take(",")
      guard take(")") else {
        throw Diagnostic(
          "unclosed-bracket", "the '(' after '\(name)' is not closed", span: scanner.span(from: start),
          help: "close it with )")
      }
    }
    return try Expression(.call(name, parts), span: scanner.span(from: start))
  }

  private func binary(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression
  ) throws(Diagnostic) -> Expression {
    try Expression(.binary(operation, left, right), span: left.span.union(right.span))
  }

  private func tooDeep() -> Diagnostic {
    Diagnostic(
      "too-deep", "the expression is nested more than \(Expression.depthLimit) levels deep",
      span: SourceSpan(scanner.place, scanner.place + 1), help: "split it over several columns or conditions")
  }

  private mutating func take(_ sign: String) -> Bool {
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
