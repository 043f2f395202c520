internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// `football competition add`: a competition with its calendar, clock and rules, or new values for one.
struct CompetitionAddCommand: Command {
  static let code = Parameter<String>.required(
    "code", allowed: "a competition code", help: "Competition code, or its name in quotes.")
  static let name = Parameter<String?>.text("name", help: "Full name.")
  static let region = Parameter<String?>.text("region", help: "Region.")
  static let zone = Parameter<String?>.text("zone", help: "Time zone of the kick-offs, as in Europe/Stockholm.")
  static let seasons = Parameter<String?>.choice(
    "seasons", Competition.Seasons.allCases.map(\.rawValue),
    help: "Whether a season is a calendar year, or runs from July to June (winter).")
  static let halves = Parameter<String?>.text("halves", help: "Length of the match, as in 2x45 or 2x20.")
  static let clock = Parameter<String?>.choice(
    "clock", ["running", "stopped"], help: "stopped if the clock stops with the ball, as in futsal.")
  static let points = Parameter<Int?>.optionalInt("points", in: 2...3, help: "Points for a win.")
  static let meetings = Parameter<String?>.choice(
    "meetings", ["any", "all"],
    help: "all if head-to-head rules wait until the level teams have played all their matches.")
  static let reapply = Parameter<String?>.choice(
    "reapply", ["yes", "no"], help: "Whether head-to-head rules start again among teams that are still level.")
  static let split = Parameter<String?>.text(
    "split", help: "Split of the season, as in 33:6+6: two groups of six after 33 matches of each team.")
  static let years = Parameter<String?>.text(
    "years",
    help:
      "Years in which the seasons start that points=, ties=, meetings=, reapply= and split= are for, as in 2015..2019 or 2020..; by default all."
  )
  static let url = Parameter<String?>.text("url", help: "Address of the file with its matches.")

