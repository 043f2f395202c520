internal import PodiumCore

/// A results file of football-data.co.uk, cell by cell: a bad cell spoils itself or its row, never the file.
struct MatchFile {
  let kind: MatchFormat.Kind
  /// The matches, in the order of the file.
  private(set) var matches: [Match] = []
  /// Rows that hold something.
  private(set) var rowCount = 0
  /// Rows that are no played match.
  private(set) var refused = 0
  private(set) var notices: Notices
  private let format: MatchFormat
  private let prices: OddsColumns?

  /// Where the prices come from; nil when there are none.
  var oddsSource: (name: String, isClosing: Bool)? { prices.map { ($0.source, $0.isClosing) } }

  /// Reads a file; `competition` and, of main leagues, `season` replace what the file says.
  ///
  /// Throws what `MatchCells` and `MatchFormat` refuse, and `no-matches`.
  init(
    _ bytes: [UInt8], name: String, competition: String? = nil, season: Season? = nil, cancellation: Cancellation
  ) throws(Diagnostic) {
    let text = try MatchCells(bytes, name: name, cancellation: cancellation)
    format = try MatchFormat(text.lines, name: name)
    kind = format.kind
    notices = Notices(file: name)
    let lines = text.lines[(format.header + 1)...].filter { !$0.isBlank }
    rowCount = lines.count
    prices = OddsColumns.chosen(format.odds, for: lines)
    for name in format.repeated where ["Date", "FTHG", "FTAG", "HG", "AG"].contains(name) {
      notices.remark("the header names '\(name)' twice; its first column counts")
    }
    for line in lines {
      guard let match = read(line, competition: competition) else {
        refused += 1
        continue
      }
      matches.append(match)
    }
    if let last = lines.last, !text.endsWithLine, last.cells.count < format.width {
      notices.remark(
        "the file ends within row \(name):\(last.number), which has \(last.cells.count.counted("cell")) of \(format.width)"
      )
    }
    dropRepeated()
    guard !matches.isEmpty else {
      throw Diagnostic(
        "no-matches",
        rowCount == 0
          ? "'\(name)' has a header and no match" : "none of \(rowCount.counted("row")) of '\(name)' is a match",
        help: notices.sentences.first ?? "download the file again"
      ).inFile(name, line: text.lines[format.header].number)
    }
    if kind == .main { nameSeasons(season) }
    noteTeams()
  }

  /// One row; nil when it is no match, with the reason noted.
  private mutating func read(_ line: MatchCells.Line, competition: String?) -> Match? {
    func refused(_ what: String, _ detail: String = "") { notices.row(line.number, "left out: " + what, detail) }
    let division = competition ?? code(line[format.division])
    guard !division.isEmpty else {
      refused("no competition")
      return nil
    }
    guard let date = MatchCell.date(line[format.date]) else {
      refused("no date", "'\(line[format.date])'")
      return nil
    }
    let (home, away) = (line[format.home], line[format.away])
    guard !home.isEmpty, !away.isEmpty, home != away else {
      refused(home == away && !home.isEmpty ? "both sides are one team" : "a team has no name", home)
      return nil
    }
    let goals = (line[format.homeGoals], line[format.awayGoals])
    guard let homeGoals = MatchCell.goals(goals.0), let awayGoals = MatchCell.goals(goals.1) else {
      refused(
        goals.0.isEmpty && goals.1.isEmpty ? "no score" : "goals that are no whole number", goals.0 + " : " + goals.1)
      return nil
    }
    var season = Season(winter: date, competition: division)
    if let place = format.season {
      guard let named = Season(line[place]) else {
        refused("no season", "'\(line[place])'")
        return nil
      }
      season = named
    }
    var match = Match(
      line: line.number, competition: division, league: format.league.map { line[$0] }, season: season, date: date,
      time: MatchCell.time(line[format.time]), home: home, away: away, homeGoals: homeGoals, awayGoals: awayGoals)
    let written = line[format.result]
    if !written.isEmpty, written != match.result.letter {
      notices.row(
        line.number, "whose result contradicts the goals, which count",
        "\(homeGoals) : \(awayGoals) is \(match.result.letter), not '\(written)'")
    }
    match.halfTime = halfTime(line, match)
    match.odds = odds(line)
    return match
  }

