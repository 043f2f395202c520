public import PodiumCore
public import PodiumLearn

/// The training rows, from which the nearest are looked up.
public struct NeighboursModel: Model, Equatable {
  /// What is known of the training rows.
  public enum Answers: Sendable, Equatable, Codable {
    /// The place of the class of each row, and the number of classes.
    case classes([Int], count: Int)
    case numbers([Double])
  }

  /// The number of neighbours.
  public let k: Int
  /// How they count.
  public let weights: Neighbours.Weights
  /// The training rows.
  public let features: Matrix
  /// Their targets.
  public let answers: Answers

  /// The training rows and their targets.
  public var byteCount: Int { (features.elements.count + features.rows) * MemoryLayout<Double>.stride }

  init(k: Int, weights: Neighbours.Weights, features: Matrix, target: Target) {
    self.k = k
    self.weights = weights
    self.features = features
    switch target {
    case .classes(let target): answers = .classes(target.codes, count: target.classes.count)
    case .numbers(let values): answers = .numbers(values)
    }
  }

  /// The shares of the classes among the neighbours, of which the largest wins (ties: the first class); or their mean.
  ///
  /// Throws `wrong-width`, `missing-values`, `not-finite` and `missing-library`.
  public func predict(
    _ features: Matrix, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(self.features.columns)
    let search = try NeighbourSearch(self.features, k: k)
    let weights = weights
    switch answers {
    case .numbers(let values):
      return .numbers(
        try search.map(features, threads: threads, cancellation) { near in
          zip(near, weights.shares(near)).reduce(0) { $0 + values[$1.0.row] * $1.1 }
        })
    case .classes(let codes, let count):
      let shares = try search.map(features, threads: threads, cancellation) { near in
        var own = [Double](repeating: 0, count: count)
        for (one, weight) in zip(near, weights.shares(near)) { own[codes[one.row]] += weight }
        return own
      }
      let found = shares.map { own in
        var best = 0
        // Sums of shares of a place differ by rounding where their classes are as frequent.
        for code in own.indices where own[code] > own[best] + 1e-12 { best = code }
        return best
      }
      // Rounding must not leave a sum above 1.
      let table = Matrix(rows: features.rows, columns: count, elements: shares.flatMap { $0.map { min($0, 1) } })
      return .classes(found, probabilities: table)
    }
  }

  public func predicts(classes: Int?) -> Bool {
    switch answers {
    case .classes(_, let count): classes == count
    case .numbers: classes == nil
    }
  }

  public var flaw: String? {
    let isSound =
      switch answers {
      case .classes(let codes, let count):
        codes.count == features.rows && codes.allSatisfy { (0..<max(0, count)).contains($0) }
      case .numbers(let values): values.count == features.rows && values.allSatisfy(\.isFinite)
      }
    guard isSound, k > 0, features.rows > 0, features.isWhole,
      NeighbourSearch.squares(features).allSatisfy(\.isFinite)
    else { return "the parts do not form training rows" }
    return nil
  }
}

extension Neighbours.Weights {
  /// The weights of neighbours, which sum to 1.
  fileprivate func shares(_ near: [NeighbourSearch.Neighbour]) -> [Double] {
    let raw: [Double]
    switch self {
    case .uniform: raw = near.map(\.part)
    case .distance:
      // The smallest distance is the unit, so that no inverse is infinite; where some rows are equal, only they count.
      let least = near.reduce(.infinity) { min($0, $1.square) }
      raw = near.map { $0.part * ($0.square == least ? 1 : (least / $0.square).squareRoot()) }
    }
    let sum = raw.reduce(0, +)
    return raw.map { $0 / sum }
  }
}

extension Matrix {
  /// Whether a matrix that was read has as many elements as its shape needs, all finite.
  var isWhole: Bool {
    let (count, overflow) = rows.multipliedReportingOverflow(by: columns)
    return rows >= 0 && columns >= 0 && !overflow && elements.count == count && elements.allSatisfy(\.isFinite)
  }
}
