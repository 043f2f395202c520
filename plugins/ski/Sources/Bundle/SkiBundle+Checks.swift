internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The checks on a whole bundle before any of it is written.
extension SkiBundle {
  /// Leaves out rows without what their record needs.
  mutating func dropIncomplete() throws(Diagnostic) {
    for name in order {
      guard let file = files[name], let kind = file.layout.recordKind else { continue }
      // Snow without its percentage is a matter of the whole session, and glides without numbers get them here.
      let needed = kind.fields.filter {
        $0.isRequired && $0.name != "share_pct" && ($0.name != "number" || file.table["number"] != nil)
      }
      var bad: [Int: (field: String?, error: Diagnostic)] = [:]
      for field in needed {
        if let column = file.table[field.name], column.missingCount == 0 { continue }
        let column = file.layout.column(of: field.name)
        let what = field.name == "difference_cm" ? "margin" : column
        for (row, code) in file.codes(field.name).enumerated() where code == IncomingFile.missingCode && bad[row] == nil
        {
          bad[row] = (
            field.name,
            Diagnostic(
              "missing-key", "\(what) is missing",
              help: "fill in these columns in every row: "
                + needed.map { file.layout.column(of: $0.name) }.joined(separator: ", "))
          )
        }
      }
      if name == "ski_pairs.csv" {
        for (row, serial) in file.texts("serial_number").enumerated() {
          guard let serial else { continue }
          do throws(Diagnostic) { _ = try PairCommand.checked(serial, at: nil) } catch {
            bad[row] = ("serial_number", error)
          }
        }
      }
      try drop(name, bad)
    }
  }

  /// No text has a NUL character: sheets and JSON can have one, but not the CSV files of an export.
  func checkTexts() throws(Diagnostic) {
    for name in order {
      guard let file = files[name] else { continue }
      for column in file.table.columns {
        switch column.values {
        case .text, .category, .ordered:
          try IncomingTable.refuseNUL(
            file.distinct(column.name), in: "\(file.layout.column(of: column.name)) of '\(file.name)'")
        default: continue
        }
      }
    }
  }

  /// No key occurs twice in a file.
  func checkKeys() throws(Diagnostic) {
    for name in order {
      guard let file = files[name], let kind = file.layout.recordKind else { continue }
      if file.layout.kind == SkiKinds.glide, file.table["number"] == nil { continue }
      let keys = kind.key.map { file.codes($0) }
      var seen: [RowKey: Int] = [:]
      seen.reserveCapacity(file.table.rowCount)
      for row in 0..<file.table.rowCount {
        let key = RowKey(keys, row)
        if let first = seen.updateValue(row, forKey: key) {
          if kind.name == SkiKinds.participation, let pair = file.texts("serial_number")[row] {
            let places = [row, first].map { file.place($0, file.isMade ? "serial_number" : nil).text }
            throw Diagnostic(
              "repeated-row", "\(places[0]): pair '\(pair)' is already in this test (\(places[1]))",
              help: "give one of the two its right number, or remove the row; nothing was imported")
          }
          throw Diagnostic(
            "repeated-row",
            "\(file.place(first).text) and \(file.place(row).text) have the same key: "
              + kind.key.map { file.texts($0)[row] ?? "" }.joined(separator: ", "),
            help: "keep one of them; the key is " + kind.key.map(file.layout.column(of:)).joined(separator: ", "))
        }
      }
    }
  }

  /// Refuses rows of a team that is not in the workspace; a workspace without teams gets those of the file.
  func checkTeams() throws(Diagnostic) {
    guard let kept = try workspace?.store.texts("name", of: SkiKinds.team) else { return }
    let known = kept.isEmpty ? files["teams.csv"]?.distinct("name") ?? [] : kept
    for name in order {
      guard let file = files[name] else { continue }
      let field = file.layout.kind == SkiKinds.team ? "name" : "team"
      for (row, team) in file.texts(field).enumerated() {
        guard let team, !known.contains(team) else { continue }
        let others = known.inCodePointOrder().map { "'\($0)'" }.joined(separator: ", ")
        throw Diagnostic(
          "other-team",
          "\(file.place(row, field).text) belongs to team '\(Abridged.text(team))', but the workspace "
            + (known.isEmpty ? "has no teams" : "only has " + others),
          help: "use ski team add \(CommandText.word(Abridged.text(team))) to add the team")
      }
    }
  }

  /// Unusual weather is named; a day in the future is refused.
  mutating func checkSessions() throws(Diagnostic) {
    if let file = files["sessions.csv"] {
      for (number, air) in zip(file.texts("session"), file.numbers("air_temperature_c")) {
        for doubt in SessionChecks.doubts(SkiConditions(air: air), of: "session '\(number ?? "")'") {
          warn(doubt)
        }
      }
    }
    try checkFuture("sessions.csv", "time_of_test")
    for name in ["grinding_moments.csv", "treatments.csv", "conditions.csv"] { try checkFuture(name, "moment") }
  }

  private func checkFuture(_ name: String, _ field: String) throws(Diagnostic) {
    guard let file = files[name], let moments = file.table[field] else { return }
    for row in 0..<moments.count {
      guard case .datetime(let moment) = moments[row] else { continue }
      do throws(Diagnostic) { try workspace?.refuseFuture(moment) } catch {
        throw SheetImport.placed(error, file.place(row, field))
      }
    }
  }

