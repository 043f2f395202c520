/// The arguments of one call, checked for their number and kind.
struct FunctionArguments {
  let name: String
  let parts: [BoundExpression]
  let typed: [Expression]
  let span: SourceSpan
  /// What the texts may take that the expression makes.
  let texts: MemoryBudget

  func count(_ allowed: ClosedRange<Int>) throws(Diagnostic) {
    guard !allowed.contains(parts.count) else { return }
    throw FunctionArguments.wrongCount(name, parts.count, at: span)
  }

  static func wrongCount(_ name: String, _ count: Int, at span: SourceSpan) -> Diagnostic {
    let all = ExpressionFunctions.synopses + ExpressionAggregates.synopses + ExpressionWindows.synopses
    let uses = all.filter { $0.name == name }.map(\.use)
    return Diagnostic(
      "wrong-arguments", "'\(name)' got \(count.counted("argument"))", span: span,
      help: "write: \(uses.isEmpty ? name : uses.joined(separator: " or "))")
  }

  func one() throws(Diagnostic) -> BoundExpression {
    try count(1...1)
    return parts[0]
  }

  func require(_ place: Int, _ kind: BoundExpression.Kind) throws(Diagnostic) -> BoundExpression {
    let part = parts[place]
    guard part.kind != kind else { return part }
    if part.isNothing { return .nothing(kind == .text ? .texts : kind == .boolean ? .truths : .numbers) }
    throw Diagnostic(
      "wrong-type", "'\(name)' takes \(kind.noun), not \(part.kind.noun)", span: typed[place].span)
  }

  /// Two arguments of one kind; a missing one takes the other's.
  func alike(_ x: Int, _ y: Int) throws(Diagnostic) -> (BoundExpression, BoundExpression) {
    let (a, b) = (parts[x], parts[y])
    if a.isNothing { return (.nothing(b.form), b) }
    if b.isNothing { return (a, .nothing(a.form)) }
    if a.kind == b.kind { return (a, b) }
    if let read = try ExpressionBinder.clock(typed[y], as: a.scale) { return (a, read) }
    if let read = try ExpressionBinder.clock(typed[x], as: b.scale) { return (read, b) }
    throw Diagnostic("wrong-type", "'\(name)' takes two values of the same type", span: span)
  }

  @inline(__always)
  func number(
    _ reason: ExpressionGaps.Reason = .domains,
    _ compute: @escaping @Sendable (Double) -> Double
  ) throws(Diagnostic) -> BoundExpression {
    try count(1...1)
    let x = try require(0, .number)
    return BoundExpression(.numbers) { range, gaps in
      var lost = 0
      let values = Kernel.map(x.numbers(range, &gaps), &lost, compute)
      gaps[reason] += lost
      return .numbers(values)
    }
  }

  func numbers(_ compute: @escaping @Sendable (Double, Double) -> Double) throws(Diagnostic) -> BoundExpression {
    try count(2...2)
    return ExpressionBinder.real(try require(0, .number), try require(1, .number), .other(compute), .domains)
  }
}
