public import PodiumCore

/// The predictions of a model for some rows.
public enum Prediction: Sendable, Equatable, Codable {
  /// For each row the place of its class, and rows × classes probabilities where the learner has them.
  case classes([Int], probabilities: Matrix?)
  case numbers([Double])

  /// The number of rows.
  public var rowCount: Int {
    switch self {
    case .classes(let codes, _): codes.count
    case .numbers(let values): values.count
    }
  }

  /// The prediction for the given rows in the given order; every row must exist.
  public func selecting(rows: [Int]) -> Prediction {
    switch self {
    case .classes(let codes, let probabilities):
      .classes(rows.map { codes[$0] }, probabilities: probabilities?.selecting(rows: rows))
    case .numbers(let values): .numbers(rows.map { values[$0] })
    }
  }
}
