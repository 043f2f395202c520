internal import PodiumCore
internal import PodiumPlugin

/// `football table`: the league table of the stored matches.
struct TableCommand: Command {
  static let competition = Parameter<String>.required(
    "competition", allowed: "a competition code", help: "Competition code, as in E0 or SWE.")
  static let season = Parameter<String>.required(
    "season", allowed: "one year or two, as in 2012 or 2018-19", help: "Season, as in 2012 or 2018-19.")
  static let asof = Parameter<String?>.text("asof", help: "Last day to count, as in asof=2020-01-01.")
  static let ties = Parameter<[String]?>.list(
    "ties", help: "Tie-breakers, in order; by default those of the competition.",
    completion: .words(TieBreak.allCases.map(\.rawValue)))

  let signature = Signature(
    "football table", topic: .plugins, summary: "Show the league table of a competition and season.",
    details: """
      Counts the matches stored by 'football import'. Points for a win and tie-breakers are those of the competition \
      and season, where they are known. Otherwise a win gives 3 points and level teams share a position; set \
      tie-breakers with ties=: \(TieBreak.allCases.map(\.rawValue).joined(separator: ", ")). Play-offs in new league \
      files are left out. Points deductions and awarded matches are not supported.
      """,
    parameters: [competition.any, season.any, asof.any, ties.any],
    examples: [
      Example(
        "football table M1 2023-24", after: ["football import football-league"], "a whole season", prints: "position"),
      Example(
        "football table M1 2024-25 asof=2024-12-31", after: ["football import football-league"],
        "up to the end of the year",
        prints: "2024-12-31"),
      Example(
        "football table M1 2023-24 to table.csv", after: ["football import football-league"], "saved to a file",
        prints: "table.csv"),
      Example(
        "football table M2 2023-24", after: ["football import football-league"], "an unknown competition",
        fails: "unknown-competition"),
    ], seeAlso: ["football import"])

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
      let first = all.map(\.date).min().map { "choose \($0), the day of the first match, or later" }
      throw Diagnostic(
        "no-matches", "'\(competition)' \(season) has no matches to count",
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

  /// The typed competition and season; throws when the workspace does not have them.
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
        help: known.isEmpty ? "import matches first: football import FILE" : "import more with: football import FILE")
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
      // Applying a rule twice changes nothing.
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
      // Third, not last as in print: a narrow screen leaves out the last columns.
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
        "\(left.counted("match", plural: "matches")) left out as play-offs: \(guests.joined(separator: ", ")) played fewer than half the usual number"
      )
    }
    let leagues = Set(counted.compactMap(\.league)).sorted(by: CodePointOrder.precedes)
    if leagues.count > 1 {
      footer.append("counts matches of several leagues together: " + leagues.joined(separator: ", "))
    }
    let played = table.places.map(\.row.played)
    if let fewest = played.min(), let most = played.max(), fewest < most {
      footer.append(
        "teams have played \(fewest) to \(most) matches: the season is unfinished, or extra rounds are included")
    }
    if zip(table.places, table.places.dropFirst()).contains(where: { $0.position == $1.position }) {
      footer.append(
        rules.ties == nil
          ? "tie-breakers are unknown here, so level teams share a position; set them with ties="
          : "teams level on all tie-breakers share a position")
    }
    return footer
  }
}
