internal import Glibc
internal import PodiumCore
internal import PodiumLearn

/// How much a numeric feature says of the target; NaN for a constant feature.
enum FeatureScore: String, CaseIterable {
  /// The F statistic of a one-way analysis of variance; of a numeric target that of the regression on the feature.
  case f
  /// The mutual information in nats, by nearest neighbours.
  case mutual

  func score(_ values: [Double], _ target: Target, _ cancellation: Cancellation) throws(Diagnostic) -> Double {
    guard let first = values.first, values.contains(where: { $0 != first }) else { return .nan }
    switch (self, target) {
    case (.f, .classes(let target)): return FeatureScore.variance(values, target)
    case (.f, .numbers(let target)): return FeatureScore.regression(values, target)
    case (.mutual, .classes(let target)): return try MutualInformation.of(values, classes: target.codes, cancellation)
    case (.mutual, .numbers(let target)): return try MutualInformation.of(values, numbers: target, cancellation)
    }
  }

  /// Between the classes over within, each by its degrees of freedom; infinite where classes are constant.
  private static func variance(_ values: [Double], _ target: ClassTarget) -> Double {
    let moments = ClassMoments.of(
      Matrix(rows: values.count, columns: 1, elements: values),
      groups: target.counts.indices.map { code in target.codes.indices.filter { target.codes[$0] == code } })
    let (n, counts) = (Double(values.count), target.counts.map(Double.init))
    let classes = Double(counts.count { $0 > 0 })
    let mean = counts.indices.reduce(0) { $0 + counts[$1] / n * moments.means[$1, 0] }
    var (between, within) = (0.0, 0.0)
    for code in counts.indices {
      between += counts[code] * (moments.means[code, 0] - mean) * (moments.means[code, 0] - mean)
      within += counts[code] * moments.variances[code, 0]
    }
    return (between / (classes - 1)) / (within / (n - classes))
  }

  private static func regression(_ values: [Double], _ target: [Double]) -> Double {
    let n = Double(values.count)
    let (x, y) = (values.reduce(0) { $0 + $1 / n }, target.reduce(0) { $0 + $1 / n })
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for (a, b) in zip(values, target) {
      xx += (a - x) * (a - x)
      yy += (b - y) * (b - y)
      xy += (a - x) * (b - y)
    }
    let share = min(1, xy / xx * (xy / yy))
    return share / (1 - share) * (n - 2)
  }
}
