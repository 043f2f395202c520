internal import PodiumCore

/// What is kept and may be wrong: seasons that do not fit their days, and teams.
extension MatchFile {
  /// Reports days that are alone in their season: a year that was typed wrong puts a match into another one.
  mutating func noteStrangeYears() {
    var (counts, played): ([Season: Int], Int) = ([:], 0)
    for match in all where match.fullTime != nil {
      played += 1
      if let season = match.season { counts[season, default: 0] += 1 }
    }
    for match in all where match.fullTime != nil {
      guard let season = match.season, (counts[season] ?? 0) * 50 < played else { continue }
      notices.row(match.line, "kept # in a season with hardly another match", "\(match.date) in \(season)")
    }
  }

  /// Reports days that are not in the season that their row names: in a year of another one, or where more matches of the
  /// league, within 30 days, are of another one. No league has a break as short as that between two seasons.
  mutating func noteStrangeSeasons() {
    typealias Row = (line: Int, date: CalendarDate, season: Season)
    var leagues: [[String]: [Row]] = [:]
    for match in all {
      guard let season = match.season else { continue }
      leagues[[match.competition ?? "", match.league ?? ""], default: []].append((match.line, match.date, season))
    }
    var strange: [Row] = []
    for league in leagues.values {
      let rows = league.ordered { ($0.date.days, $0.line) < ($1.date.days, $1.line) }
      var near: [Season: Int] = [:]
      var (first, next) = (0, 0)
      for row in rows {
        while next < rows.count, rows[next].date.days <= row.date.days + 30 {
          near[rows[next].season, default: 0] += 1
          next += 1
        }
        while rows[first].date.days < row.date.days - 30 {
          near[rows[first].season, default: 0] -= 1
          first += 1
        }
        let isFar = !(row.season.start - 1...row.season.start + 2).contains(row.date.civil.year)
        if isFar || near.values.contains(where: { $0 > near[row.season] ?? 0 }) { strange.append(row) }
      }
    }
    for row in strange.ordered(by: { $0.line < $1.line }) {
      notices.row(row.line, "kept # whose day is not in its season", "\(row.date) in \(row.season)")
    }
  }

  /// Sentences about similar team names, which are never merged. An import looks at the stored names too, and has its own.
  public var alikeTeams: [String] {
    TeamNames.alike(matches.flatMap { [$0.home, $0.away] }).map { "'\($0)' and '\($1)' are counted as two teams" }
  }

  /// Reports teams in two divisions of one season.
  mutating func noteTeams() {
    struct Place: Hashable { let team: String; let season: Season? }
    var divisions: [Place: String?] = [:]
    for match in all where match.fullTime != nil {
      var strays: [String] = []
      for team in [match.home, match.away] {
        let place = Place(team: team, season: match.season)
        let known = divisions.updateValue(match.competition, forKey: place) ?? match.competition
        if known != match.competition { strays.append("\(team) in \(known ?? "")") }
      }
      // One notice per row, even when both teams are in another competition.
      if !strays.isEmpty {
        notices.row(match.line, "# with a team from another competition that season", strays.joined(separator: ", "))
      }
    }
  }
}
