internal import Glibc

/// The functions an expression can call.
public enum ExpressionFunctions {
  /// Every function with its arguments and what it gives, for the help and for completion.
  public static let synopses: [(name: String, use: String, summary: String)] = [
    ("abs", "abs(x)", "absolute value"),
    ("ceil", "ceil(x)", "smallest whole number not below x"),
    ("coalesce", "coalesce(x, y)", "x, or y where x is missing"),
    ("contains", "contains(text, part)", "whether text contains part"),
    ("ends", "ends(text, part)", "whether text ends with part"),
    ("exp", "exp(x)", "e to the power of x"),
    ("floor", "floor(x)", "largest whole number not above x"),
    ("length", "length(text)", "number of characters"),
    ("log", "log(x)", "natural logarithm; missing for x <= 0"),
    ("lower", "lower(text)", "text in lower case"),
    ("max", "max(x, y)", "larger of x and y"),
    ("min", "min(x, y)", "smaller of x and y"),
    ("missing", "missing(x)", "whether x is missing"),
    ("month", "month(date)", "month of a date, 1 to 12"),
    ("round", "round(x, decimals)", "x rounded to so many decimal places (0 by default); halves away from zero"),
    ("sqrt", "sqrt(x)", "square root; missing for x < 0"),
    ("starts", "starts(text, part)", "whether text starts with part"),
    ("upper", "upper(text)", "text in upper case"),
    ("year", "year(date)", "year of a date"),
  ]

  static func bind(
    _ name: String, _ parts: [BoundExpression], _ typed: [Expression], functions: [String: ExpressionFunction],
    at span: SourceSpan
  ) throws(Diagnostic) -> BoundExpression {
    let arguments = Arguments(name: name, parts: parts, typed: typed, span: span)
    switch name {
    case "missing":
      let x = try arguments.one()
      return BoundExpression(.boolean) { .boolean(x($0).isMissing) }
    case "coalesce":
      try arguments.count(2...2)
      guard parts[0].kind == parts[1].kind else {
        throw Diagnostic("wrong-type", "'coalesce' takes two values of the same type", span: span)
      }
      let (x, y) = (parts[0], parts[1])
      return BoundExpression(x.kind) { row in
        let value = x(row)
        return value.isMissing ? y(row) : value
      }
    case "abs": return try arguments.number { $0.magnitude }
    case "ceil": return try arguments.number { $0.rounded(.up) }
    case "floor": return try arguments.number { $0.rounded(.down) }
    case "exp": return try arguments.number { Glibc.exp($0) }
    case "log": return try arguments.number { $0 > 0 ? Glibc.log($0) : .nan }
    case "sqrt": return try arguments.number { $0 >= 0 ? $0.squareRoot() : .nan }
    case "min": return try arguments.numbers { Swift.min($0, $1) }
    case "max": return try arguments.numbers { Swift.max($0, $1) }
    case "round":
      if parts.count == 1 { return try arguments.number { $0.rounded() } }
      return try arguments.numbers { x, decimals in
        guard decimals.magnitude <= 15 else { return x }
        let scale = Glibc.pow(10, decimals.rounded())
        let scaled = x * scale
        // Beyond 2⁵³ a double has no digits after the point, and the product might overflow.
        return scaled.magnitude < 0x1p53 ? scaled.rounded() / scale : x
      }
    case "lower": return try arguments.text { .text($0.lowercased()) }
    case "upper": return try arguments.text { .text($0.uppercased()) }
    case "length": return try arguments.text(gives: .number) { .integer($0.count) }
    case "contains": return try arguments.texts { Arguments.find($1, in: $0) }
    case "starts": return try arguments.texts { $0.hasPrefix($1) }
    case "ends": return try arguments.texts { $0.hasSuffix($1) }
    case "year": return try arguments.day { $0.civil.year }
    case "month": return try arguments.day { $0.civil.month }
    default:
      if ExpressionAggregates.names.contains(name) {
        throw Diagnostic.aggregate(name, inner: name == "count" ? "x > 5" : "x", at: span)
      }
      if let function = functions[name] { return try function.bound(parts, typed, at: span) }
      throw Diagnostic.unknown(
        "function", name, among: synopses.map(\.name) + functions.keys.sorted(by: CodePointOrder.precedes), span: span,
        help: "help expressions lists them")
    }
  }
}

