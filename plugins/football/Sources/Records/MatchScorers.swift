internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Who scored in some matches: by the reports of a match, or else by its file.
struct MatchScorers {
  private var sides: [Int: (home: [String], away: [String])] = [:]

  /// Reads the goals of matches; `courses` are those of reported ones, by the number of the match.
  init(
    _ matches: [StoredMatch], courses: [Int: MatchCourse] = [:], in store: any RecordStore
  ) throws(Diagnostic) {
    let begun = matches.filter { $0.score != nil || courses[$0.number] != nil }
    let stored = try StoredGoal.read(begun.map(\.number), in: store)
    let sources = Dictionary(grouping: stored.keys, by: \.match)
    for match in begun {
      var goals: [(scoring: MatchReport.Side, text: String)] = []
      for event in courses[match.number]?.events ?? [] {
        let report = event.report
        guard report.kind.isGoal, let side = report.side, let player = report.player else { continue }
        goals.append(
          (
            report.kind == .ownGoal ? side.other : side,
            MatchScorers.text(player, report.minute, report.kind)
          ))
      }
      if goals.isEmpty, sources[match.number] != nil {
        let own = Dictionary(
          uniqueKeysWithValues: (sources[match.number] ?? []).map { ($0, stored[$0] ?? []) })
        for goal in StoredGoal.shown(match, among: own) {
          guard let side = goal.scoringSide, !goal.player.isEmpty else { continue }
          goals.append((side, MatchScorers.text(goal.player, goal.minute, goal.kind)))
        }
      }
      guard !goals.isEmpty else { continue }
      sides[match.number] = (
        goals.filter { $0.scoring == .home }.map(\.text), goals.filter { $0.scoring == .away }.map(\.text)
      )
    }
  }

  private static func text(_ player: String, _ minute: MatchMinute?, _ kind: MatchReport.Kind) -> String {
    player + (minute.map { " \($0)" } ?? "") + (kind == .penaltyGoal ? " pen" : kind == .ownGoal ? " og" : "")
  }

  /// `Zaynal 33, Bo 40 og` for each side; nil where no one is known.
  subscript(match: Int) -> (home: String, away: String)? {
    sides[match].map { ($0.home.joined(separator: ", "), $0.away.joined(separator: ", ")) }
  }
}
