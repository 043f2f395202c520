internal import PodiumCore

/// Three columns with one source's prices for H, D and A.
struct OddsColumns: Sendable {
  /// The source's prefix in the file (`PSC`, `B365`).
  let source: String
  /// Whether they are the last prices before the match.
  let isClosing: Bool
  let places: [Int]

  /// Known sources, best first: those with the smallest margin, then averages, then single bookmakers. Maximum prices
  /// (`Max`, `BbMx`) are left out: they mix bookmakers, so their margin means nothing.
  private static let sources = [
    "PS", "P", "Avg", "BbAv", "B365", "BW", "IW", "WH", "VC", "LB", "SJ", "GB", "SB", "SO", "SY", "BS",
  ]

  /// The sources in a header; a `C` before the result's letter means closing.
  static func all(_ header: [String: Int], pricesAreClosing: Bool) -> [OddsColumns] {
    var found: [OddsColumns] = []
    for isMarked in [true, false] {
      for source in sources {
        let name = source + (isMarked ? "C" : "")
        let places = MatchResult.letters.compactMap { header[name + $0] }
        guard places.count == 3 else { continue }
        found.append(OddsColumns(source: name, isClosing: isMarked || pricesAreClosing, places: places))
      }
    }
    return found
  }

  /// One source for all rows, with closing prices if there are any. It is the best source with at least nine tenths as
  /// many priced matches as the most complete one.
  static func chosen(_ sources: [OddsColumns], for lines: [MatchCells.Line]) -> OddsColumns? {
    let priced = sources.map { columns in
      (columns, count: lines.count { line in columns.places.allSatisfy { MatchCell.odds(line[$0]) != nil } })
    }.filter { $0.count > 0 }
    let closing = priced.filter(\.0.isClosing)
    let candidates = closing.isEmpty ? priced : closing
    guard let most = candidates.map(\.count).max() else { return nil }
    return candidates.first { $0.count * 10 >= most * 9 }?.0
  }
}
