internal import Glibc

extension ExpressionBinder {
  func unary(
    _ operation: UnaryOperator, _ part: BoundExpression, at span: SourceSpan
  ) throws(Diagnostic) -> BoundExpression {
    switch operation {
    case .minus:
      try require(part, .number, for: "-", at: span)
      guard part.form == .integers else {
        let source = part.numberSource
        return .numbers { range, out, gaps in
          source.write(range, to: out, &gaps)
          for place in 0..<range.count { out[place] = -out[place] }
        }
      }
      return BoundExpression(.integers) { range, gaps in
        // The negative of missing is missing: Int.min wraps to itself.
        if case .integers(let x) = part.compute(range, &gaps) { .integers(x.map { 0 &- $0 }) } else { .integers([]) }
      }
    case .not:
      try require(part, .boolean, for: "not", at: span)
      return BoundExpression(.truths) { range, gaps in
        .truths(part.truths(range, &gaps).map { $0 > 1 ? 2 : 1 - $0 })
      }
    }
  }

  typealias Side = (bound: BoundExpression, typed: Expression)

  func binary(
    _ operation: BinaryOperator, _ left: Side, _ right: Side, at span: SourceSpan
  ) throws(Diagnostic) -> BoundExpression {
    switch operation {
    case .and, .or:
      try require(left.bound, .boolean, for: operation.rawValue, at: left.typed.span)
      try require(right.bound, .boolean, for: operation.rawValue, at: right.typed.span)
      return .logic([left.bound, right.bound], decisive: operation == .or ? 1 : 0)
    case .add where left.bound.kind == .text && right.bound.kind == .text:
      return joined(left.bound, right.bound)
    case .add, .subtract, .multiply, .divide, .remainder, .power:
      if let moved = try ExpressionBinder.moved(operation, left, right) { return moved }
      try require(left.bound, .number, for: operation.rawValue, at: left.typed.span)
      try require(right.bound, .number, for: operation.rawValue, at: right.typed.span)
      let made = ExpressionBinder.arithmetic(operation, left.bound, right.bound)
      guard ExpressionBinder.scale(of: operation, left.bound.scale, right.bound.scale) == .time else { return made }
      return ExpressionBinder.withinDay(made)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return try comparison(operation, left, right, at: span)
    }
  }

  /// Two texts joined; with one of few categories and a constant, once for each category.
  private func joined(_ x: BoundExpression, _ y: BoundExpression) -> BoundExpression {
    let texts = texts
    @Sendable func join(_ a: [String?], _ b: [String?]) -> [String?] {
      let sizes = zip(a, b).map { ($0.map(\.utf8.count) ?? 0) + ($1.map(\.utf8.count) ?? 0) }
      // Work on a text that is longer than a cell of a file may be could not be stopped in time.
      let isLong = sizes.contains { $0 > 16 << 20 }
      guard texts.take(isLong ? .max : sizes.reduce(0, +)) else {
        return [String?](repeating: nil, count: min(a.count, b.count))
      }
      return zip(a, b).map { $0 == nil || $1 == nil ? nil : ($0 ?? "") + ($1 ?? "") }
    }
    if let names = x.dictionary, case .text(let end)? = y.constant {
      return x.renamed(join(names, [String?](repeating: end, count: names.count)).map { $0 ?? "" })
    }
    if let names = y.dictionary, case .text(let start)? = x.constant {
      return y.renamed(join([String?](repeating: start, count: names.count), names).map { $0 ?? "" })
    }
    return BoundExpression(.texts) { range, gaps in .texts(join(x.texts(range, &gaps), y.texts(range, &gaps))) }
  }

