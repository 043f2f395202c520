import FootballModel
import Glibc
import PodiumCore
import PodiumTestKit

/// Leagues whose clubs have known strengths, as one file in the form of football-data.co.uk.
struct MadeWorld {
  /// A match by the numbers of its season, round and clubs.
  private struct Match {
    let season: Int
    let round: Int
    let home: Int
    let away: Int
    let goals: (Int, Int)
    let rates: (Double, Double)
  }

  let clubs: Int
  private let seasons: Int
  private let played: [[Match]]

  /// Plays every season: each pair twice, a round each week from 3 August.
  ///
  /// In leagues that move, the last three clubs are replaced by new and weaker ones over the summer, and all others change
  /// their strengths a little.
  init(leagues: Int, seasons: Int, clubs: Int, seed: UInt64, isMoving: Bool = false) {
    (self.seasons, self.clubs) = (seasons, clubs)
    var random = SystemlessRandom(seed: seed)
    func uniform() -> Double { Double(random.bits() >> 11) * 0x1p-53 }
    func poisson(_ rate: Double) -> Int {
      var (count, left) = (0, uniform())
      var share = exp(-rate)
      while left > share, count < 15 {
        left -= share
        count += 1
        share *= rate / Double(count)
      }
      return count
    }
    played = (0..<leagues).map { _ in
      var attack = (0..<clubs).map { _ in uniform() - 0.5 }
      var defence = (0..<clubs).map { _ in uniform() - 0.5 }
      var members = Array(0..<clubs)
      var matches: [Match] = []
      for season in 0..<seasons {
        if isMoving, season > 0 {
          for club in attack.indices {
            attack[club] = 0.9 * attack[club] + 0.3 * (uniform() - 0.5)
            defence[club] = 0.9 * defence[club] + 0.3 * (uniform() - 0.5)
          }
          for place in MadeWorld.last(members, matches.suffix(clubs * (clubs - 1))) {
            members[place] = attack.count
            attack.append(0.5 * uniform() - 0.45)
            defence.append(0.5 * uniform() - 0.45)
          }
        }
        for round in 0..<(2 * (clubs - 1)) {
          for places in MadeWorld.pairs(clubs, round) {
            let pair = (members[places.0], members[places.1])
            let rates = (
              exp(0.12 + 0.26 + attack[pair.0] - defence[pair.1]), exp(0.12 + attack[pair.1] - defence[pair.0])
            )
            matches.append(
              Match(
                season: season, round: round, home: pair.0, away: pair.1, goals: (poisson(rates.0), poisson(rates.1)),
                rates: rates))
          }
        }
      }
      return matches
    }
  }

  /// The places of the three clubs with the fewest points.
  private static func last(_ members: [Int], _ matches: ArraySlice<Match>) -> [Int] {
    var points: [Int: Int] = [:]
    for match in matches {
      points[match.home, default: 0] += match.goals.0 > match.goals.1 ? 3 : match.goals.0 == match.goals.1 ? 1 : 0
      points[match.away, default: 0] += match.goals.0 < match.goals.1 ? 3 : match.goals.0 == match.goals.1 ? 1 : 0
    }
    return Array(members.indices.sorted { (points[members[$0]] ?? 0, $0) < (points[members[$1]] ?? 0, $1) }.prefix(3))
  }

  /// The matches of a season with closing odds, as forecasts use them.
  func forecasts(league: Int, season: Int) -> [ForecastMatch] {
    played[league].filter { $0.season == season }.map { match in
      let grid = ScoreGrid(home: match.rates.0, away: match.rates.1, rho: 0)
      return ForecastMatch(
        day: day(match.season, round: match.round).days, home: match.home, away: match.away, homeGoals: match.goals.0,
        awayGoals: match.goals.1, odds: grid.results.map { max(1.01, 1 / ($0 * 1.05)) })
    }
  }

  /// The pairs of a round by the circle method; the second half has the sides exchanged.
  private static func pairs(_ clubs: Int, _ round: Int) -> [(Int, Int)] {
    let turn = round % (clubs - 1)
    return (0..<(clubs / 2)).map { place in
      let one = place == 0 ? clubs - 1 : (turn + place) % (clubs - 1)
      let other = (turn + clubs - 1 - place) % (clubs - 1)
      let isFlipped = (round >= clubs - 1) != (place == 0 ? turn % 2 == 0 : place % 2 == 0)
      return isFlipped ? (other, one) : (one, other)
    }
  }

  var matches: Int { played.reduce(0) { $0 + $1.count } }

  func code(_ league: Int) -> String { "L\(league < 10 ? "0" : "")\(league)" }

  func season(_ number: Int) -> String {
    let end = (2000 + number + 1) % 100
    return "\(2000 + number)-\(end < 10 ? "0" : "")\(end)"
  }

  func day(_ season: Int, round: Int) -> CalendarDate {
    let start = CalendarDate(iso: "\(2000 + season)-08-03")?.days ?? 0
    return CalendarDate(days: start + 7 * round)
  }

  /// The rows that a fit reads.
  func rows(league: Int, seasons count: Int) -> [GoalRow] {
    played[league].filter { $0.season < count }.map {
      GoalRow(home: $0.home, away: $0.away, homeGoals: $0.goals.0, awayGoals: $0.goals.1)
    }
  }

  /// The file: matches with results and closing odds, with a margin of 5 %.
  var text: String {
    var out = "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,AvgCH,AvgCD,AvgCA\n"
    for (league, matches) in played.enumerated() {
      for match in matches {
        let (year, month, day) = day(match.season, round: match.round).civil
        let grid = ScoreGrid(home: match.rates.0, away: match.rates.1, rho: 0)
        out += "\(code(league)),\(day)/\(month)/\(year),15:00,Club \(code(league))-\(match.home),"
        out += "Club \(code(league))-\(match.away),\(match.goals.0),\(match.goals.1),"
        out += match.goals.0 > match.goals.1 ? "H" : match.goals.0 < match.goals.1 ? "A" : "D"
        for chance in grid.results { out += "," + NumberText.fixed(max(1.01, 1 / (chance * 1.05)), 2) }
        out += "\n"
      }
    }
    return out
  }
}
