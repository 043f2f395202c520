internal import PodiumCore

/// A list of goals, one a row, of matches that another file has, as the one of internationals:
/// `date,home_team,away_team,team,scorer,minute,own_goal,penalty`. The team is the one whose score rises.
public struct GoalList {
  private enum Part { case date, home, away, team, scorer, minute, ownGoal, penalty }

  /// The headings, in lower case and with lines for spaces.
  private static let words: [Part: [String]] = [
    .date: ["date"], .home: ["home_team", "home", "hometeam"], .away: ["away_team", "away", "awayteam"],
    .team: ["team"], .scorer: ["scorer", "player"], .minute: ["minute"], .ownGoal: ["own_goal", "owngoal"],
    .penalty: ["penalty"],
  ]

  private struct Match: Hashable {
    let date: CalendarDate
    let home: String
    let away: String
  }

  private let places: [Part: Int]

  /// Nil for a table with other headings.
  private init?(_ header: MatchCells.Line) {
    let titles = header.cells.map { $0.lowercased().replacing(" ", with: "_") }
    let places = GoalList.words.compactMapValues { words in titles.firstIndex(where: words.contains) }
    guard [.date, .home, .away, .team, .scorer].allSatisfy({ places[$0] != nil }) else { return nil }
    self.places = places
  }

  /// Whether a table is such a list, by its headings.
  public static func recognises(_ lines: [MatchCells.Line]) -> Bool {
    lines.first { !$0.isBlank }.map { GoalList($0) != nil } ?? false
  }

  /// The matches with their goals; nil for a table that is not such a list.
  public static func read(_ lines: [MatchCells.Line]) -> SourceFile? {
    guard let header = lines.firstIndex(where: { !$0.isBlank }), let list = GoalList(lines[header]) else { return nil }
    var file = SourceFile(format: "list of goals")
    file.isOfKnownMatches = true
    let rows = lines[(header + 1)...].filter { !$0.isBlank }
    let dates = TextDates(rows.lazy.map { $0[list.places[.date]] })
    var known: [Match: Int] = [:]
    for row in rows {
      func refuse(_ reason: String) { file.refusals.append(.init(row.number, reason)) }
      func cell(_ part: Part) -> String { row[list.places[part]] }
      guard let date = dates.day(cell(.date)) else {
        refuse("the date '\(cell(.date).abridged)' is not a day")
        continue
      }
      let (home, away, team) = (cell(.home), cell(.away), cell(.team))
      guard !home.isEmpty, !away.isEmpty, team == home || team == away else {
        refuse("'\(team.abridged)' is not one of '\(home.abridged)' and '\(away.abridged)'")
        continue
      }
      let place = known[Match(date: date, home: home, away: away)] ?? file.matches.count
      if place == file.matches.count {
        known[Match(date: date, home: home, away: away)] = place
        file.matches.append(SourceMatch(line: row.number, date: date, home: home, away: away))
      }
      let minute = cell(.minute)
      let read = MatchMinute(minute.hasSuffix(".0") ? String(minute.dropLast(2)) : minute)
      if read == nil, !isOpen(minute) {
        file.notes.append("line \(row.number): ignored the minute '\(minute.abridged)', which is not one")
      }
      let kind: MatchReport.Kind = isYes(cell(.ownGoal)) ? .ownGoal : isYes(cell(.penalty)) ? .penaltyGoal : .goal
      file.matches[place].scorers.append(
        .init(isOpen(cell(.scorer)) ? "" : cell(.scorer), read, isHome: team == home, kind: kind))
    }
    return file
  }

  private static func isYes(_ text: String) -> Bool { ["true", "1", "yes", "t"].contains(text.lowercased()) }

  private static func isOpen(_ text: String) -> Bool { ["", "na", "n/a", "null", "-"].contains(text.lowercased()) }
}
