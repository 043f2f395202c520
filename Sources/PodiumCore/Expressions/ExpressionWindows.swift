/// The functions that give each row a value of the rows around it, in the order of the frame and within its groups.
public enum ExpressionWindows {
  /// Every function with its arguments and what it gives, for the help and for completion.
  public static let synopses: [(name: String, use: String, summary: String)] = [
    ("cumsum", "cumsum(x)", "sum of the values up to this row; missing where x is"),
    ("lag", "lag(x, k)", "value k rows before (1 by default)"),
    ("lead", "lead(x, k)", "value k rows after (1 by default)"),
    ("rank", "rank(x)", "place among the values, smallest first; equal values share the best place"),
    (
      "rolling", "rolling(mean, x, k)",
      "mean, sum, sd, sd_n, min, max, median or n of the last k rows, this one included; missing in the first k - 1 rows, and except "
        + "for n where x is missing in one of the k"
    ),
  ]

  static let names = Set(synopses.map(\.name))

  /// What `rolling` can calculate.
  static let rolling = ["mean", "sum", "sd", "sd_n", "min", "max", "median", "n"]
}

extension ExpressionBinder {
  /// A function of the rows around each row.
  func window(_ name: String, _ parts: [Expression], at span: SourceSpan) throws(Diagnostic) -> BoundExpression {
    guard let frame else { throw .aggregate(name, inner: "x", at: span) }
    if isPerGroup {
      throw Diagnostic(
        "wrong-function", "'\(name)' gives each row a value, and here one value is needed", span: span,
        help: "derive it first, as in: derive before = lag(x)")
    }
    let isRolling = name == "rolling"
    let counts = isRolling ? 3...3 : name == "lag" || name == "lead" ? 1...2 : 1...1
    guard counts.contains(parts.count) else { throw FunctionArguments.wrongCount(name, parts.count, at: span) }
    let argument = isRolling ? parts[1] : parts[0]
    let bound = try perPlace.bind(argument)
    let isShift = name == "lag" || name == "lead"
    guard isShift || bound.kind == .number || name == "rank" && bound.kind != .text || bound.levels != nil else {
      throw Diagnostic(
        "wrong-type", "'\(name)' takes a number, not \(bound.kind.noun)", span: argument.span)
    }
    let values = try bound.whole(frame.count, threads: threads, cancellation: cancellation).values
    let windows = Windows(frame: frame, cancellation: cancellation)
    switch name {
    case "lag", "lead":
      let steps = parts.count == 2 ? try whole(parts[1], of: name, in: 0...1_000_000_000) : 1
      var made = BoundExpression.known(
        values.gather(windows.shifted(name == "lag" ? steps : -steps)), bound.form, levels: bound.levels)
      made.scale = bound.scale
      return made
    case "rank": return .known(.integers(try windows.ranks(values.sortable)), .integers)
    case "cumsum":
      var made = BoundExpression.known(.numbers(try windows.running(values.asNumbers)), .numbers)
      made.scale = ExpressionBinder.scale(of: "sum", bound.scale)
      return made
    default:
      guard case .column(let function) = parts[0].kind, ExpressionWindows.rolling.contains(function) else {
        throw Diagnostic(
          "wrong-arguments", "'rolling' begins with the name of a function", span: parts[0].span,
          help: "one of " + ExpressionWindows.rolling.joined(separator: ", ") + ", as in: rolling(mean, x, 7)")
      }
      let width = try whole(parts[2], of: name, in: 1...100_000)
      return try rolling(function, values.asNumbers, width, windows, bound.scale, at: parts[0].span)
    }
  }

  private func whole(
    _ part: Expression, of name: String, in range: ClosedRange<Int>
  ) throws(Diagnostic) -> Int {
    guard case .integer(let count)? = try perPlace.bind(part).constant, range.contains(count) else {
      throw Diagnostic(
        "wrong-arguments",
        "the number of rows of '\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound)",
        span: part.span)
    }
    return count
  }
}

extension Vector {
  /// Numbers in the order of the values, NaN where missing.
  fileprivate var sortable: [Double] {
    switch self {
    case .codes(let x): x.map { $0 < 0 ? .nan : Double($0) }
    case .days(let x): x.map { $0.map { Double($0.days) } ?? .nan }
    case .moments(let x): x.map { $0.map { Double($0.microseconds) } ?? .nan }
    default: asNumbers
    }
  }
}
