internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

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
      exampleLines: MatchDay.lines(
        """
        a local league: football competition add "Div 4A Herrar" region="Västra Götaland" zone=Europe/Stockholm seasons=calendar ties=goal-difference,goals -> Div 4A Herrar
        futsal: football competition add "Futsal div 1" halves=2x20 clock=stopped seasons=winter -> 2x20
        a league that splits: football competition add X split=33:6+6 -> 33:6+6
        rules of some seasons: \(some) -> 2019
        a misspelled zone: football competition add X zone=Europe/Stockhlm -> !unknown-time-zone
        """), seeAlso: ["football table", "football import"]
    ) { (work) throws(Diagnostic) in try enter(code(in: work), &work) },
    ThingAction(
      .show, names: [one],
      exampleLines: MatchDay.lines(
        """
        one of your own: {X}; football competition show X -> League
        rules that podium knows: football competition show SWE -> h2h-points
        an unknown competition: football competition show XYZ -> !unknown-competition
        """)
    ) { (work) throws(Diagnostic) in try show(work.name, FootballWorkspace(work.session), at: work.span) },
    ThingAction(
      .edit, names: [one], keys: { Competition.thing.usualKeys(.edit) + [years.any] },
      details: "clear= takes values back, with years= those of the rules of these seasons.",
      exampleLines: MatchDay.lines(
        """
        points for a win: {X}; football competition edit X points=2 -> 2
        its own rule taken back: {X}; football competition edit X clear=ties -> unknown
        an unknown competition: football competition edit XYZ points=2 -> !unknown-competition
        """)
    ) { (work) throws(Diagnostic) in
      try refuseUnknown(work.name, FootballWorkspace(work.session), at: work.span)
      return try enter(work.name, &work)
    },
    ThingAction(
      .delete, names: [one], keys: { [taken.any] },
      summary: "Delete a competition without matches, or the rules of some of its seasons.",
      details: "'undo' brings it back. What podium knows of a code stays.",
      exampleLines: MatchDay.lines(
        """
        added by mistake: {X}; football competition delete X -> removed
        the rules of some seasons: \(some); football competition delete X years=2015..2019 -> removed
        a competition with matches: {league}; football competition delete M1 -> !record-in-use
        other seasons: \(some); football competition delete X years=2016..2019 -> !unknown-record
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
    let carries = ["carry", "carry_goals"].contains { values[$0].map { !$0.isMissing } ?? false }
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
    var doubts = contradictions(competition)
    if carries, competition.rules(last).split == nil {
      doubts.append("\(last) has no split, so nothing is carried: add it, as in split=33:6+6")
    }
    return [record(competition, season: last)] + (try own(competition)) + doubts.map(Output.warning)
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
