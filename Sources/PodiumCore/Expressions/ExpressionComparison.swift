extension ExpressionBinder {
  /// `x < y` and its like, of any two values of one kind.
  func comparison(
    _ operation: BinaryOperator, _ left: Side, _ right: Side, at span: SourceSpan
  ) throws(Diagnostic) -> BoundExpression {
    let isOrder = operation != .equal && operation != .notEqual
    if isOrder, let levels = left.bound.levels ?? right.bound.levels {
      return .compared(operation, try ranks(left, in: levels), try ranks(right, in: levels))
    }
    let (a, b) = try comparable(left, right, at: span)
    return ExpressionBinder.compared(operation, a, b)
  }

  /// Two sides of one kind compared.
  static func compared(_ operation: BinaryOperator, _ a: BoundExpression, _ b: BoundExpression) -> BoundExpression {
    switch (a.form, b.form) {
    case (.integers, .integers):
      return .compared(
        operation, integers: { a.whole($0, &$1) }, { b.whole($0, &$1) })
    case (.days, _), (.moments, _):
      return .compared(operation, integers: { a.microseconds($0, &$1) }, { b.microseconds($0, &$1) })
    case (.truths, _):
      return .compared(operation, integers: { a.truthNumbers($0, &$1) }, { b.truthNumbers($0, &$1) })
    case (.codes(let x), .codes(let y)):
      // Both in one list of texts in code-point order, so that numbers are compared.
      let names = Array(Set(x).union(y)).inCodePointOrder()
      let places = Dictionary(zip(names, 0...), uniquingKeysWith: { first, _ in first })
      let (p, q) = (x.map { places[$0] ?? 0 }, y.map { places[$0] ?? 0 })
      // Beside one text, each category has one answer.
      if case .text? = b.constant, let text = q.first { return .looked(a, answers(operation, p.map { ($0, text) })) }
      if case .text? = a.constant, let text = p.first { return .looked(b, answers(operation, q.map { (text, $0) })) }
      return .compared(
        operation,
        integers: { a.codes($0, &$1).map { $0 < 0 ? ColumnValues.missingInteger : p[Int($0)] } },
        { b.codes($0, &$1).map { $0 < 0 ? ColumnValues.missingInteger : q[Int($0)] } })
    case (.texts, _), (.codes, _): return textComparison(operation, a, b)
    default: return .compared(operation, a, b)
    }
  }

  /// 2 for a missing category, then the answer for each pair.
  private static func answers(_ operation: BinaryOperator, _ pairs: [(Int, Int)]) -> [UInt8] {
    [2]
      + pairs.map { x, y in
        switch operation {
        case .equal: x == y ? 1 : 0
        case .notEqual: x != y ? 1 : 0
        case .less: x < y ? 1 : 0
        case .lessOrEqual: x <= y ? 1 : 0
        case .greater: x > y ? 1 : 0
        default: x >= y ? 1 : 0
        }
      }
  }

  private static func textComparison(
    _ operation: BinaryOperator, _ a: BoundExpression, _ b: BoundExpression
  ) -> BoundExpression {
    BoundExpression(.truths) { range, gaps in
      let (x, y) = (a.texts(range, &gaps), b.texts(range, &gaps))
      return .truths(
        zip(x, y).map { one, other in
          guard let one, let other else { return 2 }
          let isEqual = one == other
          return switch operation {
          case .equal: isEqual ? 1 : 0
          case .notEqual: isEqual ? 0 : 1
          case .less: !isEqual && CodePointOrder.precedes(one, other) ? 1 : 0
          case .lessOrEqual: isEqual || CodePointOrder.precedes(one, other) ? 1 : 0
          case .greater: !isEqual && CodePointOrder.precedes(other, one) ? 1 : 0
          default: isEqual || CodePointOrder.precedes(other, one) ? 1 : 0
          }
        })
    }
  }

  /// Both sides as one kind: text beside a day or a moment is read as one.
  func comparable(
    _ left: Side, _ right: Side, at span: SourceSpan
  ) throws(Diagnostic) -> (BoundExpression, BoundExpression) {
    let (a, b) = (left.bound, right.bound)
    if a.kind == b.kind { return (a, b) }
    if a.isNothing { return (.nothing(b.form), b) }
    if b.isNothing { return (a, .nothing(a.form)) }
    if let converted = try ExpressionBinder.date(right.typed, as: a.kind, in: a.scale?.zone) { return (a, converted) }
    if let converted = try ExpressionBinder.date(left.typed, as: b.kind, in: b.scale?.zone) { return (converted, b) }
    if let converted = try ExpressionBinder.clock(right.typed, as: a.scale) { return (a, converted) }
    if let converted = try ExpressionBinder.clock(left.typed, as: b.scale) { return (converted, b) }
    // Days and moments are both compared as distances from 1970.
    if case (.days, .moments) = (a.form, b.form) { return ExpressionBinder.onOneClock(a, b) }
    if case (.moments, .days) = (a.form, b.form) { return ExpressionBinder.onOneClock(a, b) }
    throw Diagnostic(
      "wrong-type", "\(a.kind.noun) cannot be compared with \(b.kind.noun)", span: span,
      help: a.kind == .text || b.kind == .text
        ? "write text in quotes and numbers without them" : "compare two values of the same type")
  }

  /// A side as places in the list of an ordered column's categories.
  private func ranks(_ side: Side, in levels: [String]) throws(Diagnostic) -> BoundExpression {
    let bound = side.bound
    if bound.levels != levels {
      guard case .literal(.text(let name)) = side.typed.kind else {
        throw Diagnostic(
          "wrong-type", "an ordered column can only be compared with one of its categories", span: side.typed.span,
          help: "its order is " + levels.joined(separator: ", "))
      }
      guard let place = levels.firstIndex(of: name) else {
        throw Diagnostic.unknown(
          "category", name, among: levels, span: side.typed.span,
          help: "the order is " + levels.joined(separator: ", "))
      }
      return .constant(.number(Double(place)))
    }
    return BoundExpression(.numbers) { range, gaps in
      .numbers(bound.codes(range, &gaps).map { $0 < 0 ? .nan : Double($0) })
    }
  }

  /// A literal text as a day or a moment, beside moments by the clock of a zone one of that clock; nil where that is not wanted.
  static func date(
    _ literal: Expression, as kind: BoundExpression.Kind, in zone: Zone?
  ) throws(Diagnostic) -> BoundExpression? {
    guard kind == .date || kind == .datetime, case .literal(.text(let text)) = literal.kind else { return nil }
    if let day = CalendarDate(iso: text) { return .constant(zone.map { .datetime($0.start(of: day)) } ?? .date(day)) }
    if kind == .datetime, let moment = Moment(iso: text) {
      // A text with an offset, after which no other can follow, is one moment anywhere.
      guard let zone, Moment(iso: text + "Z") != nil else { return .constant(.datetime(moment)) }
      do throws(Diagnostic) { return .constant(.datetime(try zone.moment(showing: moment))) } catch {
        throw error.at(literal.span)
      }
    }
    throw Diagnostic(
      "wrong-type", "'\(text)' is not \(kind.noun)", span: literal.span,
      help: kind == .date ? "write it as \"2018-01-08\"" : "write it as \"2018-01-08T09:00:00Z\"")
  }
}

