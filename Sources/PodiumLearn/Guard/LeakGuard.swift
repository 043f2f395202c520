internal import PodiumCore

/// A way in which an evaluation may know more than it would of new rows.
public struct LeakFinding: Sendable, Equatable {
  /// The kinds, as scripts tell them apart.
  public enum Code: String, Sendable, CaseIterable {
    /// A feature from which the target was made.
    case derived = "leak-derived"
    /// A feature whose values rename those of the target.
    case copy = "leak-copy"
    /// A feature that predicts the target by itself.
    case alone = "leak-alone"
    /// A feature that is almost unique per row.
    case id = "leak-id"
    /// Test rows that equal training rows.
    case duplicate = "leak-duplicate"
    /// A recipe that was fitted on test rows too.
    case fitAll = "leak-fit-all"
    /// The best of several settings, chosen on the rows that test it.
    case chosen = "leak-chosen"
    /// Hardly any error.
    case tooGood = "leak-too-good"
  }

  public let code: Code
  /// What was found, and what avoids it.
  public let text: String
  /// Whether the figures are most likely wrong.
  public let isWarning: Bool

  init(_ code: Code, _ text: String, isWarning: Bool = false) {
    self.code = code
    self.text = text
    self.isWarning = isWarning
  }

  /// The code and the text in one line.
  public var sentence: String { code.rawValue + ": " + text }
}

/// Looks for leaks in a task before it is evaluated, and in what came of it.
///
/// Reference: S. Kaufman, S. Rosset, C. Perlich, O. Stitelman, Leakage in data mining: formulation, detection, and
/// avoidance, ACM Transactions on Knowledge Discovery from Data 6:15, 2012.
public struct LeakGuard: Sendable {
  /// The smallest number of rows from which a column can be blamed.
  static let leastRows = 30
  /// The share of rows that one column must predict.
  static let share = 0.995

  private let task: LearningTask

  public init(_ task: LearningTask) { self.task = task }

  /// What the features give away: columns that rename the target, predict it alone, or number the rows.
  public var columnFindings: [LeakFinding] {
    task.frame.columns.compactMap { column in
      let name = "'\(column.name)'"
      let drop = "features drop=\(CommandText.word(column.name)) leaves it out"
      if renames(column) {
        return LeakFinding(
          .copy, "the values of \(name) rename those of the target '\(task.targetName)'; \(drop)", isWarning: true)
      }
      if let count = numbersRows(column) {
        return LeakFinding(
          .id,
          "\(name) has \(count) distinct values in \(task.rowCount.counted("row")), almost one per row, like an id; \(drop)"
        )
      }
      if let text = predictsAlone(column) {
        return LeakFinding(
          .alone, "\(name) alone \(text) of '\(task.targetName)'; if it is known only afterwards, \(drop)",
          isWarning: true)
      }
      return nil
    }
  }

  // MARK: - One column

  /// Whether every value of a column goes with one value of the target and the other way round.
  private func renames(_ column: FeatureColumn) -> Bool {
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

  /// The number of distinct values of a column that numbers the rows; nil where it does not.
  private func numbersRows(_ column: FeatureColumn) -> Int? {
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

  /// What one column predicts by itself, as the nearest other row does; nil below 99.5 %.
  private func predictsAlone(_ column: FeatureColumn) -> String? {
    let n = task.rowCount
    guard n >= LeakGuard.leastRows else { return nil }
    switch (column.values, task.target) {
    case (.categories(let values, _), .classes(let target)):
      var counts = [[Int]](
        repeating: [Int](repeating: 0, count: target.classes.count), count: values.levels.count + 1)
      func place(_ row: Int) -> Int { values.codes[row] < 0 ? values.levels.count : Int(values.codes[row]) }
      for row in 0..<n { counts[place(row)][target.codes[row]] += 1 }
      // Each row by the other rows of its value.
      let right = (0..<n).count { row in
        var own = counts[place(row)]
        own[target.codes[row]] -= 1
        guard let best = own.max(), best > 0 else { return false }
        return own[target.codes[row]] == best && own.count { $0 == best } == 1
      }
      return LeakGuard.share(right, n)
    case (.numbers(let xs), .classes(let target)):
      let order = RisingRows.of(xs)
      guard order.count > 1, xs[Int(order[0])] < xs[Int(order[order.count - 1])] else { return nil }
      // Missing values are wrong; most columns are wrong too often soon.
      var wrong = n - order.count
      for place in order.indices
      where target.codes[LeakGuard.nearest(place, order, xs)] != target.codes[Int(order[place])] {
        wrong += 1
        if Double(n - wrong) < LeakGuard.share * Double(n) { return nil }
      }
      return LeakGuard.share(n - wrong, n)
    case (.numbers(let xs), .numbers(let ys)):
      let order = RisingRows.of(xs)
      guard order.count == n, let mean = Measures.mean(ys) else { return nil }
      let total = ys.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let rest = order.indices.reduce(0.0) { sum, place in
        let error = ys[Int(order[place])] - ys[LeakGuard.nearest(place, order, xs)]
        return sum + error * error
      }
      guard total > 0, 1 - rest / total >= LeakGuard.share else { return nil }
      return "explains \(NumberText.fixed(100 * (1 - rest / total), 2)) % of the variance of \(n.counted("row"))"
    case (.categories, .numbers): return nil
    }
  }

  private static func share(_ right: Int, _ n: Int) -> String? {
    guard Double(right) >= share * Double(n) else { return nil }
    return "predicts \(right) of \(n.counted("row"))"
  }

  /// The row nearest to one in the order of a column; of two as near, the earlier.
  private static func nearest(_ place: Int, _ order: [Int32], _ xs: [Double]) -> Int {
    let x = xs[Int(order[place])]
    let before = place > 0 ? x - xs[Int(order[place - 1])] : .infinity
    let after = place + 1 < order.count ? xs[Int(order[place + 1])] - x : .infinity
    return Int(order[before <= after ? max(0, place - 1) : place + 1])
  }

  /// The value of a row as bits, equal for equal values; nil where it is missing.
  static func bits(_ values: FeatureValues, _ row: Int) -> UInt64? {
    switch values {
    case .categories(let values, _): values.codes[row] < 0 ? nil : UInt64(truncatingIfNeeded: values.codes[row])
    case .numbers(let xs): xs[row].isFinite ? (xs[row] + 0).bitPattern : nil
    }
  }
}
