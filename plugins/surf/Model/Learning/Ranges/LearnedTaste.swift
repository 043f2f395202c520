internal import Glibc

/// The ranges of good sessions and how much each variable counts: what a surfer likes, without a fitted model.
///
/// The weight of a variable is its concentration times the evidence that it is more than chance. By the chance that no variable
/// counts, Π (1 − evidence), weights are drawn to one that is equal for all: so few sessions that they show nothing rank by all
/// conditions alike.
public struct LearnedTaste: Sendable, Equatable {
  /// In the order of `ConditionVariable`; those that are not known are left out.
  public let ranges: [LearnedRange]
  /// From 0 to 1, one for each range.
  public let weights: [Double]
  public let goodCount: Int

  /// The weight of each variable where sessions show nothing.
  public static let equalWeight = 0.25

  /// Compares good sessions with all hours that were available at the same spot and season.
  public init(good: [Conditions], background: [Conditions], variables: [ConditionVariable]) {
    let ranges = Set(variables).sorted().compactMap { variable in
      LearnedRange(variable, good: good.map { $0[variable] }, background: background.map { $0[variable] })
    }
    (self.ranges, goodCount) = (ranges, good.count)
    let nothing = ranges.reduce(1.0) { $0 * (1 - $1.evidence) }
    weights = ranges.map { $0.evidence * $0.concentration + nothing * LearnedTaste.equalWeight }
  }

  public subscript(variable: ConditionVariable) -> LearnedRange? { ranges.first { $0.variable == variable } }

  /// 0 for a variable that is not known.
  public func weight(_ variable: ConditionVariable) -> Double {
    ranges.firstIndex { $0.variable == variable }.map { weights[$0] } ?? 0
  }

  /// How alike two conditions are: exp(−Σ w d² / 2); nil where they share no variable.
  public func similarity(_ a: Conditions, _ b: Conditions) -> Similarity? {
    compare { range in range.distance(a[range.variable], b[range.variable]) }
  }

  /// How alike conditions are to the medians of the good sessions; nil where none is known.
  public func similarity(_ conditions: Conditions) -> Similarity? {
    compare { range in range.median.flatMap { range.distance(conditions[range.variable], $0) } }
  }

  private func compare(_ distance: (LearnedRange) -> Double?) -> Similarity? {
    var parts: [Similarity.Part] = []
    var unknown: [ConditionVariable] = []
    for (range, weight) in zip(ranges, weights) {
      if let d = distance(range) {
        parts.append(.init(variable: range.variable, weight: weight, distance: d, loss: weight * d * d / 2))
      } else {
        unknown.append(range.variable)
      }
    }
    return parts.isEmpty ? nil : Similarity(parts: parts, unknown: unknown)
  }
}

/// How alike two conditions are, with what each variable takes away.
public struct Similarity: Sendable, Equatable {
  /// What one variable takes away.
  public struct Part: Sendable, Equatable {
    public let variable: ConditionVariable
    public let weight: Double
    /// In standard deviations of the available hours.
    public let distance: Double
    /// w d² / 2: what it adds to minus the logarithm of the similarity.
    public let loss: Double

    /// What the similarity is multiplied by for this variable, from 0 to 1.
    public var factor: Double { exp(-loss) }
  }

  public let parts: [Part]
  /// Variables that were left out, because one of the two does not know them.
  public let unknown: [ConditionVariable]

  /// From 0 to 1.
  public var value: Double { exp(-parts.reduce(0) { $0 + $1.loss }) }
}
