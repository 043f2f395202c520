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

  /// The same goal of another match.
  func moved(to match: Int) -> StoredGoal {
    var copy = self
    copy.match = match
    return copy
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
