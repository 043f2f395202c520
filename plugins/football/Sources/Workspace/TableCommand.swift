internal import PodiumCore
internal import PodiumPlugin

/// `football table`: the league table of matches that the workspace keeps.
struct TableCommand: Command {
  static let competition = Parameter<String>.required(
    "competition", allowed: "the code of a competition", help: "The competition, as in E0 or SWE.")
  static let season = Parameter<String>.required(
    "season", allowed: "a year or two, as in 2012 or 2018-19", help: "The season, as in 2012 or 2018-19.")
  static let asof = Parameter<String?>.text("asof", help: "The last day that counts, as in asof=2020-01-01.")
  static let ties = Parameter<[String]?>.list(
    "ties", help: "What decides between level teams, in this order; the competition's own rule when left out.",
    completion: .words(TieBreak.allCases.map(\.rawValue)))

  let signature = Signature(
    "football table", topic: .plugins, summary: "Show the league table of a competition's season.",
    details: """
      Counts the matches that football import has kept. Points for a win and the rule for level teams are those of the \
      competition and season where they are known; where they are not, level teams share a position, and ties= says \
      what is to part them: \(TieBreak.allCases.map(\.rawValue).joined(separator: ", ")). Play-offs that the files of \
      new leagues mix in are left out. Deducted points and awarded matches are not known to it.
      """,
    parameters: [competition.any, season.any, asof.any, ties.any],
    examples: [
      Example(
        "football table M1 2023-24", after: ["football import football-league"], "a whole season", prints: "position"),
      Example(
        "football table M1 2024-25 asof=2024-12-31", after: ["football import football-league"], "at the end of a year",
        prints: "2024-12-31"),
      Example(
        "football table M1 2023-24 to table.csv", after: ["football import football-league"], "into a file",
        prints: "table.csv"),
      Example(
        "football table M2 2023-24", after: ["football import football-league"], "a competition that is not there",
        fails: "unknown-competition"),
    ], seeAlso: ["football import"])

  /// Nothing is changed.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let (competition, season) = try TableCommand.season(call, in: store)
    var rules = LeagueRules(competition, season)
    if let typed = call[TableCommand.ties] { rules.ties = try TableCommand.ties(typed, call) }
    let last = try TableCommand.day(call)
    let query = RecordQuery(
      MatchRecords.name,
      where: [.equals("competition", .text(competition)), .equals("season", .text(season.description))],
      order: [("date", false), ("home", false)])
    let all = MatchRecords.matches(try store.table(query, fields: nil))
    let guests = PlayOffs.guests(all)
    let counted = all.filter { match in
      (last.map { match.date <= $0 } ?? true) && !guests.contains(match.home) && !guests.contains(match.away)
    }
    guard !counted.isEmpty else {
      let first = all.map(\.date).min().map { "the first match is on \($0)" }
      throw Diagnostic(
        "no-matches", "no match of '\(competition)' \(season) counts",
        span: call.span(of: TableCommand.asof) ?? call.span(of: TableCommand.season), help: first)
    }
    let table = LeagueTable(counted, rules: rules)
    return [
      .table(
        TableOutput(
          try TableCommand.columns(table), title: "\(competition) \(season)" + (last.map { " up to \($0)" } ?? ""),
          footer: TableCommand.footer(table, rules, all: all, counted: counted, guests: guests)))
    ]
  }

  /// The competition and season that were typed, if the workspace has them.
  private static func season(_ call: Call, in store: any RecordStore) throws(Diagnostic) -> (String, Season) {
    let kept = try store.table(RecordQuery(MatchRecords.name), fields: ["competition", "season"])
    var known: [String: Set<Season>] = [:]
    for row in 0..<kept.rowCount {
      guard case .text(let name)? = kept["competition"]?[row], case .text(let text)? = kept["season"]?[row],
        let season = Season(text)
      else { continue }
      known[name, default: []].insert(season)
    }
    let competition = call[TableCommand.competition]
    guard let seasons = known[competition] else {
      throw Diagnostic.unknown(
        "competition", competition, among: known.keys.sorted(by: CodePointOrder.precedes),
        span: call.span(of: TableCommand.competition),
        help: known.isEmpty ? "no match is kept yet: football import FILE" : "football import FILE keeps more")
    }
    let typed = call[TableCommand.season]
    guard let season = Season(typed), seasons.contains(season) else {
      throw Diagnostic.unknown(
        "season", typed, among: seasons.sorted().map(\.description), span: call.span(of: TableCommand.season))
    }
    return (competition, season)
  }

  private static func day(_ call: Call) throws(Diagnostic) -> CalendarDate? {
    guard let typed = call[TableCommand.asof] else { return nil }
    guard let day = CalendarDate(iso: typed) else {
      throw .badValue("asof", typed, allowed: "a day, as in 2020-01-01", span: call.span(of: TableCommand.asof))
    }
    return day
  }

  private static func ties(_ typed: [String], _ call: Call) throws(Diagnostic) -> [TieBreak] {
    var ties: [TieBreak] = []
    for word in typed {
      guard let tie = TieBreak(rawValue: word) else {
        throw .unknownWord(
          "ties", word, among: TieBreak.allCases.map(\.rawValue), span: call.span(of: TableCommand.ties))
      }
      // A rule that was applied parts nobody a second time.
      if !ties.contains(tie) { ties.append(tie) }
    }
    return ties
  }

  private static func columns(_ table: LeagueTable) throws(Diagnostic) -> Table {
    func whole(_ name: String, _ value: (LeagueTable.Row) -> Int) -> Column {
      Column(name, .integer(table.places.map { value($0.row) }))
    }
    return try Table([
      Column("position", .integer(table.places.map(\.position))),
      Column("team", .category(Categorical(table.places.map(\.row.team)))),
      // Third, and not last as in print: a narrow screen leaves out what stands last.
      whole("points", \.points), whole("played", \.played), whole("won", \.won), whole("drawn", \.drawn),
      whole("lost", \.lost),
      whole("goals_for", \.goalsFor), whole("goals_against", \.goalsAgainst),
      whole("goal_difference", \.goalDifference),
    ])
  }

  private static func footer(
    _ table: LeagueTable, _ rules: LeagueRules, all: [Match], counted: [Match], guests: [String]
  ) -> [String] {
    var footer = ["\(counted.count.counted("match", plural: "matches")), \(rules.winPoints) points for a win"]
    if !guests.isEmpty {
      let left = all.count { guests.contains($0.home) || guests.contains($0.away) }
      footer.append(
        "\(left.counted("match", plural: "matches")) left out as play-offs: \(guests.joined(separator: ", ")) played fewer than half of the usual number"
      )
    }
    let leagues = Set(counted.compactMap(\.league)).sorted(by: CodePointOrder.precedes)
    if leagues.count > 1 {
      footer.append("matches of several leagues are counted together: " + leagues.joined(separator: ", "))
    }
    let played = table.places.map(\.row.played)
    if let fewest = played.min(), let most = played.max(), fewest < most {
      footer.append(
        "teams have played \(fewest) to \(most) matches: a season under way, or further rounds counted with the league")
    }
    if zip(table.places, table.places.dropFirst()).contains(where: { $0.position == $1.position }) {
      footer.append(
        rules.ties == nil
          ? "the rule for level teams is not known here, so they share a position; ties= names one"
          : "teams that no rule parts share a position")
    }
    return footer
  }
}
