import Glibc
import PodiumCore

/// The program that simulated `datasets/football-league`: two seasons of a fictional league.
///
/// Each club has a hidden attack and defence, which are correlated. Goals are Poisson: the log rate is 0.12, plus 0.26
/// for the home side, plus the side's attack, minus the other side's defence. The bookmaker knows both log rates up to a
/// normal error of 0.07, and sets odds by Shin's model (1993) with 2 % insiders. Between the seasons strengths drift, and
/// two new clubs replace the last two.
struct MadeLeague {
  static let clubs = [
    "Aldmoor", "Brinfell", "Carrowick", "Dunmarsh", "Eskholm", "Farthingby", "Grimsey", "Hollowick", "Ivermouth",
    "Kestrel Vale", "Larkmere", "Mossbridge", "Northolm", "Ottercombe", "Pellworth", "Quarrydale",
  ]
  static let newcomers = ["Ravensey", "Stonewick"]
  static let seed = Seed(1863)

  private struct Club {
    var name: String
    var attack: Double
    var defence: Double
  }

  private struct Fixture {
    let home: Int
    let away: Int
    let date: CalendarDate
    let time: String
  }

  private var random: RandomSource
  private var points: [String: Int] = [:]

  /// The file, byte for byte.
  static func csv() -> String {
    var league = MadeLeague(random: seed.derived("football-league").source())
    var text = "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,AvgCH,AvgCD,AvgCA\n"
    var clubs = MadeLeague.clubs.map { league.club($0, centre: 0) }
    for (number, start) in [(2023, 8, 5), (2024, 8, 3)].enumerated() {
      if number > 0 { clubs = league.nextSeason(clubs) }
      let first = CalendarDate(year: start.0, month: start.1, day: start.2) ?? CalendarDate(days: 0)
      for fixture in league.fixtures(clubs.count, from: first) {
        text += league.play(fixture, clubs[fixture.home], clubs[fixture.away])
      }
    }
    return text
  }

  private init(random: RandomSource) { self.random = random }

  /// The sum of twelve uniform draws minus six: close to normal, and the same on every machine.
  private mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.uniform() } }

  private mutating func club(_ name: String, centre: Double) -> Club {
    let quality = centre + 0.26 * normal()
    return Club(name: name, attack: quality + 0.08 * normal(), defence: quality + 0.08 * normal())
  }

  /// Strengths shrink towards the mean and drift; the last two clubs leave.
  private mutating func nextSeason(_ clubs: [Club]) -> [Club] {
    let names = clubs.map(\.name).sorted { (points[$0] ?? 0, $0) < (points[$1] ?? 0, $1) }
    let leaving = names.prefix(2)
    points = [:]
    var next: [Club] = []
    for club in clubs where !leaving.contains(club.name) {
      next.append(
        Club(
          name: club.name, attack: 0.9 * club.attack + 0.08 * normal(), defence: 0.9 * club.defence + 0.08 * normal()))
    }
    for name in MadeLeague.newcomers { next.append(club(name, centre: -0.15)) }
    return next
  }

  /// A double round robin (circle method), one round per week, with four weeks off in winter.
  private func fixtures(_ count: Int, from start: CalendarDate) -> [Fixture] {
    var list: [Fixture] = []
    for round in 0..<(2 * (count - 1)) {
      let week = round + (round >= count - 1 ? 4 : 0)
      let turn = round % (count - 1)
      for pair in 0..<(count / 2) {
        let a = pair == 0 ? count - 1 : (turn + pair) % (count - 1)
        let b = pair == 0 ? turn : (turn + count - 1 - pair) % (count - 1)
        let swapped = (round >= count - 1) != ((turn + pair) % 2 == 0)
        let (day, time) = pair == 0 ? (-1, "20:00") : pair < 6 ? (0, "15:00") : (1, pair == 6 ? "14:00" : "16:30")
        list.append(
          Fixture(
            home: swapped ? b : a, away: swapped ? a : b, date: CalendarDate(days: start.days + 7 * week + day),
            time: time))
      }
    }
    return list
  }

  private mutating func play(_ fixture: Fixture, _ home: Club, _ away: Club) -> String {
    let rates = [0.38 + home.attack - away.defence, 0.12 + away.attack - home.defence]
    let goals = [poisson(exp(rates[0])), poisson(exp(rates[1]))]
    let early = goals.map { all in (0..<all).count { _ in random.uniform() < 0.45 } }
    let odds = prices(exp(rates[0] + 0.07 * normal()), exp(rates[1] + 0.07 * normal()))
    let letter = { (score: [Int]) in score[0] > score[1] ? "H" : score[0] == score[1] ? "D" : "A" }
    points[home.name, default: 0] += goals[0] > goals[1] ? 3 : goals[0] == goals[1] ? 1 : 0
    points[away.name, default: 0] += goals[1] > goals[0] ? 3 : goals[0] == goals[1] ? 1 : 0
    let (year, month, day) = fixture.date.civil
    let date = (day < 10 ? "0" : "") + "\(day)/" + (month < 10 ? "0" : "") + "\(month)/\(year)"
    return "M1,\(date),\(fixture.time),\(home.name),\(away.name),\(goals[0]),\(goals[1]),\(letter(goals)),"
      + "\(early[0]),\(early[1]),\(letter(early))," + odds.joined(separator: ",") + "\n"
  }

  /// A Poisson draw by summing the probabilities of 0, 1, 2 and so on.
  private mutating func poisson(_ rate: Double) -> Int {
    let u = random.uniform()
    var goals = 0
    var share = exp(-rate)
    var sum = share
    while u >= sum, goals < 15 {
      goals += 1
      share *= rate / Double(goals)
      sum += share
    }
    return goals
  }

  /// Decimal odds with two decimals, from Shin's model (1993) with a share z of insiders.
  private func prices(_ home: Double, _ away: Double, insiders z: Double = 0.02) -> [String] {
    func shares(_ rate: Double) -> [Double] {
      (0..<15).reduce(into: [Double]()) { list, goals in
        list.append(goals == 0 ? exp(-rate) : (list.last ?? 0) * rate / Double(goals))
      }
    }
    let (x, y) = (shares(home), shares(away))
    var chances = [0.0, 0.0, 0.0]
    for i in x.indices { for j in y.indices { chances[i > j ? 0 : i == j ? 1 : 2] += x[i] * y[j] } }
    let all = chances.reduce(0, +)
    let roots = chances.map { ($0 / all * (z + (1 - z) * $0 / all)).squareRoot() }
    let book = roots.reduce(0, +)
    return roots.map { NumberText.fixed(1 / ($0 * book), 2) }
  }
}
