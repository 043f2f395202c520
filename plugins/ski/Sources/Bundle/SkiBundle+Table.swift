internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension SkiBundle {
  /// The participations with what the other files say of their pairs and sessions, once all of it was checked, and what is to be
  /// said of it. A value that is not there is missing in its rows.
  func table() throws(Diagnostic) -> (table: Table, notes: [String]) {
    guard let file = files["participations.csv"] else {
      throw Diagnostic(
        "not-a-bundle", "'\(name)' has no participations.csv", help: "a table has a row for each pair of a session")
    }
    let (types, bases) = (values("ski_type", of: "ski_pairs.csv"), values("ski_base", of: "ski_pairs.csv"))
    let (airs, times) = (values("air_temperature_c", of: "sessions.csv"), values("time_of_test", of: "sessions.csv"))
    let (grinds, snow) = (self.grindings, self.snow)
    var rows: [(row: TestRow, source: Int)] = []
    let ranks = file.numbers("rank")
    for (source, (session, serial)) in zip(file.texts("session"), file.texts("serial_number")).enumerated() {
      guard let session, let serial else { continue }
      var row = TestRow(session: session, serialNumber: serial, rank: ranks[source])
      (row.skiType, row.base) = (types[serial]?.fileText, bases[serial]?.fileText)
      row.airTemperature = airs[session]?.asNumber
      if case .datetime(let time)? = times[session] {
        row.grinding = grinds[serial]?.filter { $0.moment < time }.max { $0.moment < $1.moment }?.grinding
      }
      if let shares = snow[session] { row.shares = [shares.new, shares.old, shares.wet] }
      rows.append((row, source))
    }
    let areNumbers = TestRow.areNumbers(rows.map(\.row.session))
    rows.sort { a, b in
      let (x, y) = (a.row.session, b.row.session)
      guard x == y else { return areNumbers ? SkiRecords.precedes(x, y) : CodePointOrder.precedes(x, y) }
      return CodePointOrder.precedes(a.row.serialNumber, b.row.serialNumber)
    }
    let others = ["stored_rank", "label", "stored_label", "source"].compactMap { name in
      file.table[name] ?? file.ignored.first { $0.name == name }
    }
    let table = try Table(
      TestRow.columns(of: rows.map(\.row)) + others.map { $0.selecting(rows.map(\.source)).with(role: .ignored) })
    var sentences = misfits.warnings + warnings + notes
    sentences += TestRow.gaps(rows.map(\.row))
    for session in snow.filter({ $0.value.other > 0 }).keys.sorted(by: SkiRecords.precedes) {
      sentences.append("session '\(session)' has snow of an unknown type, which is none of new, old and wet")
    }
    return (table, sentences)
  }

  /// The values of a field by the key of their rows, without those that are missing.
  private func values(_ field: String, of name: String) -> [String: Value] {
    guard let file = files[name], let column = file.table[field], let key = file.layout.recordKind?.key.first else {
      return [:]
    }
    var values: [String: Value] = [:]
    for (row, key) in file.texts(key).enumerated() where !column[row].isMissing {
      if let key { values[key] = column[row] }
    }
    return values
  }

  private var grindings: [String: [(moment: Moment, grinding: String)]] {
    guard let file = files["grinding_moments.csv"], let moments = file.table["moment"] else { return [:] }
    var found: [String: [(moment: Moment, grinding: String)]] = [:]
    for (row, (serial, grinding)) in zip(file.texts("serial_number"), file.texts("grinding")).enumerated() {
      guard let serial, let grinding, case .datetime(let moment) = moments[row] else { continue }
      found[serial, default: []].append((moment, grinding))
    }
    return found
  }

  /// The shares of each session whose snow is known.
  private var snow: [String: SnowShares] {
    guard let file = files["snow.csv"] else { return [:] }
    var classes: [String: SnowClass] = [:]
    if let terms = files["terms.csv"] {
      for (name, kind) in zip(terms.texts("name"), terms.texts("counts_as")) {
        if let name { classes[name] = kind.flatMap { SnowClass(rawValue: $0) } }
      }
    }
    return SnowShares.bySession(file.texts("session"), file.texts("snow_type"), file.numbers("share_pct")) {
      classes[$0] ?? Terms.countsAs($0)
    }
  }
}
