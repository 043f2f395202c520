/// Numbers that stand for more than their size: those that come round again, such as directions, durations and times of day.
/// What an operator or a function gives of them, and what that stands for; and whose clock shows the moments it gives.
extension ExpressionBinder {
  /// What a function of one row gives: what its arguments are, where those that have a scale have the same one.
  static func scale(ofCall name: String, _ parts: [BoundExpression]) -> NumberScale? {
    guard ["abs", "ceil", "choose", "coalesce", "floor", "max", "min", "round"].contains(name) else { return nil }
    let scales = Set(parts.compactMap(\.scale))
    guard scales.count == 1, let scale = scales.first else { return nil }
    // Moments by two clocks are in UTC again.
    if scale.zone != nil { return name == "choose" || name == "coalesce" ? scale : nil }
    // The larger of two directions is none.
    if case .circle = scale, ["abs", "max", "min"].contains(name) { return nil }
    return scale
  }

  /// What an operator gives; a number without a scale beside a duration or a time of day counts seconds.
  static func scale(of operation: BinaryOperator, _ a: NumberScale?, _ b: NumberScale?) -> NumberScale? {
    switch (operation, a, b) {
    case (.add, .circle(let x), .circle(let y)), (.subtract, .circle(let x), .circle(let y)): x == y ? .circle(x) : nil
    case (.add, let one?, nil), (.add, nil, let one?), (.subtract, let one?, nil): one
    case (.subtract, nil, .circle(let circle)): .circle(circle)
    case (.add, .duration, .duration), (.subtract, .duration, .duration), (.subtract, nil, .duration): .duration
    case (.subtract, .time, .time): .duration
    case (.add, .time, .duration), (.add, .duration, .time), (.subtract, .time, .duration): .time
    case (.multiply, .duration, nil), (.multiply, nil, .duration), (.divide, .duration, nil): .duration
    case (.remainder, .duration, nil), (.remainder, .duration, .duration): .duration
    default: nil
    }
  }

  /// What a function of many rows gives of durations, times of day and moments by a clock.
  static func scale(of name: String, _ scale: NumberScale?) -> NumberScale? {
    switch (scale, name) {
    case (.duration, "mean"), (.duration, "sum"), (.duration, "sd"), (.duration, "sd_n"), (.duration, "min"),
      (.duration, "max"), (.duration, "median"), (.duration, "quantile"):
      .duration
    case (.time, "min"), (.time, "max"): .time
    case (.zone, "min"), (.zone, "max"): scale
    default: nil
    }
  }

  /// A sum or difference with a time of day is within its day again.
  static func withinDay(_ bound: BoundExpression) -> BoundExpression {
    let source = bound.numberSource
    return .numbers { range, out, gaps in
      source.write(range, to: out, &gaps)
      for place in 0..<range.count where !out[place].isNaN { out[place] = Circle.day.normalised(out[place]) }
    }
  }

  /// The mean or spread around a circle for each group; nil for functions that a circle does not change.
  ///
  /// Throws `wrong-type` for those that order the values: a circle has no least one.
  func circular(
    _ name: String, _ values: Vector, _ groups: GroupedPlaces, _ scale: NumberScale, at span: SourceSpan
  ) throws(Diagnostic) -> ExpressionAggregates.Values? {
    guard let circle = scale.circle else { return nil }
    try ExpressionBinder.refuseOrder(name, scale, at: span)
    guard ["mean", "sd", "sd_n"].contains(name) else { return nil }
    var lists = [[Double]](repeating: [], count: groups.frame.groupCount)
    for (place, value) in values.asNumbers.enumerated() where value.isFinite {
      if place & 0xFFFF == 0 { try cancellation.check() }
      lists[Int(groups.frame.groups?[place] ?? 0)].append(value)
    }
    // As in a straight line, one value shows no spread.
    let means = lists.map { name == "sd" && $0.count < 2 ? nil : CircularMean($0, on: circle) }
    var found = ExpressionAggregates.Values(
      vector: .numbers(means.map { (name == "mean" ? $0?.direction : $0?.deviation) ?? .nan }), form: .numbers,
      levels: nil, used: 0, missing: 0)
    found.note(used: lists.reduce(0) { $0 + $1.count }, of: values.count)
    found.scale = ExpressionBinder.circularScale(of: name, scale)
    return found
  }

  /// The mean of times of day is one, and their spread a duration.
  private static func circularScale(of name: String, _ scale: NumberScale) -> NumberScale? {
    name == "mean" ? scale : scale == .time ? .duration : nil
  }

  /// Throws `wrong-type` for a function that orders values on a circle; a day has a first and a last moment.
  static func refuseOrder(_ name: String, _ scale: NumberScale, at span: SourceSpan) throws(Diagnostic) {
    guard let circle = scale.circle, ["max", "median", "min", "quantile"].contains(name) else { return }
    if scale == .time {
      if name == "max" || name == "min" { return }
      throw Diagnostic(
        "wrong-type", "'\(name)' orders values, but times of day come round again at midnight", span: span,
        help: "mean(x) and sd(x) go around midnight; min(x) and max(x) are the first and last of a day")
    }
    throw Diagnostic(
      "wrong-type",
      "'\(name)' orders numbers, but these come round again at \(NumberText.shortest(circle.period)), as directions do",
      span: span, help: "mean(x) and sd(x) go around the circle")
  }

  /// Rolling figures; means and spreads around a circle by the means of the sines and cosines.
  func rolling(
    _ name: String, _ x: [Double], _ width: Int, _ windows: Windows, _ scale: NumberScale?, at span: SourceSpan
  ) throws(Diagnostic) -> BoundExpression {
    if let scale { try ExpressionBinder.refuseOrder(name, scale, at: span) }
    guard let scale, let circle = scale.circle, ["mean", "sd", "sd_n"].contains(name) else {
      var made = BoundExpression.known(.numbers(try windows.rolling(name, x, width)), .numbers)
      made.scale = ExpressionBinder.scale(of: name, scale)
      return made
    }
    let parts = x.map { $0.isFinite ? circle.components($0) : (sine: .nan, cosine: .nan) }
    let sines = try windows.rolling("mean", parts.map(\.sine), width)
    let cosines = try windows.rolling("mean", parts.map(\.cosine), width)
    let values = zip(sines, cosines).map { sine, cosine in
      let around = CircularMean(sine: sine, cosine: cosine, count: width, on: circle)
      return (name == "mean" ? around?.direction : around?.deviation) ?? .nan
    }
    var made = BoundExpression.known(.numbers(values), .numbers)
    made.scale = ExpressionBinder.circularScale(of: name, scale)
    return made
  }
}
