internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// Matches as rows of a table: number, competition, kick-off, state, minute, teams and goals.
enum MatchRows {
  /// The columns; `courses` are the matches at a moment, nil for what is stored.
  static func table(
    _ matches: [StoredMatch], courses: [MatchCourse]?, scorers: MatchScorers? = nil, clock: (StoredMatch) -> LocalClock?
  ) throws(Diagnostic) -> Table {
    func goals(_ name: String, _ side: (SourceMatch.Goals) -> Int) -> Column {
      Column(
        name,
        .integer(
          matches.enumerated().map { place, match in
            (courses?[place].score ?? match.score).map(side) ?? ColumnValues.missingInteger
          }))
    }
    return try Table(
      [
        Column("number", .integer(matches.map(\.number))),
        Column("competition", .category(Categorical(matches.map(\.competition)))),
        Column("kickoff", .text(matches.map { kickoff($0, clock($0)) })),
        Column("state", .category(Categorical(matches.enumerated().map { (courses?[$0].state ?? $1.state).rawValue }))),
        Column("minute", .text(matches.indices.map { courses?[$0].minute })),
        Column("home", .text(matches.map(\.home))), Column("away", .text(matches.map(\.away))),
        goals("home_goals", \.home), goals("away_goals", \.away), Column("ground", .text(matches.map(\.ground))),
        Column("kickoff_utc", .datetime(matches.map(\.kickoff))),
      ]
        + (scorers.map { scorers in
          [
            Column("home_scorers", .text(matches.map { scorers[$0.number]?.home })),
            Column("away_scorers", .text(matches.map { scorers[$0.number]?.away })),
          ].filter { $0.missingCount < matches.count }
        } ?? []))
  }

  /// The matches as verbs list them.
  static func list(
    _ matches: [StoredMatch], courses: [MatchCourse]? = nil, in workspace: FootballWorkspace
  ) throws(Diagnostic) -> Output {
    let output = TableOutput(
      try table(matches, courses: courses) { workspace.clock(of: $0.competition) },
      title: matches.count.counted("match", plural: "matches"))
    return .table(showing(output, scores: [("home_goals", "hg"), ("away_goals", "ag")]))
  }

  /// The kick-off in the competition's zone, or the day alone while the time is unknown.
  static func kickoff(_ match: StoredMatch, _ clock: LocalClock?) -> String {
    guard let kickoff = match.kickoff else { return match.date.description }
    guard let clock else { return kickoff.description }
    return clock.shown(at: kickoff).description.prefix(16).map { $0 == "T" ? " " : String($0) }.joined()
  }

  /// The time of the kick-off alone, `15:00` in the competition's zone or `13:00Z` where that is unknown; empty without a time.
  static func hour(_ match: StoredMatch, _ clock: LocalClock?) -> String {
    guard let kickoff = match.kickoff else { return "" }
    let shown = (clock?.shown(at: kickoff) ?? kickoff).description
    return shown.dropFirst(11).prefix(5) + (clock == nil ? "Z" : "")
  }
}

extension MatchRows {
  /// The screen of a phone, in columns.
  private static let phone = 40

  /// A list of matches whose teams and scores are seen on a phone too; `scores` has short names of the columns of scores.
  static func showing(_ output: TableOutput, scores: [(column: String, short: String)]) -> TableOutput {
    let table = output.table
    func cells(_ name: String) -> [String] {
      guard let column = table[name] else { return [] }
      return (0..<table.rowCount).map { column[$0].isMissing ? "" : column[$0].fileText }
    }
    var narrow: [String: Column] = [:]
    var room = phone
    for (name, short) in [("number", "no")] + scores {
      guard let column = table[name] else { continue }
      narrow[name] = Column(short, column.values)
      room -= 2 + (cells(name) + [short]).map(DisplayWidth.of).reduce(0, max)
    }
    // Two names beside each other; the first column has no gap before it.
    let width = max(4, (room + 2 - 4) / 2)
    for side in ["home", "away"] {
      narrow[side] = Column(side, .text(cells(side).map { $0.shortened(toWidth: width) }))
    }
    return output.showing(["number", "home", "away"] + scores.map(\.column), narrow: narrow)
  }

  /// Each match in two lines, as on the page of a live score service: a dot for its state, minute, teams and goals.
  static func lines(_ table: Table) -> [String] {
    func text(_ name: String, _ row: Int) -> String {
      guard let value = table[name]?[row], !value.isMissing else { return "" }
      return value.fileText
    }
    let rows = 0..<table.rowCount
    let names = rows.flatMap { [text("home", $0), text("away", $0)] }
    let width = min(40, names.map(\.count).max() ?? 0)
    return rows.map { row in
      let state = MatchState(rawValue: text("state", row)) ?? .scheduled
      let minute = text("minute", row)
      // The time alone says when; a date without a time, which day.
      let kickoff = String(text("kickoff", row).split(separator: " ").last ?? "")
      let when =
        switch state {
        case .scheduled: kickoff
        case .fullTime, .halfTime: minute
        default: minute.isEmpty ? state.rawValue : minute
        }
      let dot = state.isLive ? "●" : state.isFinal ? "■" : state == .scheduled || state == .delayed ? "○" : "×"
      let number = text("number", row)
      let space = String(repeating: " ", count: 4)
      func line(_ head: String, _ team: String, _ goals: String, _ tail: String) -> String {
        (head + team.padded(toWidth: width) + space + goals.padded(toWidth: 2, right: true) + "  " + tail).trimmedEnd
      }
      // Who scored, and where: under the teams.
      let scorers = [text("home_scorers", row), text("away_scorers", row)].filter { !$0.isEmpty }
      let more = [scorers.joined(separator: "; "), text("ground", row)].filter { !$0.isEmpty }.joined(separator: " · ")
      return line("\(dot) " + number.padded(toWidth: 5), text("home", row), text("home_goals", row), when) + "\n"
        + line(String(repeating: " ", count: 7), text("away", row), text("away_goals", row), text("competition", row))
        + (more.isEmpty ? "" : "\n" + String(repeating: " ", count: 7) + more)
    }
  }
}

extension String {
  /// The name of a team with its first and last words, the longer one cut: United and City tell two teams apart.
  fileprivate func shortened(toWidth width: Int) -> String {
    guard DisplayWidth.of(self) > width else { return self }
    let words = split(separator: " ").map(String.init)
    guard words.count > 1, let first = words.first, let last = words.last, width >= 9 else {
      return cut(toWidth: width)
    }
    let half = (width - 1) / 2
    let (a, b) = (DisplayWidth.of(first), DisplayWidth.of(last))
    let room = b <= half ? width - 1 - b : a <= half ? a : half
    return first.cut(toWidth: room) + " " + last.cut(toWidth: width - 1 - min(a, room))
  }

  fileprivate var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
