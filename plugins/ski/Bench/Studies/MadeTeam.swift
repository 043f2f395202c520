public import PodiumCore

@testable public import SkiModel

/// A simulated team: athletes, ski pairs, seasons of test sessions with glides, and their true values.
///
/// The true values are a base's and a grinding's effect by conditions, an effect of each pair and its change with
/// temperature, the pair's form of the day, and the error of each glide, all normal. The same seed makes the same team.
public struct MadeTeam: Sendable {
  /// The sizes, and the standard deviations in centimetres.
  public struct Plan: Sendable {
    /// Number of athletes.
    public var athletes = 4
    /// Pairs per athlete.
    public var pairs = 12
    /// Number of winters.
    public var seasons = 2
    /// Sessions per season, spread over the athletes.
    public var sessions = 40
    /// Pairs per session.
    public var entries = 8
    /// Glides per pair and session.
    public var glidesPerEntry = 3
    /// Number of different grindings.
    public var grindings = 8
    /// The standard deviation of a base's or grinding's effect.
    public var level = 3.0
    /// That of its change with a condition.
    public var interaction = 3.0
    /// That of a pair beyond base and grinding.
    public var pair = 6.0
    /// That of a pair's change per 15 degrees.
    public var slope = 4.0
    /// That of a pair from day to day.
    public var day = 2.0
    /// That of one glide.
    public var glide = 6.0

    /// Makes a plan of the sizes and spreads above.
    public init() {}
  }

  /// A pair and its true values.
  public struct Pair: Sendable {
    var serial: String
    var owner: String
    var type: String
    var base: String
    /// Grindings with the season from which they apply, in order.
    var grindings: [(season: Int, name: String)]
    var effect: Double
    var slope: Double

    /// The grinding in a season.
    func grinding(_ season: Int) -> String { grindings.last { $0.season <= season }?.name ?? "" }
  }

  /// A session and its glides.
  public struct Session: Sendable {
    var season: Int
    /// The days since the first of November of that season.
    var day: Int
    var conditions: TestConditions
    /// Indices of `pairs`.
    public var entries: [Int]
    /// True values on that day, one per entry.
    var truth: [Double]
    /// By indices of `entries`.
    public var glides: [SkiTest.Meeting]
  }

  /// The sizes and standard deviations.
  let plan: Plan
  public let pairs: [Pair]
  /// The sessions in order of time.
  public private(set) var sessions: [Session]
  /// Effects of `base …` and `grinding …` over the basis of conditions.
  let levels: [String: [Double]]
  private var random: NormalSource

  static let types = ["Classic", "Skate"]
  static let bases = ["Black", "White"]

  /// Makes a team; throws `interrupted`.
  public init(_ plan: Plan, seed: Seed, cancellation: Cancellation = Cancellation()) throws(Diagnostic) {
    self.plan = plan
    var random = NormalSource(seed.derived("ski made team").source())
    let grindings = (0..<plan.grindings).map { "G" + String($0 + 1) }
    var levels: [String: [Double]] = [:]
    for name in MadeTeam.bases.map({ "base " + $0 }) + grindings.map({ "grinding " + $0 }) {
      levels[name] = (0..<TestConditions.basisCount).map { (place: Int) -> Double in
        (place == 0 ? plan.level : plan.interaction) * random.next()
      }
    }
    self.levels = levels
    var pairs: [Pair] = []
    for athlete in 0..<plan.athletes {
      try cancellation.check()
      for number in 0..<plan.pairs {
        var held: [(season: Int, name: String)] = [(0, grindings[random.below(grindings.count)])]
        for season in 1..<max(1, plan.seasons) where random.uniform() < 0.25 {
          held.append((season, grindings[random.below(grindings.count)]))
        }
        pairs.append(
          Pair(
            serial: MadeTeam.padded(athlete + 1, 2) + MadeTeam.padded(number + 1, 3),
            owner: MadeTeam.athlete(athlete), type: MadeTeam.types[number % MadeTeam.types.count],
            base: MadeTeam.bases[number / 2 % 2], grindings: held, effect: plan.pair * random.next(),
            slope: plan.slope * random.next()))
      }
    }
    self.pairs = pairs
    self.random = random
    sessions = []
    var made: [Session] = []
    for season in 0..<plan.seasons {
      for number in 0..<plan.sessions {
        let day = number * 150 / max(1, plan.sessions)
        let athlete = (season * plan.sessions + number) % max(1, plan.athletes)
        let type = MadeTeam.types[self.random.below(MadeTeam.types.count)]
        try cancellation.check()
        // The pairs of an athlete follow each other.
        let first = athlete * plan.pairs
        var own = (first..<min(pairs.count, first + plan.pairs)).filter { pairs[$0].type == type }
        self.random.shuffle(&own)
        let conditions = MadeTeam.conditions(&self.random)
        let entries = own.prefix(plan.entries).sorted()
        guard entries.count >= 2 else { continue }
        let truth = entries.map { pair in
          value(pair, season: season, under: conditions) + plan.day * self.random.next()
        }
        made.append(
          Session(
            season: season, day: day, conditions: conditions, entries: entries, truth: truth, glides: glides(truth)))
      }
    }
    sessions = made
  }

