internal import PodiumCore
internal import PodiumShell

/// The matches the workspace has of some competitions, and what they make doubtful in a file.
struct KeptMatches {
  private let matches: [Match]

  /// The matches of the seasons that a file is about.
  init(of file: [Match], in store: any Store) throws(Diagnostic) {
    let competitions = Set(file.map(\.competition)).sorted(by: CodePointOrder.precedes)
    let seasons = Set(file.map(\.season)).sorted()
    let query = RecordQuery(
      MatchRecords.name,
      where: [
        .isOneOf("competition", competitions.map(Value.text)),
        .isOneOf("season", seasons.map { .text($0.description) }),
      ])
    matches = MatchRecords.matches(try store.table(query, fields: nil))
  }

  init(_ matches: [Match]) { self.matches = matches }

  /// The longest a source is out about a match's day.
  private static let nearDays = 3

  /// Matches that may be known under another day, and teams that may be known under another spelling.
  func doubts(about file: [Match], file name: String) -> [String] {
    struct Pair: Hashable { let competition, home, away: String }
    let known = Dictionary(grouping: matches) { Pair(competition: $0.competition, home: $0.home, away: $0.away) }
    var notices = Notices(file: name)
    for match in file {
      let pair = Pair(competition: match.competition, home: match.home, away: match.away)
      let dates = (known[pair] ?? []).map(\.date)
      guard !dates.contains(match.date),
        let near = dates.first(where: { ($0.days - match.date.days).magnitude <= KeptMatches.nearDays })
      else { continue }
      notices.row(
        match.line, "may be a match that is known under another day; both are kept",
        "\(match.home) against \(match.away) on \(match.date) and on \(near)")
    }
    let here = Set(file.flatMap { [$0.home, $0.away] })
    let there = Set(matches.flatMap { [$0.home, $0.away] })
    for (a, b) in TeamNames.alike(Array(here.union(there))) where !(here.contains(a) && here.contains(b)) {
      notices.remark("'\(a)' and '\(b)' are counted as two teams")
    }
    return notices.sentences
  }
}
