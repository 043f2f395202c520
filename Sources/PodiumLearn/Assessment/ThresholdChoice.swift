/// The probability from which rows count as a class.
public struct ThresholdChoice: Sendable, Equatable {
  /// What is wanted of the threshold.
  public enum Goal: Sendable, Equatable {
    /// The largest F1.
    case f1
    /// The largest recall + specificity − 1 (W. J. Youden, Index for rating diagnostic tests, 1950).
    case youden
    /// At least this recall, with the highest precision.
    case recall(Double)
    /// The least cost; for each row what it costs to count it as the class, and not to.
    case cost([RowCost])
  }

  /// What a row costs, whichever way it is counted.
  public struct RowCost: Sendable, Equatable {
    public let ifClass: Double
    public let ifOther: Double

    public init(ifClass: Double, ifOther: Double) {
      self.ifClass = ifClass
      self.ifOther = ifOther
    }
  }

  public let threshold: Double
  /// The rows of the class that reach it, the others that do, and those of each kind that do not.
  public let truePositives: Int
  public let falsePositives: Int
  public let falseNegatives: Int
  public let trueNegatives: Int
  /// The mean cost of the rows; nil for other goals.
  public let cost: Double?

  /// The share of rows of the class that reach it.
  public var recall: Double { Double(truePositives) / Double(truePositives + falseNegatives) }
  /// The share of other rows that do not.
  public var specificity: Double { Double(trueNegatives) / Double(trueNegatives + falsePositives) }
  /// The share of the class among the rows that reach it.
  public var precision: Double { Double(truePositives) / Double(truePositives + falsePositives) }
  public var f1: Double {
    2 * Double(truePositives) / Double(2 * truePositives + falsePositives + falseNegatives)
  }

  /// The best of the thresholds that occur as scores; of equal ones the highest. Nil unless both kinds of rows occur.
  ///
  /// Where it costs least to count no row as the class, the threshold lies above every score.
  public init?(scores: [Double], isPositive: [Bool], goal: Goal) {
    let positives = isPositive.count { $0 }
    let negatives = isPositive.count - positives
    guard positives > 0, negatives > 0 else { return nil }
    let order = scores.indices.sorted { scores[$0] > scores[$1] }
    var best: (choice: ThresholdChoice, worth: Double)?
    var (found, wrong, place) = (0, 0, 0)
    var costs: [RowCost]?
    if case .cost(let rows) = goal { costs = rows }
    precondition(costs.map { $0.count == scores.count } ?? true, "a cost for each row is needed")
    var total = (costs ?? []).reduce(0) { $0 + $1.ifOther }
    if costs != nil, let highest = order.first.map({ scores[$0] }) {
      let none = ThresholdChoice(
        threshold: highest.nextUp, truePositives: 0, falsePositives: 0, falseNegatives: positives,
        trueNegatives: negatives, cost: total / Double(scores.count))
      best = (none, -total)
    }
    while place < order.count {
      let score = scores[order[place]]
      while place < order.count, scores[order[place]] == score {
        let row = order[place]
        if isPositive[row] { found += 1 } else { wrong += 1 }
        if let costs { total += costs[row].ifClass - costs[row].ifOther }
        place += 1
      }
      let choice = ThresholdChoice(
        threshold: score, truePositives: found, falsePositives: wrong, falseNegatives: positives - found,
        trueNegatives: negatives - wrong, cost: costs == nil ? nil : total / Double(scores.count))
      let worth: Double
      switch goal {
      case .f1: worth = choice.f1
      case .youden: worth = choice.recall + choice.specificity - 1
      case .recall(let least):
        if choice.recall < least { continue }
        worth = choice.precision
      case .cost: worth = -total
      }
      if best.map({ worth > $0.worth }) ?? true { best = (choice, worth) }
    }
    guard let best else { return nil }
    self = best.choice
  }

  private init(
    threshold: Double, truePositives: Int, falsePositives: Int, falseNegatives: Int, trueNegatives: Int,
    cost: Double?
  ) {
    self.threshold = threshold
    self.truePositives = truePositives
    self.falsePositives = falsePositives
    self.falseNegatives = falseNegatives
    self.trueNegatives = trueNegatives
    self.cost = cost
  }
}
