internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// The positionals that choose a season.
enum ChosenSeason {
  static let competition = Parameter<String>.required(
    "competition", allowed: "a competition code", help: "Competition code, as in E0 or SWE.",
    completion: .records([RecordNames(FootballKinds.match, "competition")], words: []))
  static let season = Parameter<String>.required(
    "season", allowed: "one year or two, as in 2012 or 2018-19", help: "Season, as in 2012 or 2018-19.")

  /// The teams of the stored matches, for Tab.
  static let teams = Completion.records([RecordNames(FootballKinds.match, "home")], words: [])
  /// The same with those that have no home match.
  static let sides = Completion.records(
    [RecordNames(FootballKinds.match, "home"), RecordNames(FootballKinds.match, "away")], words: [])

  /// A word and where it was typed.
  typealias Typed = (text: String, span: SourceSpan?)

  /// The typed competition and season; throws `unknown-competition` and `unknown-season` where they have no matches.
  static func read(_ call: Call, in workspace: FootballWorkspace) throws(Diagnostic) -> (String, Season) {
    try read((call[competition], call.span(of: competition)), (call[season], call.span(of: season)), in: workspace)
  }

  static func read(
    _ competition: Typed, _ season: Typed, in workspace: FootballWorkspace
  ) throws(Diagnostic) -> (String, Season) {
    var code = competition.text
    // Without an error there is no need to read what else is stored.
    if let season = Season(season.text), try workspace.hasMatches(code, season) { return (code, season) }
    let known = try workspace.seasons()
    if known[code] == nil { code = FootballWorkspace.other(code, among: Array(known.keys)) ?? code }
    guard known[code] != nil else {
      throw Diagnostic.unknown(
        "competition", code, among: known.keys.inCodePointOrder(), span: competition.span,
        help: known.isEmpty ? "import matches first: football import FILE" : "import more with: football import FILE")
    }
    return (code, try workspace.season(season.text, of: code, at: season.span))
  }
}

struct FootballTableCommand: Command {
  static let asof = Parameter<String?>.text("asof", help: "Last day to count, as in asof=2020-01-01.")
  static let side = Parameter<String?>.choice(
    "at", ["home", "away"], help: "Count only home matches, or only away matches; by default both.")
  static let form = Parameter<Int?>.optionalInt(
    "form", in: 1...50, help: "Number of results to show per team, oldest first, as in form=5.")
  static let stage = Parameter<String?>.text(
    "stage", help: "Only this stage, as in stage=Apertura; stage=\"regular season\" has the matches of none.",
    completion: .records([RecordNames(FootballKinds.match, "stage")], words: []))
  static let group = Parameter<String?>.text("group", help: "Only this group, as in group=A; by default all of them.")
  static let ties = Parameter<[String]?>.list(
    "ties", help: "Tie-breakers, in order; by default those of the competition.",
    completion: .words(TieBreak.allCases.map(\.rawValue)))

