/// Rows to learn from: columns of conditions, an ordered class, a spot and a person each.
public struct PooledRows: Sendable {
  /// Names of the conditions, as `ShapeBasis` reads them.
  public var columns: [String]
  /// One list for each column, NaN where it is missing.
  public var values: [[Double]]
  /// From 0, the worst.
  public var classes: [Int]
  public var spots: [Int]
  public var persons: [Int]
  /// Columns that are scores: the more the better, so that how far good rows agree on them says nothing.
  public var scores: Set<String>

  public init(
    columns: [String], values: [[Double]], classes: [Int], spots: [Int], persons: [Int], scores: Set<String> = []
  ) {
    precondition(
      columns.count == values.count && values.allSatisfy { $0.count == classes.count }
        && spots.count == classes.count && persons.count == classes.count, "every list needs a value for each row")
    (self.columns, self.values, self.classes) = (columns, values, classes)
    (self.spots, self.persons, self.scores) = (spots, persons, scores)
  }

  public var count: Int { classes.count }

  public func selecting(_ rows: [Int]) -> PooledRows {
    PooledRows(
      columns: columns, values: values.map { column in rows.map { column[$0] } }, classes: rows.map { classes[$0] },
      spots: rows.map { spots[$0] }, persons: rows.map { persons[$0] }, scores: scores)
  }

  /// What a difference of each column is multiplied by: the root of its weight over the spread of all rows.
  ///
  /// For directions a difference is a chord. What does not vary has 0.
  public var distanceScales: [Double] {
    let present = Set(classes).sorted()
    // Rows of one class agree on nothing that other rows contradict.
    let weights = present.count > 1 ? ConditionWeights.weights(self, present) : columns.map { _ in 1 }
    return zip(weights, zip(columns, values)).map { weight, column in
      let isCircular = column.0.hasSuffix("_deg")
      guard let known = LearnedRange.spread(isCircular ? .swellDirection : .height, column.1.filter(\.isFinite)),
        known > 0
      else { return 0 }
      let spread = isCircular ? (2 * known).squareRoot() : known / LearnedRange.normalQuartiles
      return weight.squareRoot() / spread
    }
  }
}
