internal import PodiumCore

extension Measures {
  static let regression: [Measure] = [
    Measure(
      key: "rmse", summary: "root mean squared error, in the unit of the target", higherIsBetter: false,
      target: .numbers, leastRows: 2
    ) { errors($0)?.map { $0 * $0 }.mean?.squareRoot() },
    Measure(
      key: "mae", summary: "mean absolute error, in the unit of the target", higherIsBetter: false,
      target: .numbers
    ) { errors($0)?.map(\.magnitude).mean },
    Measure(
      key: "r2", summary: "coefficient of determination (R²); 0 for always predicting the mean",
      higherIsBetter: true,
      target: .numbers, leastRows: 2, compute: determination),
  ]

  private static func errors(_ rows: ScoredRows) -> [Double]? {
    guard case .numbers(let truth) = rows.target, case .numbers(let predicted) = rows.prediction else {
      return nil
    }
    return zip(truth, predicted).map { $1 - $0 }
  }

  /// Undefined for fewer than two rows and for a constant target.
  private static func determination(_ rows: ScoredRows) -> Double? {
    // The mean of equal numbers may differ from them by rounding, so that their sum of squares is not 0.
    guard case .numbers(let truth) = rows.target, truth.count >= 2, truth.min() != truth.max(),
      let errors = errors(rows), let centre = truth.mean
    else { return nil }
    let total = truth.reduce(0) { $0 + ($1 - centre) * ($1 - centre) }
    return total == 0 ? nil : 1 - errors.reduce(0) { $0 + $1 * $1 } / total
  }
}