  /// Shares of snow sum to 100; those of a session in which one cannot be read are left unknown.
  mutating func checkSnow() throws(Diagnostic) {
    guard let file = files["snow.csv"] else { return }
    let (sessions, types, shares) = (file.texts("session"), file.texts("snow_type"), file.numbers("share_pct"))
    var rows: [String: [Int]] = [:]
    for (row, session) in sessions.enumerated() { if let session { rows[session, default: []].append(row) } }
    var kept = shares
    var (bad, lost): ([Int: Diagnostic], Set<Int>) = ([:], [])
    for session in rows.keys.sorted(by: SkiRecords.precedes) {
      let places = rows[session] ?? []
      if let row = places.first(where: { shares[$0].map { !(0...100).contains($0) } ?? true }) {
        let what = shares[row].map { "\(NumberText.shortest($0)) % is not a percentage" } ?? "the percentage is missing"
        bad[row] = Diagnostic(
          "bad-snow", what + "; the snow of session '\(session)' was left unknown",
          help: "write 0 for a type of snow that was absent")
        lost.formUnion(places)
        continue
      }
      let parts = places.map { (type: types[$0] ?? "", share: shares[$0] ?? 0) }
      let what = "session '\(session)'"
      let checked: [(type: String, share: Double)]
      do throws(Diagnostic) { checked = try SessionChecks.snow(parts, scaled: repairs.shares, of: what) } catch {
        throw SheetImport.placed(error, places.first.map { file.place($0) })
      }
      for (row, part) in zip(places, checked) {
        if kept[row] != part.share {
          note("session '\(session)': \(part.type) scaled to \(NumberText.significant(part.share, 4)) %")
        }
        kept[row] = part.share
      }
    }
    try files["snow.csv"]?.set("share_pct", .number(kept.map { $0 ?? .nan }))
    for (row, error) in bad.sorted(by: { $0.key < $1.key }) { note(error, file, row, "share_pct") }
    try files["snow.csv"]?.drop(lost)
  }

  /// Everything that a row refers to is in the bundle or in the workspace. A row that refers to one that was left out is left out
  /// too, or loses the reference if it can do without.
  mutating func checkReferences() throws(Diagnostic) {
    func known(_ kind: String, _ field: String, _ file: String) throws(Diagnostic) -> Set<String> {
      Set(files[file]?.texts(field).compactMap { $0 } ?? [])
        .union(try workspace?.store.texts(field, of: kind) ?? [])
    }
    var targets = [
      (SkiKinds.pair, try known(SkiKinds.pair, "serial_number", "ski_pairs.csv"), "ski pair", "ski_pairs.csv"),
      (SkiKinds.session, try known(SkiKinds.session, "session", "sessions.csv"), "session", "sessions.csv"),
    ]
    // A table has no people.
    if workspace != nil {
      targets += [
        (SkiKinds.athlete, try known(SkiKinds.athlete, "number", "athletes.csv"), "athlete", "athletes.csv"),
        (SkiKinds.waxer, try known(SkiKinds.waxer, "code", "waxers.csv"), "waxer", "waxers.csv"),
      ]
    }
    for name in order {
      for (kind, names, noun, target) in targets {
        for link in SkiThings.links(to: kind).fields {
          guard let file = files[name], link.kind == file.layout.kind else { continue }
          let strangers = Set(file.distinct(link.field)).subtracting(names)
          guard !strangers.isEmpty else { continue }
          let code = "unknown-" + (noun.split(separator: " ").last.map(String.init) ?? noun)
          var bad: [Int: Diagnostic] = [:]
          for (row, text) in file.texts(link.field).enumerated() {
            guard let text, strangers.contains(text) else { continue }
            guard files[target]?.hasLost == true else {
              throw Diagnostic(
                code,
                "\(file.place(row, link.field).text) refers to \(noun) '\(text)', which is "
                  + (workspace == nil ? "not in the bundle" : "neither in the bundle nor in the workspace"))
            }
            bad[row] = Diagnostic(code, "\(noun) '\(text)' was left out or is unknown")
          }
          try leave(name, link.field, bad)
        }
      }
    }
  }

  /// Glides are valid, others are left out; those without a number get the next one of their session.
  mutating func checkGlides() throws(Diagnostic) {
    guard let file = files["glides.csv"] else { return }
    let (sessions, winners, losers) = (file.texts("session"), file.texts("winner"), file.texts("loser"))
    let differences = file.numbers("difference_cm")
    var bad: [Int: (field: String?, error: Diagnostic)] = [:]
    for row in 0..<file.table.rowCount {
      guard let winner = winners[row], let loser = losers[row], let difference = differences[row] else { continue }
      do throws(Diagnostic) {
        try GlideChecks.check(winner: winner, loser: loser, difference: difference)
        if let doubt = GlideChecks.doubt(
          difference, of: file.isMade ? file.place(row).text : "session '\(sessions[row] ?? "")'")
        {
          warn(doubt)
        }
      } catch { bad[row] = (error.code == "same-pair" ? "loser" : "difference_cm", error) }
    }
    try drop("glides.csv", bad)
    guard var kept = files["glides.csv"], kept.table["number"] == nil else { return }
    var next: [String: Int] = [:]
    let given = kept.texts("session").map { session -> Int in
      let number = (next[session ?? ""] ?? 0) + 1
      next[session ?? ""] = number
      return number
    }
    try kept.set("number", .integer(given))
    files["glides.csv"] = kept
  }
}

/// The codes of a row's key: the first two inline, since a list for each of tens of thousands of rows costs more than the lookups.
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
