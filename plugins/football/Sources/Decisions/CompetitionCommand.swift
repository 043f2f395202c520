internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

struct CompetitionCommand: Command {
  static let code = Parameter<String?>.text(
    "code", positional: true, help: "Competition code; by default all are listed.",
    completion: .records([RecordNames(FootballKinds.competition, "code")], words: []))

  let signature = Signature(
    "football competition", topic: .plugins, summary: "List the competitions, or show one with its rules.",
    details: """
      Rules that podium ships are verified ones; 'unknown' tie-breakers leave level teams on one position.
      """,
    parameters: [code.any],
    examples: [
      Example("football competition", after: ["football import football-league"], "all", prints: "M1"),
      Example("football competition SWE", "rules that podium knows", prints: "h2h-points"),
      Example(
        "football competition to competitions.csv", after: ["football import football-league"], "saved to a file",
        prints: "competitions.csv"),
      Example("football competition XYZ", "an unknown competition", fails: "unknown-competition"),
    ], traits: .readsOnly, seeAlso: ["football competition add", "football table"])

  /// Changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    if let code = call[CompetitionCommand.code] {
      return try CompetitionCommand.show(code, workspace, at: call.span(of: CompetitionCommand.code))
    }
    let seasons = try workspace.seasons()
    let codes = Set(seasons.keys).union(workspace.competitions.keys).sorted(by: CodePointOrder.precedes)
    let all = codes.map { workspace.competition($0) }
    let table = try Table([
      Column("code", .text(codes)), Column("name", .text(all.map(\.name))),
      Column("seasons", .text(all.map(\.seasons?.rawValue))), Column("zone", .text(all.map(\.zone))),
      Column("first", .text(codes.map { seasons[$0]?.min()?.description })),
      Column("last", .text(codes.map { seasons[$0]?.max()?.description })),
    ])
    return [.table(TableOutput(table, title: codes.count.counted("competition")))]
  }

  /// A competition with its rules; throws `unknown-competition`.
  static func show(_ code: String, _ workspace: FootballWorkspace, at span: SourceSpan?) throws(Diagnostic) -> [Output]
  {
    try refuseUnknown(code, workspace, at: span)
    let competition = workspace.competition(code)
    let last = try workspace.seasons()[code]?.max() ?? Season(start: 2025, isSplit: competition.seasons == .winter)
    return [record(competition, season: last)] + (try history(of: code)) + (try own(competition))
  }

  /// Throws `unknown-competition` for a code that is neither stored nor known.
  static func refuseUnknown(_ code: String, _ workspace: FootballWorkspace, at span: SourceSpan?) throws(Diagnostic) {
    guard workspace.competitions[code] == nil, KnownCompetitions.seasons(of: code) == nil else { return }
    let seasons = try workspace.seasons()
    if seasons[code] == nil { throw unknown(code, workspace, seasons, at: span) }
  }

  static func unknown(
    _ code: String, _ workspace: FootballWorkspace, _ seasons: [String: Set<Season>], at span: SourceSpan?
  ) -> Diagnostic {
    .unknown(
      "competition", code,
      among: Set(seasons.keys).union(workspace.competitions.keys).sorted(by: CodePointOrder.precedes), span: span)
  }

  /// The pairs of positions that a match decides between, as in 17-18.
  private static func text(_ playOffs: [Int]) -> String { playOffs.map { "\($0)-\($0 + 1)" }.joined(separator: ",") }

  /// The verified rules of a code whose rules have changed, by season.
  private static func history(of code: String) throws(Diagnostic) -> [Output] {
    let rows = LeagueRules.history(of: code)
    guard rows.count > 1 else { return [] }
    let table = try Table([
      Column("first", .integer(rows.map { year($0.years.lowerBound) })),
      Column("last", .integer(rows.map { year($0.years.upperBound) })),
      Column("ties", .text(rows.map { $0.rules.ties?.map(\.rawValue).joined(separator: ",") })),
      Column("play_offs", .text(rows.map { $0.rules.playOffs.isEmpty ? nil : text($0.rules.playOffs) })),
      Column("split", .text(rows.map { $0.rules.split?.text })), Column("source", .text(rows.map(\.rules.source))),
    ])
    let output = TableOutput(table, title: "rules by the year in which a season starts")
    return [.table(output.showing(["first", "last", "ties"]))]
  }

  /// The rules of some seasons as their owner says them.
  static func own(_ competition: Competition) throws(Diagnostic) -> [Output] {
    let rows = competition.seasonal.map {
      SomeSeasons(first: year($0.years.lowerBound), last: year($0.years.upperBound), own: $0.rules)
    }
    guard !rows.isEmpty else { return [] }
    let columns = try SomeSeasons.thing.table(of: rows).columns.dropFirst()
    let shown = columns.prefix(2) + columns.dropFirst(2).filter { $0.missingCount < rows.count }
    let output = TableOutput(try Table(Array(shown)), title: "own rules by the year in which a season starts")
    return [.table(output.showing(shown.map(\.name)))]
  }

  /// A first or last year as a table shows it: missing where there is none.
  private static func year(_ year: Int) -> Int {
    let every = Competition.Seasonal.everYear
    return year > every.lowerBound && year < every.upperBound ? year : ColumnValues.missingInteger
  }

  static func record(_ competition: Competition, season: Season) -> Output {
    let (rules, split) = (competition.rules(season), competition.rules(season).split)
    func words(_ words: [String]?) -> Value? { words.map { .text($0.joined(separator: ",")) } }
    let carry = split.flatMap { $0.carry == [.all] ? nil : $0.carry.map(\.rawValue) }
    return .record(
      RecordOutput(
        "competition \(competition.code)",
        [
          "code": .text(competition.code), "name": competition.name.map(Value.text),
          "region": competition.region.map(Value.text),
          "seasons": competition.seasons.map { .text($0.rawValue) } ?? .missing,
          "zone": competition.zone.map(Value.text) ?? .missing, "halves": .text("2x\(competition.clock.half)"),
          "clock": competition.clock.isStopped ? .text("stopped") : nil, "rules_of": .text(season.description),
          "points": .integer(rules.winPoints), "ties": words(rules.ties?.map(\.rawValue)) ?? .text("unknown"),
          "play_offs": rules.playOffs.isEmpty ? nil : .text(text(rules.playOffs)),
          "split": split.map { .text($0.text) }, "carry": words(carry),
          "carry_goals": split?.keepsGoals == false ? .text("no") : nil,
          "away_goals": rules.awayGoals.map { .text($0 ? "yes" : "no") },
          "points_per_match": rules.isPointsPerMatch ? .text("yes") : nil, "source": rules.source.map(Value.text),
          "url": competition.url.map(Value.text),
        ]))
  }
}

