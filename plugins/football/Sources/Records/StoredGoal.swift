internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// A goal or a card of a match as a file gives it; reports from the touchline are kept apart.
struct StoredGoal: Sendable, Equatable {
  private(set) var match = 0
  private(set) var source = ""
  /// What happened, numbered from 1 in the order of the minutes.
  private(set) var report = MatchReport(number: 0, kind: .goal, at: Moment(microseconds: 0), by: "")

  static let thing = Thing<StoredGoal>(
    FootballKinds.goal, verb: "football show", noun: "goal", key: "match", blank: StoredGoal()
  ) {
    Field("match", \.match, link: .match("goal"))
    Field("source", \.source)
    Field("number", \.report.number)
    Field("side", \.side)
    Field("kind", \.report.kind)
    Field("minute", \.report.minute)
    Field("player", \.player)
  }

  /// The side of the player; of an own goal the other side's score rises.
  private var side: MatchReport.Side {
    get { report.side ?? .home }
    set { report.side = newValue }
  }

  /// Empty where the file does not name the player.
  private var player: String {
    get { report.player ?? "" }
    set { report.player = newValue.isEmpty ? nil : newValue }
  }

  private init() {}

  init(_ scorer: SourceMatch.Scorer, match: Int, source: String, number: Int) {
    (self.match, self.source) = (match, source)
    let rising: MatchReport.Side = scorer.isHome ? .home : .away
    (report.number, report.kind, report.minute) = (number, scorer.kind, scorer.minute)
    (side, player) = (scorer.kind == .ownGoal ? rising.other : rising, scorer.player)
  }

  /// Files list the goals of each side; these are by minute, those without one last.
  static func inOrder(_ scorers: [SourceMatch.Scorer]) -> [SourceMatch.Scorer] {
    func place(_ entry: (offset: Int, element: SourceMatch.Scorer)) -> (Int, Int, Int) {
      (entry.element.minute?.minute ?? .max, entry.element.minute?.added ?? 0, entry.offset)
    }
    return scorers.enumerated().sorted { place($0) < place($1) }.map(\.element)
  }

  /// The goals of some matches by the match and its source, in their order.
  static func read(_ matches: [Int], in store: any RecordStore) throws(Diagnostic) -> [Place: [StoredGoal]] {
    var found: [Place: [StoredGoal]] = [:]
    // A query names at most so many values.
    let wanted = matches.sorted()
    for start in stride(from: 0, to: wanted.count, by: 200) {
      let goals = try thing.items(
        in: store, where: [.isOneOf("match", wanted[start...].prefix(200).map(Value.integer))],
        order: [("match", false), ("source", false), ("number", false)])
      for goal in goals { found[Place(match: goal.match, source: goal.source), default: []].append(goal) }
    }
    return found
  }

  struct Place: Hashable {
    let match: Int
    let source: String
  }

  /// The goals of a match: those of the source it shows, or of the first other source that has as many as the score.
  static func shown(_ match: StoredMatch, in store: any RecordStore) throws(Diagnostic) -> [StoredGoal] {
    shown(match, among: try read([match.number], in: store))
  }

  /// The same among goals that were read before.
  static func shown(_ match: StoredMatch, among every: [Place: [StoredGoal]]) -> [StoredGoal] {
    let all = every.filter { $0.key.match == match.number }
    if let source = match.source, let own = all[Place(match: match.number, source: source)] { return own }
    guard let score = match.score else { return [] }
    let fitting = all.values.filter { goals in
      goals.count { $0.report.scoringSide == .home } == score.home
        && goals.count { $0.report.scoringSide == .away } == score.away
    }
    return fitting.min { CodePointOrder.precedes($0[0].source, $1[0].source) } ?? []
  }

  /// Replaces the goals that a source gives of some matches; the matches whose goals were others before.
  static func replace(
    _ given: [Int: [StoredGoal]], of source: String, in store: any RecordStore, cancellation: Cancellation
  ) throws(Diagnostic) -> Set<Int> {
    if given.isEmpty { return [] }
    let known = try read(Array(given.keys), in: store)
    var changed: Set<Int> = []
    var rows: [StoredGoal] = []
    for (match, goals) in given.sorted(by: { $0.key < $1.key }) {
      let old = known[Place(match: match, source: source)] ?? []
      guard old != goals else { continue }
      changed.insert(match)
      rows += goals
      if old.isEmpty { continue }
      let query = RecordQuery(
        FootballKinds.goal, where: [.equals("match", .integer(match)), .equals("source", .text(source))])
      for record in try store.records(query) {
        try store.remove(record.id, of: FootballKinds.goal, revision: record.revision)
      }
    }
    if rows.isEmpty { return changed }
    _ = try store.merge(thing.table(of: rows), into: thing.kind, rule: .update, cancellation: cancellation)
    return changed
  }
}

/// Who scored in some matches: by the reports of a match, or else by its file.
struct MatchScorers {
  private var sides: [Int: (home: [String], away: [String])] = [:]

