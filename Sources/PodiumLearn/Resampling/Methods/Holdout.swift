public import PodiumCore

/// A random share of the rows is held out for testing; one model is trained on the others.
///
/// The held-out rows are stratified by class. With group= whole groups are held out, as many as come nearest to the
/// share of rows.
public struct Holdout: Resampling {
  public let key = ResamplingName.holdout.key
  public let summary = "train once, test on a random share of the rows, set by test="
  public let keys: [ResamplingKey] = [.test, .group(isRequired: false)]
  /// The held-out rows are drawn again each time.
  public let chance = ResamplingChance.always

  public init() {}

  /// As in `30 % held out by session`.
  public func sentence(_ settings: ResamplingSettings, folds: Int) -> String {
    let share = (try? settings.number("test")).map { NumberText.significant($0 * 100, 3) + " %" } ?? "a part"
    return share + " held out" + (settings.column("group").map { " by " + $0 } ?? "")
  }

  /// One split; at least one row, or group, is on each side.
  ///
  /// Throws `too-few-rows` where there are fewer than two rows, and `too-few-groups`.
  public func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds {
    let share = try settings.number("test")
    var isTested = [Bool](repeating: false, count: task.rowCount)
    if settings.column("group") != nil {
      let groups = try settings.groups(of: task, needed: 2, isChosen: false)
      let tested = Holdout.drawn(groups, share: share, random: &random)
      for (row, group) in groups.codes.enumerated() { isTested[row] = tested[group] }
    } else {
      guard task.rowCount > 1 else {
        throw Diagnostic("too-few-rows", "one row cannot be split into training and test rows", help: "load more rows")
      }
      for row in Holdout.drawn(task, share: share, random: &random) { isTested[row] = true }
    }
    let rows = isTested.indices
    return try RepeatFolds(
      [Split(train: rows.filter { !isTested[$0] }, test: rows.filter { isTested[$0] })], rowCount: task.rowCount)
  }

  /// Rows in random order, stratified by class: each held-out row comes from the class furthest below its share.
  private static func drawn(_ task: LearningTask, share: Double, random: inout RandomSource?) -> [Int] {
    let count = Int((share * Double(task.rowCount)).rounded()).clamped(to: 1...(task.rowCount - 1))
    var order = Array(0..<task.rowCount)
    random?.shuffle(&order)
    guard let classes = task.classes else { return Array(order.prefix(count)) }
    var rowsOfClass = [[Int]](repeating: [], count: classes.classes.count)
    for row in order { rowsOfClass[classes.codes[row]].append(row) }
    // The whole parts first; what is left goes to the largest remainders, equal ones to the earlier class.
    let wanted = rowsOfClass.map { Double($0.count) * Double(count) / Double(task.rowCount) }
    var taken = wanted.map { Int($0) }
    let left = count - taken.reduce(0, +)
    let byRemainder = wanted.indices.sorted {
      (wanted[$1] - Double(taken[$1]), $0) < (wanted[$0] - Double(taken[$0]), $1)
    }
    for place in byRemainder.prefix(left) { taken[place] += 1 }
    return zip(rowsOfClass, taken).flatMap { Array($0.prefix($1)) }
  }

  /// The held-out groups: groups in random order until the next one would lead further from the share.
  private static func drawn(_ groups: GroupCodes, share: Double, random: inout RandomSource?) -> [Bool] {
    var sizes = [Int](repeating: 0, count: groups.count)
    for code in groups.codes { sizes[code] += 1 }
    var order = Array(0..<groups.count)
    random?.shuffle(&order)
    let wanted = share * Double(groups.codes.count)
    var tested = [Bool](repeating: false, count: groups.count)
    var rows = 0
    for (place, group) in order.dropLast().enumerated() {
      let next = rows + sizes[group]
      if place > 0, (Double(next) - wanted).magnitude >= (Double(rows) - wanted).magnitude { break }
      tested[group] = true
      rows = next
    }
    return tested
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
