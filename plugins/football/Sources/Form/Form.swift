internal import FootballModel
internal import PodiumCore

/// What was known of a team on the morning of a match.
struct Form: Sendable, Equatable {
  /// Matches of the season so far.
  var played = 0
  /// Points per match this season, three for a win; 1 before the first match, as if all had been drawn.
  var pointsPerMatch = 1.0
  /// Goal difference per match this season; 0 before the first match.
  var goalDifferencePerMatch = 0.0
  /// Points per match in the last five of the season; 1 before the first match.
  var recentPoints = 1.0
  /// Days since the last match of the season, at most 14; 14 before the first match.
  var restDays = Form.mostRest
  /// The Elo rating after all earlier matches of the competition in the file.
  var elo = Elo.start
  /// The pi-ratings after the same matches.
  var pi = PiRatings.Rating()

  static let mostRest = 14
  static let recentMatches = 5

  /// The form of both sides before each match. All matches of a day are looked up before any is counted, so no form
  /// includes its own day or a later one. Matches are taken by date, whatever their order in the file.
  static func before(_ matches: [SourceMatch]) -> [(home: Form, away: Form)] {
    var teams: [Team: Record] = [:]
    var found = [(home: Form, away: Form)](repeating: (Form(), Form()), count: matches.count)
    // Ties keep the file's order: sums of doubles must not depend on how a sort treats equals.
    let order = matches.indices.sorted { (matches[$0].date, $0) < (matches[$1].date, $1) }
    var start = 0
    while start < order.count {
      let date = matches[order[start]].date
      let end = order[start...].firstIndex { matches[$0].date != date } ?? order.count
      for place in order[start..<end] {
        let match = matches[place]
        found[place] = (
          (teams[Team(match, match.home)] ?? Record()).form(before: match),
          (teams[Team(match, match.away)] ?? Record()).form(before: match)
        )
      }
      for place in order[start..<end] {
        let match = matches[place]
        guard let goals = match.fullTime else { continue }
        let (home, away) = (goals.home, goals.away)
        let gain = Elo().gain(
          homeGoals: home, awayGoals: away, home: found[place].home.elo, away: found[place].away.elo)
        let pi = PiRatings.updated(home: found[place].home.pi, away: found[place].away.pi, goalDifference: home - away)
        teams[Team(match, match.home), default: Record()].count(
          match, scored: home, conceded: away, gain: gain, pi: pi.home)
        teams[Team(match, match.away), default: Record()].count(
          match, scored: away, conceded: home, gain: -gain, pi: pi.away)
      }
      start = end
    }
    return found
  }

  private struct Team: Hashable {
    let competition: String?
    let name: String

    init(_ match: SourceMatch, _ name: String) { (competition, self.name) = (match.competition, name) }
  }

  /// A team's counts: ratings carry over between seasons, everything else starts again.
  private struct Record {
    var season: Season?
    var points: [Int] = []
    var goalDifference = 0
    var last: CalendarDate?
    var elo = Elo.start
    var pi = PiRatings.Rating()

    func form(before match: SourceMatch) -> Form {
      var form = Form(elo: elo, pi: pi)
      guard season == match.season, !points.isEmpty, let last else { return form }
      form.played = points.count
      form.pointsPerMatch = Double(points.reduce(0, +)) / Double(points.count)
      form.goalDifferencePerMatch = Double(goalDifference) / Double(points.count)
      let recent = points.suffix(Form.recentMatches)
      form.recentPoints = Double(recent.reduce(0, +)) / Double(recent.count)
      form.restDays = min(Form.mostRest, match.date.days - last.days)
      return form
    }

    mutating func count(_ match: SourceMatch, scored: Int, conceded: Int, gain: Double, pi: PiRatings.Rating) {
      if season != match.season { (season, points, goalDifference) = (match.season, [], 0) }
      points.append(scored > conceded ? 3 : scored == conceded ? 1 : 0)
      goalDifference += scored - conceded
      elo += gain
      (last, self.pi) = (match.date, pi)
    }
  }
}
