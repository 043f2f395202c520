public import PodiumCore

/// Folds with the class proportions of all rows (scikit-learn's StratifiedKFold).
public struct StratifiedFolds: Resampling {
  /// Whether each class is cut into k consecutive blocks, larger blocks first (scikit-learn before 0.22).
  let isLegacy: Bool
  public var key: String { (isLegacy ? ResamplingName.stratifiedLegacy : .stratified).key }
  public var summary: String {
    isLegacy
      ? "stratified k-fold as in scikit-learn before version 0.22"
      : "k-fold with the class proportions of all rows in each fold; the default for classes"
  }
  public let keys: [ResamplingKey] = [.k, .shuffle]
  /// With shuffle=yes.
  public let chance = ResamplingChance.asked
  /// It stratifies by class.
  public let needsClasses = true
  /// Every fold has the class proportions of all rows.
  public let balancesClasses = true

  public init(legacy isLegacy: Bool = false) { self.isLegacy = isLegacy }

  /// Classes are numbered by first appearance.
  ///
  /// Over the sorted labels, the label at place p goes to fold p mod k; that fixes how many rows of each class a fold
  /// tests. The rows of a class are then assigned in blocks, in order, or in random order when shuffled. The legacy form
  /// gives the first folds one row more of each class.
  public func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds {
    let k = try settings.k(for: task, balancing: true)
    var dealt = DealtClasses(try task.requireClasses(for: key).codes)
    var place = 0
    for rows in dealt.rowsOfClass {
      var share = (0..<k).map { rows.count / k + ($0 < rows.count % k ? 1 : 0) }
      if !isLegacy {
        share = [Int](repeating: 0, count: k)
        for _ in rows {
          share[place % k] += 1
          place += 1
        }
      }
      dealt.deal(rows, in: share, random: &random)
    }
    return RepeatFolds(foldOfRow: dealt.folds, count: k)
  }
}

/// The rows of each class on their way into folds.
struct DealtClasses {
  /// For each row its fold.
  private(set) var folds: [Int]
  /// The rows of each class, classes by first appearance.
  let rowsOfClass: [[Int]]

  init(_ codes: [Int]) {
    var number: [Int: Int] = [:]
    var rows: [[Int]] = []
    for (row, code) in codes.enumerated() {
      if let known = number[code] {
        rows[known].append(row)
      } else {
        number[code] = rows.count
        rows.append([row])
      }
    }
    rowsOfClass = rows
    folds = [Int](repeating: 0, count: codes.count)
  }

  /// Assigns the rows of a class to folds in blocks of the given sizes; shuffled: in random order.
  mutating func deal(_ rows: [Int], in share: [Int], random: inout RandomSource?) {
    var order = rows
    random?.shuffle(&order)
    var next = 0
    for (fold, count) in share.enumerated() {
      for _ in 0..<count {
        folds[order[next]] = fold
        next += 1
      }
    }
  }
}

extension LearningTask {
  /// The classes; throws `wrong-target` where the target is a number.
  func requireClasses(for key: String, instead other: ResamplingName = .kfold) throws(Diagnostic) -> ClassTarget {
    if let classes { return classes }
    throw Diagnostic(
      "wrong-target", "folds=\(key) needs a target with classes, and '\(targetName)' is a number",
      help: "use folds=\(other.key)")
  }
}
