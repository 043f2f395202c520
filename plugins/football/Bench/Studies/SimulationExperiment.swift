internal import Glibc
public import PodiumCore

@testable internal import FootballModel

/// Whether the chances of a simulated season come true: leagues with known strengths, of which a part is played.
///
/// The rest is played once by the true strengths, which decides what came true. Chances of one league depend on each other,
/// so that the standard errors count leagues and not chances.
public struct SimulationExperiment: Sendable {
  /// An event that every team of a league has a chance of.
  public enum Event: String, CaseIterable, Sendable {
    case title
    case relegation
    case place
  }

  /// The chances of an event in a tenth.
  public struct Bucket: Sendable {
    public let event: Event
    /// The lower bound of the tenth; nil for the highest chances.
    public let lower: Double?
    public let count: Int
    /// The mean chance that was said, and the share that came true.
    public let said: Double
    public let came: Double
    /// The standard error of their difference, over the leagues.
    public let error: Double

    /// How many standard errors they are apart; nil without an error.
    public var distance: Double? { error > 0 ? (said - came) / error : nil }
  }

  public struct Options: Sendable {
    public var leagues = 400
    public var clubs = 12
    /// The share of the season that is played before it is simulated.
    public var played = 0.5
    public var runs = 500
    /// The standard deviation of attacks and of defences.
    public var spread = 0.25

    public init(leagues: Int = 400, clubs: Int = 12, played: Double = 0.5, runs: Int = 500, spread: Double = 0.25) {
      (self.leagues, self.clubs, self.played, self.runs, self.spread) = (leagues, clubs, played, runs, spread)
    }
  }

  /// Of each event the highest chance of each league (of places that of each team), then all chances in tenths that occur.
  public let buckets: [Bucket]

  /// How many teams are relegated.
  private static let relegated = 2

  private struct Chance {
    let event: Event
    var isHighest = false
    let said: Double
    let came: Double
  }

  /// Throws what the fit and the simulation throw.
  public init(_ options: Options, seed: Seed, threads: Int = 1) throws(Diagnostic) {
    let made = Parallel.map(count: options.leagues, threads: threads) { number in
      Result { () throws(Diagnostic) in try SimulationExperiment.league(options, seed.derived("league", number)) }
    }
    var leagues: [[Chance]] = []
    for result in made { leagues.append(try result.get()) }
    var found: [Bucket] = []
    for event in Event.allCases {
      for tenth in [nil] + (0..<10).map(Optional.some) {
        let chosen = leagues.map { league in
          league.filter { chance in
            chance.event == event && (tenth.map { min(9, Int(chance.said * 10)) == $0 } ?? chance.isHighest)
          }
        }
        let count = chosen.reduce(0) { $0 + $1.count }
        guard count > 0 else { continue }
        let said = chosen.joined().reduce(0) { $0 + $1.said } / Double(count)
        let came = chosen.joined().reduce(0) { $0 + $1.came } / Double(count)
        let squares = chosen.reduce(0) { sum, league in
          let off = league.reduce(0) { $0 + $1.said - $1.came }
          return sum + off * off
        }
        found.append(
          Bucket(
            event: event, lower: tenth.map { Double($0) / 10 }, count: count, said: said, came: came,
            error: squares.squareRoot() / Double(count)))
      }
    }
    buckets = found
  }

  private static func league(_ options: Options, _ seed: Seed) throws(Diagnostic) -> [Chance] {
    var random = seed.source()
    // The sum of twelve draws less six is close to normal, and the same on every machine.
    func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.uniform() } }
    let model = GoalModel(
      intercept: 0.12, home: 0.26, rho: -0.05, attack: (0..<options.clubs).map { _ in options.spread * normal() },
      defence: (0..<options.clubs).map { _ in options.spread * normal() })
    let fixtures = rounds(options.clubs).joined().map { (home: $0.0, away: $0.1) }
    let sampler = ScoreSampler(model)
    let matches = fixtures.map { fixture in
      let score = sampler.score(fixture, &random)
      return TableMatch(home: fixture.home, away: fixture.away, homeGoals: score.home, awayGoals: score.away)
    }
    let count = Int(Double(matches.count) * options.played)
    let rules = LeagueRules(ties: [.goalDifference, .goals])
    let strengths = try GoalPosterior(
      matches.prefix(count).map {
        GoalRow(home: $0.home, away: $0.away, homeGoals: $0.homeGoals, awayGoals: $0.awayGoals)
      }, teams: (0..<options.clubs).map { "Club \($0)" })
    let simulation = try SeasonSimulation(
      .init(
        played: Array(matches.prefix(count)), remaining: Array(fixtures.dropFirst(count)), teams: options.clubs,
        rules: rules), strengths: strengths, runs: options.runs, seed: seed.derived("simulate"))
    let places = LeagueTable(matches, teams: options.clubs, rules: rules).places
    var came = [[Double]](repeating: [Double](repeating: 0, count: options.clubs), count: options.clubs)
    for place in places {
      let level = places.filter { $0.position == place.position }.count
      for position in place.position..<(place.position + level) {
        came[place.team][position - 1] += 1 / Double(level)
      }
    }
    let all = zip(simulation.positions, came)
    let last = { (values: [Double]) in values.suffix(relegated).reduce(0, +) }
    return highest(all.map { Chance(event: .title, said: $0[0], came: $1[0]) })
      + highest(all.map { Chance(event: .relegation, said: last($0), came: last($1)) })
      + all.flatMap { highest(zip($0, $1).map { Chance(event: .place, said: $0, came: $1) }) }
  }

  /// Chances with the first of the highest ones marked.
  private static func highest(_ chances: [Chance]) -> [Chance] {
    var chances = chances
    let best = chances.indices.max { chances[$0].said < chances[$1].said }
    if let best { chances[best].isHighest = true }
    return chances
  }

  /// Each pair twice, by the circle method; the second half has the sides exchanged.
  private static func rounds(_ clubs: Int) -> [[(Int, Int)]] {
    (0..<(2 * (clubs - 1))).map { round in
      let turn = round % (clubs - 1)
      return (0..<(clubs / 2)).map { place in
        let one = place == 0 ? clubs - 1 : (turn + place) % (clubs - 1)
        let other = (turn + clubs - 1 - place) % (clubs - 1)
        let isFlipped = (round >= clubs - 1) != (place == 0 ? turn % 2 == 0 : place % 2 == 0)
        return isFlipped ? (other, one) : (one, other)
      }
    }
  }
}