/// The arguments of one call, checked for their number and kind.
private struct Arguments {
  let name: String
  let parts: [BoundExpression]
  let typed: [Expression]
  let span: SourceSpan

  func count(_ allowed: ClosedRange<Int>) throws(Diagnostic) {
    guard !allowed.contains(parts.count) else { return }
    let use = ExpressionFunctions.synopses.first { $0.name == name }?.use ?? name
    throw Diagnostic(
      "wrong-arguments", "'\(name)' got \(parts.count.counted("argument"))", span: span, help: "write: \(use)")
  }

  func one() throws(Diagnostic) -> BoundExpression {
    try count(1...1)
    return parts[0]
  }

  private func require(_ place: Int, _ kind: BoundExpression.Kind) throws(Diagnostic) -> BoundExpression {
    let part = parts[place]
    guard part.kind == kind else {
      throw Diagnostic(
        "wrong-type", "'\(name)' takes \(kind.noun), not \(part.kind.noun)",
        span: typed[place].span)
    }
    return part
  }

  func number(_ compute: @escaping @Sendable (Double) -> Double) throws(Diagnostic) -> BoundExpression {
    try count(1...1)
    let x = try require(0, .number)
    return BoundExpression(.number) { row in
      guard let a = x(row).asNumber else { return .missing }
      let result = compute(a)
      return result.isFinite ? .number(result) : .missing
    }
  }

  func numbers(_ compute: @escaping @Sendable (Double, Double) -> Double) throws(Diagnostic)
    -> BoundExpression
  {
    try count(2...2)
    let x = try require(0, .number)
    let y = try require(1, .number)
    return BoundExpression(.number) { row in
      guard let a = x(row).asNumber, let b = y(row).asNumber else { return .missing }
      let result = compute(a, b)
      return result.isFinite ? .number(result) : .missing
    }
  }

  func text(
    gives kind: BoundExpression.Kind = .text, _ compute: @escaping @Sendable (String) -> Value
  ) throws(Diagnostic) -> BoundExpression {
    try count(1...1)
    let x = try require(0, .text)
    return BoundExpression(kind) { row in
      if case .text(let text) = x(row) { compute(text) } else { .missing }
    }
  }

  func texts(_ compute: @escaping @Sendable (String, String) -> Bool) throws(Diagnostic) -> BoundExpression {
    try count(2...2)
    let x = try require(0, .text)
    let y = try require(1, .text)
    return BoundExpression(.boolean) { row in
      guard case .text(let a) = x(row), case .text(let b) = y(row) else { return .missing }
      return .boolean(compute(a, b))
    }
  }

  func day(_ compute: @escaping @Sendable (CalendarDate) -> Int) throws(Diagnostic) -> BoundExpression {
    try count(1...1)
    let x = parts[0]
    guard x.kind == .date || x.kind == .datetime else {
      throw Diagnostic("wrong-type", "'\(name)' takes a date, not \(x.kind.noun)", span: typed[0].span)
    }
    return BoundExpression(.number) { row in
      switch x(row) {
      case .date(let day): .integer(compute(day))
      case .datetime(let moment): .integer(compute(moment.date))
      default: .missing
      }
    }
  }

  /// Whether a text holds another; the empty text is in every text.
  static func find(_ part: String, in text: String) -> Bool {
    let wanted = Array(part.utf8)
    let bytes = Array(text.utf8)
    guard wanted.count <= bytes.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { start in
      bytes[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }
}
