internal import PodiumCore
internal import PodiumPlugin

/// The stored matches of some competitions, and the doubts they raise about a file.
struct KeptMatches {
  private let matches: [Match]

  /// The stored matches of the seasons in a file.
  init(of file: [Match], in store: any RecordStore) throws(Diagnostic) {
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

  /// How far apart sources may date one match, in days.
  private static let nearDays = 3

  /// Matches that may be stored under another day, and teams under another spelling.
  func doubts(about file: [Match], file name: String) -> [String] {
    struct Pair: Hashable { let competition, home, away: String }
    var known: [Pair: Set<Int>] = [:]
    for match in matches {
      let pair = Pair(competition: match.competition, home: match.home, away: match.away)
      known[pair, default: []].insert(match.date.days)
    }
    // The nearest day first, the earlier one among equals.
    let steps = (1...KeptMatches.nearDays).flatMap { [-$0, $0] }
    var notices = Notices(file: name)
    for match in file {
      let pair = Pair(competition: match.competition, home: match.home, away: match.away)
      let day = match.date.days
      guard let days = known[pair], !days.contains(day), let step = steps.first(where: { days.contains(day + $0) })
      else { continue }
      let near = CalendarDate(days: day + step)
      notices.row(
        match.line, "# may repeat a match stored under another day; kept both",
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
