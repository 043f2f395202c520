internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// What a source says of a match.
///
/// The version that a match shows is the match itself, with its file and line. A record is kept of every other version, and
/// of the one that was shown before a match was changed by hand or by another source.
struct SourceVersion: Sendable, Equatable {
  /// Nil for the version that the match is.
  let id: RecordID?
  let match: Int
  let source: String
  let file: String?
  let line: Int?
  let date: CalendarDate
  let state: MatchState
  let score: SourceMatch.Goals?
  let differs: Bool

  /// A version of a match as its file has it.
  init(_ match: StoredMatch, number: Int, source: String, file: String?, line: Int?, differs: Bool = false) {
    id = nil
    (self.match, self.source, self.file, self.line, self.differs) = (number, source, file, line, differs)
    (date, state, score) = (match.date, match.state, match.score)
  }

  /// The version that a match is; nil for one that was changed since, or whose versions are all records.
  private init?(shownBy match: StoredMatch) {
    guard let source = match.source, let file = match.file else { return nil }
    self.init(match, number: match.number, source: source, file: file, line: match.line)
  }

  private init?(_ record: Record) {
    guard case .integer(let match) = record["match"], case .text(let source) = record["source"],
      case .date(let date) = record["date"], case .text(let state) = record["state"]
    else { return nil }
    let goals = SourceMatch.Goals.range
    if let home = record.integer("home_goals", in: goals), let away = record.integer("away_goals", in: goals) {
      score = .init(home, away)
    } else {
      score = nil
    }
    if case .text(let name) = record["file"] { file = name } else { file = nil }
    if case .integer(let number) = record["line"] { line = number } else { line = nil }
    (id, self.match, self.source, self.date) = (record.id, match, source, date)
    self.state = MatchState(rawValue: state) ?? .scheduled
    differs = record["differs"] == .boolean(true)
  }

  /// The recorded versions of a query, by match.
  static func read(
    _ conditions: [RecordQuery.Condition], in store: any RecordStore
  ) throws(Diagnostic) -> [SourceVersion] {
    try store.records(RecordQuery(FootballKinds.source, where: conditions, order: [("match", false)]))
      .compactMap(SourceVersion.init)
  }

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
    func whole(_ name: String, _ value: (SourceVersion) -> Int?) -> Column {
      Column(name, .integer(versions.map { value($0) ?? ColumnValues.missingInteger }))
    }
    let table = try Table([
      whole("match", \.match), Column("source", .text(versions.map(\.source))),
      Column("file", .text(versions.map(\.file))), whole("line", \.line),
      Column("date", .date(versions.map(\.date))), Column("state", .text(versions.map(\.state.rawValue))),
      whole("home_goals") { $0.score?.home }, whole("away_goals") { $0.score?.away },
      Column("differs", .boolean(versions.map(\.differs))),
    ])
    _ = try store.merge(table, into: FootballKinds.source, rule: .update, cancellation: cancellation)
  }
}
