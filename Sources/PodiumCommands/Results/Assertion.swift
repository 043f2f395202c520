internal import PodiumCore
internal import PodiumPlugin

/// A condition that must be true, and the message when it is not.
struct Assertion {
  let condition: Expression
  let syntax: CommandSyntax
  let session: Session

  /// Checks a condition without columns.
  ///
  /// Throws `assertion-failed`.
  func check() throws(Diagnostic) {
    let table = try Table([], rowCount: 1)
    try check { part throws(Diagnostic) in try shown(part, table, row: 0) }
  }

  /// Checks a condition on aggregates of some rows.
  ///
  /// Throws `assertion-failed`.
  func check(summaryOf rows: [Int], _ table: Table) throws(Diagnostic) {
    try check { part throws(Diagnostic) in
      do throws(Diagnostic) {
        let found = try part.calculated(
          over: rows, of: table, cancellation: session.cancellation, functions: session.functions(),
          references: { (reference, span) throws(Diagnostic) in try session.value(of: reference, at: span) })
        return NumberScale.shown(found.value, found.scale)
      } catch {
        throw error.namingResultField(of: condition, table, session)
      }
    }
  }

  private func check(_ value: (Expression) throws(Diagnostic) -> Value) throws(Diagnostic) {
    let found = try value(condition)
    switch found {
    case .boolean(true): return
    case .boolean(false), .missing: break
    default: throw notCondition(condition, "value")
    }
    let part = try decisive(condition, value)
    throw Diagnostic("assertion-failed", "assertion failed: " + (try words(part, value)), span: part.span)
  }

  private func shown(_ part: Expression, _ table: Table, row: Int) throws(Diagnostic) -> Value {
    let bound = try bound(part, table)
    return NumberScale.shown(bound(row), bound.scale)
  }

  private func notCondition(_ part: Expression, _ kind: String) -> Diagnostic {
    Diagnostic(
      "not-a-condition", "the condition is a \(kind), not true or false", span: part.span,
      help: "compare it with a value, as in: assert $base.accuracy > 0.6")
  }

  /// Checks rows of a table, numbered from 0; `areAll` if the caller chose none.
  ///
  /// Throws `assertion-failed` with the first row where it is not true.
  func check(_ table: Table, rows: [Int], areAll: Bool) throws(Diagnostic) {
    let holds = try bound(condition, table)
    var failed = 0
    var missing = 0
    var first: Int?
    if rows.count == table.rowCount {
      let found = try holds.truePlaces(
        table.rowCount, threads: session.state.settings.threads, cancellation: session.cancellation)
      (failed, missing) = (table.rowCount - found.places.count, found.missing)
      first = RowLoops.firstMissing(in: found.places, of: table.rowCount)
    } else {
      for (place, row) in rows.enumerated() {
        if place & 0xFFFF == 0 { try session.cancellation.check() }
        let answer = holds(row)
        if answer == .boolean(true) { continue }
        failed += 1
        if answer.isMissing { missing += 1 }
        first = first ?? row
      }
    }
    guard let first else { return }
    let value = { (part: Expression) throws(Diagnostic) -> Value in try shown(part, table, row: first) }
    let part = try decisive(condition, value)
    let gaps = missing == 0 ? "" : " (\(missing) with a missing value)"
    let count = "\(failed) of \(rows.count.counted("row"))" + gaps
    throw Diagnostic(
      "assertion-failed",
      "assertion failed in \(count), first in row \(first + 1): " + (try words(part, value)),
      span: part.span,
      help: failed > missing && areAll ? wayToRows : nil)
  }

  /// The command that shows rows where the condition is not true; nil if the condition is too long to repeat.
  private var wayToRows: String? {
    Abridged.parts(text(condition)) == nil ? "'head 5 if not (\(text(condition)))' shows some of these rows" : nil
  }

  private func bound(_ part: Expression, _ table: Table) throws(Diagnostic) -> BoundExpression {
    let bound: BoundExpression
    do throws(Diagnostic) {
      bound = try part.bound(
        to: table, functions: session.functions(),
        references: { (reference, span) throws(Diagnostic) in try session.value(of: reference, at: span) })
    } catch {
      throw error.namingResultField(of: condition, table, session)
    }
    if part == condition, bound.kind != .boolean { throw notCondition(part, bound.kind.rawValue) }
    return bound
  }

  /// The part that decides: of conditions joined by `and`, the first that is not true.
  private func decisive(
    _ part: Expression, _ value: (Expression) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Expression {
    var part = part
    while case .binary(.and, let left, let right) = part.kind {
      part = try value(left) == .boolean(true) ? right : left
    }
    return part
  }

  private static let mirrored: [BinaryOperator: BinaryOperator] = [
    .equal: .equal, .notEqual: .notEqual, .less: .greater, .lessOrEqual: .greaterOrEqual, .greater: .less,
    .greaterOrEqual: .lessOrEqual,
  ]

  private func words(
    _ part: Expression, _ value: (Expression) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> String {
    func shown(_ side: Expression) throws(Diagnostic) -> String {
      switch try value(side) {
      case .missing: "missing"
      case .text(let text): Session.quote(Abridged.text(text))
      case let value: value.fileText
      }
    }
    func wanted(_ operation: BinaryOperator, _ side: Expression) -> String {
      operation == .equal ? brief(side) : operation.rawValue + " " + brief(side)
    }
    if case .binary(let operation, let left, let right) = part.kind, let mirror = Assertion.mirrored[operation] {
      let whole = "\(brief(left)) \(operation.rawValue) \(brief(right))"
      switch (left.kind, right.kind) {
      case (.literal, .literal): return "\(whole) (left \(try shown(left)), right \(try shown(right)))"
      case (_, .literal): return "\(brief(left)) is \(try shown(left)), not \(wanted(operation, right))"
      case (.literal, _): return "\(brief(right)) is \(try shown(right)), not \(wanted(mirror, left))"
      default: return "\(whole) (left \(try shown(left)), right \(try shown(right)))"
      }
    }
    var leaves: [String] = []
    for leaf in Assertion.leaves(part) {
      let word = "\(brief(leaf)) is \(try shown(leaf))"
      if !leaves.contains(word) { leaves.append(word) }
    }
    let values = leaves.isEmpty ? "" : ", where " + leaves.joined(separator: ", ")
    return Abridged.quoted(text(part)) + " is not true" + values
  }

  /// The columns and references of an expression, in order; recursion is safe because depth is limited.
  private static func leaves(_ part: Expression) -> [Expression] {
    switch part.kind {
    case .literal: []
    case .column, .reference: [part]
    case .unary(_, let inner): leaves(inner)
    case .binary(_, let left, let right): leaves(left) + leaves(right)
    case .call(_, let parts): parts.flatMap(leaves)
    }
  }

  private func brief(_ part: Expression) -> String { Abridged.text(text(part)) }

  private func text(_ part: Expression) -> String { Session.text(of: part, in: syntax) }
}
