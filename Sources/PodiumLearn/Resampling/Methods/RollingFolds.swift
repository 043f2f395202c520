public import PodiumCore

/// Blocks of time, each tested by a model trained on earlier rows (forward chaining).
///
/// Rows with the same time stay together, so no row is predicted from others of its own time. Where all times differ, k
/// blocks are scikit-learn's TimeSeriesSplit; `every` makes blocks of one length by the clock, which is a back-test.
public struct RollingFolds: Resampling {
  public let key = ResamplingName.rolling.key
  public let summary = "test each block of time=COLUMN on a model trained on earlier rows"
  /// k or every and first, gap, and time.
  public let keys: [ResamplingKey] = [.k, .time, .every, .first, .gap]
  /// Time defines the folds.
  public let chance = ResamplingChance.never
  /// Models train on the past only.
  public let isForward = true

  public init() {}

  /// As in `5 rolling folds over day, every 7, gap 3`.
  public func sentence(_ settings: ResamplingSettings, folds: Int) -> String {
    let lengths = ["every", "first", "gap"].compactMap { name in
      settings.length(name).map { ", \(name) " + NumberText.shortest($0) }
    }
    return "\(folds) rolling folds over \(settings.column("time") ?? "time")" + lengths.joined()
  }

  /// The last k of k + 1 blocks of distinct times, or blocks of the length `every`, and what each may train on.
  ///
  /// Of k blocks each has floor(n / (k + 1)) times, the first takes the rest and is tested by no fold. Blocks by `every`
  /// begin `first` after the first time, for times of a day at midnight UTC; those without rows, or without rows to train
  /// on, are left out. No block trains on rows less than `gap` before its beginning.
  public func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds {
    guard let time = settings.column("time") else {
      throw Diagnostic("missing-argument", "folds=rolling needs a column of times", help: "name it with time=COLUMN")
    }
    let times: (list: [Double], areMoments: Bool)
    do throws(Diagnostic) { times = try RollingFolds.times(try task.table.column(time)) } catch {
      throw error.about("time")
    }
    let distinct = Set(times.list).sorted()
    guard let earliest = distinct.first else {
      throw Diagnostic("too-many-folds", "there are no rows to divide", help: "load more rows", subject: "time")
    }
    let gap = settings.length("gap") ?? 0
    var starts: [Double]
    if let every = settings.length("every") {
      let origin = times.areMoments ? earliest.rounded(.down) : earliest
      let begin = origin + (settings.length("first") ?? every)
      starts = []
      var last = -1.0
      for time in distinct where time >= begin {
        let block = ((time - begin) / every).rounded(.down)
        // Blocks that are shorter than numbers can tell apart have one time each.
        if block == last, block < 1 / Double.ulpOfOne { continue }
        last = block
        // The beginning may be rounded beyond the first time of the block.
        starts.append(min(time, begin + block * every))
      }
      starts.removeAll { $0 - gap <= earliest }
      guard !starts.isEmpty else {
        throw Diagnostic(
          "too-many-folds", "no block of every= has rows of '\(time)' and earlier ones to train on",
          help: "choose a smaller every=, first= or gap=", subject: "every")
      }
    } else {
      if settings.length("first") != nil {
        throw Diagnostic("unused-key", "first= requires every=", help: "omit it", subject: "first")
      }
      starts = try RollingFolds.blocks(try settings.k(for: task, balancing: false), distinct, time)
      guard starts[0] - gap > earliest else {
        throw Diagnostic(
          "too-many-folds",
          "gap=\(NumberText.shortest(gap)) leaves the first of \(starts.count) folds no rows to train on",
          help: "choose a smaller gap= or k=", subject: "gap")
      }
    }
    // The number of blocks that begin at a time or before it.
    func begun(_ time: Double, after gap: Double = 0) -> Int {
      var (low, high) = (0, starts.count)
      while low < high {
        let middle = (low + high) / 2
        if starts[middle] - gap <= time { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let folds = times.list.map { begun($0) - 1 }
    guard gap > 0 else { return RepeatFolds(foldOfRow: folds, count: starts.count, isForward: true) }
    return RepeatFolds(
      foldOfRow: folds, trainedFrom: times.list.map { begun($0, after: gap) }, count: starts.count)
  }

  /// The times at which k blocks begin; throws `too-many-folds`.
  private static func blocks(_ k: Int, _ distinct: [Double], _ name: String) throws(Diagnostic) -> [Double] {
    guard distinct.count > k else {
      throw Diagnostic(
        "too-many-folds",
        "k=\(k) rolling folds need at least \(k + 1) distinct times, and column '\(name)' has \(distinct.count)",
        help: distinct.count > 2 ? "use k=\(distinct.count - 1) or less" : "choose another time column", subject: "k")
    }
    let size = distinct.count / (k + 1)
    return (0..<k).map { distinct[distinct.count - (k - $0) * size] }
  }

  /// The times in days, or as they are where they are numbers; throws `bad-time` and `missing-values`.
  private static func times(_ column: Column) throws(Diagnostic) -> (list: [Double], areMoments: Bool) {
    try GroupCodes.requireComplete(column, as: "time")
    switch column.values {
    case .number(let x): return (x.map { $0 + 0 }, false)
    case .integer(let x): return (x.map { Double($0) }, false)
    case .date(let x): return (x.map { Double($0?.days ?? 0) }, true)
    case .datetime(let x): return (x.map { Double($0?.microseconds ?? 0) / 86_400_000_000 }, true)
    case .category, .ordered, .text, .boolean:
      throw Diagnostic(
        "bad-time",
        "time column '\(column.name)' has type \(column.type.rawValue), and a time must be a date, datetime or number",
        help: "choose another time column")
    }
  }
}
