/// The functions that aggregate many rows into one value, as `=` calculates them.
public enum ExpressionAggregates {
  /// Every function with its arguments and what it gives, for the help and for completion.
  public static let synopses: [(name: String, use: String, summary: String)] = [
    ("count", "count(x)", "number of rows with a value; of a condition, number of rows where it is true"),
    ("max", "max(x)", "largest value"),
    ("mean", "mean(x)", "arithmetic mean; of a condition, proportion of rows where it is true"),
    ("median", "median(x)", "median"),
    ("min", "min(x)", "smallest value"),
    ("sd", "sd(x)", "standard deviation with divisor n, as in describe"),
    ("sum", "sum(x)", "sum"),
  ]

  static let names = Set(synopses.map(\.name))

  /// The aggregate of some values; missing ones are skipped, and without any the result is missing (a sum is 0).
  static func value(_ name: String, _ values: [Value]) -> Value {
    switch name {
    case "count": return .integer(values.count { $0 != .boolean(false) })
    case "min", "max":
      return values.reduce(Value.missing) { best, value in
        guard !best.isMissing, let order = Expression.order(value, best) else { return value }
        return (name == "min") == (order < 0) ? value : best
      }
    default: break
    }
    let numbers = values.compactMap(\.asNumber)
    guard !numbers.isEmpty else { return name == "sum" ? .integer(0) : .missing }
    let n = Double(numbers.count)
    let sum = numbers.reduce(0, +)
    let result: Double
    switch name {
    case "sum": result = sum
    case "mean": result = sum / n
    case "median":
      let sorted = numbers.sorted()
      let middle = sorted.count / 2
      result = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    default:
      let squares = numbers.reduce(0) { $0 + ($1 - sum / n) * ($1 - sum / n) }
      result = (squares / n).squareRoot()
    }
    return result.isFinite ? .number(result) : .missing
  }
}

extension Expression {
  /// One value: functions such as `mean` are calculated over rows of a table, the rest of what they give.
  ///
  /// `used` and `missing` count the rows with and without a value, of the last such function; nil without one.
  /// Throws what `bound` throws, and `needs-aggregate` for a column outside of such a function.
  public func calculated(
    over rows: [Int], of table: Table, cancellation: Cancellation, functions: [String: ExpressionFunction] = [:],
    references: (Reference, SourceSpan) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> (value: Value, used: Int?, missing: Int) {
    var counts: (used: Int?, missing: Int) = (nil, 0)
    let constant = try replacingAggregates(functions) { (name, parts, span) throws(Diagnostic) in
      if let function = functions[name] {
        let columns = try function.columns(
          parts, rows, of: table, functions: functions, at: span, cancellation: cancellation, references: references)
        let used = columns.first?.count ?? 0
        counts = (used, rows.count - used)
        return function.reduce?(columns).map { $0.isFinite ? .number($0) : .missing } ?? .missing
      }
      let part = parts[0]
      let bound = try part.bound(to: table, functions: functions, references: references)
      let isOrdered = [.date, .datetime].contains(bound.kind) && (name == "min" || name == "max")
      guard [.number, .boolean].contains(bound.kind) || isOrdered || name == "count" else {
        throw Diagnostic(
          "wrong-type", "'\(name)' takes a number, not \(bound.kind.noun)", span: part.span,
          help: "count(x) counts values of any type")
      }
      var values: [Value] = []
      values.reserveCapacity(rows.count)
      for (place, row) in rows.enumerated() {
        if place & 0xFFFF == 0 { try cancellation.check() }
        let value = bound(row)
        if !value.isMissing { values.append(value) }
      }
      counts = (values.count, rows.count - values.count)
      return ExpressionAggregates.value(name, values)
    }
    if let column = constant.columns.first {
      let span = constant.place(of: column) ?? constant.span
      _ = try table.column(column, at: span)
      throw Diagnostic(
        "needs-aggregate", "column \(Abridged.quoted(column)) has one value per row, and '=' needs a single value",
        span: span,
        help: "choose a function, as in mean(\(column)); known: "
          + ExpressionAggregates.synopses.map(\.name).joined(separator: ", "))
    }
    let empty = try Table([], rowCount: 1)
    return (try constant.bound(to: empty, functions: functions, references: references)(0), counts.used, counts.missing)
  }

  /// The expression with each function over rows replaced by its value.
  private func replacingAggregates(
    _ functions: [String: ExpressionFunction],
    _ value: (String, [Expression], SourceSpan) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Expression {
    switch kind {
    case .literal, .column, .reference: return self
    case .unary(let operation, let part):
      return try Expression(.unary(operation, part.replacingAggregates(functions, value)), span: span)
    case .binary(let operation, let left, let right):
      return try Expression(
        .binary(operation, left.replacingAggregates(functions, value), right.replacingAggregates(functions, value)),
        span: span)
    case .call(let name, let parts):
      if (ExpressionAggregates.names.contains(name) && parts.count == 1) || functions[name]?.isAggregate == true {
        return try Expression(.literal(value(name, parts, span)), span: span)
      }
      var replaced: [Expression] = []
      for part in parts { replaced.append(try part.replacingAggregates(functions, value)) }
      return try Expression(.call(name, replaced), span: span)
    }
  }

  /// Where a column is first named.
  private func place(of column: String) -> SourceSpan? {
    switch kind {
    case .column(column): span
    case .literal, .column, .reference: nil
    case .unary(_, let part): part.place(of: column)
    case .binary(_, let left, let right): left.place(of: column) ?? right.place(of: column)
    case .call(_, let parts): parts.lazy.compactMap { $0.place(of: column) }.first
    }
  }
}

extension ExpressionFunction {
  /// The numbers of its arguments in the rows that have all of them, a list for each argument.
  fileprivate func columns(
    _ parts: [Expression], _ rows: [Int], of table: Table, functions: [String: ExpressionFunction], at span: SourceSpan,
    cancellation: Cancellation, references: (Reference, SourceSpan) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> [[Double]] {
    try checkCount(parts.count, at: span)
    var bound: [BoundExpression] = []
    for part in parts {
      let one = try part.bound(to: table, functions: functions, references: references)
      guard one.kind == .number else {
        throw Diagnostic(
          "wrong-type", "'\(name)' takes a number, not \(one.kind.noun)", span: part.span, help: "write: \(use)")
      }
      bound.append(one)
    }
    var columns = [[Double]](repeating: [], count: parts.count)
    for (place, row) in rows.enumerated() {
      if place & 0xFFFF == 0 { try cancellation.check() }
      let numbers = bound.compactMap { $0(row).asNumber }
      guard numbers.count == bound.count else { continue }
      for (column, number) in numbers.enumerated() { columns[column].append(number) }
    }
    return columns
  }
}
