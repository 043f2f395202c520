internal import PodiumCore
internal import PodiumPlugin

/// A waxer's sheet as files of a bundle: the protocol of one session, or a list with a row per pair and session.
///
/// The protocol has labels with values next to them (date, place, temperatures, snow), the pairs under headings, and
/// who beat whom, below or next to them, in any order. A list has the session, or its
/// day and place, in each row.
struct SheetImport {
  private let grid: SheetGrid
  private let words: SheetWords
  private var workspace: SkiWorkspace
  private let creates: Bool
  private let cancellation: Cancellation
  /// Cells by meaning, and their line.
  private typealias Row = (line: Int, cells: [String: String])
  private var labels: [String: String] = [:]
  private var pairs: [Row] = []
  private var glides: [Row] = []

  /// Reads a sheet; `creates` adds unknown pairs. Throws `interrupted`.
  init(
    _ grid: SheetGrid, words: SheetWords, workspace: SkiWorkspace, creates: Bool, cancellation: Cancellation
  ) throws(Diagnostic) {
    (self.grid, self.words, self.workspace, self.creates) = (grid, words, workspace, creates)
    self.cancellation = cancellation
    try read()
  }

  /// Whether it contains any part of a waxer's sheet.
  var isSheet: Bool { !pairs.isEmpty || !glides.isEmpty }

  // MARK: Reading

  private static let heads: Set<String> = ["serial", "winner", "loser"]
  private static let ofSession: Set<String> = [
    "session", "date", "time", "place", "air", "snow_temperature", "humidity", "snow_humidity", "type", "new", "old",
    "wet",
    "waxer",
  ]
  private static let ofGlide: Set<String> = [
    "winner", "loser", "difference_cm", "lane", "run", "tester", "winner_treatment", "loser_treatment",
  ]

  private mutating func read() throws(Diagnostic) {
    var headings: [(column: Int, meaning: String)] = []
    for (number, cells) in grid.rows.enumerated() {
      try cancellation.check()
      let found = cells.enumerated().compactMap { place, text in
        words.meaning(text).map { (column: place, meaning: $0) }
      }
      let meanings = Set(found.map(\.meaning))
      if !meanings.isDisjoint(with: SheetImport.heads), found.count >= 2, isHeading(cells, found) {
        headings = SheetImport.firsts(found)
        continue
      }
      if cells.allSatisfy(\.isEmpty) {
        headings = []
        continue
      }
      if headings.isEmpty || isLabelled(cells, found) {
        readLabels(cells)
        continue
      }
      var row: [String: String] = [:]
      for (column, meaning) in headings where column < cells.count && !cells[column].isEmpty {
        row[meaning] = cells[column]
      }
      if row["serial"] != nil { pairs.append((number + 1, row)) }
      if row["winner"] != nil || row["loser"] != nil { glides.append((number + 1, row)) }
    }
  }

  /// In a row of headings, every cell has a known meaning.
  private func isHeading(_ cells: [String], _ found: [(column: Int, meaning: String)]) -> Bool {
    cells.count { !$0.isEmpty } <= found.count + 2
  }

  /// A label below a table is in the first cell and ends in a colon.
  private func isLabelled(_ cells: [String], _ found: [(column: Int, meaning: String)]) -> Bool {
    found.first?.column == 0 && cells.first?.hasSuffix(":") == true
  }

  private static func firsts(_ found: [(column: Int, meaning: String)]) -> [(column: Int, meaning: String)] {
    var seen: Set<String> = []
    return found.filter { seen.insert($0.meaning).inserted }
  }

  private mutating func readLabels(_ cells: [String]) {
    var place = 0
    while place < cells.count {
      let text = cells[place]
      if let colon = text.firstIndex(of: ":"), let meaning = words.meaning(String(text[..<colon])),
        text.index(after: colon) < text.endIndex
      {
        // Label and value in one cell: `Luft: -5,5`.
        keep(meaning, Terms.trimmed(String(text[text.index(after: colon)...])))
      } else if let meaning = words.meaning(text), let value = cells[(place + 1)...].firstIndex(where: { !$0.isEmpty }),
        words.meaning(cells[value]) == nil || value == place + 1
      {
        keep(meaning, cells[value])
        place = value
      }
      place += 1
    }
  }

