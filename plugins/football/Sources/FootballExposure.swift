internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// What of football a service shows and does: everyone reads; a reporter writes about matches of their own clubs, until half an
/// hour after the end.
enum FootballExposure {
  static let exposure = Exposure(
    scope: Exposure.Scope("football.team", limitsReading: false, decision: decide), kinds: kinds, verbs: verbs,
    pages: pages)

  private static let ofMatch = ["match.home", "match.away"]

  private static let kinds: [Exposure.Kind] = [
    .init(FootballKinds.match, writers: .admin, paths: ["home", "away"]),
    .init(FootballKinds.report, writers: .reporter, fields: ["request": .admin], paths: ofMatch, offersActions: false),
    .init(FootballKinds.goal, paths: ofMatch), .init(FootballKinds.source, readers: .admin, paths: ofMatch),
    .init(
      FootballKinds.competition, writers: .admin,
      typed: [
        .init("halves", ["half"]) { texts in texts[0].map { Int($0) == nil ? $0 : "2x" + $0 } },
        .init("split", ["split_after", "split_groups"]) { texts in
          texts[1].map { $0.contains(":") ? $0 : (texts[0] ?? "") + ":" + $0 }
        },
      ]), .init(FootballKinds.rules, writers: .admin), .init(FootballKinds.adjustment, writers: .admin),
    .init(FootballKinds.expulsion, writers: .admin), .init(FootballKinds.alias, writers: .admin),
  ]

  private static let phases = ["start", "end", "delay", "interrupt", "resume", "abandon"].map { "football " + $0 }
  private static let events = [
    "goal", "own-goal", "penalty", "missed-penalty", "yellow", "second-yellow", "red",
  ].map { "football " + $0 }
  private static let reports = phases + events + ["football score", "football shoot-out"]

  private static let verbs: [Exposure.Verb] =
    phases.map { Exposure.Verb($0 + " {match}") }
    + events.map { Exposure.Verb($0 + " {match} {side} {minute} {player}") } + [
      .init("football score {match} {score} {minute}"), .init("football shoot-out {match} {side} {result} {player}"),
      .init("football void {match} {number}"), .init("football today", .reader), .init("football live", .reader),
      .init("football finished", .reader), .init("football upcoming", .reader), .init("football show {match}", .reader),
      .init("football matches {competition} {season}", .reader),
      .init("football table {competition} {season}", .reader),
      .init("football bracket {competition} {season}", .reader),
    ]

  private static let live = [FootballKinds.match, FootballKinds.report]

  private static let pages: [Exposure.Page] = [
    .init("live", title: "Live", shows: "football today", watches: live, role: nil),
    .init("football/matches", title: "Matches", shows: "football matches", watches: live),
    .init(
      "football/match/{match}", shows: "football show {match}", forms: ["football void"], watches: live, role: nil,
      columns: ["match": ["number"]]),
    .init("football/tables", title: "Tables", shows: "football competition", watches: [FootballKinds.competition]),
    .init(
      "football/table/{competition}/{season}", shows: "football table {competition} {season}", watches: live, role: nil,
      columns: ["competition": ["code"], "season": ["last"]]),
    .init(
      "football/livescore.json", shows: "football export json livescore.json replace=yes", watches: live, role: nil),
    .init(
      "report", title: "Report", shows: "football today", forms: reports + ["football void"], watches: live,
      role: .reporter),
  ]

  /// How far the clock of a reporter may be ahead, in seconds.
  private static let clockError = 120

  /// Minutes after the end of a match in which its clubs may still correct it.
  private static let correction = 30

  /// The clubs of a match may report until half an hour after its end; of other matches the scope lets no one write.
  private static func decide(
    _ account: Account, _ change: Change, _ after: Record?, _ store: any RecordStore
  ) throws(Diagnostic) -> Diagnostic? {
    guard change.kind == FootballKinds.report else { return nil }
    // A report that is taken back or voided counts as it was.
    var before = after?.fields ?? [:]
    before.merge(change.before) { _, earlier in earlier }
    guard case .integer(let number)? = before["match"] else { return nil }
    if account.role != .admin, case .datetime(let at)? = after?["at"],
      at.microseconds - change.at.microseconds > clockError * 1_000_000
    {
      return Diagnostic("forbidden", "a report is not made ahead of its time", help: "leave out now=")
    }
    let ofMatch = RecordQuery.Condition.equals("match", .integer(number))
    let rows = try RecordRows(
      RecordQuery(FootballKinds.match, where: [.equals("number", .integer(number))], limit: 1), in: store)
    guard let match = StoredMatch.read(rows).first else { return nil }
    // When it ended, its state says alone. Before the change itself: a report that ends the match is always in time.
    let ofState = RecordQuery.Condition.equals("kind", .text(MatchReport.Kind.state.rawValue))
    var reports = try StoredReport.read([ofMatch, ofState], in: store).filter { $0.id != change.record }
    if change.action != .insert {
      let stamp = after?.created ?? Record.Stamp(at: change.at, by: change.by)
      let record = Record(
        id: change.record, kind: change.kind, revision: max(1, change.revision - 1), created: stamp, changed: stamp,
        fields: before)
      reports += [StoredReport(record)].compactMap(\.self)
      reports.sort { $0.report.number < $1.report.number }
    }
    let earlier = LiveMatch(match, reports: reports, rules: ClockRules())
    guard account.role != .admin, let ended = earlier.course(at: change.at).ended,
      change.at.microseconds - ended.microseconds > correction * 60_000_000
    else { return nil }
    return Diagnostic(
      "forbidden", "match \(number) ended more than \(correction) minutes ago",
      help: "ask who runs the service to correct it")
  }
}
