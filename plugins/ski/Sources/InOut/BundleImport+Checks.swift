internal import PodiumCore
internal import PodiumPlugin

/// The checks on a whole bundle before any of it is written.
extension BundleImport {
  /// Turns owners into athletes where a bundle gives names instead of numbers.
  mutating func nameOwners() throws(Diagnostic) {
    guard var pairs = files["ski_pairs.csv"], pairs.table["owner"] != nil else { return }
    var numbers = Set(files["athletes.csv"]?.texts("number").compactMap { $0 } ?? [])
    for athlete in try workspace.athletes() { numbers.insert(athlete.number) }
    let owners = pairs.texts("owner")
    var found: [String: String] = [:]
    for case let owner? in owners where !numbers.contains(owner) && found[owner] == nil {
      found[owner] = try workspace.athleteOrNew(owner, at: nil).number
    }
    let named = owners.map { owner in owner.map { found[$0] ?? $0 } }
    pairs.table = try pairs.table.setting(Column("owner", .text(named)))
    files["ski_pairs.csv"] = pairs
  }

  /// No text has a NUL character: sheets and JSON can have one, but not the CSV files of an export.
  func checkTexts() throws(Diagnostic) {
    for name in order {
      guard let file = files[name] else { continue }
      for column in file.table.columns {
        switch column.values {
        case .text, .category, .ordered:
          try TextTable.refuseNUL(
            file.distinct(column.name), in: "\(file.layout.column(of: column.name)) of '\(file.name)'")
        default: continue
        }
      }
    }
  }

  /// Every row has its key, and no key occurs twice in a file.
  func checkKeys() throws(Diagnostic) {
    for name in order {
      guard let file = files[name], let kind = file.layout.recordKind else { continue }
      if file.layout.kind == SkiKinds.glide, file.table["number"] == nil { continue }
      let keys = kind.key.map { file.codes($0) }
      var seen: [RowKey: Int] = [:]
      seen.reserveCapacity(file.table.rowCount)
      for row in 0..<file.table.rowCount {
        let key = RowKey(keys, row)
        if let place = keys.firstIndex(where: { $0[row] == IncomingFile.missingCode }) {
          throw Diagnostic(
            "missing-key", "\(file.place(row)) has no \(file.layout.column(of: kind.key[place]))",
            help: "fill in these columns in every row: " + kind.key.map(file.layout.column(of:)).joined(separator: ", ")
          )
        }
        if let first = seen.updateValue(row, forKey: key) {
          throw Diagnostic(
            "repeated-row",
            "rows \(first + 1) and \(row + 1) of '\(file.name)' have the same key: "
              + kind.key.map { file.texts($0)[row] ?? "" }.joined(separator: ", "),
            help: "keep one of them; the key is " + kind.key.map(file.layout.column(of:)).joined(separator: ", "))
        }
      }
    }
    if let serials = files["ski_pairs.csv"]?.texts("serial_number") {
      for case let serial? in serials { _ = try PairCommand.checked(serial, at: nil) }
    }
  }

  /// Refuses rows of an unknown team, once the workspace has any team.
  func checkTeams() throws(Diagnostic) {
    let kept = try RecordRows(RecordQuery(SkiKinds.team), ["name"], in: workspace.store).texts("name").compactMap { $0 }
    guard !kept.isEmpty else { return }
    for name in order {
      guard let file = files[name] else { continue }
      let field = file.layout.kind == SkiKinds.team ? "name" : "team"
      for (row, team) in file.texts(field).enumerated() {
        guard let team, !kept.contains(team) else { continue }
        throw Diagnostic(
          "other-team",
          "\(file.place(row)) belongs to team '\(team)', but the workspace only has "
            + kept.sorted(by: CodePointOrder.precedes).map { "'\($0)'" }.joined(separator: ", "),
          help: "use ski team add \(Session.quoted(team)) to add the team")
      }
    }
  }

