internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

extension Competition {
  /// The stored competitions by their codes.
  static func all(in store: any RecordStore) throws(Diagnostic) -> [String: Competition] {
    let rows = try RecordRows(RecordQuery(FootballKinds.competition), in: store)
    let (codes, names, regions) = (rows.texts("code"), rows.texts("name"), rows.texts("region"))
    let (zones, seasons, halves) = (rows.texts("zone"), rows.texts("seasons"), rows.integers("half", in: 1...60))
    let (stopped, points, ties) = (rows.flags("stopped"), rows.integers("points", in: 0...99), rows.texts("ties"))
    let (meetings, reapply) = (rows.flags("meetings"), rows.flags("reapply"))
    let (splits, groups, urls) = (
      rows.integers("split_after", in: 1...99), rows.texts("split_groups"), rows.texts("url")
    )
    var found: [String: Competition] = [:]
    for row in 0..<rows.count {
      guard let code = codes[row] else { continue }
      var competition = Competition(code)
      (competition.name, competition.region) = (names[row], regions[row])
      if let zone = zones[row] { competition.zone = zone }
      if let word = seasons[row].flatMap({ Seasons(rawValue: $0) }) { competition.seasons = word }
      competition.clock = ClockRules(half: halves[row] ?? 45, isStopped: stopped[row])
      competition.winPoints = points[row]
      if let words = ties[row] {
        competition.ties = words.split(separator: ",").compactMap { TieBreak(rawValue: String($0)) }
        competition.needsAllMeetings = meetings[row]
        competition.reapplies = reapply[row]
      }
      if let after = splits[row], let sizes = groups[row] {
        let sizes = sizes.split(separator: "+").compactMap { Int($0) }.filter((1...99).contains)
        if !sizes.isEmpty { competition.split = LeagueSplit(after: after, groups: sizes) }
      }
      competition.url = urls[row]
      found[code] = competition
    }
    return found
  }
}