  let signature = Signature(
    "football competition add", topic: .plugins, summary: "Add a competition with its rules, or change one.",
    details: """
      Everything but the code may be omitted, and added later with the same command. ties= lists the tie-breakers in \
      order: \(TieBreak.allCases.map(\.rawValue).joined(separator: ", ")). Rules may change: years= says for \
      which seasons the rules of the command are; those that begin with the same year are replaced.
      """,
    parameters: [
      code.any, name.any, region.any, zone.any, seasons.any, halves.any, clock.any, points.any, TableCommand.ties.any,
      meetings.any, reapply.any, split.any, years.any, url.any,
    ],
    examples: [
      Example(
        "football competition add \"Div 4A Herrar\" region=\"Västra Götaland\" zone=Europe/Stockholm seasons=calendar ties=goal-difference,goals",
        "a local league", prints: "Div 4A Herrar"),
      Example(
        "football competition add \"Futsal div 1\" halves=2x20 clock=stopped seasons=winter", "futsal", prints: "2x20"),
      Example("football competition add X split=33:6+6", "a league that splits", prints: "33:6+6"),
      Example(
        "football competition add X ties=h2h-points,goal-difference years=2015..2019", "rules of some seasons",
        prints: "2019"),
      Example("football competition add X zone=Europe/Stockhlm", "a misspelled zone", fails: "unknown-time-zone"),
    ], seeAlso: ["football competition", "football table", "football import"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let code = call[CompetitionAddCommand.code].trimmed
    guard !code.isEmpty, code.count <= 60 else {
      throw .badValue(
        "code", code.abridged, allowed: "a code of at most 60 characters",
        span: call.span(of: CompetitionAddCommand.code))
    }
    var competition = workspace.competition(code)
    if let name = call[CompetitionAddCommand.name] { competition.name = name }
    if let region = call[CompetitionAddCommand.region] { competition.region = region }
    if let zone = call[CompetitionAddCommand.zone] {
      do throws(Diagnostic) { _ = try session.clock(in: zone) } catch {
        throw error.at(call.span(of: CompetitionAddCommand.zone))
      }
      competition.zone = zone
    }
    if let word = call[CompetitionAddCommand.seasons] { competition.seasons = Competition.Seasons(rawValue: word) }
    if let typed = call[CompetitionAddCommand.halves] {
      let parts = typed.lowercased().split(separator: "x").map(String.init)
      guard parts.count == 2, parts[0] == "2", let half = Int(parts[1]), (5...60).contains(half) else {
        throw .badValue(
          "halves", typed.abridged, allowed: "2x45, 2x20 or another length from 5 to 60 minutes",
          span: call.span(of: CompetitionAddCommand.halves))
      }
      competition.clock.half = half
    }
    if let word = call[CompetitionAddCommand.clock] { competition.clock.isStopped = word == "stopped" }
    let years = try CompetitionAddCommand.years(call)
    if let years {
      var rules = competition.seasonal.first { $0.years.lowerBound == years.lowerBound }?.rules ?? OwnRules()
      guard try CompetitionAddCommand.take(call, into: &rules) else {
        throw Diagnostic(
          "missing-argument", "which rules do the seasons of years= have?",
          span: call.span(of: CompetitionAddCommand.years), help: "add them, as in ties=goal-difference,goals")
      }
      competition.set(rules, for: years)
    } else {
      _ = try CompetitionAddCommand.take(call, into: &competition.own)
    }
    if let url = call[CompetitionAddCommand.url] {
      try session.checkKept(
        url, "url", places: FetchCommand.places, span: call.span(of: CompetitionAddCommand.url))
      competition.url = url
    }
    try workspace.store(competition, cancellation: session.cancellation)
    var last = try workspace.seasons()[code]?.max() ?? Season(start: 2025, isSplit: competition.seasons == .winter)
    if let years {
      last = Season(start: min(max(last.start, years.lowerBound), years.upperBound), isSplit: last.isSplit)
    }
    return [CompetitionCommand.record(competition, season: last)] + (try CompetitionCommand.own(competition))
  }

  /// Takes the rules that are typed; whether there are any.
  private static func take(_ call: Call, into rules: inout OwnRules) throws(Diagnostic) -> Bool {
    if let count = call[points] { rules.winPoints = count }
    if let typed = call[TableCommand.ties] { rules.ties = try TableCommand.ties(typed, call) }
    if let word = call[meetings] { rules.needsAllMeetings = word == "all" }
    if let word = call[reapply] { rules.reapplies = word == "yes" }
    if let typed = call[split] { rules.split = try split(typed, at: call.span(of: split)) }
    return call.has(points) || call.has(TableCommand.ties) || call.has(meetings) || call.has(reapply) || call.has(split)
  }

  /// The years of `2015..2019`, `2020..`, `..2014` and `2018`; nil where none are typed.
  private static func years(_ call: Call) throws(Diagnostic) -> ClosedRange<Int>? {
    guard let typed = call[years] else { return nil }
    let every = Competition.Seasonal.everYear
    let ends = typed.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    let first = ends.first.flatMap { $0.isEmpty ? every.lowerBound : Int($0) }
    let last = ends.last.flatMap { $0.isEmpty ? every.upperBound : Int($0) }
    guard typed.contains(where: \.isNumber), let first, let last, every.contains(first), every.contains(last),
      first <= last
    else {
      throw .badValue(
        "years", typed.abridged, allowed: "the first and the last year, as in 2015..2019, 2020.. or 2018",
        span: call.span(of: years))
    }
    return first...last
  }

  private static func split(_ typed: String, at span: SourceSpan?) throws(Diagnostic) -> LeagueSplit {
    let parts = typed.split(separator: ":", omittingEmptySubsequences: false)
    let sizes = parts.count == 2 ? parts[1].split(separator: "+").compactMap { Int($0) } : []
    guard parts.count == 2, let after = Int(parts[0]), (1...99).contains(after), sizes.count >= 2,
      sizes.allSatisfy({ (2...30).contains($0) })
    else {
      throw .badValue("split", typed.abridged, allowed: "matches and groups, as in 33:6+6", span: span)
    }
    return LeagueSplit(after: after, groups: sizes)
  }
}
