internal import Glibc
internal import PodiumCore

extension Measures {
  /// The smallest distance of a probability from 0 and 1 before taking the logarithm, as in scikit-learn.
  private static let least = 0x1p-52

  static func logLoss(_ rows: ScoredRows) -> Double? {
    guard let (truth, p) = withProbabilities(rows) else { return nil }
    var sum = 0.0
    for (row, code) in truth.codes.enumerated() { sum -= log(min(max(p[row, code], least), 1 - least)) }
    return sum / Double(truth.codes.count)
  }

  /// Two classes: (p − 1[second class])²; more: the sum over the classes.
  static func brier(_ rows: ScoredRows) -> Double? {
    guard let (truth, p) = withProbabilities(rows) else { return nil }
    let width = truth.classes.count
    var sum = 0.0
    for (row, code) in truth.codes.enumerated() {
      for c in 0..<width where width != 2 || c == 1 {
        let error = p[row, c] - (code == c ? 1 : 0)
        sum += error * error
      }
    }
    return sum / Double(truth.codes.count)
  }

  /// Undefined unless every class has rows and is missing from some.
  static func areaUnderCurve(_ rows: ScoredRows) -> Double? {
    guard let (truth, p) = withProbabilities(rows), truth.classes.count >= 2 else { return nil }
    var sum = 0.0
    let wanted = truth.classes.count == 2 ? 1..<2 : 0..<truth.classes.count
    for c in wanted {
      guard let area = area(p.column(c), truth.codes.map { $0 == c }) else { return nil }
      sum += area
    }
    return sum / Double(wanted.count)
  }

  /// The share of pairs of a positive and a negative row that the scores order correctly; ties count half.
  static func area(_ scores: [Double], _ isPositive: [Bool]) -> Double? {
    let positives = isPositive.count { $0 }
    let negatives = isPositive.count - positives
    guard positives > 0, negatives > 0 else { return nil }
    let order = scores.indices.sorted { scores[$0] < scores[$1] }
    var rankSum = 0.0
    var start = 0
    while start < order.count {
      var end = start
      while end < order.count, scores[order[end]] == scores[order[start]] { end += 1 }
      // Ranks from 1; rows of equal score share the mean of theirs.
      let rank = Double(start + 1 + end) / 2
      for place in start..<max(end, start + 1) where isPositive[order[place]] { rankSum += rank }
      start = max(end, start + 1)
    }
    let (p, n) = (Double(positives), Double(negatives))
    return (rankSum - p * (p + 1) / 2) / (p * n)
  }

  private static func withProbabilities(_ rows: ScoredRows) -> (ClassTarget, Matrix)? {
    guard case .classes(let truth) = rows.target, case .classes(_, let found) = rows.prediction, let found,
      found.rows == truth.codes.count, found.columns == truth.classes.count, found.rows > 0
    else { return nil }
    return (truth, found)
  }
}
