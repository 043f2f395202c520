public import PodiumCore

/// A window that may be alerted, and what became of it.
public struct AlertRow: Sendable, Equatable {
  public let window: Window
  /// The local day.
  public let day: Int
  public let person: Int
  public let spot: Int
  /// Hours from the issue to the beginning.
  public let lead: Double
  public let isGood: Bool
  /// Whether someone judged the day: surfed on it, or knows the truth in a simulation.
  public let isJudged: Bool
  /// Whether the person surfed in the window.
  public let isSurfed: Bool

  public init(
    window: Window, day: Int, person: Int, spot: Int, lead: Double, isGood: Bool, isJudged: Bool, isSurfed: Bool = false
  ) {
    (self.window, self.day, self.person, self.spot) = (window, day, person, spot)
    (self.lead, self.isGood, self.isJudged) = (lead, isGood, isJudged)
    self.isSurfed = isSurfed
  }
}

/// How far alerts can be trusted.
///
/// An alert is a stretch of neighbouring windows whose chance is at least the threshold. It is a hit where it and a stretch
/// of good windows share half of the shorter one: no one surfs all day, so a long alert is right where its day has a good
/// session. The share of windows that are good is therefore not the line to beat, but the precision of alerting always.
/// Only days that someone judged count for precision and false alarms.
public struct AlertMeasures: Sendable, Equatable {
  /// A share with its 95 % interval from resampled days; the interval is nil where it is too uncertain to tell.
  public struct Share: Sendable, Equatable {
    public let value: Double?
    public let low: Double?
    public let high: Double?
    public let n: Int
  }

  public let precision: Share
  public let recall: Share
  public let falseAlarmsPerWeek: Double?
  /// The 25 %, 50 % and 75 % quantiles of the lead of hits, in hours.
  public let leads: [Double]
  /// The area below the curve of precision by recall, over windows.
  public let averagePrecision: Double?
  public let baseRate: Double
  public let brier: Double?
  /// Of the three windows of each week with the highest chances the share that was good.
  public let topThree: Double?
  public let goodWindows: Int
  public let windows: Int

  /// With fewer good windows shares say nothing.
  public static let fewest = 15
  static let resamples = 400

  public var hasFew: Bool { goodWindows < AlertMeasures.fewest }

  /// Measures the chances of rows; those of yes-or-no alerts are 1 and 0 and have no Brier score.
  public init(_ rows: [AlertRow], chances: [Double], threshold: Double, areChances: Bool = true, seed: Seed) {
    self.init(
      rows, chances: chances, raised: chances.map { $0 >= threshold ? 1 : 0 }, areChances: areChances, seed: seed)
  }

  /// The same where each row has been raised (1) or not (0), as by thresholds that differ from block to block.
  public init(_ rows: [AlertRow], chances: [Double], raised: [Double], areChances: Bool = true, seed: Seed) {
    precondition(rows.count == chances.count && rows.count == raised.count, "a chance for each row is needed")
    let stretches = AlertMeasures.stretches(rows, raised, 0.5)
    let judged = rows.indices.filter { rows[$0].isJudged }
    windows = judged.count
    goodWindows = judged.count { rows[$0].isGood }
    baseRate = judged.isEmpty ? .nan : Double(goodWindows) / Double(judged.count)
    let counts = Counts(stretches)
    let intervals = AlertMeasures.intervals(stretches, seed)
    let isFew = goodWindows < AlertMeasures.fewest
    func share(_ value: Double?, _ interval: (Double, Double)?, _ n: Int) -> Share {
      Share(value: isFew ? nil : value, low: isFew ? nil : interval?.0, high: isFew ? nil : interval?.1, n: n)
    }
    precision = share(counts.precision, intervals.precision, counts.alerts)
    recall = share(counts.recall, intervals.recall, counts.good)
    let weeks = Set(judged.map { rows[$0].day / 7 }).count
    falseAlarmsPerWeek = weeks > 0 ? Double(counts.alerts - counts.hits) / Double(weeks) : nil
    let hits = stretches.flatMap(\.hitLeads).sorted()
    leads = hits.isEmpty ? [] : [0.25, 0.5, 0.75].compactMap { Quantiles.quantile($0, ofSorted: hits) }
    averagePrecision = AveragePrecision.value(judged.map { chances[$0] }, judged.map { rows[$0].isGood })
    brier =
      areChances && !judged.isEmpty
      ? judged.reduce(0) { sum, row in
        let miss = chances[row] - (rows[row].isGood ? 1 : 0)
        return sum + miss * miss
      } / Double(judged.count) : nil
    var weeksTop: [Int: [Int]] = [:]
    for row in judged { weeksTop[rows[row].person * 100_000 + rows[row].day / 7, default: []].append(row) }
    let top = weeksTop.ordered { $0.key < $1.key }.flatMap { _, list in
      list.ordered { (chances[$0], $1) > (chances[$1], $0) }.prefix(3)
    }
    topThree = top.isEmpty ? nil : Double(top.count { rows[$0].isGood }) / Double(top.count)
  }

  // MARK: - Stretches

  /// What one day of one person at one spot adds to the counts.
  struct DayStretches: Sendable {
    let day: Int
    var alerts = 0
    var hits = 0
    var good = 0
    var found = 0
    var hitLeads: [Double] = []
  }

  struct Counts {
    let alerts: Int
    let hits: Int
    let good: Int
    let found: Int