extension BoundExpression {
  fileprivate typealias Whole = @Sendable (Range<Int>, inout ExpressionGaps) -> [Int]

  /// Whole numbers compared exactly.
  fileprivate static func compared(
    _ operation: BinaryOperator, integers a: @escaping Whole, _ b: @escaping Whole
  ) -> BoundExpression {
    let missing = ColumnValues.missingInteger
    return BoundExpression(.truths) { range, gaps in
      let (x, y) = (a(range, &gaps), b(range, &gaps))
      let answers =
        switch operation {
        case .equal: Kernel.compare(x, y, isMissing: { $0 == missing }) { $0 == $1 }
        case .notEqual: Kernel.compare(x, y, isMissing: { $0 == missing }) { $0 != $1 }
        case .less: Kernel.compare(x, y, isMissing: { $0 == missing }) { $0 < $1 }
        case .lessOrEqual: Kernel.compare(x, y, isMissing: { $0 == missing }) { $0 <= $1 }
        case .greater: Kernel.compare(x, y, isMissing: { $0 == missing }) { $0 > $1 }
        default: Kernel.compare(x, y, isMissing: { $0 == missing }) { $0 >= $1 }
        }
      return .truths(answers)
    }
  }

  /// The whole numbers at some places.
  func whole(_ range: Range<Int>, _ gaps: inout ExpressionGaps) -> [Int] {
    if case .integers(let x) = compute(range, &gaps) { return x }
    return [Int](repeating: ColumnValues.missingInteger, count: range.count)
  }

  fileprivate func truthNumbers(_ range: Range<Int>, _ gaps: inout ExpressionGaps) -> [Int] {
    truths(range, &gaps).map { $0 > 1 ? ColumnValues.missingInteger : Int($0) }
  }
}
