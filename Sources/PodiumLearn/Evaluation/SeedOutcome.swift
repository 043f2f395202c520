internal import PodiumCore

/// The outcome of the same learner on the same folds with another seed.
public struct SeedOutcome: Sendable, Codable, Equatable {
  /// Which seed, from 0; 0 is the one the user set.
  public let number: Int
  /// The seed its fits were derived from.
  public let seed: UInt64
  /// The measures of each fold, repeat after repeat; undefined ones are left out, failed folds are empty.
  public let folds: [[String: Double]]
  /// For each measure its mean over the folds where it is defined.
  public let means: [String: Double]
  /// The folds that gave no prediction.
  public let failures: [FoldFailure]

  var notes: [String] {
    guard let first = failures.first else { return [] }
    let others = failures.count > 1 ? " and \((failures.count - 1).counted("other fold"))" : ""
    return ["with seed \(number), fold \(first.fold + 1)\(others) failed: " + first.diagnostic.inOneLine]
  }
}

/// A measure's mean over the folds, taken over seeds.
public struct SeedSpread: Sendable, Equatable {
  /// The mean over the seeds.
  public let mean: Double
  /// The standard deviation over the seeds, with divisor n; nil for one.
  public let sd: Double?
  /// The lowest seed's.
  public let low: Double
  /// The highest seed's.
  public let high: Double
  /// The number of seeds with a mean.
  public let count: Int

  /// Sums the means of some seeds up; nil without any.
  public init?(_ means: [Double]) {
    guard let mean = means.mean, let low = means.min(), let high = means.max() else { return nil }
    self.mean = mean
    self.low = low
    self.high = high
    sd = Measures.deviation(means)
    count = means.count
  }
}

extension Evaluation {
  /// A measure's mean over the folds, taken over the seeds; nil where there was one seed only.
  public func overSeeds(_ key: String) -> SeedSpread? { SeedSpread(seeds.compactMap { $0.means[key] }) }

  /// The measures of each fold, as `folds`, each the mean over the seeds where it is defined.
  public var foldsOverSeeds: [[String: Double]] {
    if seeds.isEmpty { return folds }
    return folds.indices.map { fold in
      var values: [String: [Double]] = [:]
      for seed in seeds where seed.folds.indices.contains(fold) {
        for (key, value) in seed.folds[fold] { values[key, default: []].append(value) }
      }
      return values.compactMapValues(\.mean)
    }
  }
}