  static func arithmetic(_ operation: BinaryOperator, _ x: BoundExpression, _ y: BoundExpression) -> BoundExpression {
    let areWhole = x.form == .integers && y.form == .integers
    switch operation {
    case .add where areWhole: return whole(x, y) { $0.addingReportingOverflow($1) }
    case .subtract where areWhole: return whole(x, y) { $0.subtractingReportingOverflow($1) }
    case .multiply where areWhole: return whole(x, y) { $0.multipliedReportingOverflow(by: $1) }
    case .remainder where areWhole:
      return whole(x, y, isDivision: true) { $1 == 0 ? (0, true) : $1 == -1 ? (0, false) : ($0 % $1, false) }
    case .add: return real(x, y, .add)
    case .subtract: return real(x, y, .subtract)
    case .multiply: return real(x, y, .multiply)
    case .divide: return real(x, y, .divide, nil)
    case .remainder: return real(x, y, .other { $1 == 0 ? .nan : fmod($0, $1) }, .divisions)
    default:
      if y.constant?.asNumber == 2 { return real(x, y, .other { a, _ in a * a }) }
      return real(x, y, .other { pow($0, $1) })
    }
  }

  /// A function of two numbers; what has no finite value is missing and counted, without a reason as that of a division.
  static func real(
    _ x: BoundExpression, _ y: BoundExpression, _ operation: NumberSource.Operation,
    _ reason: ExpressionGaps.Reason? = .overflows
  ) -> BoundExpression {
    .numbers(NumberSource.combined(x.numberSource, y.numberSource, operation, reason))
  }

  /// A function of two whole numbers; what is out of range is missing and counted.
  @inline(__always)
  private static func whole(
    _ x: BoundExpression, _ y: BoundExpression, isDivision: Bool = false,
    _ compute: @escaping @Sendable (Int, Int) -> (partialValue: Int, overflow: Bool)
  ) -> BoundExpression {
    BoundExpression(.integers) { range, gaps in
      guard case .integers(let a) = x.compute(range, &gaps), case .integers(let b) = y.compute(range, &gaps) else {
        return .integers([])
      }
      var lost = 0
      let values = Kernel.map(a, b, &lost, compute)
      if isDivision { gaps.divisions += lost } else { gaps.overflows += lost }
      return .integers(values)
    }
  }
}

/// Loops over whole arrays that the compiler turns into vector instructions.
enum Kernel {
  @inline(__always)
  static func map(_ x: [Double], _ lost: inout Int, _ compute: (Double) -> Double) -> [Double] {
    var count = 0
    let values = [Double](unsafeUninitializedCapacity: x.count) { out, filled in
      x.withUnsafeBufferPointer { x in
        for place in x.indices {
          let result = compute(x[place])
          let isFinite = result.magnitude < .infinity
          count &+= !isFinite && x[place] == x[place] ? 1 : 0
          out[place] = isFinite ? result : .nan
        }
      }
      filled = x.count
    }
    lost += count
    return values
  }

  @inline(__always)
  static func map(
    _ x: [Int], _ y: [Int], _ lost: inout Int, _ compute: (Int, Int) -> (partialValue: Int, overflow: Bool)
  ) -> [Int] {
    let missing = ColumnValues.missingInteger
    var count = 0
    let length = min(x.count, y.count)
    let values = [Int](unsafeUninitializedCapacity: length) { out, filled in
      for place in 0..<length {
        let (a, b) = (x[place], y[place])
        if a == missing || b == missing {
          out[place] = missing
          continue
        }
        let (result, overflow) = compute(a, b)
        // Int.min itself stands for missing.
        let isLost = overflow || result == missing
        count &+= isLost ? 1 : 0
        out[place] = isLost ? missing : result
      }
      filled = length
    }
    lost += count
    return values
  }

  /// The answers of a comparison, 2 where a side is missing.
  @inline(__always)
  static func compare<Element: Comparable>(
    _ x: [Element], _ y: [Element], isMissing: (Element) -> Bool, _ test: (Element, Element) -> Bool
  ) -> [UInt8] {
    let length = min(x.count, y.count)
    return [UInt8](unsafeUninitializedCapacity: length) { out, filled in
      x.withUnsafeBufferPointer { x in
        y.withUnsafeBufferPointer { y in
          for place in 0..<length {
            let (a, b) = (x[place], y[place])
            out[place] = isMissing(a) || isMissing(b) ? 2 : test(a, b) ? 1 : 0
          }
        }
      }
      filled = length
    }
  }
}
