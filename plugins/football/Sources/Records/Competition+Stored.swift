internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

extension Competition {
  /// The stored competitions by their codes.
  static func all(in store: any RecordStore) throws(Diagnostic) -> [String: Competition] {
    let rows = try RecordRows(RecordQuery(FootballKinds.competition), in: store)
    let (codes, names, regions) = (rows.texts("code"), rows.texts("name"), rows.texts("region"))
    let (zones, seasons, halves) = (rows.texts("zone"), rows.texts("seasons"), rows.integers("half", in: 1...60))
    let (stopped, urls, own) = (rows.flags("stopped"), rows.texts("url"), OwnRules.read(rows))
    var found: [String: Competition] = [:]
    for row in 0..<rows.count {
      guard let code = codes[row] else { continue }
      var competition = Competition(code)
      (competition.name, competition.region) = (names[row], regions[row])
      if let zone = zones[row] { competition.zone = zone }
      if let word = seasons[row].flatMap({ Seasons(rawValue: $0) }) { competition.seasons = word }
      competition.clock = ClockRules(half: halves[row] ?? 45, isStopped: stopped[row])
      competition.own = own[row]
      competition.url = urls[row]
      found[code] = competition
    }
    if found.isEmpty { return found }
    let ranges = try RecordRows(RecordQuery(FootballKinds.rules), in: store)
    let (owners, firsts, lasts) = (
      ranges.texts("competition"), ranges.integers("first", in: Seasonal.everYear),
      ranges.integers("last", in: Seasonal.everYear)
    )
    for (row, rules) in OwnRules.read(ranges).enumerated() {
      guard let code = owners[row], let first = firsts[row], let last = lasts[row], first <= last else { continue }
      found[code]?.set(rules, for: first...last)
    }
    return found
  }
}
