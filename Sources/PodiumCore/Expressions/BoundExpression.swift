internal import Glibc

/// An expression checked against a table and made ready to compute, row by row.
public struct BoundExpression: Sendable {
  /// The kinds of values an expression can give.
  public enum Kind: String, Sendable {
    /// Numbers, real or whole.
    case number
    /// Text and categories.
    case text
    /// Truth values.
    case boolean
    /// Days.
    case date
    /// Moments.
    case datetime

    /// The kind in a message: `a number`, `text`.
    var noun: String { self == .text ? rawValue : "a " + rawValue }
  }

  /// What it gives.
  public let kind: Kind
  /// The categories of an ordered column, which it is compared by; nil for everything else.
  let levels: [String]?
  private let compute: @Sendable (Int) -> Value

  init(_ kind: Kind, levels: [String]? = nil, _ compute: @escaping @Sendable (Int) -> Value) {
    self.kind = kind
    self.levels = levels
    self.compute = compute
  }

  /// The value in a row of the table it was bound to.
  public func callAsFunction(_ row: Int) -> Value { compute(row) }

  /// The rows of a table where a condition is true, and how many had a missing answer.
  ///
  /// `range` (row numbers from 0) limits both to a part of the table; `functions` are those of plugins, by name.
  public static func rows(
    of table: Table, in range: Range<Int>? = nil, where condition: Expression,
    functions: [String: ExpressionFunction] = [:],
    references: (Reference, SourceSpan) throws(Diagnostic) -> Value, cancellation: Cancellation
  ) throws(Diagnostic) -> (rows: [Int], missing: Int) {
    let bound = try condition.bound(to: table, functions: functions, references: references)
    guard bound.kind == .boolean else {
      throw Diagnostic(
        "not-a-condition", "the condition is \(bound.kind.noun), not true or false",
        span: condition.span,
        help: "compare it with a value, as in: if temperature < 0")
    }
    var rows: [Int] = []
    var missing = 0
    for row in (range ?? 0..<table.rowCount).clamped(to: 0..<table.rowCount) {
      if row & 0xFFFF == 0 { try cancellation.check() }
      switch bound(row) {
      case .boolean(true): rows.append(row)
      case .missing: missing += 1
      default: break
      }
    }
    return (rows, missing)
  }
}

