public import PodiumCore

/// What it costs to predict each class for a row of each class.
///
/// A prediction with probabilities is decided by the least expected cost: Σ over the actual classes of probability × cost
/// (C. Elkan, *The foundations of cost-sensitive learning*, IJCAI 2001).
public struct CostMatrix: Sendable, Codable, Hashable {
  /// Where the costs come from, as typed: `linear`, `quadratic`, or a table or file.
  public let name: String
  /// The classes in order.
  public let classes: [String]
  /// The cost of predicting a class (second index) for a row of an actual class (first index).
  public let values: [[Double]]

  /// The largest magnitude of a cost, so that sums over rows stay finite.
  public static let limit = 1e12

  /// Takes classes × classes costs; throws `bad-costs` for a shape that does not fit and for a number that is not finite or
  /// beyond 1e12.
  public init(name: String, classes: [String], values: [[Double]]) throws(Diagnostic) {
    guard values.count == classes.count, values.allSatisfy({ $0.count == classes.count }) else {
      throw Diagnostic("bad-costs", "costs need \(classes.count) rows and columns, one for each class")
    }
    for (actual, row) in zip(classes, values) {
      for (predicted, cost) in zip(classes, row) where !(cost.magnitude <= CostMatrix.limit) {
        throw Diagnostic(
          "bad-costs",
          "the cost of predicting '\(predicted)' for '\(actual)' must be a number of at most 1e12, not "
            + NumberText.shortest(cost))
      }
    }
    self.name = name
    self.classes = classes
    self.values = values
  }

  /// Costs that grow with the distance of ordered classes: |i − j|, or its square.
  ///
  /// Throws `unordered-classes` where more than two classes have no order.
  public static func distance(_ target: ClassTarget, isSquared: Bool) throws(Diagnostic) -> CostMatrix {
    let name = isSquared ? "quadratic" : "linear"
    guard target.isOrdered || target.classes.count <= 2 else {
      throw Diagnostic(
        "unordered-classes", "costs=\(name) needs ordered classes, but those of the target have no order",
        help: "label with cuts= makes ordered classes from a rank; a file of costs needs no order")
    }
    let places = target.classes.indices
    return try CostMatrix(
      name: name, classes: target.classes,
      values: places.map { i in
        places.map { j in
          let distance = Double(max(i, j) - min(i, j))
          return isSquared ? distance * distance : distance
        }
      })
  }

  /// The class with the least expected cost; of equal ones the more probable, then the earlier.
  ///
  /// `without` is a class that is ruled out, if there are others.
  public func decide(_ probabilities: ArraySlice<Double>, without: Int? = nil) -> Int {
    let chances = Array(probabilities)
    precondition(chances.count == classes.count, "a probability for each class is needed")
    var best = without == 0 && classes.count > 1 ? 1 : 0
    var least = Double.infinity
    for predicted in classes.indices where predicted != without {
      let cost = chances.indices.reduce(0) { $0 + chances[$1] * values[$1][predicted] }
      if cost < least || cost == least && chances[predicted] > chances[best] { (best, least) = (predicted, cost) }
    }
    return best
  }

  /// A prediction decided by the costs; one without probabilities stays as it is.
  public func decided(_ prediction: Prediction) -> Prediction { DecisionRule.costs(self).decided(prediction) }

  /// The measure of these costs: their mean over the rows.
  public var measure: Measure {
    let values = values
    return Measure(
      key: CostMatrix.measureKey, summary: "mean cost of the predictions, by costs=", higherIsBetter: false,
      target: .classes
    ) { rows in
      guard let counts = rows.confusion?.counts, counts.count == values.count, rows.rowCount > 0 else { return nil }
      let sum = counts.indices.reduce(0) { sum, actual in
        counts.indices.reduce(sum) { $0 + Double(counts[actual][$1]) * values[actual][$1] }
      }
      return sum / Double(rows.rowCount)
    }
  }

  public static let measureKey = "expected_cost"

  /// Reads costs, whose shape is checked.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    do {
      try self.init(
        name: fields.decode(String.self, forKey: .name), classes: fields.decode([String].self, forKey: .classes),
        values: fields.decode([[Double]].self, forKey: .values))
    } catch let error as Diagnostic {
      throw DecodingError.dataCorruptedError(forKey: .values, in: fields, debugDescription: error.message)
    }
  }

  private enum CodingKeys: String, CodingKey { case name, classes, values }
}
