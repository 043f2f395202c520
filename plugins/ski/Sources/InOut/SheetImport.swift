internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Waxers' sheets as files of a bundle: protocols of a session, or lists with a row per pair and session. A protocol has labels
/// with values next to them (date, place, temperatures, snow), pairs and glides. A list has the session, or its day and place, in
/// each row. A cell that a test can do without is left unknown, and one that it cannot do without leaves out its row or test; both
/// are named with their place.
struct SheetImport {
  typealias Row = SheetBlock.Row
  typealias Cells = [String: IncomingSheet.Cell]

  private let blocks: [SheetBlock]
  /// The days of all sheets.
  let dates: SheetDates
  var workspace: SkiWorkspace
  private let creates: Bool
  let cancellation: Cancellation
  private var names: Names
  /// The latest wax of a pair on a day, by both.
  var waxes: [String: String] = [:]
  /// The grindings that the file adds to a pair.
  var grounds: [String: [(Moment, String)]] = [:]
  /// The words in place of ranks, each with its pair.
  private var remarks: [(text: String, place: SourcePlace)] = []

  /// Takes the blocks of all sheets of a file; `creates` adds unknown pairs. Throws `ambiguous-date` for a day that could be several,
  /// unless other days or `dates` show which.
  init(
    _ blocks: [SheetBlock], dates: SheetDates.Choice, workspace: SkiWorkspace, creates: Bool, cancellation: Cancellation
  ) throws(Diagnostic) {
    (self.blocks, self.workspace, self.creates, self.cancellation) = (blocks, workspace, creates, cancellation)
    try self.workspace.terms.read(Terms.List.allCases)
    names = Names(try SkiRecords.pairs(workspace.store), workspace.store, creates: creates)
    let days = blocks.flatMap { block in ([block.labels] + block.pairs.map(\.cells)).compactMap { $0["date"] } }
    let read = SheetDates(days.map(\.text), dates)
    var seen: Set<String> = []
    for cell in days where seen.insert(cell.text).inserted { try read.refuse(cell.text, at: cell.place) }
    self.dates = read
    if let note = read.note { self.workspace.note(note) }
  }

  // MARK: Files of a bundle

  /// One session of the sheets.
  struct Part {
    var number: String
    var values: Cells
    var time: SheetTime
    /// Where its first cell is.
    var place: SourcePlace?
    var pairs: [Row] = []
    var glides: [Row] = []
    /// How many pairs were left out that may be of this test.
    var lost = 0
    /// The heats without a margin.
    var heats: [(winner: IncomingSheet.Cell, loser: IncomingSheet.Cell)] = []
  }

  /// The sheets as files of a bundle, and the workspace with its notes. Throws unknown pairs, unless they are created.
  mutating func files(
    of name: String, session typed: String?
  ) throws(Diagnostic) -> (files: [IncomingFile], workspace: SkiWorkspace) {
    let parts = try parts(blocks.filter { !$0.isRegister }, typed)
    if let local = parts.first(where: { $0.time.isLocal })?.place {
      workspace.note(
        "times in \(local.source) were read as \(workspace.localClock.map { "local time in " + $0.zone } ?? "UTC")")
    }
    var builder = BundleTables()
    for block in blocks where block.isRegister { try register(block, &builder) }
    for part in parts {
      var part = part
      part.glides = part.glides.compactMap { glide($0, of: &part) }
      settleHeats(of: &part)
      session(part, &builder)
      for _ in 0..<part.lost { builder.lose("participations.csv", of: part.number) }
      for row in part.pairs {
        try cancellation.check()
        try pair(row, of: part, &builder)
      }
      var number = 0
      for row in part.glides {
        try cancellation.check()
        try glide(row, of: part, &number, &builder)
      }
    }
    if !remarks.isEmpty {
      // A line says where it is only with its sheet, where there are several.
      let isOneSheet = Set(blocks.compactMap { ($0.pairs + $0.glides).first?.place.source }).count < 2
      let shown = remarks.prefix(8).map { text, place in
        let row = isOneSheet ? place.row : SourcePlace(source: place.source, line: place.line).text
        return text + (row.isEmpty ? "" : " (\(row))")
      }
      workspace.note(
        "kept as remarks, in place of a rank: " + shown.joined(separator: ", ")
          + (remarks.count > 8 ? ", … (\(remarks.count))" : ""))
    }
    Self.tell(added: names.fresh, &workspace)
    let gathered = builder
    return (try cancellation.detached { () throws(Diagnostic) in try gathered.files(of: name) }, workspace)
  }