  /// Reads the goals of matches; `courses` are those of reported ones, by the number of the match.
  init(_ matches: [StoredMatch], courses: [Int: MatchCourse] = [:], in store: any RecordStore) throws(Diagnostic) {
    let begun = matches.filter { $0.score != nil || courses[$0.number] != nil }
    let stored = try StoredGoal.read(begun.map(\.number), in: store)
    let sources = Dictionary(grouping: stored.keys, by: \.match)
    for match in begun {
      var goals = MatchScorers.named((courses[match.number]?.events ?? []).map(\.report))
      if goals.isEmpty, let own = sources[match.number] {
        let own = Dictionary(uniqueKeysWithValues: own.map { ($0, stored[$0] ?? []) })
        goals = MatchScorers.named(StoredGoal.shown(match, among: own).map(\.report))
      }
      guard !goals.isEmpty else { continue }
      sides[match.number] = (
        goals.filter { $0.scoringSide == .home }.map(MatchScorers.text),
        goals.filter { $0.scoringSide == .away }.map(MatchScorers.text)
      )
    }
  }

  private static func named(_ reports: [MatchReport]) -> [MatchReport] {
    reports.filter { $0.scoringSide != nil && $0.player != nil }
  }

  private static func text(_ goal: MatchReport) -> String {
    (goal.player ?? "") + (goal.minute.map { " \($0)" } ?? "")
      + (goal.kind == .penaltyGoal ? " pen" : goal.kind == .ownGoal ? " og" : "")
  }

  /// `Zaynal 33, Bo 40 og` for each side; nil where no one is known.
  subscript(match: Int) -> (home: String, away: String)? {
    sides[match].map { ($0.home.joined(separator: ", "), $0.away.joined(separator: ", ")) }
  }
}

/// What a source says of a match. The version that a match shows is the match itself, with its file and line. A record
/// is kept of every other version, and of the one that was shown before a match was changed by hand or by another
/// source.
struct SourceVersion: Sendable, Equatable {
  private(set) var match = 0
  private(set) var source = ""
  private(set) var file: String?
  private(set) var line: Int?
  private(set) var date = CalendarDate(days: 0)
  private(set) var state = MatchState.scheduled
  private var homeGoals: Int?
  private var awayGoals: Int?
  private(set) var differs = false

  static let thing = Thing<SourceVersion>(
    FootballKinds.source, verb: "football show", noun: "version of a file", plural: "versions of files", key: "match",
    blank: SourceVersion()
  ) {
    Field("match", \.match, link: .match("version of a file"))
    Field("source", \.source)
    Field("file", \.file)
    Field("line", \.line)
    Field("date", \.date)
    Field("state", \.word)
    Field("home_goals", \.homeGoals)
    Field("away_goals", \.awayGoals)
    Field("differs", \.differs)
  }

  /// The state as it is kept; what another program stored counts as scheduled.
  private var word: String {
    get { state.rawValue }
    set { state = MatchState(rawValue: newValue) ?? .scheduled }
  }

  var score: SourceMatch.Goals? {
    guard let home = homeGoals, let away = awayGoals, SourceMatch.Goals.range.contains(home),
      SourceMatch.Goals.range.contains(away)
    else { return nil }
    return .init(home, away)
  }

  private init() {}

  /// A version of a match as its file has it.
  init(_ match: StoredMatch, number: Int, source: String, file: String?, line: Int?, differs: Bool = false) {
    (self.match, self.source, self.file, self.line, self.differs) = (number, source, file, line, differs)
    (date, state, homeGoals, awayGoals) = (match.date, match.state, match.score?.home, match.score?.away)
  }

  /// The version that a match is; nil for one that was changed since, or whose versions are all records.
  private init?(shownBy match: StoredMatch) {
    guard let source = match.source, let file = match.file else { return nil }
    self.init(match, number: match.number, source: source, file: file, line: match.line)
  }

  /// Whether a match stays as it is: its source says what it said before, or it was awarded since.
  func holds(_ known: StoredMatch, against match: StoredMatch) -> Bool {
    let isUnchanged = date == match.date && state == match.state && score == match.score
    return isUnchanged || known.state == .awarded && state != .awarded
  }

  /// The recorded versions of a query, by match.
  static func read(_ conditions: [RecordQuery.Condition], in store: any RecordStore) throws(Diagnostic)
    -> [SourceVersion]
  { try thing.items(in: store, where: conditions, order: [("match", false)]) }

  /// All versions of a match as it is stored, the one it shows first.
  static func all(of match: StoredMatch, in store: any RecordStore) throws(Diagnostic) -> [SourceVersion] {
    let recorded = try read([.equals("match", .integer(match.number))], in: store)
    let isRecorded = recorded.contains { $0.source == match.source }
    let own =
      isRecorded ? recorded.filter { $0.source == match.source } : [SourceVersion(shownBy: match)].compactMap { $0 }
    return own + recorded.filter { $0.source != match.source }
  }

  /// Records the versions that matches show, before those are changed.
  static func keep(_ matches: [StoredMatch], in store: any RecordStore) throws(Diagnostic) {
    try write(matches.compactMap(SourceVersion.init(shownBy:)), in: store, cancellation: Cancellation())
  }

  /// Records versions, or what changed of them.
  static func write(
    _ versions: [SourceVersion], in store: any RecordStore, cancellation: Cancellation
  ) throws(Diagnostic) {
    guard !versions.isEmpty else { return }
    _ = try store.merge(thing.table(of: versions), into: thing.kind, rule: .update, cancellation: cancellation)
  }

  /// Notes whether a recorded version differs from what its match shows.
  func mark(differs isDifferent: Bool, in store: any RecordStore) throws(Diagnostic) {
    guard differs != isDifferent else { return }
    try store.enter(
      FootballKinds.source, key: ["match": .integer(match), "source": .text(source)],
      ["differs": .boolean(isDifferent)])
  }
}