  /// The true value of a pair in some conditions, without the day's form.
  func value(_ pair: Int, season: Int, under conditions: TestConditions) -> Double {
    let (pair, basis) = (pairs[pair], conditions.basis)
    let names = ["base " + pair.base, "grinding " + pair.grinding(season)]
    let shared = names.reduce(0.0) { sum, name in
      zip(levels[name] ?? [], basis).reduce(sum) { $0 + $1.0 * $1.1 }
    }
    return shared + pair.effect + pair.slope * conditions.air / 15
  }

  /// Glides around a ring of all entries, then between random pairs; whole centimetres.
  private mutating func glides(_ truth: [Double]) -> [SkiTest.Meeting] {
    let n = truth.count
    var meetings: [SkiTest.Meeting] = []
    for k in 0..<(n * plan.glidesPerEntry) {
      let a = k < n ? k : random.below(n)
      var b = k < n ? (k + 1) % n : random.below(n - 1)
      if k >= n, b >= a { b += 1 }
      let difference = (truth[a] - truth[b] + plan.glide * random.next()).rounded()
      meetings.append(
        difference >= 0
          ? SkiTest.Meeting(winner: a, loser: b, difference: difference)
          : SkiTest.Meeting(winner: b, loser: a, difference: -difference))
    }
    return meetings
  }

  /// Conditions of a day: wet snow only in warm air, shares in steps of ten percent.
  static func conditions(_ random: inout NormalSource) -> TestConditions {
    let air = min(6, max(-22, (-6 + 6 * random.next()).rounded()))
    let tenths = random.below(11)
    let wet = air > -1 ? random.below(11 - tenths / 2) : 0
    let new = min(tenths, 10 - wet)
    return TestConditions(
      air: air, new: Double(new) / 10, old: Double(10 - new - wet) / 10, wet: Double(wet) / 10)
  }

  static func athlete(_ number: Int) -> String { "Athlete " + padded(number + 1, 2) }

  static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension MadeTeam {
  /// The sessions, for the model of pairs.
  var tests: [SkiTest] {
    sessions.enumerated().map { number, session in
      SkiTest(
        name: String(number + 1), conditions: session.conditions,
        entries: session.entries.map {
          SkiTest.Entry(pair: $0, grinding: pairs[$0].grinding(session.season), rank: nil)
        },
        glides: session.glides)
    }
  }

  /// The pairs, for the model of pairs, with the grindings of the last season.
  var testedPairs: [TestedPair] {
    pairs.map {
      TestedPair(
        serial: $0.serial, owner: $0.owner, type: $0.type, base: $0.base,
        grinding: $0.grinding(plan.seasons - 1))
    }
  }
}
