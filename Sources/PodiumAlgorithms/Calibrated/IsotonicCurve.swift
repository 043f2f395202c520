internal import PodiumCore

/// A rising curve from scores to chances.
///
/// Minimizes Σ (outcome − chance)² over all curves that do not fall, by pooling adjacent violators; between two scores it is a
/// straight line, outside of all it is flat. Of the lowest scores no chance is below 1 / (n + 2), n the rows pooled there, and of
/// the highest none is above its complement: no row came true is not never. Reference: B. Zadrozny, C. Elkan, Transforming classifier
/// scores into accurate multiclass probability estimates, 2002.
public struct IsotonicCurve: Sendable, Equatable, Codable {
  /// Rising scores, at each of which the chance is given.
  let scores: [Double]
  let chances: [Double]

  /// Fits the curve; there is at least one score.
  init(_ scores: [Double], isTrue: [Bool]) {
    struct Block {
      var low, high: Double
      var sum, count: Double
      var mean: Double { sum / count }
    }
    var blocks: [Block] = []
    for place in scores.indices.sorted(by: { scores[$0] < scores[$1] }) {
      let outcome = isTrue[place] ? 1.0 : 0
      // Equal scores have one chance.
      if let last = blocks.last, last.low == last.high, last.high == scores[place] {
        blocks[blocks.count - 1].sum += outcome
        blocks[blocks.count - 1].count += 1
      } else {
        blocks.append(Block(low: scores[place], high: scores[place], sum: outcome, count: 1))
      }
    }
    var pooled: [Block] = []
    for block in blocks {
      pooled.append(block)
      while pooled.count > 1, pooled[pooled.count - 2].mean >= pooled[pooled.count - 1].mean {
        let last = pooled.removeLast()
        pooled[pooled.count - 1].high = last.high
        pooled[pooled.count - 1].sum += last.sum
        pooled[pooled.count - 1].count += last.count
      }
    }
    var means = pooled.map(\.mean)
    let last = means.count - 1
    if last > 0 {
      means[0] = max(means[0], min(1 / (pooled[0].count + 2), means[1]))
      means[last] = min(means[last], max(1 - 1 / (pooled[last].count + 2), means[last - 1]))
    } else if let only = pooled.first {
      means[0] = (only.sum + 1) / (only.count + 2)
    }
    var (places, values): ([Double], [Double]) = ([], [])
    for (block, mean) in zip(pooled, means) {
      for score in block.low == block.high ? [block.low] : [block.low, block.high] {
        places.append(score)
        values.append(mean)
      }
    }
    (self.scores, chances) = (places, values)
  }

  func chance(_ score: Double) -> Double {
    var (low, high) = (0, scores.count - 1)
    if score <= scores[0] { return chances[0] }
    if score >= scores[high] { return chances[high] }
    while high - low > 1 {
      let middle = (low + high) / 2
      if scores[middle] <= score { low = middle } else { high = middle }
    }
    let share = (score - scores[low]) / (scores[high] - scores[low])
    return chances[low] + share * (chances[high] - chances[low])
  }

  /// Whether parts that were read form a curve.
  var isWhole: Bool {
    !scores.isEmpty && scores.count == chances.count && scores.allSatisfy(\.isFinite)
      && chances.allSatisfy { (0...1).contains($0) } && zip(scores, scores.dropFirst()).allSatisfy { $0 < $1 }
      && zip(chances, chances.dropFirst()).allSatisfy { $0 <= $1 }
  }
}
