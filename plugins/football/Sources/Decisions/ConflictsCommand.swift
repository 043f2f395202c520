internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct ConflictsCommand: Command {
  let signature = Signature(
    "football conflicts", topic: .plugins, summary: "List the matches that sources give differently.",
    details: """
      The match shows the version of the first source; each row is another version. football settle chooses one.
      """,
    parameters: [MatchesCommand.competition.any, MatchesCommand.season.any],
    examples: MatchDay.examples(
      """
      football conflicts | league | with one source | 0 conflicts
      football conflicts M1 2023-24 | league | of a season | 0 conflicts
      football conflicts to conflicts.csv | league | saved to a file | conflicts.csv
      football conflicts M1 2023-24 1 |  | a word too many | ! unexpected-argument
      """), traits: .readsOnly, seeAlso: ["football settle", "football import"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let code = try workspace.competition(typed: MatchesCommand.competition, call)
    let season = try code.flatMap { (code) throws(Diagnostic) in
      try workspace.season(typed: MatchesCommand.season, of: code, call)
    }
    let versions = try SourceVersion.read([.equals("differs", .boolean(true))], in: workspace.store)
    var known: [Int: StoredMatch] = [:]
    if !versions.isEmpty {
      let numbers = Set(versions.map(\.match)).sorted().map(Value.integer)
      for match in try workspace.matches([.isOneOf("number", numbers)]) { known[match.number] = match }
    }
    let rows = versions.compactMap { version in known[version.match].map { (match: $0, version: version) } }.filter {
      (code ?? $0.match.competition) == $0.match.competition && (season ?? $0.match.season) == $0.match.season
    }
    let table = try Table([
      Column("number", .integer(rows.map(\.match.number))),
      Column("competition", .category(Categorical(rows.map(\.match.competition)))),
      Column("season", .category(Categorical(rows.map(\.match.season.description)))),
      Column("home", .text(rows.map(\.match.home))), Column("away", .text(rows.map(\.match.away))),
      Column("date", .date(rows.map(\.match.date))), Column("score", .text(rows.map(\.match.score?.description))),
      Column("source", .text(rows.map(\.match.source))), Column("other_date", .date(rows.map(\.version.date))),
      Column("other_score", .text(rows.map(\.version.score?.description))),
      Column("other_source", .text(rows.map(\.version.source))),
      Column(
        "file", .text(rows.map { row in row.version.file.map { $0 + (row.version.line.map { ":\($0)" } ?? "") } })),
    ])
    let output = TableOutput(table, title: rows.count.counted("conflict"))
    return [.table(MatchRows.showing(output, scores: [("score", "score"), ("other_score", "other")]))]
  }
}

struct SettleCommand: Command {
  static let source = Parameter<String?>.text(
    "source", positional: true, help: "Source whose version to show, as football conflicts lists it.",
    completion: .records(
      [RecordNames(FootballKinds.match, "source"), RecordNames(FootballKinds.source, "source")], words: []))
  static let remove = Parameter<Bool>.flag(
    "remove", default: false, help: "Take the choice back: the match is undecided again.")

  let signature = Signature(
    "football settle", topic: .plugins, summary: "Choose the source whose version of a match is shown.",
    details: """
      Later files of the chosen source correct the match; the other versions are kept with it. remove=yes gives the match \
      the version that it had before, and lists the others as conflicts again.
      """,
    parameters: [MatchFinder.match.any, source.any, MatchFinder.on.any, remove.any],
    examples: MatchDay.examples(
      """
      football settle 3 football-data.co.uk | league | the only source | football-data.co.uk
      football settle Aldmoor football-data.co.uk on=2023-08-04 | league | a match by team and day | settled
      football conflicts | league; football settle 3 football-data.co.uk | nothing is left to decide | 0 conflicts
      football settle 3 remove=yes | league; football settle 3 football-data.co.uk | taken back | full time
      football settle 3 nowhere | league | an unknown source | ! unknown-source
      """), seeAlso: ["football conflicts"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    var match = try workspace.stored(number: workspace.match(call, in: session).number)
    let versions = try SourceVersion.all(of: match, in: workspace.store)
    let named = call[SettleCommand.source]
    let isBack = call[SettleCommand.remove]
    guard isBack == (named == nil) else {
      throw Diagnostic(
        isBack ? "unexpected-argument" : "missing-argument",
        isBack
          ? "a choice is taken back without a source, so nothing was done"
          : "which source is right about match \(match.number)?",
        span: call.span(of: SettleCommand.source) ?? call.verbSpan,
        help: isBack
          ? "write: football settle \(match.number) remove=yes"
          : "its sources: " + versions.map { CommandText.quoted($0.source) }.joined(separator: ", "))
    }
    guard let named else {
      match = try workspace.takeBack(
        match.number, "choice", also: ["date", "kickoff"], at: call.span(of: MatchFinder.match)
      ) { $0["settled"] == .boolean(true) && $0["source"] != .text(MatchResultCommand.source) }
      let stored = try workspace.stored(number: match.number)
      for version in versions where version.source != stored.source {
        try version.mark(differs: version.date != stored.date || version.score != stored.score, in: workspace.store)
      }
      return [MatchScreen.record(match, in: workspace)]
    }
    guard let chosen = versions.first(where: { $0.source == named }) else {
      throw Diagnostic.unknown(
        "source", named, among: versions.map(\.source), span: call.span(of: SettleCommand.source))
    }
    if chosen.date != match.date { match.kickoff = nil }
    (match.date, match.state, match.fullTime, match.source) = (chosen.date, chosen.state, chosen.score, chosen.source)
    if let half = match.halfTime, let full = chosen.score, !half.isWithin(full) { match.halfTime = nil }
    match.isSettled = true
    try workspace.replace(match)
    for version in versions where version.differs { try version.mark(differs: false, in: workspace.store) }
    let record = RecordOutput(
      "settled match \(match.number)",
      [
        "match": .text(match.title), "source": .text(chosen.source),
        "score": chosen.score.map { .text($0.description) } ?? .missing,
        "settled": .integer(versions.count(where: \.differs)),
      ])
    return [.record(record)]
  }
}

struct AwardCommand: Command {
  static let match = Parameter<String?>.text(
    "match", positional: true, help: "Match: its number, or a team with on=; by default awarded matches are listed.",
    completion: MatchFinder.match.description.completion)
  static let decision = Parameter<String?>.text(
    "decision", positional: true, help: "home or away wins, none loses for both, or the goals as decreed, as in 3-0.",
    completion: .words(["home", "away", "none", "3-0", "0-3"]))

  static let remove = Parameter<Bool>.flag("remove", default: false, help: "Take the award back.")

  let signature = Signature(
    "football award", topic: .plugins, summary: "Award a match, take an award back, or list the awarded matches.",
    details: """
      An awarded match counts in the table: with the decreed goals, or with points alone if only a winner is named. It \
      is left out of goal models and ratings, because the goals were not played. remove=yes gives the match the state and \
      score that it had before.
      """,
    parameters: [match.any, decision.any, MatchFinder.on.any, remove.any],
    examples: [
      Example("football award 3 3-0", "decreed goals", prints: "awarded"),
      Example("football award 3 away", "a winner alone", prints: "away"),
      Example("football award Aldmoor home on=2023-08-04", "a match by team and day", prints: "awarded"),
      Example("football award 3 remove=yes", after: ["football award 3 3-0"], "taken back", prints: "full time"),
    ].after(MatchDay.league) + [
      Example("football award", "the awarded matches", prints: "0 matches"),
      Example(
        "football award 3 soon", after: ["football import football-league"], "not a decision", fails: "bad-value"),
    ], seeAlso: ["football table", "football show"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    guard call.has(AwardCommand.match) else {
      try call.refuseKeys(except: [], of: "football award", instead: "football award MATCH DECISION")
      let awarded = try workspace.matches([.equals("state", .text(MatchState.awarded.rawValue))])
      return [try MatchRows.list(awarded, in: workspace)]
    }
    var match = try workspace.stored(number: workspace.match(call, in: session).number)
    if call[AwardCommand.remove] {
      try call.refuse(
        AwardCommand.decision, "an award is taken back without a decision",
        write: "football award \(match.number) remove=yes")
      match = try workspace.takeBack(
        match.number, "award", at: call.span(of: AwardCommand.match), isDecided: AwardCommand.isByHand)
      return [MatchScreen.record(match, in: workspace)]
    }
    guard let word = call[AwardCommand.decision] else {
      throw Diagnostic(
        "missing-argument", "how is match \(match.number) decided?", span: call.verbSpan,
        help: "home, away, none, or goals as in 3-0")
    }
    if let winner = StoredMatch.Winner(rawValue: word) {
      (match.winner, match.fullTime) = (winner, nil)
    } else if let goals = TextScore.goals(word) {
      (match.winner, match.fullTime) = (nil, goals)
    } else {
      throw .badValue(
        "decision", word, allowed: "home, away, none, or goals as in 3-0", span: call.span(of: AwardCommand.decision))
    }
    let isAwarded = try workspace.isAwardedByHand(match.number)
    guard !isAwarded else {
      throw Diagnostic(
        "wrong-state", "match \(match.number) is already awarded", span: call.span(of: MatchFinder.match),
        help: "take the earlier award back first: football award \(match.number) remove=yes")
    }
    (match.state, match.halfTime, match.extraTime, match.penalties) = (.awarded, nil, nil, nil)
    try workspace.replace(match)
    return [MatchScreen.record(match, in: workspace)]
  }

  /// Whether the fields of a match are those of an award by hand: with an outcome, and from no file.
  static func isByHand(_ fields: [String: Value]) -> Bool {
    func has(_ name: String) -> Bool { !(fields[name] ?? .missing).isMissing }
    return fields["state"] == .text(MatchState.awarded.rawValue) && !has("file") && (has("winner") || has("home_goals"))
  }
}

extension FootballWorkspace {
  /// What a decision by hand changes.
  private static let decided = [
    "state", "home_goals", "away_goals", "half_time_home", "half_time_away", "extra_time_home", "extra_time_away",
    "penalties_home", "penalties_away", "winner", "source", "file", "line", "settled",
  ]

  /// Takes a decision about a match back: state and score are those of the log before it, or of the reports since.
  ///
  /// `isDecided` tells from the fields whether the decision holds; throws `wrong-state` with `what` for a match without one.
  func takeBack(
    _ number: Int, _ what: String, also more: [String] = [], at span: SourceSpan?, isDecided: ([String: Value]) -> Bool
  ) throws(Diagnostic) -> StoredMatch {
    guard let (record, before) = try beforeDecision(number, isDecided) else {
      throw Diagnostic(
        "wrong-state", "match \(number) has no \(what) that was entered by hand", span: span,
        help: "football show \(number) has its sources")
    }
    let setting = (FootballWorkspace.decided + more).reduce(into: [:]) { $0[$1] = before[$1] ?? .missing }
    _ = try store.update(record.id, of: record.kind, setting: setting, revision: record.revision)
    return try LiveMatch(number: number, in: self).reported
  }

  /// Whether a match was awarded by hand; an award of a file can be replaced, and its walkover has no winner yet.
  func isAwardedByHand(_ number: Int) throws(Diagnostic) -> Bool {
    try beforeDecision(number, AwardCommand.isByHand) != nil
  }

  /// A match with its fields before a decision; nil where there is none that was entered by hand.
  private func beforeDecision(
    _ number: Int, _ isDecided: ([String: Value]) -> Bool
  ) throws(Diagnostic) -> (record: Record, before: [String: Value])? {
    let query = RecordQuery(FootballKinds.match, where: [.equals("number", .integer(number))], limit: 1)
    guard let record = try store.records(query).first, isDecided(record.fields) else { return nil }
    var before = record.fields
    for change in try store.changes(kind: record.kind, record: record.id, limit: 10_000) where isDecided(before) {
      guard change.action == .update else { return nil }
      before.merge(change.before) { $1 }
    }
    return isDecided(before) ? nil : (record, before)
  }
}

extension Call {
  /// Throws `unexpected-argument` where something is typed that remove=yes does without.
  func refuse(_ parameter: Parameter<String?>, _ what: String, write line: String) throws(Diagnostic) {
    guard has(parameter) else { return }
    throw Diagnostic(
      "unexpected-argument", what + ", so nothing was done", span: span(of: parameter), help: "write: " + line)
  }
}
