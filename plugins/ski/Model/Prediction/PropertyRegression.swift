internal import PodiumCore

/// Weighted regressions of pair effects on measured properties, one per property.
public struct PropertyRegression: Sendable {
  /// One property.
  public struct Row: Sendable {
    /// The property.
    public let name: String
    /// The number of pairs with the property.
    public let count: Int
    /// The smallest measured value.
    public let low: Double
    /// The largest measured value.
    public let high: Double
    /// The change by one standard deviation.
    public let slope: Double
    /// The standard error of the slope.
    public let error: Double
    /// Student's t, two-sided, with Holm's correction.
    public var p: Double
    /// The better third of the measured range; nil if the property is not significant at the 5 % level.
    public var range: (low: Double, high: Double)?
  }

  /// The number of pairs with a measured property.
  public let measured: Int
  /// Properties with enough pairs.
  public let rows: [Row]

  /// Regresses the weighted worth of pairs on each property that at least `fewest` pairs have.
  ///
  /// A pair has one value per name, nil if it was not measured.
  public init(
    _ pairs: [(values: [Double?], worth: (value: Double, weight: Double))], of names: [String], fewest: Int
  ) {
    measured = pairs.count { $0.values.contains { $0 != nil } }
    var rows: [Row] = []
    for (place, name) in names.enumerated() {
      let points = pairs.compactMap { pair in
        pair.values[place].map { (x: $0, y: pair.worth.value, weight: pair.worth.weight) }
      }
      if points.count >= fewest, let row = PropertyRegression.row(name, points) { rows.append(row) }
    }
    let order = rows.indices.sorted { rows[$0].p < rows[$1].p }
    var largest = 0.0
    for (position, place) in order.enumerated() {
      largest = max(largest, min(1, rows[place].p * Double(rows.count - position)))
      rows[place].p = largest
      if largest >= 0.05 { rows[place].range = nil }
    }
    self.rows = rows
  }

  private static func row(_ name: String, _ points: [(x: Double, y: Double, weight: Double)]) -> Row? {
    let total = points.reduce(0) { $0 + $1.weight }
    let mx = points.reduce(0) { $0 + $1.weight * $1.x } / total
    let my = points.reduce(0) { $0 + $1.weight * $1.y } / total
    let sxx = points.reduce(0) { $0 + $1.weight * ($1.x - mx) * ($1.x - mx) }
    let sd = (sxx / total).squareRoot()
    guard sxx > 0, sd > 0, total > 0 else { return nil }
    let slope = points.reduce(0) { $0 + $1.weight * ($1.x - mx) * ($1.y - my) } / sxx
    let df = Double(points.count - 2)
    let rss = points.reduce(0.0) { sum, point in
      let rest = point.y - my - slope * (point.x - mx)
      return sum + point.weight * rest * rest
    }
    let error = (rss / df / sxx).squareRoot()
    let t = error > 0 ? (slope / error).magnitude : 0
    let sorted = points.map(\.x).sorted()
    let third = sorted.count / 3
    let range =
      slope > 0
      ? (sorted[sorted.count - 1 - third], sorted[sorted.count - 1]) : (sorted[0], sorted[third])
    return Row(
      name: name, count: points.count, low: sorted[0], high: sorted[sorted.count - 1], slope: slope * sd,
      error: error * sd, p: 2 * (1 - StudentT.cdf(t, df: df)), range: range)
  }
}