extension CompetitionCommand {
  private static let new = Parameter<String>.required(
    "code", allowed: "a competition code", help: "Competition code, or its name in quotes.")
  private static let one = Parameter<String>.record(
    "code", "a competition code", help: "Competition code.", completion: code.description.completion)
  private static let years = Parameter<String?>.text(
    "years",
    help: "Years in which the seasons start that the other rules are for, as in 2015..2019 or 2020..; by default all.")
  private static let taken = Parameter<String?>.text(
    "years", help: "Only the rules of the seasons that start in these years, as in 2015..2019.")
  private static let some = "football competition add X ties=h2h-points,goal-difference years=2015..2019"

  /// What can be done with a competition.
  static let actions: [ThingAction] = [
    ThingAction(
      .add, names: [new], keys: { Competition.thing.usualKeys(.add) + [years.any] },
      summary: "Add a competition with its rules, or change one.",
      details: """
        Everything but the code may be omitted, and added later with the same command. ties= lists the tie-breakers in \
        order: \(TieBreak.allCases.map(\.rawValue).joined(separator: ", ")). Rules may change: years= says for \
        which seasons the rules of the command are; those that begin with the same year are replaced.
        """,
      examples: MatchDay.examples(
        """
        football competition add "Div 4A Herrar" region="Västra Götaland" zone=Europe/Stockholm seasons=calendar ties=goal-difference,goals |  | a local league | Div 4A Herrar
        football competition add "Futsal div 1" halves=2x20 clock=stopped seasons=winter |  | futsal | 2x20
        football competition add X split=33:6+6 |  | a league that splits | 33:6+6
        \(some) |  | rules of some seasons | 2019
        football competition add X zone=Europe/Stockhlm |  | a misspelled zone | ! unknown-time-zone
        """), seeAlso: ["football table", "football import"]
    ) { (work) throws(Diagnostic) in try enter(code(in: work), &work) },
    ThingAction(
      .show, names: [one],
      examples: MatchDay.examples(
        """
        football competition show X | X | one of your own | League
        football competition show SWE |  | rules that podium knows | h2h-points
        football competition show XYZ |  | an unknown competition | ! unknown-competition
        """)
    ) { (work) throws(Diagnostic) in try show(work.name, FootballWorkspace(work.session), at: work.span) },
    ThingAction(
      .edit, names: [one], keys: { Competition.thing.usualKeys(.edit) + [years.any] },
      details: "clear= takes values back, with years= those of the rules of these seasons.",
      examples: MatchDay.examples(
        """
        football competition edit X points=2 | X | points for a win | 2
        football competition edit X clear=ties | X | its own rule taken back | unknown
        football competition edit XYZ points=2 |  | an unknown competition | ! unknown-competition
        """)
    ) { (work) throws(Diagnostic) in
      try refuseUnknown(work.name, FootballWorkspace(work.session), at: work.span)
      return try enter(work.name, &work)
    },
    ThingAction(
      .delete, names: [one], keys: { [taken.any] },
      summary: "Delete a competition without matches, or the rules of some of its seasons.",
      details: "'undo' brings it back. What podium knows of a code stays.",
      examples: MatchDay.examples(
        """
        football competition delete X | X | added by mistake | removed
        football competition delete X years=2015..2019 | \(some) | the rules of some seasons | removed
        football competition delete M1 | league | a competition with matches | ! record-in-use
        football competition delete X years=2016..2019 | \(some) | other seasons | ! unknown-record
        """), work: delete),
  ]

