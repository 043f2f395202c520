internal import PodiumCore

/// Weighted regressions of pair effects on measured properties, one per property.
public struct PropertyRegression: Sendable {
  public struct Row: Sendable {
    public let name: String
    /// The number of pairs with the property.
    public let count: Int
    /// The smallest measured value.
    public let low: Double
    /// The largest measured value.
    public let high: Double
    /// The change by one standard deviation.
    public let slope: Double
    public let error: Double
    /// Student's t, two-sided, with Holm's correction.
    public var p: Double
    /// The better third of the measured range; nil if the property is not significant at the 5 % level.
    public var range: (low: Double, high: Double)?
  }

  /// Two properties that the pairs do not separate: an effect of one may be that of the other.
  public struct Alike: Sendable, Equatable {
    public let names: [String]
    /// Spearman's correlation over the pairs that have both, since stiffness is a curve of the height; nil below three pairs.
    public let correlation: Double?
    /// The number of pairs that have both.
    public let count: Int
  }

  /// The least magnitude of the correlation of two properties that are taken for one: they share four fifths of their variance.
  public static let sameFrom = 0.9
  /// The fewest pairs with both properties that can tell them apart.
  public static let fewestOfBoth = 10

  /// Properties that cannot be separated.
  public let alike: [Alike]
  /// Properties that are the same in all pairs that have them, with the number of these.
  public let constant: [(name: String, count: Int)]
  /// The number of pairs with a measured property.
  public let measured: Int
  public let rows: [Row]

  /// Regresses the weighted worth of pairs on each property that at least `fewest` pairs have. A pair has one value per name, nil
  /// if it was not measured.
  public init(_ pairs: [(values: [Double?], worth: (value: Double, weight: Double))], of names: [String], fewest: Int) {
    measured = pairs.count { $0.values.contains { $0 != nil } }
    var rows: [Row] = []
    for (place, name) in names.enumerated() {
      let points = pairs.compactMap { pair in
        pair.values[place].map { (x: $0, y: pair.worth.value, weight: pair.worth.weight) }
      }
      if points.count >= fewest, let row = Self.row(name, points) { rows.append(row) }
    }
    let order = rows.indices.ordered { rows[$0].p < rows[$1].p }
    var largest = 0.0
    for (position, place) in order.enumerated() {
      largest = max(largest, min(1, rows[place].p * Double(rows.count - position)))
      rows[place].p = largest
      if largest >= 0.05 { rows[place].range = nil }
    }
    let varying = names.indices.map { place in Set(pairs.compactMap { $0.values[place] }).count > 1 }
    constant = names.indices.compactMap { place in
      let count = pairs.count { $0.values[place] != nil }
      return count > 1 && !varying[place] ? (names[place], count) : nil
    }
    var alike: [Alike] = []
    for first in names.indices where varying[first] {
      for second in names.indices where second > first && varying[second] {
        let both = pairs.compactMap { pair -> (Double, Double)? in
          guard let x = pair.values[first], let y = pair.values[second] else { return nil }
          return (x, y)
        }
        let correlation = both.count < 3 ? nil : RankAgreement.rho(both.map(\.0), both.map(\.1))
        let isSame = correlation.map { $0.magnitude >= Self.sameFrom } ?? true
        guard isSame || both.count < Self.fewestOfBoth else { continue }
        alike.append(Alike(names: [names[first], names[second]], correlation: correlation, count: both.count))
      }
    }
    // An effect that may be that of another property does not justify a range.
    let doubtful = Set(alike.flatMap(\.names))
    for place in rows.indices where doubtful.contains(rows[place].name) { rows[place].range = nil }
    (self.rows, self.alike) = (rows, alike)
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
    let range = slope > 0 ? (sorted[sorted.count - 1 - third], sorted[sorted.count - 1]) : (sorted[0], sorted[third])
    return Row(
      name: name, count: points.count, low: sorted[0], high: sorted[sorted.count - 1], slope: slope * sd,
      error: error * sd, p: 2 * (1 - StudentT.cdf(t, df: df)), range: range)
  }
}
