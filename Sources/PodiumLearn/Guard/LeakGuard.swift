internal import PodiumCore

/// Looks for leaks in a task before it is evaluated, and in what came of it.
///
/// Reference: S. Kaufman, S. Rosset, C. Perlich, O. Stitelman, Leakage in data mining: formulation, detection, and
/// avoidance, ACM Transactions on Knowledge Discovery from Data 6:15, 2012.
public struct LeakGuard: Sendable {
  /// The smallest number of rows from which a column can be blamed.
  static let leastRows = 30
  /// The share of the variance that one column must explain.
  static let share = 0.995
  /// The rank correlation of one column with the target, without the few rows that fit worst.
  static let order = 0.9995

  let task: LearningTask
  let suspects: [Suspect]

  /// Looks at every column of a task alone.
  public init(_ task: LearningTask) {
    self.task = task
    suspects = LeakGuard.suspects(of: task)
  }

  /// What the features give away: columns that rename the target, predict it alone, or number the rows.
  public var columnFindings: [LeakFinding] { suspects.compactMap { $0.isRepeated ? nil : $0.finding } }

  /// A column that knows much of the target.
  struct Suspect {
    let column: FeatureColumn
    let finding: LeakFinding
    /// Whether only rows that share their value with a few others know it, which is a leak where folds separate them.
    var isRepeated = false
  }

  private static func suspects(of task: LearningTask) -> [Suspect] {
    let ranks = Ranks(task.target)
    return task.frame.columns.compactMap { column in
      let name = "'\(column.name)'"
      let drop = "'features drop=\(CommandText.word(column.name))' leaves it out"
      if renames(column, task) {
        let text = "the values of \(name) rename those of the target '\(task.targetName)'; \(drop)"
        return Suspect(column: column, finding: LeakFinding(.copy, text, isWarning: true))
      }
      guard task.rowCount >= LeakGuard.leastRows else { return nil }
      let profile = ColumnProfile(column.values)
      if let text = profile.missingness.flatMap({ predicts($0, task) }) {
        return Suspect(
          column: column,
          finding: LeakFinding(
            .alone,
            "whether \(name) is missing \(text) of '\(task.targetName)'; if that is known only afterwards, \(drop)",
            isWarning: true))
      }
      let ordered = ranks?.agreement(column, profile)
      let count = numbersRows(column, task)
      // Along a trend, the row before and the one after know a number: that shows a row number, and no leak.
      let alone = count != nil && ranks != nil ? nil : predicts(profile, task, isNumbering: count != nil)
      let namesake = alone == nil ? repeats(column, task) : nil
      guard let text = alone ?? namesake ?? ordered else {
        return count.map { count in
          Suspect(
            column: column,
            finding: LeakFinding(
              .id,
              "\(name) has \(count) distinct values in \(task.rowCount.counted("row")), almost one per row, like an id; "
                + drop))
        }
      }
      // Where only rows of the same value know the target, they may be one case that occurs several times.
      let isRepeated =
        ordered == nil && namesake == nil && profile.isRepeated && predicts(profile, task, apart: true) == nil
      return Suspect(
        column: column,
        finding: LeakFinding(
          .alone, "\(name) alone \(text) of '\(task.targetName)'; if it is known only afterwards, \(drop)",
          isWarning: true), isRepeated: isRepeated)
    }
  }

  // MARK: - One column

  /// Whether every value of a column goes with one value of the target and the other way round.
  private static func renames(_ column: FeatureColumn, _ task: LearningTask) -> Bool {
    switch task.target {
    case .classes(let target):
      var classOf: [UInt64: Int] = [:]
      var valueOf: [Int: UInt64] = [:]
      var rows = 0
      // Most columns end this at their second row of a class.
      for row in target.codes.indices {
        guard let code = LeakGuard.bits(column.values, row) else { continue }
        rows += 1
        if classOf.updateValue(target.codes[row], forKey: code).map({ $0 != target.codes[row] }) ?? false {
          return false
        }
        if valueOf.updateValue(code, forKey: target.codes[row]).map({ $0 != code }) ?? false { return false }
      }
      // One row a value says nothing.
      return classOf.count > 1 && rows >= 2 * classOf.count && rows > task.rowCount / 2
    case .numbers(let values):
      guard case .numbers(let xs) = column.values else { return false }
      let rows = xs.indices.filter { xs[$0].isFinite }
      guard rows.count >= 10, rows.count > task.rowCount / 2 else { return false }
      let found = Correlation(rows.map { xs[$0] }, rows.map { values[$0] })
      return found.r.map { $0.magnitude >= 1 - 1e-9 } ?? false
    }
  }

