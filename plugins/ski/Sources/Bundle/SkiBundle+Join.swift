internal import PodiumCore

extension SkiBundle {
  static let snowTypes = ["New snow", "Old snow", "Wet snow"]

  /// The table of participations and the problems of some of them.
  func join() throws(Diagnostic) -> (table: Table, notes: [String]) {
    var gaps = Gaps()
    let sessionRows = try unique(sessions, "session")
    let pairRows = try unique(pairs, "serial_number")
    let shares = try snowShares(&gaps)
    let grindings = moments.rowsByText("serial_number")
    var rows: [(row: TestRow, source: Int)] = []
    var seen: [String: Int] = [:]
    for number in 0..<participations.table.rowCount {
      guard let session = participations.text("session", number),
        let serial = participations.text("serial_number", number)
      else {
        throw Diagnostic(
          "missing-key", "row \(number + 1) of '\(participations.name)' has no session or serial number",
          help: "fill in both for every participation")
      }
      if let first = seen.updateValue(number, forKey: session + "\u{0}" + serial) {
        throw Diagnostic(
          "repeated-row",
          "ski pair '\(serial)' is in session '\(session)' twice "
            + "(rows \(first + 1) and \(number + 1) of '\(participations.name)')",
          help: "keep one of the rows: a ski pair has one rank per session")
      }
      var row = TestRow(session: session, serialNumber: serial)
      row.rank = participations.number("rank", number)
      if row.rank == nil { gaps.note("rank", session, serial) }
      if let pair = pairRows[serial] {
        row.skiType = pairs.text("ski_type", pair)
        row.base = pairs.text("ski_base", pair)
        if row.base == nil { gaps.note("base", session, serial) }
      } else {
        gaps.note("ski pair", session, serial)
      }
      if let place = sessionRows[session] {
        row.airTemperature = sessions.number("air_temperature_c", place)
        if row.airTemperature == nil { gaps.note("air temperature", session, serial) }
        row.grinding = grinding(grindings[serial] ?? [], before: sessions.moment("time_of_test", place))
        if row.grinding == nil { gaps.note("grinding before the session", session, serial) }
      } else {
        gaps.note("session", session, serial)
      }
      if let parts = shares[session] { row.shares = parts } else { gaps.note("snow", session, serial) }
      rows.append((row, number))
    }
    let sessionOrder = order(rows.map(\.row.session))
    rows.sort { a, b in
      let (x, y) = (sessionOrder[a.row.session] ?? 0, sessionOrder[b.row.session] ?? 0)
      return x != y ? x < y : CodePointOrder.precedes(a.row.serialNumber, b.row.serialNumber)
    }
    let others = ["stored_rank", "label", "stored_label", "source"].compactMap { participations.table[$0] }
    let table = try Table(
      TestRow.columns(of: rows.map(\.row)) + others.map { $0.selecting(rows.map(\.source)).with(role: .ignored) })
    return (table, notes + gaps.sentences)
  }

  /// The rows of a file by a unique key.
  private func unique(_ file: BundleFile, _ column: String) throws(Diagnostic) -> [String: Int] {
    var rows: [String: Int] = [:]
    for (key, places) in file.rowsByText(column) {
      guard places.count == 1 else {
        throw Diagnostic("repeated-row", "'\(file.name)' has \(column) '\(key)' in \(places.count) rows")
      }
      rows[key] = places[0]
    }
    return rows
  }

  /// The grinding with the latest date before a moment; for equal dates the later line.
  private func grinding(_ rows: [Int], before time: Moment?) -> String? {
    guard let time else { return nil }
    var best: (moment: Moment, grinding: String)?
    for row in rows {
      guard let moment = moments.moment("date", row), moment < time, let grinding = moments.text("grinding", row),
        best.map({ $0.moment <= moment }) ?? true
      else { continue }
      best = (moment, grinding)
    }
    return best?.grinding
  }

  /// The shares of new, old and wet snow of each session; unlisted ones are 0 if any is listed. Throws `repeated-row` when a
  /// session has a type of snow twice.
  private func snowShares(_ gaps: inout Gaps) throws(Diagnostic) -> [String: [Double?]] {
    var shares: [String: [Double?]] = [:]
    for (session, rows) in snow.rowsByText("session") {
      var parts: [Double?] = [0, 0, 0]
      var listed: Set<String> = []
      for row in rows {
        let kind = snow.text("snow_type", row) ?? ""
        guard listed.insert(kind).inserted else {
          throw Diagnostic(
            "repeated-row", "'\(snow.name)' has '\(kind)' twice in session '\(session)'",
            help: "keep one of the rows: a type of snow has one share per session")
        }
        guard let place = Self.snowTypes.firstIndex(of: kind) else {
          gaps.remark("session '\(session)' has snow of the unknown type '\(kind)'")
          continue
        }
        let share = snow.number("percentage", row)
        parts[place] = share
        if let share, !(0...100).contains(share) {
          gaps.remark("\(kind) of \(NumberText.shortest(share)) % in session '\(session)' is not a percentage")
        }
        if share == nil { gaps.remark("the percentage of \(kind) in session '\(session)' is missing") }
      }
      let known = parts.compactMap { $0 }
      let total = known.reduce(0, +)
      if known.count == parts.count, (total - 100).magnitude > 1e-6 {
        gaps.remark("the snow of session '\(session)' sums to \(NumberText.significant(total, 6)) %, not 100 %")
      }
      shares[session] = parts
    }
    return shares
  }

  /// The position of each session: by number if all are numbers, otherwise in code-point order.
  private func order(_ sessions: [String]) -> [String: Int] {
    let names = Array(Set(sessions))
    let areNumbers = TestRow.areNumbers(names)
    let sorted = names.sorted { a, b in
      if areNumbers, let x = Int(a), let y = Int(b) { return x < y }
      return CodePointOrder.precedes(a, b)
    }
    return Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
  }
}

/// What rows of the bundle lack, summarized in a few notes.
struct Gaps {
  private var rows: [(part: String, places: [String])] = []
  private var remarks: [String] = []

  mutating func note(_ part: String, _ session: String, _ serial: String) {
    let place = "\(serial) in session \(session)"
    if let index = rows.firstIndex(where: { $0.part == part }) {
      rows[index].places.append(place)
    } else {
      rows.append((part, [place]))
    }
  }

  mutating func remark(_ sentence: String) { remarks.append(sentence) }

  /// One note per kind of missing value, with the first rows.
  var sentences: [String] {
    rows.map { part, places in
      let shown = places.prefix(3).joined(separator: ", ") + (places.count > 3 ? ", …" : "")
      return "kept \(places.count.counted("row")) without \(part): \(shown)"
    } + remarks.inCodePointOrder()
  }
}