  mutating func checkSessions() throws(Diagnostic) {
    guard let file = files["sessions.csv"] else { return }
    let (numbers, air, snow) = (
      file.texts("session"), file.numbers("air_temperature_c"), file.numbers("snow_temperature_c")
    )
    let (humidity, snowHumidity) = (file.numbers("humidity_pct"), file.numbers("snow_humidity_pct"))
    let (latitudes, longitudes) = (file.numbers("latitude"), file.numbers("longitude"))
    let times = file.table["time_of_test"]
    for row in 0..<file.table.rowCount {
      let what = "session '\(numbers[row] ?? "")'"
      let conditions = Conditions(
        air: air[row], snowTemperature: snow[row], humidity: humidity[row], snowHumidity: snowHumidity[row])
      if let refusal = SessionChecks.refusal(conditions, of: what) { throw refusal }
      for doubt in SessionChecks.doubts(conditions, of: what) { workspace.warn(doubt) }
      try SessionChecks.place(latitudes[row], longitudes[row], of: what)
      if case .datetime(let time)? = times?[row] { try workspace.refuseFuture(time) }
    }
    if let moments = files["grinding_moments.csv"]?.table["moment"] {
      for row in 0..<moments.count {
        if case .datetime(let moment) = moments[row] { try workspace.refuseFuture(moment) }
      }
    }
  }

  mutating func checkSnow() throws(Diagnostic) {
    guard var file = files["snow.csv"] else { return }
    let (sessions, types, shares) = (file.texts("session"), file.texts("snow_type"), file.numbers("share_pct"))
    var rows: [String: [Int]] = [:]
    for (row, session) in sessions.enumerated() { if let session { rows[session, default: []].append(row) } }
    var kept = shares
    for session in rows.keys.sorted(by: SkiRecords.precedes) {
      let places = rows[session] ?? []
      var parts: [(type: String, share: Double)] = []
      for row in places {
        guard let share = shares[row] else {
          throw Diagnostic(
            "bad-snow", "\(file.place(row)) has no percentage", help: "write 0 for a type of snow that was absent")
        }
        parts.append((types[row] ?? "", share))
      }
      let checked = try SessionChecks.snow(parts, scaled: repairs.shares, of: "session '\(session)'")
      for (row, part) in zip(places, checked) {
        if kept[row] != part.share {
          workspace.note("session '\(session)': \(part.type) scaled to \(NumberText.significant(part.share, 4)) %")
        }
        kept[row] = part.share
      }
    }
    file.table = try file.table.setting(Column("share_pct", .number(kept.map { $0 ?? .nan })))
    files["snow.csv"] = file
  }

  /// Everything that a row refers to is in the bundle or in the workspace.
  func checkReferences() throws(Diagnostic) {
    func known(_ kind: String, _ field: String, _ file: String) throws(Diagnostic) -> Set<String> {
      var names = Set(files[file]?.texts(field).compactMap { $0 } ?? [])
      for case let name? in try RecordRows(RecordQuery(kind), [field], in: workspace.store).texts(field) {
        names.insert(name)
      }
      return names
    }
    let pairs = try known(SkiKinds.pair, "serial_number", "ski_pairs.csv")
    let sessions = try known(SkiKinds.session, "session", "sessions.csv")
    let athletes = try known(SkiKinds.athlete, "number", "athletes.csv")
    let waxers = try known(SkiKinds.waxer, "code", "waxers.csv")
    for name in order {
      guard let file = files[name] else { continue }
      for (links, names, noun) in [
        (SkiLinks.pair, pairs, "ski pair"), (SkiLinks.session, sessions, "session"),
        (SkiLinks.athlete, athletes, "athlete"), (SkiLinks.waxer, waxers, "waxer"),
      ] {
        for link in links where link.kind == file.layout.kind {
          let strangers = Set(file.distinct(link.field)).subtracting(names)
          guard !strangers.isEmpty else { continue }
          for (row, text) in file.texts(link.field).enumerated() {
            guard let text, strangers.contains(text) else { continue }
            throw Diagnostic(
              "unknown-" + (noun.split(separator: " ").last.map(String.init) ?? noun),
              "\(file.place(row)) refers to \(noun) '\(text)', which is neither in the bundle nor in the workspace")
          }
        }
      }
    }
  }