  /// The pair of a cell; nil for one that cannot be a serial number, which is named.
  mutating func serial(_ cell: IncomingSheet.Cell) throws(Diagnostic) -> String? {
    do throws(Diagnostic) { return try names.serial(cell) } catch {
      guard names.isBad(error) else { throw error }
      workspace.misfits.add(cell.place, error, "the pair was left out")
      return nil
    }
  }

  private mutating func pair(_ row: Row, of part: Part, _ builder: inout BundleTables) throws(Diagnostic) {
    guard let cell = row.cells["serial"] else { return }
    let row = row.filled(from: part.values)
    guard let name = try serial(cell) else { return builder.lose("participations.csv", of: part.number) }
    var participation: [String: Value] = ["session": .text(part.number), "serial_number": .text(name)]
    var tied: [String] = []
    var comment = row.cells["comment"]?.text
    for rank in SheetBlock.ranks {
      guard let cell = row.cells[rank] else { continue }
      switch RankText(cell.text) {
      case .rank(let number, let isTied):
        participation[rank] = .integer(number)
        if isTied { tied.append(rank) }
      case let read:
        comment = RankText.remark(cell.text, rank, after: comment)
        if read == .word {
          remarks.append(("'\(name)' \(Abridged.text(cell.text))", cell.place))
        } else {
          workspace.misfits.add(
            cell.place,
            "\(Abridged.quoted(cell.text)) is not a rank and was kept as a remark on '\(name)'; write a rank as in 2, a tie "
              + "as in 2=", code: "bad-rank")
        }
      }
    }
    participation["comment"] = comment.map { .text($0) }
    let places = row.cells.mapValues(\.place).merging(["serial_number": cell.place]) { $1 }
    builder.add("participations.csv", participation, at: row.place, places, tied: tied)
    properties(of: name, row, type: row.cells["type"] ?? part.values["type"], &builder)
    if let grinding = row.cells["grinding"], let day = part.time.day {
      try ground(name, grinding, day, part, &builder)
    }
    if let wax = row.cells["wax"] { self.wax(name, wax, part, &builder) }
  }

  /// What a row says of the pair itself.
  func properties(
    of name: String, _ row: Row, type: IncomingSheet.Cell?, comment: IncomingSheet.Cell? = nil,
    _ builder: inout BundleTables
  ) {
    var fields: [String: Value] = ["serial_number": .text(name)]
    var places = ["serial_number": row.cells["serial"]?.place ?? row.place]
    for (meaning, field) in [("owner", "owner"), ("brand", "brand"), ("base", "ski_base"), ("nickname", "nickname")] {
      fields[field] = row.cells[meaning].map { .text($0.text) }
      places[field] = row.cells[meaning]?.place
    }
    fields["comment"] = comment.map { .text($0.text) }
    fields["ski_type"] = type.map { .text($0.text) }
    places["ski_type"] = type?.place
    builder.addOnce("ski_pairs.csv", key: name, fields, at: row.place, places)
  }

