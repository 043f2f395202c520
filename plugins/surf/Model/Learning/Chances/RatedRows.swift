/// Rows to learn from: columns of conditions, an ordered class, a spot and a person each.
public struct RatedRows: Sendable {
  /// Names of the conditions; one that ends in `_deg` is a direction in degrees.
  let columns: [String]
  /// One list for each column, NaN where it is missing.
  public let values: [[Double]]
  /// From 0, the worst.
  public var classes: [Int]
  public let spots: [Int]
  public let persons: [Int]

  public init(columns: [String], values: [[Double]], classes: [Int], spots: [Int], persons: [Int]) {
    precondition(
      columns.count == values.count && values.allSatisfy { $0.count == classes.count }
        && spots.count == classes.count && persons.count == classes.count, "every list needs a value for each row")
    (self.columns, self.values, self.classes, self.spots, self.persons) = (columns, values, classes, spots, persons)
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
