internal import PodiumCore

/// How often a class occurs where its probability was predicted to be so high.
public struct Calibration: Sendable, Equatable {
  /// Rows whose probability lies in a part of 0 to 1.
  public struct Bin: Sendable, Equatable {
    /// The ends of the part; the lower end belongs to it, of the last one both.
    public let low: Double
    public let high: Double
    public let rows: Int
    /// The mean probability.
    public let predicted: Double
    /// The share of rows of the class.
    public let observed: Double
    /// Wilson's 95 % interval of that share.
    public let low95: Double
    public let high95: Double
  }

  /// The parts that have rows.
  public let bins: [Bin]
  /// The mean squared error of the probability of the class.
  public let brier: Double
  /// The expected calibration error: the mean over rows of |observed − predicted| of their part.
  public let error: Double
  public let rows: Int

  /// Counts rows in parts of equal width; nil without rows.
  public init?(chances: [Double], isPositive: [Bool], bins count: Int) {
    guard !chances.isEmpty, count > 0, chances.count == isPositive.count else { return nil }
    rows = chances.count
    let n = Double(rows)
    brier =
      zip(chances, isPositive).reduce(0) { $0 + ($1.0 - ($1.1 ? 1 : 0)) * ($1.0 - ($1.1 ? 1 : 0)) } / n
    var members = [[Int]](repeating: [], count: count)
    for (row, chance) in chances.enumerated() {
      members[min(count - 1, max(0, Int((chance * Double(count)).rounded(.down))))].append(row)
    }
    bins = members.enumerated().filter { !$0.element.isEmpty }.map { place, rows in
      let found = rows.count { isPositive[$0] }
      let interval = Wilson.interval(successes: found, of: rows.count)
      return Bin(
        low: Double(place) / Double(count), high: Double(place + 1) / Double(count), rows: rows.count,
        predicted: rows.reduce(0) { $0 + chances[$1] } / Double(rows.count),
        observed: Double(found) / Double(rows.count), low95: interval.low, high95: interval.high)
    }
    error = bins.reduce(0) { $0 + Double($1.rows) / n * ($1.observed - $1.predicted).magnitude }
  }
}
