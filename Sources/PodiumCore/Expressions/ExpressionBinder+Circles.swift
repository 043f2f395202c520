/// Numbers that come round again, such as directions: what a function gives of them, and whether it does so too.
extension ExpressionBinder {
  /// The functions of one row whose value is on the circle of its arguments.
  static let turning: Set<String> = ["ceil", "choose", "coalesce", "floor", "round"]

  /// The circle of the parts that have one; nil where they have different ones.
  static func circle(of parts: [BoundExpression]) -> Circle? {
    let circles = Set(parts.compactMap(\.circle))
    return circles.count == 1 ? circles.first : nil
  }

  /// The mean or spread around a circle for each group; nil for functions that a circle does not change.
  ///
  /// Throws `wrong-type` for those that order the values: a circle has no least one.
  func circular(
    _ name: String, _ values: Vector, _ groups: GroupedPlaces, _ circle: Circle, at span: SourceSpan
  ) throws(Diagnostic) -> ExpressionAggregates.Values? {
    try ExpressionBinder.refuseOrder(name, circle, at: span)
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
    if name == "mean" { found.circle = circle }
    return found
  }

  /// Throws `wrong-type` for a function that orders values on a circle.
  static func refuseOrder(_ name: String, _ circle: Circle, at span: SourceSpan) throws(Diagnostic) {
    guard ["max", "median", "min", "quantile"].contains(name) else { return }
    throw Diagnostic(
      "wrong-type",
      "'\(name)' orders numbers, but these come round again at \(NumberText.shortest(circle.period)), as directions do",
      span: span, help: "mean(x) and sd(x) go around the circle")
  }

  /// Rolling means and spreads around a circle: by the means of the sines and cosines.
  func rolling(
    _ name: String, _ x: [Double], _ width: Int, _ windows: Windows, _ circle: Circle, at span: SourceSpan
  ) throws(Diagnostic) -> BoundExpression {
    try ExpressionBinder.refuseOrder(name, circle, at: span)
    guard ["mean", "sd", "sd_n"].contains(name) else {
      return .known(.numbers(try windows.rolling(name, x, width)), .numbers)
    }
    let parts = x.map { $0.isFinite ? circle.components($0) : (sine: .nan, cosine: .nan) }
    let sines = try windows.rolling("mean", parts.map(\.sine), width)
    let cosines = try windows.rolling("mean", parts.map(\.cosine), width)
    let values = zip(sines, cosines).map { sine, cosine in
      let around = CircularMean(sine: sine, cosine: cosine, count: width, on: circle)
      return (name == "mean" ? around?.direction : around?.deviation) ?? .nan
    }
    var made = BoundExpression.known(.numbers(values), .numbers)
    if name == "mean" { made.circle = circle }
    return made
  }
}
