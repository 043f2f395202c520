internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension SkiBundle {
  /// The most sessions whose unranked pairs have a note each.
  private static let most = 5

  /// Ranks of a session form an order, with ties as people write them. A pair without a rank stays without one, and ranks that were
  /// left out leave no gap.
  mutating func checkRanks() throws(Diagnostic) {
    guard var file = files["participations.csv"] else { return }
    var unranked: [String] = []
    for part in RankPart.allCases where file.table[part.field] != nil {
      let read = try orders(part, file)
      if part == .all {
        unranked = read.unranked
        try checkMerged(read.ranks, file, of: read.sessions)
      }
      try file.set(part.field, .integer(read.ranks.map { $0 ?? ColumnValues.missingInteger }))
    }
    files["participations.csv"] = file
    for sentence in unranked.prefix(Self.most) { note(sentence) }
    let rest = unranked.count - Self.most
    if rest > 0 { note("\(rest.counted("more session")) with pairs that have no rank") }
  }

  private mutating func orders(
    _ part: RankPart, _ file: IncomingFile
  ) throws(Diagnostic) -> (ranks: [Int?], sessions: [String], unranked: [String]) {
    let (sessions, serials) = (file.texts("session"), file.texts("serial_number"))
    let ranks = file.numbers(part.field).map { $0.flatMap { Int(exactly: $0) } }
    var rows: [String: [Int]] = [:]
    for (row, session) in sessions.enumerated() { if let session { rows[session, default: []].append(row) } }
    var kept = ranks
    var found: [(row: Int, sentence: String)] = []
    var unranked: [String] = []
    let what = part == .all ? "" : part.rawValue + " "
    for session in rows.keys.sorted(by: SkiRecords.precedes) {
      let places = rows[session] ?? []
      guard places.contains(where: { ranks[$0] != nil }), !isPlain(places, ranks, file, lost: session) else { continue }
      let given = places.map { row in
        RankOrder.Given(serial: serials[row] ?? "", rank: ranks[row], isTied: file.tied[row].contains(part.field))
      }
      let read = RankOrder.read(given, lost: file.lost[session] ?? 0, sharesLast: isSheet)
      let without = given.filter { $0.rank == nil }.map { "'\($0.serial)'" }
      if !without.isEmpty {
        unranked.append(
          "session '\(session)': no \(what)rank for " + without.prefix(8).joined(separator: ", ")
            + (without.count > 8 ? ", … (\(without.count) pairs)" : ""))
      }
      if read.problems.isEmpty {
        for row in places { kept[row] = serials[row].flatMap { read.ranks[$0] } }
        if read.closesGap { warn("session '\(session)': the \(what)ranks after those left out moved up") }
        if !read.shared.isEmpty {
          warn(
            "session '\(session)': " + read.shared.map { "'\($0)'" }.joined(separator: " and ")
              + " share the last \(what)rank; write a tie as in 2=")
        }
      } else if part != .all {
        warn("session '\(session)': the \(what)ranks form no order: " + read.problems.joined(separator: ", "))
      } else if repairs.ranks {
        // Equal ranks that are not marked as ties keep the order of the file.
        let sorted = places.filter { ranks[$0] != nil }.sorted { (ranks[$0] ?? 0, $0) < (ranks[$1] ?? 0, $1) }
        for (place, row) in sorted.enumerated() { kept[row] = place + 1 }
        warn("session '\(session)': renumbered the ranks, because " + read.problems.joined(separator: ", "))
      } else if let row = places.first(where: { serials[$0] == read.suspect }) {
        found.append((row, "session '\(session)': " + read.problems.joined(separator: ", ")))
      }
    }
    if let (row, sentence) = found.first {
      throw Diagnostic(
        "bad-rank",
        file.place(row, part.field).text + ": " + sentence
          + (found.count > 1 ? ", and \((found.count - 1).counted("other session"))" : ""),
        help: "write a tie as in 2= for each pair of it, or use repair=yes to renumber the ranks in order")
    }
    return (kept, Array(rows.keys), unranked)
  }

  /// Whether rows have the ranks 1 to n, each once, as most sessions do.
  private func isPlain(_ rows: [Int], _ ranks: [Int?], _ file: IncomingFile, lost session: String) -> Bool {
    guard file.lost[session] == nil else { return false }
    var isTaken = [Bool](repeating: false, count: rows.count)
    for row in rows {
      guard let rank = ranks[row], rank >= 1, rank <= rows.count, !isTaken[rank - 1], file.tied[row].isEmpty else {
        return false
      }
      isTaken[rank - 1] = true
    }
    return true
  }
}