  let signature = Signature(
    "football table", topic: .plugins, summary: "Show the league table of a competition and season.",
    details: """
      Counts the matches stored by 'football import', with awarded matches (football award), points deductions \
      (football adjust) and expelled teams (football expel). Points for a win, tie-breakers and splits are those of the \
      competition and season, where they are known. Otherwise a win gives 3 points and level teams share a position; \
      set tie-breakers with ties=: \(TieBreak.allCases.map(\.rawValue).joined(separator: ", ")). Knock-out \
      rounds (football bracket), and play-offs against clubs of another league, are left out; each group and each stage \
      has a table of its own, and group= and stage= choose one.
      """,
    parameters: [
      ChosenSeason.competition.any, ChosenSeason.season.any, asof.any, side.any, form.any, ties.any, group.any,
      stage.any,
    ],
    exampleLines: MatchDay.lines(
      """
      a whole season: {league}; football table M1 2023-24 -> position
      up to the end of the year: {league}; football table M1 2024-25 asof=2024-12-31 -> 2024-12-31
      away matches, with the last five: {league}; football table M1 2023-24 at=away form=5 -> form
      saved to a file: {league}; football table M1 2023-24 to table.csv -> table.csv
      an unknown competition: {league}; football table M2 2023-24 -> !unknown-competition
      """), traits: .readsOnly, seeAlso: ["football import", "football matches", "football adjust"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    var table = try SeasonTable(workspace, code, season)
    let isTyped = call[FootballTableCommand.ties] != nil
    if let typed = call[FootballTableCommand.ties] {
      table.rules.ties = try FootballTableCommand.ties(typed, at: call.span(of: FootballTableCommand.ties))
      (table.rules.needsAllMeetings, table.rules.reapplies) = (false, false)
    }
    let last = try call.day(FootballTableCommand.asof, in: session)
    let side = call[FootballTableCommand.side].flatMap { LeagueTable.Side(rawValue: $0) } ?? .both
    let chosen = try StageChoice(call, table)
    let title =
      "\(code) \(season)" + (side == .both ? "" : ", \(side.rawValue) matches") + (last.map { " up to \($0)" } ?? "")
    var outputs: [Output] = []
    for phase in chosen.phases {
      var table = table
      table.count(upTo: last, phase: phase)
      if table.rows.isEmpty { continue }
      var league = table.table(side: side)
      if let teams = chosen.teams { league.keep { teams.contains(table.teams[$0]) } }
      let part = (chosen.name ?? (chosen.phases.count > 1 ? phase?.title : nil)).map { ", " + $0 }
      let shown = title + (part ?? "")
      var output = TableOutput(
        try FootballTableCommand.columns(league, table, side: side, form: call[FootballTableCommand.form]),
        title: shown, footer: FootballTableCommand.footer(league, table, isTyped: isTyped, side: side))
      output.picture = PositionsPicture(table: table, side: side, title: shown + ": position after each round")
        .picture()
      let first = (output.table["group"] == nil ? [] : ["group"]) + ["position", "team", "points"]
      output = output.showing(first + (call[FootballTableCommand.form] == nil ? [] : ["form"]))
      outputs += [.table(output)] + FootballTableCommand.warnings(league, table).map(Output.warning)
    }
    guard outputs.isEmpty else { return outputs }
    let first = table.matches.filter(\.counts).map(\.date).min().map {
      "choose \($0), the day of the first result, or later"
    }
    throw Diagnostic(
      "no-matches", "'\(code)' \(season) has no matches to count",
      span: call.span(of: FootballTableCommand.asof) ?? call.span(of: ChosenSeason.season), help: first)
  }

  static func ties(_ typed: [String], at span: SourceSpan?) throws(Diagnostic) -> [TieBreak] {
    var ties: [TieBreak] = []
    for word in typed {
      guard let tie = TieBreak(rawValue: word) else {
        throw .unknownWord("ties", word, among: TieBreak.allCases.map(\.rawValue), span: span)
      }
      // Applying a rule twice changes nothing.
      if !ties.contains(tie) { ties.append(tie) }
    }
    return ties
  }

  static func columns(
    _ league: LeagueTable, _ table: SeasonTable, side: LeagueTable.Side = .both, form: Int? = nil
  ) throws(Diagnostic) -> Table {
    func whole(_ name: String, _ value: (TableRow) -> Int) -> Column {
      Column(name, .integer(league.places.map { value($0.row) }))
    }
    var columns =
      table.groups == nil
      ? [] : [Column("group", .category(Categorical(league.places.map { table.group(of: $0.team) })))]
    columns += [
      Column("position", .integer(league.places.map(\.position))),
      Column("team", .category(Categorical(league.places.map { table.teams[$0.team] }))),
      // Third, not last as in print: a narrow screen leaves out the last columns.
      whole("points", \.points), whole("played", \.played), whole("won", \.won), whole("drawn", \.drawn),
      whole("lost", \.lost), whole("goals_for", \.goalsFor), whole("goals_against", \.goalsAgainst),
      whole("goal_difference", \.goalDifference),
    ]
    if !table.adjustments.isEmpty { columns.append(whole("adjustment", \.adjustment)) }
    if let form {
      columns.append(Column("form", .text(league.places.map { table.form($0.team, last: form, side: side) })))
    }
    return try Table(columns)
  }

  /// What counts into the table, and what does not.
  static func footer(
    _ league: LeagueTable, _ table: SeasonTable, isTyped: Bool, side: LeagueTable.Side = .both
  ) -> [String] {
    let rules = table.rules
    let knockOuts = table.playOffs.knockOuts.count
    var footer: [String?] = [
      "\(table.rows.count.counted("match", plural: "matches")), \(rules.winPoints) points for a win",
      table.playOffs.guests.isEmpty ? nil : table.playOffs.left(table.matches),
      table.lateMatches.isEmpty
        ? nil
        : "\(table.lateMatches.count.counted("match", plural: "matches")) left out as play-offs: both teams had played all "
          + "matches of the season",
      table.hasUnnamedGroups
        ? "the source names no groups: the teams of one have all met each other, and no others until all had; numbered by "
          + "their first matches" : nil,
      knockOuts > 0
        ? "\(knockOuts.counted("match", plural: "matches")) of knock-out rounds left out: "
          + "football bracket \(CommandText.word(table.competition.code)) \(table.season)" : nil,
    ]
    footer += table.deciders.map { "\($0.title) decided between teams level on points, and counts for no more" }
    if league.awaitsPlayOff {
      footer.append(
        "a match decides between the teams level on points that share a place, and its result is not stored")
    }
    footer += table.adjustments.map { one -> String? in
      let goals = [(one.goalsFor, "for"), (one.goalsAgainst, "against")].filter { $0.0 != 0 }.map { count, side in
        ", \(count > 0 ? "+" : "−")\(abs(count).counted("goal")) \(side)"
      }
      return
        "\(one.team) \(one.points > 0 ? "+" : "−")\(abs(one.points).counted("point"))\(goals.joined()): \(one.reason)"
    }
    footer += table.expulsions.map {
      "\($0.team) was expelled: its " + ($0.policy == .void ? "matches do not count" : "remaining matches count 0-3")
    }
    let awarded = table.counted.count { $0.state == .awarded }
    if awarded > 0 { footer.append("\(awarded.counted("match", plural: "matches")) awarded") }
    if let split = rules.split, table.phase == nil || table.phases.count == 1 {
      footer.append(
        table.cut == nil
          ? "the season splits after \(split.matches) matches of each team"
          : "split after \(split.matches) matches: groups of \(split.groups.map(String.init).joined(separator: " and ")) "
            + "keep apart" + (side == .both ? split.carried : "; points as they were won"))
    }
    let leagues = Set(table.counted.compactMap(\.league)).inCodePointOrder()
    let played = league.places.map(\.row.played)
    let (fewest, most) = (played.min() ?? 0, played.max() ?? 0)
    let isShared = zip(league.places, league.places.dropFirst()).contains { $0.position == $1.position }
    footer += [
      rules.isPointsPerMatch ? "the season was ended early: points per match decide the order" : nil,
      leagues.count > 1 ? "counts matches of several leagues together: " + leagues.joined(separator: ", ") : nil,
      fewest < most
        ? "teams have played \(fewest) to \(most) matches: the season is unfinished, or extra rounds are included"
        : nil,
    ]
    if isShared, !league.awaitsPlayOff {
      footer.append(
        rules.ties == nil
          ? rules.source.map {
            "no rule for level teams is verified for this season (\($0)), so they share a position; set one with ties="
          }
            ?? "tie-breakers are unknown here, so level teams share a position; set them with ties="
          : "teams level on all tie-breakers share a position")
    }
    return footer.compactMap { $0 }
  }

  /// Says of a table that several stages are in it.
  static func parts(of table: SeasonTable) -> [String] {
    guard table.phase == nil, table.phases.count > 1, !table.namesSplit else { return [] }
    let titles = table.phases.map(\.title)
    let shown = titles.prefix(4).joined(separator: ", ") + (titles.count > 4 ? ", …" : "")
    return [
      "\(titles.count) stages (\(shown)) are counted together here; football table "
        + "\(CommandText.word(table.competition.code)) \(table.season) shows each of them"
    ]
  }

  /// What makes a plain table doubtful.
  static func warnings(_ league: LeagueTable, _ table: SeasonTable) -> [String] {
    var warnings: [String] = []
    warnings += parts(of: table)
    if table.meetings?.lowerBound == 0, let twin = TeamNames.twins(table.counted).first {
      warnings.append(
        "'\(twin.first)' and '\(twin.second)' have the same \(twin.results.counted("result")): a team under two names counts "
          + "twice here; football alias add \(CommandText.quoted(twin.second)) \(CommandText.quoted(twin.first)) joins them"
      )
    }
    if table.rules.hasGuessedPoints {
      warnings.append(
        "counted 3 points for a win, which few gave before 1995: football competition add "
          + "\(CommandText.word(table.competition.code)) points=2 years=..\(table.season.start) sets two")
    }
    if table.playOffs.knockOuts.isEmpty, !table.playOffs.rounds.isEmpty {
      warnings.append(
        "all matches are of knock-out rounds, which have no table: football bracket "
          + "\(CommandText.word(table.competition.code)) \(table.season)")
    }
    let played = league.places.map(\.row.played)
    if let fewest = played.min(), let most = played.max(), most >= max(2 * fewest, 4), table.phases.count < 2,
      table.groups == nil, table.playOffs.knockOuts.isEmpty, let meetings = table.meetings, meetings.lowerBound == 0,
      !table.matches.contains(where: { $0.state == .scheduled })
    {
      warnings.append(
        "teams have played \(fewest) to \(most) matches, and not all have met: groups and knock-out rounds may be counted "
          + "together here as one league, since the source names neither")
    }
    if table.rules.split == nil, table.groups == nil, let meetings = table.meetings, meetings.upperBound > 2,
      meetings.lowerBound < meetings.upperBound - 1
    {
      warnings.append(
        "teams have met \(meetings.lowerBound) to \(meetings.upperBound) times: the season may be split into groups, which "
          + "this table does not keep apart; set it with football competition add \(CommandText.word(table.competition.code)) split="
      )
    }
    warnings += table.repeated.prefix(3).map { matches in
      let (first, last) = (matches[0], matches[matches.count - 1])
      return "'\(first.home)' against '\(first.away)' counts \(matches.count) times, on "
        + matches.map(\.date.description).joined(separator: " and ") + " (matches "
        + matches.map { String($0.number) }.joined(separator: " and ")
        + "), once more than other pairs at one ground; if one corrects the other: football match delete \(last.number)"
    }
    if table.namesSplit, let cut = table.cut, let split = table.rules.split {
      let named = Set(cut.groups).sorted().map { group in cut.groups.count { $0 == group } }
      if named != split.groups {
        let (source, rule) = (named.map(String.init), split.groups.map(String.init))
        warnings.append(
          "the source has groups of \(source.joined(separator: ", ")), and the rule of \(rule.joined(separator: ", ")): those of the "
            + "source count; football competition add \(CommandText.word(table.competition.code)) split= corrects the rule"
        )
      }
    }
    let cancelled = table.matches.count { $0.state == .cancelled }
    if cancelled > 0, !table.rules.isPointsPerMatch, table.expulsions.isEmpty {
      warnings.append(
        "\(cancelled.counted("match was", plural: "matches were")) cancelled: the final order may have been decided otherwise"
      )
    }
    let open = table.matches.count { $0.state == .awarded && $0.score == nil && $0.winner == nil }
    if open > 0 {
      warnings.append(
        "\(open.counted("walkover has", plural: "walkovers have")) no winner yet: football award MATCH home|away names one"
      )
    }
    return warnings
  }
}
