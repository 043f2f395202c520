internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension FootballWorkspace {
  /// Removes a match with its goals, reports and versions.
  func remove(match number: Int, _ session: Session) throws(Diagnostic) {
    try RecordLinks(to: FootballKinds.match, in: session.registry).removeParts(of: String(number), in: store)
    let query = RecordQuery(FootballKinds.match, where: [.equals("number", .integer(number))], limit: 1)
    for record in try store.records(query) { try store.remove(record.id, of: record.kind, revision: record.revision) }
  }

  /// Makes one match of two that have the same teams, since an alias has joined the names of one: what the source of the second
  /// says is a version of the first. The number of such pairs, and what to say of them.
  func join(_ renamed: [StoredMatch], _ session: Session) throws(Diagnostic) -> (pairs: Int, warnings: [String]) {
    let codes = Set(renamed.map(\.competition)).inCodePointOrder().map(Value.text)
    if codes.isEmpty { return (0, []) }
    func key(_ match: StoredMatch) -> [String] {
      [match.competition, match.season.description, match.home, match.away]
    }
    let stored = Dictionary(grouping: try stored([.isOneOf("competition", codes)]), by: key)
    var (joined, warnings): ([StoredMatch], [String]) = ([], [])
    var gone: Set<Int> = []
    for match in renamed where !gone.contains(match.number) {
      let twin = stored[key(match)]?.first {
        $0.number != match.number && !gone.contains($0.number)
          && abs($0.date.days - match.date.days) <= IncomingMatches.nearDays
      }
      guard let twin else { continue }
      var (kept, other) = match.number < twin.number ? (match, twin) : (twin, match)
      let reported = try StoredReport.byMatch([kept.number, other.number], in: store)
      if reported[other.number] != nil { swap(&kept, &other) }
      guard reported[other.number] == nil else {
        warnings.append(
          "matches \(other.number) and \(kept.number) are one, and both were reported; void the reports of one, and delete it: "
            + "football match delete \(other.number)")
        continue
      }
      gone.formUnion([match.number, twin.number])
      joined.append(try join(other, into: kept, session, &warnings))
      try remove(match: other.number, session)
    }
    if !joined.isEmpty {
      _ = try store.merge(
        StoredMatch.table(joined), into: FootballKinds.match, rule: .update, cancellation: session.cancellation)
    }
    return (joined.count, warnings)
  }

  private func join(
    _ other: StoredMatch, into kept: StoredMatch, _ session: Session, _ warnings: inout [String]
  ) throws(Diagnostic) -> StoredMatch {
    let source = other.source ?? ""
    let result = MatchMerge(other, into: kept, from: source)
    warnings += result.sentences.map {
      "\(other.file ?? source):\(other.line ?? 0): match \(kept.number), \(kept.home) against \(kept.away): " + $0
    }
    var versions = try SourceVersion.read([.equals("match", .integer(other.number))], in: store)
    if source != kept.source, !versions.contains(where: { $0.source == source }) {
      versions.append(
        SourceVersion(
          other, number: kept.number, source: source, file: other.file, line: other.line, differs: result.differs))
    }
    try SourceVersion.write(
      versions.filter { $0.source != kept.source }.map { $0.moved(to: kept.number) }, in: store,
      cancellation: session.cancellation)
    for (place, goals) in try StoredGoal.read([other.number], in: store) {
      _ = try StoredGoal.replace(
        [kept.number: goals.map { $0.moved(to: kept.number) }], of: place.source, in: store,
        cancellation: session.cancellation)
    }
    return result.merged
  }
}
