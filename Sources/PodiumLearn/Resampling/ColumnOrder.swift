internal import PodiumCore

/// How the rows of a table are ordered by a column of dates or numbers.
struct ColumnOrder {
  let distinct: Int
  /// Whether no value is below the one before it, or none above; missing values are skipped.
  let isSorted: Bool

  /// Reads the order; nil for a column of other types.
  init?(_ column: Column) {
    let keys: [Double]
    switch column.values {
    case .date(let days): keys = days.compactMap { $0.map { Double($0.days) } }
    case .datetime(let times): keys = times.compactMap { $0.map { Double($0.microseconds) } }
    case .number, .integer: keys = (column.numbers ?? []).filter { !$0.isNaN }
    case .category, .ordered, .text, .boolean: return nil
    }
    distinct = Set(keys).count
    let pairs = zip(keys, keys.dropFirst())
    isSorted = pairs.allSatisfy { $0 <= $1 } || pairs.allSatisfy { $0 >= $1 }
  }

  /// The minimum number of rows for a nearly sorted order to be more than chance.
  private static let fewest = 10

  /// Spearman's rho of numbers and their row numbers, where it is beyond ±0.95; nil for rows in no such order.
  ///
  /// Rho varies with a standard deviation of 1 / √(n − 1) by chance, so that 0.95 is out of its reach from ten rows on;
  /// of fewer rows only a full order counts.
  static func trend(_ values: [Double]) -> Double? {
    guard values.count > 3, let rho = Correlation(values.indices.map(Double.init), values, ranks: true).r,
      rho.magnitude >= (values.count < fewest ? 1 : 0.95)
    else { return nil }
    return rho
  }

  /// Whether classes come in blocks: rows change their class less than half as often as in random order.
  ///
  /// In random order 1 + n − Σ cᵢ² / n runs are expected of classes of cᵢ rows (Wald and Wolfowitz 1940).
  static func isInBlocks(_ codes: [Int], counts: [Int]) -> Bool {
    let n = Double(codes.count)
    guard n > 1 else { return false }
    let runs = 1 + zip(codes, codes.dropFirst()).count { $0 != $1 }
    let expected = 1 + n - counts.reduce(0) { $0 + Double($1) * Double($1) } / n
    return Double(runs) < expected / 2
  }
}