  /// The code of a new competition.
  private static func code(in work: RecordWork) throws(Diagnostic) -> String {
    let code = work.name.trimmed
    guard !code.isEmpty, code.count <= 60 else {
      throw .badValue("code", code.abridged, allowed: "a code of at most 60 characters", span: work.span)
    }
    return code
  }

  /// Stores what is typed, and clears what is cleared: rules of some seasons apart from those of all.
  private static func enter(_ code: String, _ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    var values = try Competition.thing.typed(&work)
    try OwnRules.takeSplit(&values, at: work.call.verbSpan)
    try OwnRules.refuseCarry(values, at: work.call.verbSpan)
    let range = try years(work.call, years)
    if let range {
      let names = Set((OwnRules.fields + OwnRules.laterFields).map(\.name))
      let rules = values.filter { names.contains($0.key) }
      values = values.filter { !names.contains($0.key) }
      guard !rules.isEmpty else {
        throw Diagnostic(
          "missing-argument", "which rules do the seasons of years= have?", span: work.call.span(of: years),
          help: "add them, as in ties=goal-difference,goals")
      }
      let key: [String: Value] = ["competition": .text(code), "first": .integer(range.lowerBound)]
      let kept = try work.store.enter(
        FootballKinds.rules, key: key, rules.merging(["last": .integer(range.upperBound)]) { $1 })
      if names.allSatisfy({ kept[$0].isMissing }) {
        try work.store.remove(kept.id, of: kept.kind, revision: kept.revision)
      }
    }
    try work.store.enter(FootballKinds.competition, key: ["code": .text(code)], values)
    let workspace = try FootballWorkspace(work.session)
    let competition = workspace.competition(code)
    var last = try workspace.seasons()[code]?.max() ?? Season(start: 2025, isSplit: competition.seasons == .winter)
    if let range {
      last = Season(start: min(max(last.start, range.lowerBound), range.upperBound), isSplit: last.isSplit)
    }
    return [record(competition, season: last)] + (try own(competition))
      + contradictions(competition).map(Output.warning)
  }