extension Expression {
  /// Checks names and types against a table; `functions` are those of plugins, by name.
  ///
  /// Throws `unknown-column`, `unknown-function`, `wrong-type` or what `references` throws, each with its span.
  public func bound(
    to table: Table, functions: [String: ExpressionFunction] = [:],
    references: (Reference, SourceSpan) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> BoundExpression {
    switch kind {
    case .literal(let value): return .constant(value)
    case .reference(let reference): return .constant(try references(reference, span))
    case .column(let name): return try boundColumn(name, table)
    case .unary(.minus, let x):
      let part = try x.bound(to: table, functions: functions, references: references)
      try require(part, .number, for: "-", at: x.span)
      return BoundExpression(.number) { part($0).asNumber.map { .real(-$0) } ?? .missing }
    case .unary(.not, let x):
      let part = try x.bound(to: table, functions: functions, references: references)
      try require(part, .boolean, for: "not", at: x.span)
      return BoundExpression(.boolean) {
        if case .boolean(let truth) = part($0) { .boolean(!truth) } else { .missing }
      }
    case .binary(let operation, let x, let y):
      let left = try x.bound(to: table, functions: functions, references: references)
      let right = try y.bound(to: table, functions: functions, references: references)
      return try boundBinary(operation, left, right, x, y)
    case .call(let name, let parts):
      var bound: [BoundExpression] = []
      for part in parts { bound.append(try part.bound(to: table, functions: functions, references: references)) }
      return try ExpressionFunctions.bind(name, bound, parts, functions: functions, at: span)
    }
  }

  private func boundColumn(_ name: String, _ table: Table) throws(Diagnostic) -> BoundExpression {
    guard let column = table[name] else {
      var error = Diagnostic.unknown("column", name, among: table.names, span: span)
      let holders = table.columns.filter { $0.categorical?.levels.contains(name) ?? false }
      if let holder = holders.first {
        let way = Abridged.parts(name) == nil ? "write text in quotes: \"\(name)\"" : "write text in quotes"
        error.help = "\(Abridged.quoted(name)) is a value of column \(Abridged.quoted(holder.name)); " + way
      }
      throw error
    }
    let values = column.values
    let kind: BoundExpression.Kind =
      switch column.type {
      case .number, .integer: .number
      case .category, .ordered, .text: .text
      case .boolean: .boolean
      case .date: .date
      case .datetime: .datetime
      }
    let levels = if case .ordered(let categories) = values { categories.levels } else { [String]?.none }
    return BoundExpression(kind, levels: levels) { values[$0] }
  }

  private func boundBinary(
    _ operation: BinaryOperator, _ left: BoundExpression, _ right: BoundExpression, _ x: Expression,
    _ y: Expression
  ) throws(Diagnostic) -> BoundExpression {
    switch operation {
    case .and, .or:
      try require(left, .boolean, for: operation.rawValue, at: x.span)
      try require(right, .boolean, for: operation.rawValue, at: y.span)
      let decisive = operation == .or
      return BoundExpression(.boolean) { row in
        let first = left(row)
        if first == .boolean(decisive) { return first }
        let second = right(row)
        if second == .boolean(decisive) { return second }
        return first.isMissing || second.isMissing ? .missing : .boolean(!decisive)
      }
    case .add where left.kind == .text && right.kind == .text:
      return BoundExpression(.text) { row in
        guard case .text(let a) = left(row), case .text(let b) = right(row) else { return .missing }
        return .text(a + b)
      }
    case .add, .subtract, .multiply, .divide, .remainder, .power:
      try require(left, .number, for: operation.rawValue, at: x.span)
      try require(right, .number, for: operation.rawValue, at: y.span)
      let compute = Expression.arithmetic(operation)
      return BoundExpression(.number) { row in
        guard let a = left(row).asNumber, let b = right(row).asNumber else { return .missing }
        let result = compute(a, b)
        // What has no value as a number (1/0, 10^10^10) is missing, as a cell of a table is.
        return result.isFinite ? .number(result) : .missing
      }
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      let isOrder = operation != .equal && operation != .notEqual
      let (a, b): (BoundExpression, BoundExpression)
      if isOrder, let levels = left.levels ?? right.levels {
        (a, b) = try ranked(left, right, x, y, levels)
      } else {
        (a, b) = try comparable(left, right, x, y)
      }
      return BoundExpression(.boolean) { row in
        guard let order = Expression.order(a(row), b(row)) else { return .missing }
        switch operation {
        case .equal: return .boolean(order == 0)
        case .notEqual: return .boolean(order != 0)
        case .less: return .boolean(order < 0)
        case .lessOrEqual: return .boolean(order <= 0)
        case .greater: return .boolean(order > 0)
        default: return .boolean(order >= 0)
        }
      }
    }
  }

  private static func arithmetic(_ operation: BinaryOperator) -> @Sendable (Double, Double) -> Double {
    switch operation {
    case .add: { $0 + $1 }
    case .subtract: { $0 - $1 }
    case .multiply: { $0 * $1 }
    case .divide: { $1 == 0 ? .nan : $0 / $1 }
    case .remainder: { $1 == 0 ? .nan : fmod($0, $1) }
    default: { pow($0, $1) }
    }
  }

  /// Both sides as one kind: text beside a day or a moment is read as one.
  private func comparable(
    _ left: BoundExpression, _ right: BoundExpression, _ x: Expression, _ y: Expression
  ) throws(Diagnostic) -> (BoundExpression, BoundExpression) {
    if left.kind == right.kind { return (left, right) }
    if let converted = try Expression.date(y, as: left.kind) { return (left, converted) }
    if let converted = try Expression.date(x, as: right.kind) { return (converted, right) }
    if case .date = left.kind, case .datetime = right.kind { return (left.atMidnight, right) }
    if case .datetime = left.kind, case .date = right.kind { return (left, right.atMidnight) }
    throw Diagnostic(
      "wrong-type", "\(left.kind.noun) cannot be compared with \(right.kind.noun)", span: span,
      help: left.kind == .text || right.kind == .text
        ? "write text in quotes and numbers without them" : "compare two values of the same type")
  }

  /// Both sides as places in the list of an ordered column's categories.
  private func ranked(
    _ left: BoundExpression, _ right: BoundExpression, _ x: Expression, _ y: Expression, _ levels: [String]
  ) throws(Diagnostic) -> (BoundExpression, BoundExpression) {
    for (side, typed) in [(left, x), (right, y)] where side.levels != levels {
      guard case .literal(.text(let name)) = typed.kind else {
        throw Diagnostic(
          "wrong-type", "an ordered column can only be compared with one of its categories", span: typed.span,
          help: "its order is " + levels.joined(separator: ", "))
      }
      guard levels.contains(name) else {
        throw Diagnostic.unknown(
          "category", name, among: levels, span: typed.span, help: "the order is " + levels.joined(separator: ", "))
      }
    }
    let places = Dictionary(levels.enumerated().map { ($1, $0) }) { first, _ in first }
    func place(_ side: BoundExpression) -> BoundExpression {
      BoundExpression(.number) { row in
        guard case .text(let name) = side(row), let place = places[name] else { return .missing }
        return .integer(place)
      }
    }
    return (place(left), place(right))
  }

  private static func date(
    _ literal: Expression, as kind: BoundExpression.Kind
  ) throws(Diagnostic) -> BoundExpression? {
    guard kind == .date || kind == .datetime, case .literal(.text(let text)) = literal.kind else {
      return nil
    }
    if let day = CalendarDate(iso: text) {
      let bound = BoundExpression.constant(.date(day))
      return kind == .date ? bound : bound.atMidnight
    }
    if kind == .datetime, let moment = Moment(iso: text) { return .constant(.datetime(moment)) }
    throw Diagnostic(
      "wrong-type", "'\(text)' is not \(kind.noun)", span: literal.span,
      help: kind == .date ? "write it as \"2018-01-08\"" : "write it as \"2018-01-08T09:00:00Z\"")
  }

  static func order(_ a: Value, _ b: Value) -> Int? {
    func sign<T: Comparable>(_ x: T, _ y: T) -> Int { x < y ? -1 : (x == y ? 0 : 1) }
    switch (a, b) {
    case (.missing, _), (_, .missing): return nil
    case (.integer(let x), .integer(let y)): return sign(x, y)
    case (.text(let x), .text(let y)):
      return x == y ? 0 : (CodePointOrder.precedes(x, y) ? -1 : 1)
    case (.date(let x), .date(let y)): return sign(x, y)
    case (.datetime(let x), .datetime(let y)): return sign(x, y)
    default:
      guard let x = a.asNumber, let y = b.asNumber else { return nil }
      return sign(x, y)
    }
  }

  private func require(
    _ part: BoundExpression, _ kind: BoundExpression.Kind, for operation: String, at span: SourceSpan
  ) throws(Diagnostic) {
    guard part.kind != kind else { return }
    throw Diagnostic(
      "wrong-type", "'\(operation)' takes \(kind.noun), not \(part.kind.noun)", span: span)
  }
}

extension BoundExpression {
  static func constant(_ value: Value) -> BoundExpression {
    let kind: Kind =
      switch value {
      case .missing, .number, .integer: .number
      case .text, .bytes: .text
      case .boolean: .boolean
      case .date: .date
      case .datetime: .datetime
      }
    return BoundExpression(kind) { _ in value }
  }

  /// Days as the moments they begin in UTC.
  var atMidnight: BoundExpression {
    BoundExpression(.datetime) { row in
      guard case .date(let day) = self(row) else { return .missing }
      return .datetime(Moment(microseconds: day.days * 86_400_000_000))
    }
  }
}