  mutating func checkRanks() throws(Diagnostic) {
    guard var file = files["participations.csv"], file.table["rank"] != nil else { return }
    let (sessions, serials) = (file.texts("session"), file.texts("serial_number"))
    let ranks = file.numbers("rank").map { $0.flatMap { Int(exactly: $0) } }
    let tied: [Bool] = (0..<file.table.rowCount).map { file.table["tied"]?[$0] == .boolean(true) }
    var rows: [String: [Int]] = [:]
    for (row, session) in sessions.enumerated() { if let session { rows[session, default: []].append(row) } }
    var kept = ranks
    var found: [String] = []
    for session in rows.keys.sorted(by: SkiRecords.precedes) {
      let places = rows[session] ?? []
      let given = places.map { (serial: serials[$0] ?? "", rank: ranks[$0]) }
      let counts = Dictionary(given.compactMap { pair in pair.rank.map { ($0, 1) } }, uniquingKeysWith: +)
      let areMeant = places.allSatisfy { row in ranks[row].map { (counts[$0] ?? 0) < 2 || tied[row] } ?? true }
      let problems = RankOrder.problems(given, ties: areMeant)
      guard !problems.isEmpty else { continue }
      guard repairs.ranks else {
        found.append("session '\(session)': " + problems.joined(separator: ", "))
        continue
      }
      // Equal ranks that are not marked as ties keep the order of the file.
      let sorted = places.filter { ranks[$0] != nil }.sorted { (ranks[$0] ?? 0, $0) < (ranks[$1] ?? 0, $1) }
      for (place, row) in sorted.enumerated() { kept[row] = place + 1 }
      workspace.warn("session '\(session)': renumbered the ranks, because " + problems.joined(separator: ", "))
    }
    if let first = found.first {
      throw Diagnostic(
        "bad-rank",
        "'\(file.name)': \(first)" + (found.count > 1 ? ", and \((found.count - 1).counted("other session"))" : ""),
        help: "use repair=yes to renumber the ranks in order, or mark ties with true in a column 'tied'")
    }
    try checkMerged(kept, file, of: Array(rows.keys))
    file.table = try file.table.setting(
      Column("rank", .integer(kept.map { $0 ?? ColumnValues.missingInteger })))
    files["participations.csv"] = file
  }

  /// Glides are valid; those without a number get the next one of their session.
  mutating func checkGlides() throws(Diagnostic) {
    guard var file = files["glides.csv"] else { return }
    let (sessions, winners, losers) = (file.texts("session"), file.texts("winner"), file.texts("loser"))
    let differences = file.numbers("difference_cm")
    for row in 0..<file.table.rowCount {
      guard let winner = winners[row], let loser = losers[row], let difference = differences[row] else {
        throw Diagnostic("missing-key", "\(file.place(row)) has no winner, loser or margin")
      }
      try GlideChecks.check(winner: winner, loser: loser, difference: difference, of: file.place(row))
      if let doubt = GlideChecks.doubt(difference, of: file.place(row)) { workspace.warn(doubt) }
    }
    for (row, number) in file.numbers("number").enumerated() {
      guard let number, !(1...1e9).contains(number) else { continue }
      throw Diagnostic("bad-value", "\(file.place(row)): the number of a glide must be from 1 to 1000000000")
    }
    if file.table["number"] == nil {
      var next: [String: Int] = [:]
      let numbers = sessions.map { session -> Int in
        let number = (next[session ?? ""] ?? 0) + 1
        next[session ?? ""] = number
        return number
      }
      file.table = try file.table.setting(Column("number", .integer(numbers)))
      files["glides.csv"] = file
    }
  }
}

/// The codes of a row's key: the first two inline, since a list for each of tens of thousands of rows costs more than
/// the lookups.
private struct RowKey: Hashable {
  let first: Int
  let second: Int
  let rest: [Int]

  init(_ codes: [[Int]], _ row: Int) {
    first = codes.first.map { $0[row] } ?? 0
    second = codes.count > 1 ? codes[1][row] : 0
    rest = codes.count > 2 ? codes.dropFirst(2).map { $0[row] } : []
  }
}
