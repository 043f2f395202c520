internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

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

  /// The same version of another match.
  func moved(to match: Int) -> SourceVersion {
    var copy = self
    copy.match = match
    return copy
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