  private mutating func keep(_ meaning: String, _ value: String) {
    if labels[meaning] == nil { labels[meaning] = value }
  }

  // MARK: Files of a bundle

  /// One session of the sheet.
  private struct Part {
    var number: String
    var values: [String: String]
    var pairs: [Row] = []
    var glides: [Row] = []
  }

  /// The sheet as tables of a bundle, and the workspace with its notes.
  ///
  /// Throws the errors of invalid cells, with their line.
  mutating func files(session typed: String?) throws(Diagnostic) -> (files: [(String, Table)], workspace: SkiWorkspace)
  {
    let parts = try parts(typed)
    for part in parts where try shown(part.values)?.isLocal == true {
      workspace.note(
        "times in '\(grid.name)' were read as \(workspace.localClock.map { "local time in " + $0.zone } ?? "UTC")")
      break
    }
    let finder = try workspace.finder()
    var known: [String: SkiPair] = [:]
    var fresh: [String] = []
    var serials: [String: String] = [:]
    func serial(_ text: String, _ line: Int) throws(Diagnostic) -> String {
      if let found = serials[text] { return found }
      if finder.hits(text).isEmpty {
        guard creates else {
          var error = Diagnostic.unknown("pair", text, among: known.keys.sorted())
          do throws(Diagnostic) { _ = try finder.one(text) } catch {
            throw at(line, error, more: "use create=yes to add unknown pairs")
          }
          error.help = nil
          throw error
        }
        let name = try PairCommand.checked(text, at: nil)
        fresh.append(name)
        serials[text] = name
        return name
      }
      do throws(Diagnostic) {
        let pair = try finder.one(text)
        known[pair.serialNumber] = pair
        serials[text] = pair.serialNumber
        return pair.serialNumber
      } catch {
        throw at(line, error, more: nil)
      }
    }

    var builder = BundleTables()
    for part in parts {
      try session(part, &builder)
      for row in part.pairs {
        try cancellation.check()
        let name = try serial(row.cells["serial"] ?? "", row.line)
        var participation: [String: Value] = ["session": .text(part.number), "serial_number": .text(name)]
        for rank in ["rank", "glide_rank", "kick_rank", "uphill_rank"] {
          guard let text = row.cells[rank] else { continue }
          // An equals sign marks a tie, as in result lists.
          let digits = text.filter { $0 != "=" && $0 != "." }
          guard let number = Int(Terms.trimmed(digits)) else {
            throw at(row.line, Diagnostic("bad-rank", "'\(text.prefix(40))' is not a rank"), more: nil)
          }
          participation[rank] = .integer(number)
          if rank == "rank", text.contains("=") { participation["tied"] = .boolean(true) }
        }
        participation["comment"] = row.cells["comment"].map(Value.text)
        builder.add("participations.csv", participation)
        var pair: [String: Value] = ["serial_number": .text(name)]
        for (meaning, field) in [
          ("owner", "owner"), ("brand", "brand"), ("base", "ski_base"), ("nickname", "nickname"),
        ] {
          pair[field] = row.cells[meaning].map(Value.text)
        }
        pair["ski_type"] = (row.cells["type"] ?? part.values["type"]).map(Value.text)
        builder.addOnce("ski_pairs.csv", key: name, pair)
        if let grinding = row.cells["grinding"], let day = try shown(part.values)?.moment.date {
          try ground(name, grinding, day, part, &builder)
        }
      }
      var number = 0
      for row in part.glides {
        try cancellation.check()
        guard let winner = row.cells["winner"], let loser = row.cells["loser"] else {
          throw at(
            row.line,
            Diagnostic(
              "missing-key", "a glide needs a winner and a loser",
              help: "fill in both cells, or remove the row; nothing was imported"),
            more: nil)
        }
        // An empty cell is not a tie: a tie is written as 0.
        guard let typed = row.cells["difference_cm"] else {
          throw at(
            row.line, Diagnostic("missing-key", "a glide needs a margin in cm", help: "write 0 for a tie"),
            more: nil)
        }
        guard let difference = GlideChecks.margin(typed) else {
          throw at(row.line, Diagnostic("bad-margin", "'\(typed.prefix(40))' is not a margin in cm"), more: nil)
        }
        number += 1
        let both = (try serial(winner, row.line), try serial(loser, row.line))
        var glide: [String: Value] = [
          "session": .text(part.number), "number": .integer(number), "winner": .text(both.0), "loser": .text(both.1),
          "difference_cm": .number(difference),
        ]
        for field in ["lane", "tester", "winner_treatment", "loser_treatment"] {
          glide[field] = row.cells[field].map(Value.text)
        }
        if let run = row.cells["run"].flatMap({ Int($0) }) { glide["run"] = .integer(run) }
        builder.add("glides.csv", glide)
        for name in [both.0, both.1] {
          builder.addOnce("ski_pairs.csv", key: name, ["serial_number": .text(name)])
          builder.addOnce(
            "participations.csv", key: part.number + "\u{0}" + name,
            ["session": .text(part.number), "serial_number": .text(name)])
        }
      }
    }
    SheetImport.tell(added: fresh, &workspace)
    let gathered = builder
    return (
      try cancellation.detached { () throws(Diagnostic) in try gathered.tables() }, workspace
    )
  }