  /// How many rows have the target's class under its own name; nil where they are less than 95 %, or not ten times better than
  /// guessing.
  ///
  /// Three classes or more: yes and no are words of many columns that are right by themselves in most rows.
  private static func repeats(_ column: FeatureColumn, _ task: LearningTask) -> String? {
    guard case .classes(let target) = task.target, target.counts.count(where: { $0 > 0 }) > 2 else { return nil }
    let n = task.rowCount
    var wrong = 0
    switch column.values {
    case .categories(let values, _):
      let places = Dictionary(zip(target.classes, target.classes.indices)) { first, _ in first }
      let named = values.levels.map { places[$0] }
      for (row, code) in values.codes.enumerated() where code < 0 || named[Int(code)] != target.codes[row] {
        wrong += 1
      }
    case .numbers(let values):
      let names = target.classes.map { Double($0) ?? .nan }
      for (row, value) in values.enumerated() where names[target.codes[row]] != value { wrong += 1 }
    }
    return wrong <= min(n / 20, (n - (target.counts.max() ?? 0)) / 10)
      ? "predicts \(n - wrong) of \(n.counted("row"))" : nil
  }

  /// The number of distinct values of a column that numbers the rows; nil where it does not.
  private static func numbersRows(_ column: FeatureColumn, _ task: LearningTask) -> Int? {
    guard task.rowCount >= LeakGuard.leastRows else { return nil }
    let distinct: Int
    switch column.values {
    case .categories(let values, _): distinct = Set(values.codes.filter { $0 >= 0 }).count
    case .numbers(let values):
      // Measurements are distinct by nature; whole numbers that leave out hardly any are not.
      let known = values.filter { $0.isFinite }
      guard known.allSatisfy({ $0 == $0.rounded() }), let low = known.min(), let high = known.max() else { return nil }
      distinct = Set(known).count
      guard high - low < 1.5 * Double(task.rowCount) else { return nil }
    }
    return Double(distinct) >= 0.95 * Double(task.rowCount) ? distinct : nil
  }

  /// What the other rows of a column's values predict of each row; nil where that is not nearly all.
  private static func predicts(
    _ profile: ColumnProfile, _ task: LearningTask, apart: Bool = false, isNumbering: Bool = false
  ) -> String? {
    let n = task.rowCount
    guard profile.starts.count > 2 else { return nil }
    switch task.target {
    case .classes(let target):
      // A few wrong cells hide no copy; among measurements, fewer are allowed.
      let guessed = n - (target.counts.max() ?? 0)
      // Where two classes meet, the row beside the edge is nearest to one of the other class; of row numbers, both are.
      let sides = isNumbering ? 2 : 1
      let edges = profile.isCode || profile.numbers == nil ? 0 : sides * (target.counts.count { $0 > 0 } - 1)
      let most = min(LeakGuard.few(profile, n) + edges, guessed / 10)
      guard guessed > 0, let wrong = profile.wrong(target, most: most, apart: apart) else { return nil }
      return "predicts \(n - wrong) of \(n.counted("row"))"
    case .numbers(let ys):
      let errors = profile.errors(ys, apart: apart)
      let values = profile.order.map { ys[Int($0)] }
      guard let share = LeakGuard.explained(values, errors) else { return nil }
      if share >= LeakGuard.share { return LeakGuard.explains(share, n) }
      // Classes cut from the target; of a few wide ones the medians explain less.
      if profile.known > n / 2, let wrong = profile.outside(ys), wrong <= LeakGuard.few(profile, n) {
        return "puts \(profile.known - wrong) of \(n.counted("row")) into separate ranges"
      }
      // A copy with wrong cells loses a few rows and no more.
      if share < 0.5 { return nil }
      let worst = max(1, n / 50)
      let kept = errors.indices.sorted { errors[$0].magnitude < errors[$1].magnitude }.dropLast(worst)
      guard let most = LeakGuard.explained(kept.map { values[$0] }, kept.map { errors[$0] }), most >= 0.9999 else {
        return nil
      }
      return LeakGuard.explains(most, kept.count)
    }
  }

