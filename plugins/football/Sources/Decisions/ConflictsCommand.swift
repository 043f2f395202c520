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
    exampleLines: MatchDay.lines(
      """
      with one source: {league}; football conflicts -> 0 conflicts
      of a season: {league}; football conflicts M1 2023-24 -> 0 conflicts
      saved to a file: {league}; football conflicts to conflicts.csv -> conflicts.csv
      a word too many: football conflicts M1 2023-24 1 -> !unexpected-argument
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
    exampleLines: MatchDay.lines(
      """
      the only source: {league}; football settle 3 football-data.co.uk -> football-data.co.uk
      a match by team and day: {league}; football settle Aldmoor football-data.co.uk on=2023-08-04 -> settled
      nothing is left to decide: {league}; football settle 3 football-data.co.uk; football conflicts -> 0 conflicts
      taken back: {league}; football settle 3 football-data.co.uk; football settle 3 remove=yes -> full time
      an unknown source: {league}; football settle 3 nowhere -> !unknown-source
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
      let shown = try workspace.takeBack(
        match.number, "choice", also: ["date", "kickoff"], at: call.span(of: MatchFinder.match)
      ) { $0["settled"] == .boolean(true) && $0["source"] != .text(MatchResultCommand.source) }
      let stored = try workspace.stored(number: match.number)
      for version in versions where version.source != stored.source {
        try version.mark(differs: version.date != stored.date || version.score != stored.score, in: workspace.store)
      }
      return shown
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

extension Call {
  /// Throws `unexpected-argument` where something is typed that remove=yes does without.
  func refuse(_ parameter: Parameter<String?>, _ what: String, write line: String) throws(Diagnostic) {
    guard has(parameter) else { return }
    throw Diagnostic(
      "unexpected-argument", what + ", so nothing was done", span: span(of: parameter), help: "write: " + line)
  }
}
