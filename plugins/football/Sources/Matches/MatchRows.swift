internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// Matches as rows of a table: number, competition, kick-off, state, minute, teams and goals.
enum MatchRows {
  /// The columns; `courses` are the matches at a moment, nil for what is stored.
  static func table(
    _ matches: [StoredMatch], courses: [MatchCourse]?, clock: (StoredMatch) -> LocalClock?
  ) throws(Diagnostic) -> Table {
    func goals(_ name: String, _ side: (SourceMatch.Goals) -> Int) -> Column {
      Column(
        name,
        .integer(
          matches.enumerated().map { place, match in
            let score = courses?[place].score.map { SourceMatch.Goals($0.home, $0.away) } ?? match.score
            return score.map(side) ?? ColumnValues.missingInteger
          }))
    }
    return try Table([
      Column("number", .integer(matches.map(\.number))),
      Column("competition", .category(Categorical(matches.map(\.competition)))),
      Column("kickoff", .text(matches.map { kickoff($0, clock($0)) })),
      Column(
        "state",
        .category(Categorical(matches.enumerated().map { (courses?[$0].state ?? $1.state).rawValue }))),
      Column("minute", .text(matches.indices.map { courses?[$0].minute })),
      Column("home", .text(matches.map(\.home))), Column("away", .text(matches.map(\.away))),
      goals("home_goals", \.home), goals("away_goals", \.away),
    ])
  }

  /// The kick-off in the competition's zone, or the day alone while the time is unknown.
  static func kickoff(_ match: StoredMatch, _ clock: LocalClock?) -> String {
    guard let kickoff = match.kickoff else { return match.date.description }
    guard let clock else { return kickoff.description }
    return clock.shown(at: kickoff).description.prefix(16).map { $0 == "T" ? " " : String($0) }.joined()
  }
}

/// The clocks of competitions, each read once.
final class ZoneClocks {
  private let workspace: FootballWorkspace
  private let session: Session
  private var known: [String: LocalClock?] = [:]

  init(_ workspace: FootballWorkspace, _ session: Session) { (self.workspace, self.session) = (workspace, session) }

  /// The clock of a competition; nil where no zone is known, or the machine does not have it.
  func clock(of competition: String) -> LocalClock? {
    if let clock = known[competition] { return clock }
    var clock: LocalClock?
    if let zone = workspace.competition(competition).zone { clock = try? session.clock(in: zone) }
    known[competition] = clock
    return clock
  }
}
