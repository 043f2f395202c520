internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The stored matches, competitions and aliases of a session's workspace.
struct FootballWorkspace {
  let store: any Store
  let competitions: [String: Competition]
  private let clocks: ZoneClocks

  init(_ session: Session) throws(Diagnostic) {
    store = try session.store()
    competitions = try Competition.all(in: store)
    clocks = ZoneClocks(session)
  }

  /// A competition by its code; what is not stored has the verified rules, if there are any.
  func competition(_ code: String) -> Competition { competitions[code] ?? Competition(code) }

  /// The clock of a competition; nil where no zone is known, or the machine does not have it.
  func clock(of code: String) -> LocalClock? { competition(code).zone.flatMap(clocks.clock) }

  /// The matches of a query with the state and score that their reports give, by day and number.
  func matches(_ conditions: [RecordQuery.Condition] = []) throws(Diagnostic) -> [StoredMatch] {
    let stored = try stored(conditions)
    if stored.isEmpty { return [] }
    let reports = try StoredReport.byMatch(stored.map(\.number), in: store)
    if reports.isEmpty { return stored }
    return stored.map { match in
      reports[match.number].map { LiveMatch(match, reports: $0, rules: competition(match.competition).clock).reported }
        ?? match
    }
  }

  /// The matches of a query as they are stored, without their reports: what a change starts from.
  func stored(_ conditions: [RecordQuery.Condition]) throws(Diagnostic) -> [StoredMatch] {
    StoredMatch.read(
      try RecordRows(
        RecordQuery(FootballKinds.match, where: conditions, order: [("date", false), ("number", false)]), in: store))
  }

  /// A match as it is stored; throws `unknown-match`.
  func stored(number: Int) throws(Diagnostic) -> StoredMatch {
    if let match = try stored([.equals("number", .integer(number))]).first { return match }
    throw Diagnostic("unknown-match", "there is no match \(number)", help: "list the matches: football matches")
  }

  func matches(_ competition: String, _ season: Season) throws(Diagnostic) -> [StoredMatch] {
    try matches([.equals("competition", .text(competition)), .equals("season", .text(season.description))])
  }

  /// Writes all fields of a match that was changed by hand, also those that are missing now. What its source says is
  /// kept first.
  func replace(_ match: StoredMatch) throws(Diagnostic) {
    let query = RecordQuery(FootballKinds.match, where: [.equals("number", .integer(match.number))], limit: 1)
    guard let record = try store.records(query).first else {
      throw Diagnostic("unknown-match", "there is no match \(match.number)")
    }
    try SourceVersion.keep([stored(number: match.number)], in: store)
    var match = match
    (match.file, match.line) = (nil, nil)
    let row = try StoredMatch.table([match])
    var fields: [String: Value] = [:]
    let kind = try store.kinds().first { $0.name == FootballKinds.match }
    for field in kind?.fields ?? [] { fields[field.name] = row[field.name]?[0] ?? .missing }
    _ = try store.update(record.id, of: FootballKinds.match, setting: fields, revision: record.revision)
  }

  /// Stores a competition, or what changed of it.
  func store(_ competition: Competition, cancellation: Cancellation) throws(Diagnostic) {
    try Competition.thing.store([competition], in: store, cancellation: cancellation)
  }

  /// The team of every alias.
  func aliases() throws(Diagnostic) -> [String: String] {
    Dictionary(try TeamAlias.thing.items(in: store).map { ($0.name, $0.team) }, uniquingKeysWith: { $1 })
  }

  /// The teams of the stored matches.
  func teams() throws(Diagnostic) -> Set<String> {
    let rows = try RecordRows(RecordQuery(FootballKinds.match), ["home", "away"], coded: true, in: store)
    var found: Set<String> = []
    for name in ["home", "away"] {
      if case .category(let teams)? = rows.table[name]?.values { found.formUnion(teams.levels) }
    }
    return found
  }

  /// Whether a competition has stored matches, or a season of it.
  func hasMatches(_ competition: String, _ season: Season? = nil) throws(Diagnostic) -> Bool {
    var conditions: [RecordQuery.Condition] = [.equals("competition", .text(competition))]
    if let season { conditions.append(.equals("season", .text(season.description))) }
    return try !store.records(RecordQuery(FootballKinds.match, where: conditions, limit: 1)).isEmpty
  }

  /// The competition that was typed, if one was; throws `unknown-competition` for one without matches.
  func competition(typed parameter: Parameter<String?>, _ call: Call) throws(Diagnostic) -> String? {
    guard let code = call[parameter] else { return nil }
    if try hasMatches(code) { return code }
    let known = try seasons().keys.inCodePointOrder()
    if let other = FootballWorkspace.other(code, among: known) { return other }
    throw Diagnostic.unknown("competition", code, among: known, span: call.span(of: parameter))
  }

  /// The only competition that has the same rules under another name: `World Cup` for `WC`.
  static func other(_ typed: String, among known: [String]) -> String? {
    let same = known.filter { LeagueRules.code($0) == LeagueRules.code(typed) }
    return same.count == 1 ? same[0] : nil
  }

  /// The season of a competition that was typed, if one was; throws `unknown-season` for one without matches.
  func season(typed parameter: Parameter<String?>, of code: String, _ call: Call) throws(Diagnostic) -> Season? {
    guard let typed = call[parameter] else { return nil }
    return try season(typed, of: code, at: call.span(of: parameter))
  }

  /// A season of a competition; throws `unknown-season` for one without matches.
  func season(_ typed: String, of code: String, at span: SourceSpan?) throws(Diagnostic) -> Season {
    if let season = Season(typed), try hasMatches(code, season) { return season }
    let known = try seasons()[code, default: []].sorted()
    // `18/19` of 2018-19, where it is the only one.
    let short = known.filter { $0.description.dropFirst(2) == typed.replacing("/", with: "-") }
    if short.count == 1 { return short[0] }
    throw .unknown("season", typed, among: known.map(\.description), span: span)
  }

  /// The one of some teams that a word names, also by an alias; throws `unknown-team` for none and for several.
  func team(_ word: String, among names: [String], at span: SourceSpan?) throws(Diagnostic) -> String {
    let fitting = MatchFinder.fitting(try aliases()[word] ?? word, in: names)
    if fitting.count == 1 { return fitting[0] }
    throw .unknown("team", word, among: Set(names).inCodePointOrder(), span: span)
  }

  /// The seasons of each competition with stored matches.
  func seasons() throws(Diagnostic) -> [String: Set<Season>] {
    let rows = try RecordRows(RecordQuery(FootballKinds.match), ["competition", "season"], coded: true, in: store)
    guard case .category(let codes)? = rows.table["competition"]?.values,
      case .category(let seasons)? = rows.table["season"]?.values
    else { return [:] }
    var known: [String: Set<Season>] = [:]
    var seen: Set<[Int32]> = []
    for (code, season) in zip(codes.codes, seasons.codes) where code >= 0 && season >= 0 {
      guard seen.insert([code, season]).inserted, let read = Season(seasons.levels[Int(season)]) else { continue }
      known[codes.levels[Int(code)], default: []].insert(read)
    }
    return known
  }
}

/// The clocks of zones, each read once.
private final class ZoneClocks {
  private let session: Session
  private var known: [String: LocalClock?] = [:]

  init(_ session: Session) { self.session = session }

  func clock(_ zone: String) -> LocalClock? {
    if let clock = known[zone] { return clock }
    let clock = try? session.clock(in: zone)
    known[zone] = clock
    return clock
  }
}