  private mutating func glide(
    _ row: Row, of part: Part, _ number: inout Int, _ builder: inout BundleTables
  ) throws(Diagnostic) {
    guard let winner = row.cells["winner"], let loser = row.cells["loser"] else {
      workspace.misfits.add(
        row.place, "a glide needs a winner and a loser; it was left out", code: "missing-key",
        help: "fill in both cells, or remove the row")
      return
    }
    // An empty cell is not a tie: a tie is written as 0.
    guard let typed = row.cells["difference_cm"] else {
      workspace.misfits.add(
        row.place, "a glide needs a margin in cm; it was left out", code: "missing-key", help: "write 0 for a tie")
      return
    }
    let tie = HeatText(typed.text)?.winner == .neither ? 0.0 : nil
    guard let difference = GlideChecks.margin(typed.text) ?? tie else {
      workspace.misfits.add(
        typed.place, "\(Abridged.quoted(typed.text)) is not a margin in cm; the glide was left out", code: "bad-margin",
        help: "write it as in 14")
      return
    }
    var both: [String] = []
    for cell in [winner, loser] {
      do throws(Diagnostic) { both.append(try names.serial(cell)) } catch {
        guard names.isBad(error) else { throw error }
        workspace.misfits.add(cell.place, error, "the glide was left out")
        return
      }
    }
    number += 1
    var glide: [String: Value] = [
      "session": .text(part.number), "number": .integer(number), "winner": .text(both[0]), "loser": .text(both[1]),
      "difference_cm": .number(difference),
    ]
    for field in ["lane", "tester", "winner_treatment", "loser_treatment", "comment"] {
      glide[field] = row.cells[field].map { .text($0.text) }
    }
    if let run = row.cells["run"] {
      if let number = GlideChecks.run(run.text) {
        glide["run"] = .integer(number)
      } else {
        workspace.misfits.add(run.place, GlideChecks.notRun(run.text) + "; it was left unknown")
      }
    }
    builder.add("glides.csv", glide, at: row.place, row.cells.mapValues(\.place))
    for name in both {
      builder.addOnce("ski_pairs.csv", key: name, ["serial_number": .text(name)], at: row.place)
      builder.addOnce(
        "participations.csv", key: part.number + "\u{0}" + name,
        ["session": .text(part.number), "serial_number": .text(name)], at: row.place)
    }
  }

  private mutating func session(_ part: Part, _ builder: inout BundleTables) {
    var part = part
    // A label Snow has a temperature or what the snow is.
    if let cell = part.values["snow"], SheetValues.celsius(cell.text) != nil, part.values["snow_temperature"] == nil {
      part.values["snow_temperature"] = part.values.removeValue(forKey: "snow")
    }
    var values: [String: Value] = ["session": .text(part.number)]
    values["time_of_test"] = part.time.moment.map(Value.datetime)
    if let offset = part.time.offset { values["utc_offset_minutes"] = .integer(offset) }
    values["place"] = part.values["place"].map { .text($0.text) }
    values["ski_type"] = part.values["type"].map { .text($0.text) }
    var remarks = [part.values["comment"]?.text].compactMap { $0 }
    if let snow = part.values["snow"],
      SnowText(snow.text) == nil || SheetWords.snows.keys.contains(where: { part.values[$0] != nil })
    {
      remarks.append("snow: " + snow.text)
      workspace.note(
        "\(snow.place.text): \(Abridged.quoted(snow.text)) is kept in the comment; write snow as in 60 % new, 40 % old")
    }
    if let tester = part.values["tester"] { remarks.append("tester: " + tester.text) }
    remarks += part.heats.map { $0.winner.text + " beat " + $0.loser.text }
    if let waxer = part.values["waxer"] {
      // A name that is not a waxer's becomes a comment, not an invented person.
      if let code = try? workspace.waxer(waxer.text) {
        values["waxer"] = .text(code)
      } else {
        remarks.append("waxer: " + waxer.text)
        workspace.note(
          "\(waxer.place.text): there is no waxer '\(Abridged.text(waxer.text))', so the name is in the comment; "
            + "use ski waxer add \(CommandText.word(Abridged.text(waxer.text))) to add one")
      }
    }
    if !remarks.isEmpty { values["comment"] = .text(remarks.joined(separator: "; ")) }
    values["using_manual_rank"] = .boolean(part.pairs.contains { $0.cells["rank"] != nil })
    let numbers = [
      ("air", "air_temperature_c"), ("snow_temperature", "snow_temperature_c"), ("humidity", "humidity_pct"),
      ("snow_humidity", "snow_humidity_pct"),
    ]
    for (meaning, field) in numbers { values[field] = number(part, meaning).map(Value.number) }
    let others = [("place", "place"), ("type", "ski_type"), ("date", "time_of_test"), ("session", "session")]
    var places: [String: SourcePlace] = [:]
    for (meaning, field) in numbers + others { places[field] = part.values[meaning]?.place }
    builder.add("sessions.csv", values, at: part.place, places)
    for snow in snow(part) {
      builder.add(
        "snow.csv", ["session": .text(part.number), "snow_type": .text(snow.type), "share_pct": .number(snow.share)],
        at: snow.place, ["share_pct": snow.place])
    }
  }