  private func at(_ line: Int, _ error: Diagnostic, more: String?) -> Diagnostic {
    var error = error
    error.message = "'\(grid.name)' line \(line): " + error.message
    if let more { error.help = (error.help.map { $0 + "; " } ?? "") + more }
    return error
  }

  /// The sessions of the sheet with their rows; each gets its number here.
  private func parts(_ typed: String?) throws(Diagnostic) -> [Part] {
    let known = try SkiRecords.sessions(workspace.store, [])
    var next = try workspace.store.nextNumber(of: SkiKinds.session)
    func number(_ values: [String: String], _ given: String?) throws(Diagnostic) -> String {
      if let given { return try Terms.checked(given, "session") }
      // A second import of the same sheet is the same session, identified by place and time.
      let times = [try moment(values), try shown(values)?.moment].compactMap { $0 }
      let place = values["place"]
      // An earlier version read times without an offset as UTC.
      if let same = known.first(where: { $0.time.map(times.contains) == true && $0.place == place }) {
        return same.number
      }
      next += 1
      return String(next - 1)
    }
    let isList = pairs.contains { row in
      !SheetImport.ofSession.isDisjoint(with: row.cells.keys.filter { $0 != "type" && $0 != "waxer" })
    }
    guard isList else {
      return [
        Part(number: try number(labels, typed ?? labels["session"]), values: labels, pairs: pairs, glides: glides)
      ]
    }
    var parts: [Part] = []
    var places: [String: Int] = [:]
    for row in pairs {
      try cancellation.check()
      let values = labels.merging(row.cells.filter { SheetImport.ofSession.contains($0.key) }) { _, new in new }
      let key =
        values["session"]
        ?? [values["date"], values["time"], values["place"]].map { $0 ?? "" }.joined(separator: "\u{0}")
      let place: Int
      if let known = places[key] {
        place = known
      } else {
        place = parts.count
        places[key] = place
        parts.append(Part(number: try number(values, values["session"]), values: values))
      }
      parts[place].pairs.append(row)
    }
    for row in glides {
      if let key = row.cells["session"] ?? labels["session"], let place = places[key] {
        parts[place].glides.append(row)
      } else if parts.count == 1 {
        parts[0].glides.append(row)
      } else {
        throw at(row.line, Diagnostic("missing-key", "a glide in a list needs its session"), more: nil)
      }
    }
    return parts
  }

  private func moment(_ part: Part) throws(Diagnostic) -> Moment? { try moment(part.values) }

  /// The time of a session; a time of day without an offset is in the machine's zone, if that is known.
  private func moment(_ values: [String: String]) throws(Diagnostic) -> Moment? {
    guard let shown = try shown(values) else { return nil }
    return try local(shown)?.moment ?? shown.moment
  }

  /// A time in the machine's zone; nil for one with an offset, a day alone, or if the zone is UTC.
  private func local(_ shown: TypedMoment) throws(Diagnostic) -> (moment: Moment, offset: Int, second: Int?)? {
    guard shown.isLocal else { return nil }
    do throws(Diagnostic) { return try workspace.local(shown.moment) } catch {
      throw Diagnostic(error.code, "'\(grid.name)': \(error.message)", help: error.help)
    }
  }

