internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

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