  /// The shares of snow of a test, of their own labels or of one text; none if one of them cannot be read.
  private mutating func snow(_ part: Part) -> [(type: String, share: Double, place: SourcePlace)] {
    var parts: [(type: String, share: Double, place: SourcePlace)] = []
    for meaning in ["new", "old", "wet"] {
      guard let cell = part.values[meaning], let type = SheetWords.snows[meaning] else { continue }
      // Without one share the others say nothing.
      guard let share = number(part, meaning, effect: "the snow of the test was left unknown") else { return [] }
      parts.append((type, share, cell.place))
    }
    guard parts.isEmpty, let cell = part.values["snow"], let read = SnowText(cell.text) else { return parts }
    return read.parts.map { ($0.type, $0.share, cell.place) }
  }

  /// The number of a label or column; nil without one, and for other texts, which are named.
  private mutating func number(_ part: Part, _ meaning: String, effect: String = "it was left unknown") -> Double? {
    guard let cell = part.values[meaning] else { return nil }
    let isTemperature = meaning == "air" || meaning == "snow_temperature"
    if let number = isTemperature ? SheetValues.celsius(cell.text) : SheetValues.number(cell.text) { return number }
    workspace.misfits.add(
      cell.place, "\(Abridged.quoted(cell.text)) is not a number; \(effect)", help: "write it as in -5,5")
    return nil
  }

  // MARK: Serial numbers

  /// The pairs that serial numbers of the sheets name.
  private struct Names {
    private let pairs: [SkiPair]
    private let store: any RecordStore
    private let creates: Bool
    private var known: [String: String] = [:]
    private(set) var fresh: [String] = []

    init(_ pairs: [SkiPair], _ store: any RecordStore, creates: Bool) {
      (self.pairs, self.store, self.creates) = (pairs, store, creates)
    }

    /// Whether an error is one of the cell alone, and not a pair that may be meant.
    func isBad(_ error: Diagnostic) -> Bool { ["bad-name", "bad-serial"].contains(error.code) }

    /// The serial number of a pair; throws `bad-name`, `bad-serial`, and `unknown-pair`, `ambiguous-pair` with the place.
    mutating func serial(_ cell: IncomingSheet.Cell) throws(Diagnostic) -> String {
      if let found = known[cell.text] { return found }
      let isNew = SkiPair.thing.hits(cell.text, among: pairs).isEmpty
      let name: String
      if isNew, creates {
        name = try PairCommand.checked(cell.text, at: nil)
        fresh.append(name)
      } else {
        do throws(Diagnostic) {
          name = try SkiPair.thing.find(cell.text, among: pairs, in: store, at: nil).serialNumber
        } catch {
          var error = error
          error.message = cell.place.text + ": " + error.message
          if isNew { error.help = "use create=yes to add unknown pairs" }
          throw error
        }
      }
      known[cell.text] = name
      return name
    }
  }
}