  /// How many rows may be wrong: 1.5 % where values repeat, else 0.5 %, at least one, and none below 100 rows.
  private static func few(_ profile: ColumnProfile, _ n: Int) -> Int {
    n < 100 ? 0 : max(1, Int(Double(n) * (profile.isCode ? 0.015 : 0.005)))
  }

  /// The share of the variance that predictions with some errors explain; nil for a constant.
  private static func explained(_ values: [Double], _ errors: [Double]) -> Double? {
    guard let mean = values.mean, values.min() != values.max() else { return nil }
    let total = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return total > 0 ? 1 - errors.reduce(0) { $0 + $1 * $1 } / total : nil
  }

  private static func explains(_ share: Double, _ n: Int) -> String {
    "explains \(NumberText.fixed(100 * share, 2)) % of the variance of \(n.counted("row"))"
  }

  /// The value of a row as bits, equal for equal values; nil where it is missing.
  static func bits(_ values: FeatureValues, _ row: Int) -> UInt64? {
    switch values {
    case .categories(let values, _): values.codes[row] < 0 ? nil : UInt64(truncatingIfNeeded: values.codes[row])
    case .numbers(let xs): xs[row].isFinite ? (xs[row] + 0).bitPattern : nil
    }
  }
}

/// The ranks of a numeric target, which columns may have too, in whatever unit.
private struct Ranks {
  private let ys: [Double]
  private let ranks: [Double]

  init?(_ target: Target) {
    guard case .numbers(let ys) = target else { return nil }
    (self.ys, ranks) = (ys, Ranks.of(ys, RisingRows.of(ys)))
  }

  /// That a column puts the rows in the order of the target, but for a few; nil where it does not.
  func agreement(_ column: FeatureColumn, _ profile: ColumnProfile) -> String? {
    guard case .numbers(let xs) = column.values, profile.known >= LeakGuard.leastRows, profile.known > xs.count / 2
    else { return nil }
    let rows = profile.order.prefix(profile.known).map { Int($0) }
    var (own, other) = (Ranks.of(xs, Array(profile.order.prefix(profile.known))), ranks)
    if profile.missing > 0 { other = Ranks.of(ys, RisingRows.of(ys).filter { xs[Int($0)].isFinite }) }
    guard let r = Correlation(rows.map { own[$0] }, rows.map { other[$0] }).r, r.magnitude >= 0.9 else { return nil }
    if r < 0 { for row in rows { own[row] = Double(rows.count + 1) - own[row] } }
    let kept = rows.sorted { a, b in
      let (x, y) = ((own[a] - other[a]).magnitude, (own[b] - other[b]).magnitude)
      return x < y || x == y && (own[a], other[a]) < (own[b], other[b])
    }.dropLast(max(1, rows.count / 50))
    guard let most = Correlation(kept.map { xs[$0] }, kept.map { ys[$0] }, ranks: true).r,
      most.magnitude >= LeakGuard.order
    else { return nil }
    return "puts \(kept.count) rows in the order (rank correlation \(NumberText.fixed(most, 4)))"
  }

  /// The ranks of some rows in rising order, equal numbers sharing theirs; 0 for the others.
  private static func of(_ values: [Double], _ order: [Int32]) -> [Double] {
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, values[Int(order[end + 1])] == values[Int(order[start])] { end += 1 }
      for place in start...end { ranks[Int(order[place])] = Double(start + end) / 2 + 1 }
      start = end + 1
    }
    return ranks
  }
}
