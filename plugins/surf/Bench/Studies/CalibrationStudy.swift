internal import Glibc
public import PodiumCore

@testable internal import SurfModel

/// Checks that chances come true: made surfers, whose chance of a good window is known, and what is said of later windows.
///
/// Each group of surfers shares a spot and its sea, which drifts from day to day; each surfer rates every window of the training
/// days by a chance of their own, a logistic function with an optimum in height and period and less onshore wind.
public struct CalibrationStudy: Sendable {
  /// A way to say a chance.
  public enum Way: String, Sendable, CaseIterable {
    case climatology, near
    /// The learner `surf.near`.
    case rows = "surf.near"
  }

  /// What was said, and what came true.
  public struct Tally: Sendable, Equatable {
    public let way: Way
    /// Whether only chances above 0.9 are counted.
    public let isHigh: Bool
    /// Groups with such windows.
    public let groups: Int
    public let windows: Int
    public let said: Double
    public let cameTrue: Double
    /// The standard error of the difference, over groups: surfers of one share their sea.
    public let error: Double

    /// Standard errors from what was said to what came true: positive where it was too sure.
    public var z: Double { groups > 1 && error > 0 ? (said - cameTrue) / error : 0 }
  }

  public let tallies: [Tally]
  /// The lowest and the highest chance that was said.
  public let least: Double
  public let most: Double

  private static let people = 4
  private static let testDays = 40

  /// Draws `groups` of four surfers each; throws `interrupted`.
  public init(groups: Int, ways: [Way] = Way.allCases, seed: Seed, cancellation: Cancellation = Cancellation())
    throws(Diagnostic)
  {
    var sums: [Way: [(all: Sum, high: Sum)]] = [:]
    var (least, most) = (1.0, 0.0)
    for group in 0..<groups {
      let made = Made(group: group, seed: seed)
      for way in ways {
        let said = try made.chances(way, cancellation)
        least = min(least, said.min() ?? 1)
        most = max(most, said.max() ?? 0)
        var own = (all: Sum(), high: Sum())
        for (row, chance) in zip(made.test, said) {
          let isGood = made.rows[row].alert.isGood
          own.all.add(chance, isGood)
          if chance > 0.9 { own.high.add(chance, isGood) }
        }
        sums[way, default: []].append(own)
      }
    }
    (self.least, self.most) = (least, most)
    tallies = ways.flatMap { way in
      let own = sums[way] ?? []
      return [
        CalibrationStudy.tally(way, own.map(\.all), isHigh: false),
        CalibrationStudy.tally(way, own.map(\.high).filter { $0.count > 0 }, isHigh: true),
      ]
    }
  }

  private struct Sum {
    var count = 0.0
    var said = 0.0
    var good = 0.0

    mutating func add(_ chance: Double, _ isGood: Bool) {
      count += 1
      said += chance
      if isGood { good += 1 }
    }
  }

  /// Windows of one sea are not independent, so the error is that of a ratio of sums over groups.
  private static func tally(_ way: Way, _ own: [Sum], isHigh: Bool) -> Tally {
    let count = own.reduce(0) { $0 + $1.count }
    let (said, good) = (own.reduce(0) { $0 + $1.said }, own.reduce(0) { $0 + $1.good })
    let apart = count > 0 ? (said - good) / count : 0
    let squares = own.reduce(0) { sum, one in
      let rest = one.said - one.good - apart * one.count
      return sum + rest * rest
    }
    return Tally(
      way: way, isHigh: isHigh, groups: own.count, windows: Int(count), said: count > 0 ? said / count : .nan,
      cameTrue: count > 0 ? good / count : .nan, error: count > 0 ? squares.squareRoot() / count : 0)
  }

  /// One group: its windows with their outcomes, and which of them are for training.
  private struct Made {
    let rows: [AlertStudy.Row]
    let training: [Int]
    let test: [Int]
    private let study: AlertStudy

    private static let variables: [ConditionVariable] = [.height, .period, .swellDirection, .onshore, .cross]