    init(_ days: [DayStretches]) {
      alerts = days.reduce(0) { $0 + $1.alerts }
      hits = days.reduce(0) { $0 + $1.hits }
      good = days.reduce(0) { $0 + $1.good }
      found = days.reduce(0) { $0 + $1.found }
    }

    var precision: Double? { alerts > 0 ? Double(hits) / Double(alerts) : nil }
    var recall: Double? { good > 0 ? Double(found) / Double(good) : nil }
  }

  static func stretches(_ rows: [AlertRow], _ chances: [Double], _ threshold: Double) -> [DayStretches] {
    struct Key: Hashable { let day, person, spot: Int }
    let groups = Dictionary(grouping: rows.indices.filter { rows[$0].isJudged }) {
      Key(day: rows[$0].day, person: rows[$0].person, spot: rows[$0].spot)
    }
    return groups.ordered { a, b in
      (a.key.day, a.key.person, a.key.spot) < (b.key.day, b.key.person, b.key.spot)
    }.map { key, members in
      let order = members.ordered { rows[$0].window.from < rows[$1].window.from }
      func merged(_ test: (Int) -> Bool) -> [(window: Window, lead: Double)] {
        var found: [(window: Window, lead: Double)] = []
        for row in order where test(row) {
          let own = rows[row].window
          if let last = found.last, last.window.to >= own.from {
            found[found.count - 1].window = Window(from: last.window.from, to: max(last.window.to, own.to))
          } else {
            found.append((own, rows[row].lead))
          }
        }
        return found
      }
      let alerts = merged { chances[$0] >= threshold }
      let good = merged { rows[$0].isGood }
      func meet(_ a: Window, _ b: Window) -> Bool { max(a.share(coveredBy: b), b.share(coveredBy: a)) >= 0.5 }
      var day = DayStretches(day: key.day)
      day.alerts = alerts.count
      day.good = good.count
      for alert in alerts where good.contains(where: { meet(alert.window, $0.window) }) {
        day.hits += 1
        day.hitLeads.append(alert.lead)
      }
      day.found = good.count { one in alerts.contains { meet($0.window, one.window) } }
      return day
    }
  }

  /// The 2.5 % and 97.5 % quantiles over resampled days: all windows of a day stay together.
  private static func intervals(
    _ days: [DayStretches], _ seed: Seed
  ) -> (precision: (Double, Double)?, recall: (Double, Double)?) {
    let blocks = Dictionary(grouping: days, by: \.day).ordered { $0.key < $1.key }.map(\.value)
    guard blocks.count > 1 else { return (nil, nil) }
    var random = RandomSource(seed: seed.value)
    var (precisions, recalls): ([Double], [Double]) = ([], [])
    for _ in 0..<resamples {
      let counts = Counts((0..<blocks.count).flatMap { _ in blocks[random.below(blocks.count)] })
      if let value = counts.precision { precisions.append(value) }
      if let value = counts.recall { recalls.append(value) }
    }
    func interval(_ values: [Double]) -> (Double, Double)? {
      let sorted = values.sorted()
      guard sorted.count > resamples / 2, let low = Quantiles.quantile(0.025, ofSorted: sorted),
        let high = Quantiles.quantile(0.975, ofSorted: sorted)
      else { return nil }
      return (low, high)
    }
    return (interval(precisions), interval(recalls))
  }

  // MARK: - Reliability and thresholds

  /// Rows with chances in one fifth of 0 to 1: their mean chance, and the share that was good.
  public struct Bin: Sendable, Equatable {
    public let low: Double
    public let high: Double
    public let n: Int
    public let meanChance: Double?
    public let goodShare: Double?
  }

  /// Reliability in five bins, over the rows that were judged.
  public static func reliability(_ rows: [AlertRow], chances: [Double]) -> [Bin] {
    (0..<5).map { bin in
      let (low, high) = (Double(bin) / 5, Double(bin + 1) / 5)
      let inside = rows.indices.filter { row in
        rows[row].isJudged && chances[row] >= low && (chances[row] < high || bin == 4)
      }
      guard !inside.isEmpty else { return Bin(low: low, high: high, n: 0, meanChance: nil, goodShare: nil) }
      let count = Double(inside.count)
      return Bin(
        low: low, high: high, n: inside.count, meanChance: inside.reduce(0) { $0 + chances[$1] } / count,
        goodShare: Double(inside.count { rows[$0].isGood }) / count)
    }
  }

  /// The lowest threshold whose precision on rows is at least the wanted one; the best there is where none is.
  public static func threshold(_ rows: [AlertRow], chances: [Double], precision wanted: Double) -> Double {
    let sorted = Set(chances).sorted()
    // At most a hundred steps, evenly over the chances that occur.
    let step = max(1, sorted.count / 100)
    var best = (threshold: sorted.last ?? 1, precision: -1.0)
    for place in stride(from: 0, to: sorted.count, by: step) {
      guard let precision = Counts(stretches(rows, chances, sorted[place])).precision else { continue }
      if precision >= wanted { return sorted[place] }
      if precision > best.precision { best = (sorted[place], precision) }
    }
    return best.threshold
  }

  /// The highest threshold whose recall on rows is at least the wanted one; 0 where none is.
  public static func threshold(_ rows: [AlertRow], chances: [Double], recall wanted: Double) -> Double {
    let steps = Set(chances).sorted(by: >)
    guard !steps.isEmpty else { return 0 }
    // Recall grows as the threshold falls.
    return steps[
      steps.dropLast().partitioningIndex { (Counts(stretches(rows, chances, $0)).recall ?? 0) >= wanted }]
  }
}