  /// The day and the time of day as in the sheet.
  private func shown(_ values: [String: String]) throws(Diagnostic) -> TypedMoment? {
    guard let text = values["date"] else { return nil }
    if let whole = TypedMoment(text, now: nil), !whole.isDay { return whole }
    guard let day = SheetWords.day(text) else {
      throw Diagnostic(
        "bad-value", "'\(grid.name)': '\(text.prefix(40))' is not a date",
        help: "write it as in 2026-01-24 or 24/1 2026")
    }
    guard let clock = values["time"] else { return TypedMoment("\(day)", now: nil) }
    let digits = clock.split { !$0.isNumber }.map(String.init)
    let two = digits.prefix(2).map { $0.count == 1 ? "0" + $0 : $0 }
    guard two.count == 2, let moment = TypedMoment("\(day)T\(two[0]):\(two[1])", now: nil) else {
      throw Diagnostic(
        "bad-value", "'\(grid.name)': '\(clock.prefix(40))' is not a time of day", help: "write it as in 08:30")
    }
    return moment
  }

  private func session(_ part: Part, _ builder: inout BundleTables) throws(Diagnostic) {
    var values: [String: Value] = ["session": .text(part.number)]
    values["time_of_test"] = try moment(part).map(Value.datetime)
    if let shown = try shown(part.values) {
      let local = try local(shown)
      if let offset = shown.offset ?? local?.offset { values["utc_offset_minutes"] = .integer(offset) }
    }
    values["place"] = part.values["place"].map(Value.text)
    values["ski_type"] = part.values["type"].map(Value.text)
    if let waxer = part.values["waxer"] {
      // A name that is not a waxer's code becomes a comment, not an invented person.
      if let code = try? workspace.waxer(waxer) { values["waxer"] = .text(code) }
    }
    let remarks = [part.values["comment"], values["waxer"] == nil ? part.values["waxer"].map { "waxer: " + $0 } : nil]
      .compactMap { $0 }
    if !remarks.isEmpty { values["comment"] = .text(remarks.joined(separator: "; ")) }
    values["using_manual_rank"] = .boolean(part.pairs.contains { $0.cells["rank"] != nil })
    for (meaning, field) in [
      ("air", "air_temperature_c"), ("snow_temperature", "snow_temperature_c"), ("humidity", "humidity_pct"),
      ("snow_humidity", "snow_humidity_pct"),
    ] {
      guard let text = part.values[meaning] else { continue }
      values[field] = .number(try number(text, meaning))
    }
    builder.add("sessions.csv", values)
    for (meaning, type) in [("new", "New snow"), ("old", "Old snow"), ("wet", "Wet snow")] {
      guard let text = part.values[meaning] else { continue }
      let share = try number(text, meaning)
      builder.add(
        "snow.csv", ["session": .text(part.number), "snow_type": .text(type), "share_pct": .number(share)])
    }
  }

  private func number(_ text: String, _ what: String) throws(Diagnostic) -> Double {
    guard let number = SheetWords.number(text) else {
      throw Diagnostic(
        "bad-value", "'\(grid.name)': \(what) must be a number, not '\(text.prefix(40))'", help: "write it as in -5,5")
    }
    return number
  }

  /// A grinding that only the sheet names: it was on the pair that morning, whenever it was made.
  private func ground(
    _ serial: String, _ grinding: String, _ day: CalendarDate, _ part: Part, _ builder: inout BundleTables
  ) throws(Diagnostic) {
    let start = Moment(microseconds: day.days * TypedMoment.day)
    let time = try moment(part) ?? start
    let earlier = try SkiRecords.grinds(workspace.store, where: [.equals("serial_number", .text(serial))])
    guard earlier.last(where: { $0.moment < time })?.grinding != grinding else { return }
    // A grinding applies from just after its moment, and a sheet without a time begins with the day.
    let moment = Moment(microseconds: min(start.microseconds, time.microseconds) - (time > start ? 0 : 60_000_000))
    builder.addOnce(
      "grinding_moments.csv", key: serial + "\u{0}" + moment.description,
      [
        "serial_number": .text(serial), "moment": .datetime(moment), "grinding": .text(grinding),
        "comment": .text("from the sheet of session \(part.number); the day of grinding is not known"),
      ])
  }
}
