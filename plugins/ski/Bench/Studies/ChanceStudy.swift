internal import Glibc
public import PodiumCore

@testable internal import SkiModel

/// How often what is said of made teams comes true: chances and shortlists of `ski recommend`.
///
/// A team has eight pairs of one type that belong to one, two or four owners. Pair i is worth u_i ~ N(0, 6²) cm; in
/// each of eight tests, and in the race, it runs at u_i + w, w ~ N(0, 4²). A test says the order of its pairs, or the
/// order and the margins between neighbours in it, with an error of N(0, 1²) cm, to a millimetre.
public struct ChanceStudy: Sendable {
  /// The number of owners: 1, 2, 4 or 8.
  public let owners: Int
  /// Whether margins were measured.
  public let hasGlides: Bool

  /// A design.
  public init(owners: Int, hasGlides: Bool) {
    (self.owners, self.hasGlides) = (owners, hasGlides)
  }

  private static let (pairs, tests) = (8, 8)
  private static let conditions = TestConditions(air: -5, new: 0.5, old: 0.5, wet: 0)

  /// What was said of one owner's pairs, and which was the fastest.
  public struct Forecast: Sendable {
    /// The chances of being the fastest.
    public let chances: [Double]
    /// The pair that was.
    public let fastest: Int

    /// The pair with the greatest chance.
    public var leader: Int { RatingOrder.places(chances).first ?? 0 }
  }

  /// The forecasts of teams, each a list of its owners' forecasts; the same seed makes the same teams in every design.
  ///
  /// Throws what the model throws.
  public func forecasts(teams: Int, seed: Seed, threads: Int) throws(Diagnostic) -> [[Forecast]] {
    let made = Parallel.map(count: teams, threads: threads) { number in
      Result { () throws(Diagnostic) in try forecasts(seed.derived("ski chances", number)) }
    }
    var found: [[Forecast]] = []
    for team in made { found.append(try team.get()) }
    return found
  }

  private func forecasts(_ seed: Seed) throws(Diagnostic) -> [Forecast] {
    var random = NormalSource(seed.source())
    let worth = (0..<ChanceStudy.pairs).map { _ in 6 * random.next() }
    let tests = (0..<ChanceStudy.tests).map { number -> SkiTest in
      let day = worth.map { $0 + 4 * random.next() }
      let order = RatingOrder.places(day)
      var ranks = [Double](repeating: 0, count: day.count)
      for (place, pair) in order.enumerated() { ranks[pair] = Double(place + 1) }
      let glides = zip(order, order.dropFirst()).map { first, second -> SkiTest.Meeting in
        let margin = (10 * (day[first] - day[second] + random.next())).rounded() / 10
        return margin < 0
          ? SkiTest.Meeting(winner: second, loser: first, difference: -margin)
          : SkiTest.Meeting(winner: first, loser: second, difference: margin)
      }
      return SkiTest(
        name: String(number + 1), conditions: ChanceStudy.conditions,
        entries: day.indices.map { SkiTest.Entry(pair: $0, grinding: nil, rank: ranks[$0]) },
        glides: hasGlides ? glides : [])
    }
    let race = worth.map { $0 + 4 * random.next() }
    let each = ChanceStudy.pairs / owners
    let pairs = worth.indices.map {
      TestedPair(serial: String(101 + $0), owner: String($0 / each), type: "Classic", base: nil, grinding: nil)
    }
    let model = try PairModel(pairs, tests, cancellation: Cancellation())
    return (0..<owners).map { owner in
      let own = Array(owner * each..<(owner + 1) * each)
      let chances = model.forecast(own, under: ChanceStudy.conditions).chances(seed: seed).best
      return Forecast(chances: chances, fastest: RatingOrder.places(own.map { race[$0] }).first ?? 0)
    }
  }
}

/// Chances that were said, and how often they came true, by team.
public struct SaidAndCame: Sendable {
  /// The number of chances.
  public private(set) var count = 0
  private var saidSum = 0.0
  private var cameSum = 0.0
  private var surplus: [Double] = []

  /// Counts nothing yet.
  public init() {}

  /// Takes a team's chances with whether each came true: together one draw, since they share the model's errors.
  public mutating func take(_ team: [(said: Double, cameTrue: Bool)]) {
    count += team.count
    saidSum += team.reduce(0) { $0 + $1.said }
    cameSum += team.reduce(0) { $0 + ($1.cameTrue ? 1 : 0) }
    surplus.append(team.reduce(0) { $0 + ($1.cameTrue ? 1 : 0) - $1.said })
  }

  /// The mean of what was said.
  public var said: Double { saidSum / Double(count) }
  /// The share that came true.
  public var came: Double { cameSum / Double(count) }

  /// The standard error of the difference between teams (Liang and Zeger 1986), at least that of a binomial share.
  public var error: Double {
    let mean = surplus.mean ?? 0
    let sum = surplus.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return max(sum.squareRoot() / Double(max(1, count)), (said * (1 - said) / Double(max(1, count))).squareRoot())
  }
}

extension SaidAndCame {
  /// The chances of leaders above a limit.
  public static func leaders(_ teams: [[ChanceStudy.Forecast]], above limit: Double = 0) -> SaidAndCame {
    var found = SaidAndCame()
    for team in teams {
      found.take(
        team.map { (said: $0.chances[$0.leader], cameTrue: $0.leader == $0.fastest) }.filter { $0.said > limit })
    }
    return found
  }

  /// The shortlists of a requested probability.
  public static func lists(_ teams: [[ChanceStudy.Forecast]], coverage: Double) -> SaidAndCame {
    var found = SaidAndCame()
    for team in teams {
      found.take(
        team.map { forecast in
          let list = PairForecast.shortlist(forecast.chances, coverage: coverage)
          return (said: list.chance, cameTrue: list.places.contains(forecast.fastest))
        })
    }
    return found
  }

  /// The mean of −log of the chance that the fastest had.
  public static func logLoss(_ teams: [[ChanceStudy.Forecast]]) -> Double {
    let all = teams.flatMap(\.self)
    return all.reduce(0) { $0 - log($1.chances[$1.fastest]) } / Double(max(1, all.count))
  }
}