    init(group: Int, seed: Seed) {
      var random = RandomSource(seed: seed.value &* 1_000_003 &+ UInt64(group))
      // From a few rated windows to a season of them.
      let days = [15, 30, 60, 120][group % 4]
      let taste = Taste(&random)
      let tastes = (0..<CalibrationStudy.people).map { _ in taste.varied(&random) }
      var rows: [AlertStudy.Row] = []
      var sea = (height: random.normal(), period: random.normal(), turn: random.normal(), wind: random.normal())
      for day in 0..<(days + AlertStudy.gap + CalibrationStudy.testDays) {
        func next(_ value: Double) -> Double { 0.8 * value + 0.6 * random.normal() }
        sea = (next(sea.height), next(sea.period), next(sea.turn), next(sea.wind))
        let conditions = Conditions([
          .height: 1.5 * exp(0.4 * sea.height), .period: max(4, 11 + 2 * sea.period),
          .swellDirection: Direction.normalised(300 + 15 * sea.turn), .onshore: 4 * sea.wind,
          .cross: 3 * random.normal(),
        ])
        for (person, taste) in tastes.enumerated() {
          let isGood = random.uniform() < taste.chance(sea.height, sea.period, sea.wind)
          let start = Moment(microseconds: day * 86_400_000_000 + 8 * 3_600_000_000)
          rows.append(
            AlertStudy.Row(
              AlertRow(
                window: Window(from: start, to: start.later(seconds: 7200)), day: day, person: person, spot: 0,
                lead: 24,
                isGood: isGood, isJudged: true, isSurfed: true),
              conditions: conditions, matches: false, hour: 8, season: (day / 90) % 4))
        }
      }
      self.rows = rows
      training = rows.indices.filter { rows[$0].alert.day < days }
      test = rows.indices.filter { rows[$0].alert.day >= days + AlertStudy.gap }
      study = AlertStudy(rows, variables: Made.variables)
    }

    func chances(_ way: Way, _ cancellation: Cancellation) throws(Diagnostic) -> [Double] {
      switch way {
      case .climatology:
        return try study.chances(.climatology, training: training, test: test, cancellation: cancellation).test
      case .near: return try study.chances(.near, training: training, test: test, cancellation: cancellation).test
      case .rows:
        let known = RatedRows(
          columns: Made.variables.map(\.column),
          values: Made.variables.map { variable in training.map { rows[$0].conditions[variable] } },
          classes: training.map { rows[$0].alert.isGood ? 1 : 0 }, spots: training.map { _ in 0 },
          persons: training.map { rows[$0].alert.person })
        let near = NearestRows(
          k: 15, classCount: 2, codes: known.classes, spots: known.spots, persons: known.persons, values: known.values,
          scales: known.distanceScales, isCircular: Made.variables.map(\.isCircular))
        return test.map { row in
          near.shares(
            Made.variables.map { rows[row].conditions[$0] }, spot: 0, person: rows[row].alert.person)[1]
        }
      }
    }
  }

  /// The chance of a good window by what the sea is like, each in its own spreads.
  private struct Taste {
    var base: Double
    var height: (best: Double, weight: Double)
    var period: (best: Double, weight: Double)
    var wind: Double

    init(_ random: inout RandomSource) {
      base = 0.5 + 1.5 * random.normal()
      height = (0.5 * random.normal(), 0.5 + 1.5 * random.uniform())
      period = (0.5 + 0.5 * random.normal(), random.uniform())
      wind = 1.5 * random.uniform()
    }

    /// The taste of one who surfs at the same spot.
    func varied(_ random: inout RandomSource) -> Taste {
      var own = self
      own.base += 0.7 * random.normal()
      own.height.best += 0.5 * random.normal()
      own.wind = max(0, own.wind + 0.4 * random.normal())
      return own
    }

    func chance(_ high: Double, _ long: Double, _ onshore: Double) -> Double {
      let (a, b) = (high - height.best, long - period.best)
      return LogOdds.chance(base - height.weight * a * a - period.weight * b * b - wind * onshore)
    }
  }
}
