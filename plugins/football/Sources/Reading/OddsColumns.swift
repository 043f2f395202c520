internal import PodiumCore

/// Three columns of one source's prices for H, D and A.
struct OddsColumns {
  /// The source as the file names it (`PSC`, `B365`).
  let source: String
  /// Whether they are the last prices before the match.
  let isClosing: Bool
  let places: [Int]

  /// Known sources, best first: those with the smallest margin, then averages, then single bookmakers.
  ///
  /// Highest prices (`Max`, `BbMx`) are of several bookmakers at once: their margin belongs to nobody.
  private static let sources = [
    "PS", "P", "Avg", "BbAv", "B365", "BW", "IW", "WH", "VC", "LB", "SJ", "GB", "SB", "SO", "SY", "BS",
  ]

  /// The sources a header names; a `C` before the letter of the result means closing.
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

  /// The source a file's matches are compared by: one for all rows, closing where there is one.
  ///
  /// The best one that prices nine tenths of what any of them prices: a better source is no help where it is silent.
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