  /// Rules of seasons that say different things of the same year, each with what counts and the way out.
  private static func contradictions(_ competition: Competition) -> [String] {
    let all = competition.seasonal
    return all.indices.dropFirst().flatMap { later in
      all[..<later].compactMap { earlier in
        let (a, b) = (earlier, all[later])
        guard a.years.overlaps(b.years), let key = a.rules.contradiction(b.rules) else { return nil }
        return
          "the rules for \(text(a.years)) and \(text(b.years)) differ in \(key)=; those that begin last count. Take one back: "
          + "football competition delete \(CommandText.word(competition.code)) years=\(text(a.years))"
      }
    }
  }

  private static func delete(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (code, workspace) = (work.name, try FootballWorkspace(work.session))
    let rules = try workspace.store.records(
      RecordQuery(FootballKinds.rules, where: [.equals("competition", .text(code))], order: [("first", false)]))
    if let range = try years(work.call, taken) {
      try refuseUnknown(code, workspace, at: work.span)
      let found = rules.first { $0["first"] == .integer(range.lowerBound) && $0["last"] == .integer(range.upperBound) }
      guard let found else {
        let known = workspace.competition(code).seasonal.map { text($0.years) }
        throw Diagnostic(
          "unknown-record", "'\(code.abridged)' has no rules of its own for \(text(range))",
          span: work.call.span(of: taken),
          help: known.isEmpty
            ? "take back rules of all seasons: football competition edit clear=" : known.joined(separator: "; "))
      }
      try work.store.remove(found.id, of: found.kind, revision: found.revision)
      return [.note("removed the rules of '\(code)' for \(text(range))")]
    }
    let links = RecordLinks(to: FootballKinds.competition, in: work.session.registry)
    let matches = try work.store.count(RecordQuery(FootballKinds.match, where: [.equals("competition", .text(code))]))
    guard matches == 0 else {
      throw Diagnostic(
        "record-in-use", "competition '\(code.abridged)' has \(matches.counted("match", plural: "matches"))",
        span: work.span, help: "football competition edit clear= takes its values back")
    }
    try links.refuseInUse(
      "competition", code, of: code, in: work.store, at: work.span,
      way: "football competition edit clear= takes its values back")
    guard workspace.competitions[code] != nil else {
      throw unknown(code, workspace, try workspace.seasons(), at: work.span)
    }
    let record = try Competition.thing.record(.text(code), in: work.store)
    try links.removeParts(of: code, in: work.store)
    try work.store.remove(record.id, of: record.kind, revision: record.revision)
    return [.note("removed the competition '\(code)'")]
  }

  /// The years of `2015..2019`, `2020..`, `..2014` and `2018`; nil where none are typed.
  private static func years(_ call: Call, _ parameter: Parameter<String?>) throws(Diagnostic) -> ClosedRange<Int>? {
    guard let typed = call[parameter] else { return nil }
    guard typed.contains(where: \.isNumber), let range = Competition.Seasonal.years(typed) else {
      throw .badValue(
        "years", typed.abridged, allowed: "the first and the last year, as in 2015..2019, 2020.. or 2018",
        span: call.span(of: parameter))
    }
    return range
  }

  /// The years as they are typed.
  private static func text(_ years: ClosedRange<Int>) -> String {
    let every = Competition.Seasonal.everYear
    if years.count == 1 { return String(years.lowerBound) }
    return (years.lowerBound > every.lowerBound ? String(years.lowerBound) : "") + ".."
      + (years.upperBound < every.upperBound ? String(years.upperBound) : "")
  }
}
