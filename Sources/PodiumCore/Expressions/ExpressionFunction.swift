/// A function that expressions can call beside the built-in ones, as plugins bring them.
///
/// A missing argument gives a missing value.
public struct ExpressionFunction: Sendable {
  /// The name with the plugin's prefix (`surf.power`).
  public let name: String
  /// How it is typed (`surf.power(height, period)`).
  public let use: String
  public let summary: String
  /// The kinds of the arguments in order.
  public let takes: [BoundExpression.Kind]
  /// How many of the last arguments may be left out.
  public let optional: Int
  /// Whether the last kind may come several times.
  public let repeatsLast: Bool
  public let gives: BoundExpression.Kind
  /// Refuses arguments that cannot be meant, such as a unit that does not exist; those that vary by row are nil.
  let check: @Sendable ([Value?]) throws(Diagnostic) -> Void
  let compute: @Sendable ([Value]) -> Value
  /// Reduces the numbers of many rows to one value, a list for each argument; nil for a function of one row.
  let reduce: (@Sendable ([[Double]]) -> Double?)?

  /// Whether it reduces many rows to one value, which only `=` allows.
  public var isAggregate: Bool { reduce != nil }

  /// A function that reduces the rows that have all arguments.
  public static func aggregate(
    _ name: String, use: String, summary: String, count: Int, optional: Int = 0,
    _ reduce: @escaping @Sendable ([[Double]]) -> Double?
  ) -> ExpressionFunction {
    ExpressionFunction(
      name, use: use, summary: summary, takes: [BoundExpression.Kind](repeating: .number, count: count),
      optional: optional, gives: .number, reduce: reduce, compute: { _ in .missing })
  }

  public init(
    _ name: String, use: String, summary: String, takes: [BoundExpression.Kind], optional: Int = 0,
    repeatsLast: Bool = false, gives: BoundExpression.Kind,
    check: @escaping @Sendable ([Value?]) throws(Diagnostic) -> Void = { _ in },
    reduce: (@Sendable ([[Double]]) -> Double?)? = nil, compute: @escaping @Sendable ([Value]) -> Value
  ) {
    (self.name, self.use, self.summary) = (name, use, summary)
    (self.takes, self.optional, self.repeatsLast, self.gives) = (takes, optional, repeatsLast, gives)
    (self.check, self.reduce, self.compute) = (check, reduce, compute)
  }

  /// A function of numbers; a result that is not finite is missing.
  public static func numbers(
    _ name: String, use: String, summary: String, count: Int, optional: Int = 0, repeatsLast: Bool = false,
    _ compute: @escaping @Sendable ([Double]) -> Double?
  ) -> ExpressionFunction {
    ExpressionFunction(
      name, use: use, summary: summary, takes: [BoundExpression.Kind](repeating: .number, count: count),
      optional: optional, repeatsLast: repeatsLast, gives: .number
    ) { values in
      guard let result = compute(values.compactMap(\.asNumber)), result.isFinite else { return .missing }
      return .number(result)
    }
  }

  /// Throws `wrong-arguments`.
  func checkCount(_ count: Int, at span: SourceSpan) throws(Diagnostic) {
    guard count >= takes.count - optional, count <= takes.count || repeatsLast else {
      throw Diagnostic(
        "wrong-arguments", "'\(name)' got \(count.counted("argument"))", span: span, help: "write: \(use)")
    }
  }

  /// Throws `wrong-arguments` and `wrong-type`, and what the check of the function throws.
  func bound(
    _ parts: [BoundExpression], _ typed: [Expression], at span: SourceSpan
  ) throws(Diagnostic) -> BoundExpression {
    guard !isAggregate else { throw .aggregate(name, inner: "x", at: span) }
    try checkCount(parts.count, at: span)
    for (place, part) in parts.enumerated() {
      guard let kind = place < takes.count ? takes[place] : takes.last else { continue }
      guard part.kind == kind || part.isNothing else {
        throw Diagnostic(
          "wrong-type", "'\(name)' takes \(kind.noun), not \(part.kind.noun)", span: typed[place].span,
          help: "write: \(use)")
      }
    }
    do throws(Diagnostic) {
      try check(typed.map { if case .literal(let value) = $0.kind { value } else { nil } })
    } catch {
      throw error.at(span)
    }
    let (compute, form) = (compute, BoundExpression.Form(gives))
    return BoundExpression(form) { range, gaps in
      // Functions of plugins take values; what they are given is computed by column all the same.
      let columns = parts.map { ($0.compute(range, &gaps), $0.dictionary) }
      var lost = 0
      let values = range.indices.map { place in
        var values: [Value] = []
        values.reserveCapacity(columns.count)
        for (column, dictionary) in columns {
          let value = column.value(place - range.lowerBound, dictionary)
          if value.isMissing { return Value.missing }
          values.append(value)
        }
        let result = compute(values)
        if result.isMissing { lost += 1 }
        return result
      }
      gaps.domains += lost
      return Vector(values, form)
    }
  }
}

extension BoundExpression.Form {
  /// How values of a kind are stored where nothing more is known of them.
  init(_ kind: BoundExpression.Kind) {
    self =
      switch kind {
      case .number: .numbers
      case .text: .texts
      case .boolean: .truths
      case .date: .days
      case .datetime: .moments
      }
  }
}

extension Vector {
  /// Loose values of one kind.
  init(_ values: [Value], _ form: BoundExpression.Form) {
    switch form {
    case .numbers: self = .numbers(values.map { $0.asNumber ?? .nan })
    case .integers:
      self = .integers(values.map { if case .integer(let x) = $0 { x } else { ColumnValues.missingInteger } })
    case .truths: self = .truths(values.map { if case .boolean(let x) = $0 { x ? 1 : 0 } else { 2 } })
    case .codes, .texts: self = .texts(values.map { if case .text(let x) = $0 { x } else { nil } })
    case .days: self = .days(values.map { if case .date(let x) = $0 { x } else { nil } })
    case .moments: self = .moments(values.map { if case .datetime(let x) = $0 { x } else { nil } })
    }
  }
}

extension Diagnostic {
  /// The error for a function of many rows where rows are tested one by one.
  static func aggregate(_ name: String, inner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "wrong-function", "'\(name)' summarizes many rows, but here each row is tested by itself", span: span,
      help: "calculate it first, as in: = \(name)(\(inner)) as m; then use $m; 'derive' and 'filter' accept it directly"
    )
  }
}
