internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// A report about a match as the workspace has it.
struct StoredReport: Sendable {
  let id: RecordID
  /// 1, and 2 after it was voided.
  let revision: Int
  let match: Int
  let report: MatchReport
  /// The reporter's own name of the request, so that the same request counts once.
  let request: String?
  let voidReason: String?
  let deviceTime: Moment?

  /// The reports of a query, by match and number.
  static func read(
    _ conditions: [RecordQuery.Condition], in store: any RecordStore
  ) throws(Diagnostic) -> [StoredReport] {
    try store.records(
      RecordQuery(FootballKinds.report, where: conditions, order: [("match", false), ("number", false)])
    ).compactMap(StoredReport.init)
  }

  /// The reports of matches, by their numbers; without any for a match that was not reported.
  static func byMatch(_ numbers: [Int], in store: any RecordStore) throws(Diagnostic) -> [Int: [StoredReport]] {
    // A query names at most so many matches; beyond that all reports are read.
    let few = 200
    let wanted = Set(numbers)
    let conditions: [RecordQuery.Condition] =
      wanted.count <= few ? [.isOneOf("match", wanted.sorted().map(Value.integer))] : []
    return Dictionary(grouping: try read(conditions, in: store).filter { wanted.contains($0.match) }, by: \.match)
  }

  init?(_ record: Record) {
    func text(_ name: String) -> String? { if case .text(let text) = record[name] { text } else { nil } }
    func whole(_ name: String) -> Int? { if case .integer(let number) = record[name] { number } else { nil } }
    guard let match = whole("match"), let number = record.integer("number", in: 1...1_000_000_000),
      let kind = text("kind").flatMap({ MatchReport.Kind(rawValue: $0) }), case .datetime(let at) = record["at"]
    else { return nil }
    (id, revision, self.match) = (record.id, record.revision, match)
    (request, voidReason) = (text("request"), text("void_reason"))
    if case .datetime(let moment) = record["device_time"] { deviceTime = moment } else { deviceTime = nil }
    report = MatchReport(
      number: number, kind: kind, side: text("side").flatMap { MatchReport.Side(rawValue: $0) },
      minute: text("minute").flatMap { MatchMinute($0) }, player: text("player"),
      state: text("state").flatMap { MatchState(rawValue: $0) },
      homeGoals: record.integer("home_goals", in: SourceMatch.Goals.range),
      awayGoals: record.integer("away_goals", in: SourceMatch.Goals.range), at: at, by: record.created.by,
      isVoid: voidReason != nil)
  }
}

/// A match with its reports.
struct LiveMatch: Sendable {
  /// The match as it is stored, without its reports.
  let match: StoredMatch
  let reports: [StoredReport]
  let rules: ClockRules

  init(_ match: StoredMatch, reports: [StoredReport], rules: ClockRules) {
    (self.match, self.reports, self.rules) = (match, reports, rules)
  }

  /// Reads a match and its reports; throws `unknown-match`.
  init(number: Int, in workspace: FootballWorkspace) throws(Diagnostic) {
    let match = try workspace.stored(number: number)
    self.init(
      match, reports: try StoredReport.read([.equals("match", .integer(number))], in: workspace.store),
      rules: workspace.competition(match.competition).clock)
  }

  /// Matches with their reports: of one that was reported the stored score is what was imported.
  private static func all(_ matches: [StoredMatch], in workspace: FootballWorkspace) throws(Diagnostic) -> [LiveMatch] {
    let reports = try StoredReport.byMatch(matches.map(\.number), in: workspace.store)
    return try matches.map { (match) throws(Diagnostic) in
      let own = reports[match.number]
      return LiveMatch(
        own == nil ? match : try workspace.stored(number: match.number), reports: own ?? [],
        rules: workspace.competition(match.competition).clock)
    }
  }

  /// The courses of the reported matches among some, by their numbers, as of the last report of each.
  static func courses(
    _ matches: [StoredMatch], in workspace: FootballWorkspace
  ) throws(Diagnostic) -> [Int: MatchCourse] {
    try all(matches, in: workspace).reduce(into: [:]) { found, live in
      found[live.match.number] = live.reports.map(\.report.at).max().map { live.course(at: $0) }
    }
  }

  /// The course of each match at a time; one without an offset is in the zone of its competition.
  static func courses(
    _ matches: [StoredMatch], in workspace: FootballWorkspace, at now: FootballNow
  ) throws(Diagnostic) -> [MatchCourse] {
    try all(matches, in: workspace).map { (live) throws(Diagnostic) in
      live.course(at: try now.moment(workspace.clock(of: live.match.competition)))
    }
  }

  /// How often the match was reported about, and reports were voided: the state that a report may be based on.
  var revision: Int { reports.reduce(0) { $0 + $1.revision } }

  func course(at now: Moment) -> MatchCourse { course(at: now, kickoff: match.kickoff) }

  private func course(at now: Moment, kickoff: Moment?) -> MatchCourse {
    MatchCourse(
      kickoff: kickoff, stored: match.state, storedScore: match.score, isDecided: match.isDecided,
      reports: reports.map(\.report), rules: rules, now: now)
  }

  /// The states that the reports lead through, so far.
  var phases: Phases {
    let valid = reports.map(\.report).filter { !$0.isVoid }
    return Phases(
      valid.sorted { ($0.at, $0.number) < ($1.at, $1.number) }, stored: match.state, isDecided: match.isDecided)
  }

  /// What may follow the state of the match, for the help of an error.
  var wayOn: String {
    phases.allowed.isEmpty
      ? "take the award back: football award \(match.number) remove=yes"
      : "it may become " + phases.allowed.map(\.rawValue).joined(separator: ", ")
  }

  /// Throws `wrong-state`, naming both states, unless the match may enter a state.
  func needsMove(to next: MatchState, at span: SourceSpan?) throws(Diagnostic) {
    let phases = phases
    if phases.allowed.contains(next) { return }
    throw Diagnostic(
      "wrong-state", "match \(match.number) is \(phases.state.whereabouts) and cannot be \(next.whereabouts)",
      span: span, help: wayOn)
  }

  /// The match with the state and score of its reports; the clock alone never changes it.
  var reported: StoredMatch {
    guard let last = reports.map(\.report.at).max() else { return match }
    let course = course(at: last, kickoff: nil)
    var found = match
    found.state = course.state
    if let score = course.score, score != match.score {
      let regular = reports.map(\.report).filter { ($0.minute?.minute ?? 0) <= 2 * rules.half }
      let isLonger = phases.isExtraTime
      found.extraTime = isLonger ? score : nil
      found.fullTime = isLonger ? MatchCourse(kickoff: nil, reports: regular, rules: rules, now: last).score : score
    }
    if let shots = course.shootOut { found.penalties = shots }
    return found
  }
}
