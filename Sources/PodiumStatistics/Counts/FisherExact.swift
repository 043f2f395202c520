internal import Glibc
public import PodiumCore

/// Fisher's exact test of independence of a table of counts, two-sided: the probability of all tables with the same margins that
/// are at most as probable as this one.
///
/// R. A. Fisher, *The logic of inductive inference*, Journal of the Royal Statistical Society 98, 1935; for larger tables
/// G. H. Freeman, J. H. Halton, *Note on an exact treatment of contingency*, Biometrika 38, 1951.
public enum FisherExact {
  /// The most tables and parts of tables that are looked at.
  static let mostSteps = 5_000_000
  /// The most cells; the walk is as deep.
  private static let mostCells = 400
  /// Probabilities that differ by rounding alone count as equal.
  private static let tolerance = 1e-7

  /// The p value of rows × columns counts; nil where a dimension has fewer than two values with counts, and where more tables
  /// have the same margins than can be looked at.
  ///
  /// Throws `interrupted`.
  public static func p(_ counts: [[Int]], _ cancellation: Cancellation) throws(Diagnostic) -> Double? {
    let kept = counts.filter { $0.contains { $0 > 0 } }
    let width = kept.first?.count ?? 0
    let places = (0..<width).filter { place in kept.contains { $0[place] > 0 } }
    var table = kept.map { row in places.map { row[$0] } }
    guard table.count > 1, places.count > 1, table.count * places.count <= mostCells else { return nil }
    if table.count == 2, places.count == 2 { return ofFour(table) }
    // Few columns in many rows have the shortest lists of what is left.
    if table[0].count > table.count {
      let turned = table[0].indices.map { place in table.map { $0[place] } }
      table = turned
    }
    var walk = Walk(table, cancellation)
    try walk.cell(0, 0, left: walk.rows[0], log: 0)
    if walk.steps > mostSteps { return nil }
    return min(1, walk.rare.value / walk.all.value)
  }

  /// Two by two: the hypergeometric distribution, by quotients of neighbours from its mode.
  private static func ofFour(_ table: [[Int]]) -> Double {
    let row = Double(table[0][0]) + Double(table[0][1])
    let column = Double(table[0][0]) + Double(table[1][0])
    let all = row + Double(table[1][0]) + Double(table[1][1])
    let (low, high) = (max(0, row + column - all), min(row, column))
    let mode = min(high, max(low, ((row + 1) * (column + 1) / (all + 2)).rounded(.down)))
    func quotient(_ x: Double) -> Double { (row - x) * (column - x) / ((x + 1) * (all - row - column + x + 1)) }
    var weights = [mode: 1.0]
    var (x, weight) = (mode, 1.0)
    while x < high, weight > 0 {
      weight *= quotient(x)
      x += 1
      weights[x] = weight
    }
    (x, weight) = (mode, 1)
    while x > low, weight > 0 {
      x -= 1
      weight /= quotient(x)
      weights[x] = weight
    }
    let own = weights[Double(table[0][0])] ?? 0
    let sorted = weights.values.sorted()
    let rare = sorted.prefix { $0 <= own * (1 + tolerance) }.reduce(0, +)
    return min(1, rare / sorted.reduce(0, +))
  }

  /// All tables with the margins of one, cell by cell; the last row and the last column follow.
  private struct Walk {
    let rows: [Int]
    var columns: [Int]
    /// −log of the factorials.
    let weights: [Double]
    let observed: Double
    var (steps, all, rare) = (0, CompensatedSum(), CompensatedSum())
    let cancellation: Cancellation

    init(_ table: [[Int]], _ cancellation: Cancellation) {
      rows = table.map { $0.reduce(0, +) }
      columns = table[0].indices.map { place in table.reduce(0) { $0 + $1[place] } }
      let largest = (rows + columns).max() ?? 0
      let made = (0...largest).map { -lgamma(Double($0) + 1) }
      weights = made
      observed = table.reduce(0) { $0 + $1.reduce(0) { $0 + made[$1] } }
      self.cancellation = cancellation
    }

    /// Fills the cells from one on, where `left` of its row is not placed.
    mutating func cell(_ row: Int, _ column: Int, left: Int, log: Double) throws(Diagnostic) {
      steps += 1
      if steps > FisherExact.mostSteps { return }
      if steps & 0xFFFF == 0 { try cancellation.check() }
      if row == rows.count - 1 {
        let log = columns.reduce(log) { $0 + weights[$1] }
        let share = exp(log - observed)
        all.add(share)
        if share <= 1 + FisherExact.tolerance { rare.add(share) }
        return
      }
      if column == columns.count - 1 {
        guard left <= columns[column] else { return }
        columns[column] -= left
        try cell(row + 1, 0, left: rows[row + 1], log: log + weights[left])
        columns[column] += left
        return
      }
      for count in 0...min(left, columns[column]) {
        columns[column] -= count
        try cell(row, column + 1, left: left - count, log: log + weights[count])
        columns[column] += count
      }
    }
  }
}