  /// The code of a competition: the division of main leagues, the file's name of a country's new league.
  private func code(_ cell: String) -> String { kind == .main ? cell : Competitions.codes[cell] ?? cell }

  private mutating func halfTime(_ line: MatchCells.Line, _ match: Match) -> Match.HalfTime? {
    let (home, away) = (line[format.halfTimeHome], line[format.halfTimeAway])
    if home.isEmpty, away.isEmpty { return nil }
    guard let a = MatchCell.goals(home), let b = MatchCell.goals(away), a <= match.homeGoals, b <= match.awayGoals
    else {
      notices.row(
        line.number, "whose half-time score is left out", "\(home) : \(away) of \(match.homeGoals) : \(match.awayGoals)"
      )
      return nil
    }
    return Match.HalfTime(home: a, away: b)
  }

  /// The three prices, when they can be those of one bookmaker.
  private mutating func odds(_ line: MatchCells.Line) -> [Double]? {
    guard let prices else { return nil }
    let cells = prices.places.map { line[$0] }
    if cells.allSatisfy(\.isEmpty) { return nil }
    // A comma too many shifts what follows it: prices of such a row are those of somebody else.
    guard line.cells.dropFirst(format.width).allSatisfy(\.isEmpty) else {
      notices.row(line.number, "with more cells than the header, whose odds are left out")
      return nil
    }
    let odds = cells.compactMap(MatchCell.odds)
    guard odds.count == 3 else {
      notices.row(line.number, "whose odds are left out: no three prices above 1", cells.joined(separator: " "))
      return nil
    }
    let margin = odds.reduce(-1) { $0 + 1 / $1 }
    // The sum of a fair book's shares may come out a rounding error below 1.
    guard margin >= -1e-9, margin <= 0.2 else {
      notices.row(
        line.number, "whose odds are left out: the margin must lie between 0 and 0.2", NumberText.fixed(margin, 3))
      return nil
    }
    return odds
  }

  /// One match has one row; what a second says otherwise is refused.
  private mutating func dropRepeated() {
    struct Name: Hashable { let competition, home, away: String; let date: CalendarDate }
    var seen: [Name: Match] = [:]
    var kept: [Match] = []
    for match in matches {
      let name = Name(competition: match.competition, home: match.home, away: match.away, date: match.date)
      guard let first = seen[name] else {
        seen[name] = match
        kept.append(match)
        continue
      }
      refused += 1
      let isSame = (first.homeGoals, first.awayGoals) == (match.homeGoals, match.awayGoals)
      notices.row(
        match.line,
        isSame
          ? "left out: the match stands in the file before" : "left out: the match was told before with another score",
        "line \(first.line)")
    }
    matches = kept
  }

  /// A file of main leagues does not name its season: all of a file that spans at most a year is one.
  private mutating func nameSeasons(_ given: Season?) {
    let dates = matches.map(\.date)
    guard let first = dates.min(), let last = dates.max() else { return }
    let isOne = last.days - first.days < 366
    for place in matches.indices {
      if let given {
        matches[place].season = given
      } else if isOne {
        matches[place].season = Season(winter: first, competition: matches[place].competition)
      }
    }
  }

  /// Names that are spelt alike are told, never joined; so is a team in two divisions of a season.
  private mutating func noteTeams() {
    for (a, b) in TeamNames.alike(matches.flatMap { [$0.home, $0.away] }) {
      notices.remark("'\(a)' and '\(b)' are counted as two teams")
    }
    struct Place: Hashable { let team: String; let season: Season }
    var divisions: [Place: String] = [:]
    for match in matches {
      var strays: [String] = []
      for team in [match.home, match.away] {
        let place = Place(team: team, season: match.season)
        let known = divisions.updateValue(match.competition, forKey: place) ?? match.competition
        if known != match.competition { strays.append("\(team) in \(known)") }
      }
      // One row is told once, also when both of its teams stray.
      if !strays.isEmpty {
        notices.row(
          match.line, "with a team that is in another competition that season", strays.joined(separator: ", "))
      }
    }
  }
}
