/// The area below the curve of precision by recall.
public enum AveragePrecision {
  /// The sum over the thresholds of the gain in recall × precision, nil without positive rows; equal scores are one
  /// threshold (M. Buckland and F. Gey, *The relationship between recall and precision*, JASIS 1994, without interpolation).
  public static func value(_ scores: [Double], _ isPositive: [Bool]) -> Double? {
    let positives = isPositive.count { $0 }
    guard positives > 0 else { return nil }
    let order = scores.indices.sorted { scores[$0] > scores[$1] }
    var (sum, right, start) = (0.0, 0, 0)
    while start < order.count {
      var (end, gained) = (start, 0)
      while end < order.count, scores[order[end]] == scores[order[start]] {
        if isPositive[order[end]] { gained += 1 }
        end += 1
      }
      // A score that is not a number equals nothing, itself included.
      end = max(end, start + 1)
      right += gained
      sum += Double(gained) / Double(positives) * Double(right) / Double(end)
      start = end
    }
    return sum
  }
}
