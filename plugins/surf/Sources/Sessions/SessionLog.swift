internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// The sessions of a log, cleaned: one spelling per spot, one row per session, times in UTC, oldest first.
struct SessionLog {
  /// One session and its row in the file.
  struct Session {
    let row: Int
    let start: Moment
    let minutes: Double?
    let rating: Int
    /// Whether the log gives a day without a time; it counts as noon then.
    var isDayOnly = false
  }

  let source: Table
  let header: SessionHeader
  let times: SessionTimes
  let file: String
  /// The times of spots with a clock of their own, by their bare names.
  var clocks: [String: SessionTimes] = [:]
  /// The present: a session that begins later is refused; nil where it is not known.
  var now: Moment?
  /// How ratings become whole numbers.
  var ratings = SessionRating()
  /// Who surfed, by row; empty for a log of one person.
  var people: [String?] = []
  /// Where a row is in the file; nil for one whose rows follow its header line by line.
  var line: ((Int) -> String)?
  /// Rows that cannot be read, and why.
  var faults: [Int: String] = [:]
  /// The spot of all rows, for a log that names none.
  var onlySpot: String?
  private(set) var sessions: [Session] = []
  private var spots: [Int: String] = [:]
  private var refused: [(row: Int, reason: String)] = []
  /// Cells that were left out of rows that were kept.
  private(set) var lost: [(row: Int, reason: String)] = []
  private var rounded = 0
  private var repeated = 0
  private var overlapping = 0
  private var respelled: [String] = []
  private var wereInOrder = true

  init(_ source: Table, header: SessionHeader, times: SessionTimes, file: String) {
    self.source = source
    self.header = header
    self.times = times
    self.file = file
  }

  /// Reads the rows; throws `no-rows` when none is a session.
  mutating func read(cancellation: Cancellation) throws(Diagnostic) {
    var seen: Set<[Value]> = []
    var names: [(row: Int, spelling: String)] = []
    for row in 0..<source.rowCount {
      if row % 1024 == 0 { try cancellation.check() }
      do throws(RowFault) {
        if let fault = faults[row] { throw RowFault(fault) }
        guard let spot = onlySpot ?? text(.spot, row) else { throw RowFault("no spot") }
        let session = try session(row, clocks[SpotName.bare(spot)] ?? times)
        if let now, session.start > now { throw RowFault("\(session.start) is in the future") }
        guard seen.insert(source.columns.map { $0[row] }).inserted else {
          repeated += 1
          continue
        }
        names.append((row, spot))
        sessions.append(session)
      } catch {
        refused.append((row, error.reason))
      }
    }
    guard !sessions.isEmpty else {
      throw Diagnostic(
        "no-rows", "none of the \(source.rowCount.counted("row")) in '\(file)' is a valid session",
        cause: refused.first.map { "row \($0.row + 1): \($0.reason)" })
    }
    nameSpots(names)
    wereInOrder = zip(sessions, sessions.dropFirst()).allSatisfy { $0.start <= $1.start }
    sessions.sort { ($0.start, $0.row) < ($1.start, $1.row) }
    // Only sessions of one person can overlap by mistake.
    var last: [String: Session] = [:]
    for session in sessions {
      let person = people.indices.contains(session.row) ? people[session.row] ?? "" : ""
      if let before = last[person], let minutes = before.minutes, let length = Int(exactly: minutes.rounded()),
        before.start.moved(minutes: length) > session.start
      {
        overlapping += 1
      }
      last[person] = session
    }
  }

  /// The text of a part, without surrounding spaces; nil when it is missing or blank.
  func text(_ part: SessionHeader.Part, _ row: Int) -> String? { header.columns[part].flatMap { text($0, row) } }

  /// The same of a column.
  func text(_ column: String, _ row: Int) -> String? {
    guard let value = source[column]?[row], !value.isMissing else { return nil }
    let words = value.fileText.split(whereSeparator: \.isWhitespace)
    // Buoys write MM for missing.
    return words.isEmpty || words == ["MM"] ? nil : words.joined(separator: " ")
  }

  /// The spot of a row in the one spelling of all; nil for a row that is refused.
  func spot(of row: Int) -> String? { spots[row] }

  private mutating func session(_ row: Int, _ times: SessionTimes) throws(RowFault) -> Session {
    guard let written = text(.rating, row) else { throw RowFault("no rating") }
    guard let rating = ratings.whole(written) else {
      throw RowFault("rating '\(written.prefix(20))' is not \(ratings.allowed)")
    }
    if ratings.isRounded(written) { rounded += 1 }
    let begin = text(.start, row)
    // A time without a day belongs to the day of the row, or else to that of the start.
    let day = text(.date, row) ?? begin.map { String($0.prefix(10)) }
    func moment(_ text: String) -> Moment? {
      day.flatMap { times.moment(day: $0, time: text) } ?? times.moment(text)
    }
    // A session without a time of day counts as noon.
    let isDayOnly = begin.map { $0.count <= 10 && CalendarDate(iso: $0) != nil } ?? true
    let noon = (begin ?? day).flatMap { times.moment(day: $0, time: "12:00") }
    guard let start = isDayOnly ? noon : begin.flatMap(moment) else {
      throw RowFault(
        "start '\((begin ?? day ?? "").prefix(30))' is not a time such as 2025-12-05 07:30"
          + (times.clock.map { ", or the clock of \($0.zone) skips or repeats it" } ?? ""))
    }
    var minutes: Double?
    var faults: [String] = []
    if let written = text(.end, row) {
      if var end = moment(written) {
        // A time of day before the start is on the next day.
        if end < start, written.count < 10 { end = end.moved(minutes: 1440) }
        minutes = Double(end.microseconds - start.microseconds) / 60_000_000
      } else {
        faults.append("end '\(written.prefix(30))' is not a time such as 2025-12-05 08:30")
      }
    }
    if minutes == nil, let written = text(.duration, row) {
      minutes = SessionTimes.minutes(written)
      if minutes == nil { faults.append("duration '\(written.prefix(20))' is not a number of minutes") }
    }
    if let found = minutes, !(found > 0 && found <= 720) {
      faults.append("duration is \(NumberText.significant(found, 4)) minutes, but must be above 0 and at most 720")
      minutes = nil
    }
    lost += faults.map { (row, $0) }
    return Session(row: row, start: start, minutes: minutes, rating: rating, isDayOnly: isDayOnly)
  }

  /// Gives names that differ only in case and spaces one spelling: the most frequent, the first among equals.
  private mutating func nameSpots(_ names: [(row: Int, spelling: String)]) {
    var counts: [String: [(spelling: String, count: Int)]] = [:]
    for (_, spelling) in names {
      let key = spelling.lowercased()
      if let place = counts[key]?.firstIndex(where: { $0.spelling == spelling }) {
        counts[key]?[place].count += 1
      } else {
        counts[key, default: []].append((spelling, 1))
      }
    }
    var chosen: [String: String] = [:]
    for (key, spellings) in counts {
      let most = spellings.map(\.count).max() ?? 0
      chosen[key] = spellings.first { $0.count == most }?.spelling
      if spellings.count > 1, let name = chosen[key] { respelled.append(name) }
    }
    respelled.sort(by: CodePointOrder.precedes)
    for (row, spelling) in names { spots[row] = chosen[spelling.lowercased()] ?? spelling }
  }

  /// The columns: time, spot, conditions, then what is known only afterwards.
  func table(good least: Int) throws(Diagnostic) -> Table {
    let rows = sessions.map(\.row)
    let ratings = Set(sessions.map(\.rating)).sorted(by: >)
    let places = Dictionary(ratings.enumerated().map { ($1, Int32(clamping: $0)) }, uniquingKeysWith: { a, _ in a })
    var columns = [
      Column("start", .datetime(sessions.map(\.start)), role: .time),
      Column("spot", .category(Categorical(rows.map { spots[$0] })), role: .feature),
    ]
    var afterwards: [Column] = []
    let parts = Set(header.columns.values)
    for column in source.columns where !parts.contains(column.name) {
      let chosen = SessionLog.withoutNines(column).selecting(rows)
      if LogConditions.contains(column.name), Column.defaultRole(chosen.type) == .feature {
        let scale: NumberScale? = LogConditions.isDirection(column.name) ? .degrees : nil
        columns.append(Column(chosen.name, chosen.values, role: .feature, scale: scale))
      } else if let converted = converted(column) {
        columns.append(converted.column.selecting(rows))
      } else {
        afterwards.append(chosen.with(role: SessionLog.isGroup(column.name) ? .group : .ignored))
      }
    }
    columns += afterwards
    columns += [
      Column("minutes", .number(sessions.map { $0.minutes ?? .nan }), role: .ignored),
      Column(
        "rating",
        .ordered(
          Categorical(levels: ratings.map(String.init), codes: sessions.map { places[$0.rating] ?? -1 })),
        role: .ignored),
      // Best first, like ranks.
      Column(
        "good", .ordered(Categorical(levels: ["good", "other"], codes: sessions.map { $0.rating >= least ? 0 : 1 })),
        role: .ignored),
    ]
    if let notes = header.columns[.notes], let column = source[notes] {
      columns.append(Column("notes", column.selecting(rows).values, role: .ignored))
    }
    var taken: Set<String> = []
    return try Table(columns.filter { taken.insert($0.name).inserted })
  }

  /// Whether the start of a row has a UTC offset.
  private func hasOffset(_ row: Int) -> Bool {
    text(.start, row).map(WallClock.hasOffset) ?? false
  }

  /// A column of a condition in another unit than podium's, in that unit and under its name; nil for others.
  private func converted(_ column: Column) -> (column: Column, lost: Int)? {
    guard !LogConditions.contains(column.name), let numbers = column.numbers, column.type != .boolean,
      let condition = ConditionName(column.name), condition.unit != nil,
      source[condition.variable.column] == nil
    else { return nil }
    let values = numbers.map { $0.isNaN ? .nan : condition.stored($0) ?? .nan }
    let made = Column(
      condition.variable.column, .number(values), role: .feature,
      scale: condition.variable.isDirection ? .degrees : nil)
    return (made, made.missingCount - column.missingCount)
  }

  private static func isGroup(_ name: String) -> Bool { name.lowercased() == "swell" }

  /// The column with the nines that buoys write for missing set to missing.
  static func withoutNines(_ column: Column) -> Column {
    guard let nine = LogConditions.nines(column.name), let numbers = column.numbers, numbers.contains(nine) else {
      return column
    }
    return Column(column.name, .number(numbers.map { $0 == nine ? .nan : $0 }), role: column.role)
  }

  /// Notes on cells that were left out, with their rows and, where a row is a line, the line.
  func lostNotes(_ lost: [(row: Int, reason: String)]) -> [String] {
    lost.firstFive {
      "left out a cell of \(place($0.row)): \($0.reason)"
    } rest: {
      "left out \($0.counted("more cell", plural: "more cells")), not listed"
    }
  }

  /// That columns of conditions are left out for their unit; nil where none is.
  static func unitNote(_ names: [String]) -> String? {
    let lacking = names.filter(LogConditions.lacksUnit)
    guard !lacking.isEmpty else { return nil }
    return "left out conditions without a unit that is known: " + lacking.joined(separator: ", ")
      + "; end the names in one, as in wave_height_m, wave_height_ft or wind_speed_kn"
  }

  func place(_ row: Int) -> String {
    "row \(row + 1) (\(line?(row) ?? "line \(row + 2)"))"
  }

  /// How many rows were refused.
  var refusals: Int { refused.count }

  /// Notes on rows that were left out.
  func skippedNotes(_ rows: [(row: Int, reason: String)]) -> [String] {
    rows.firstFive {
      "skipped \(place($0.row)): \($0.reason)"
    } rest: {
      "skipped \($0.counted("more row", plural: "more rows")), not listed"
    }
  }

  /// Notes on skipped rows and repairs.
  var repairs: [String] {
    var list = skippedNotes(refused) + lostNotes(lost)
    if rounded > 0 { list.append("rounded \(rounded.counted("rating")) to whole numbers") }
    let days = sessions.count(where: \.isDayOnly)
    if days > 0 {
      list.append(
        "\(days.counted("session")) without a time of day \(days == 1 ? "counts" : "count") as noon"
          + ", and the log's own conditions alone count")
    }
    if repeated > 0 { list.append("dropped \(repeated.counted("duplicate row"))") }
    if !respelled.isEmpty {
      list.append("merged different spellings of: " + respelled.joined(separator: ", "))
    }
    if !wereInOrder { list.append("sorted the rows by time") }
    if overlapping > 0 { list.append("\(overlapping.counted("session")) began before the previous one ended") }
    let nines = source.columns.filter { column in
      LogConditions.nines(column.name).map { column.numbers?.contains($0) ?? false } ?? false
    }
    if !nines.isEmpty {
      list.append("read 99 or 999 as missing in: " + nines.map(\.name).joined(separator: ", "))
    }
    return list
  }

  /// The same with columns that are not features.
  func notes(zone: String?) -> [String] {
    var list = repairs
    let parts = Set(header.columns.values)
    let others = source.columns.filter { column in
      !parts.contains(column.name) && !LogConditions.contains(column.name) && !SessionLog.isGroup(column.name)
    }
    let changed = others.compactMap { column in converted(column).map { (column.name, $0.column.name, $0.lost) } }
    if !changed.isEmpty {
      list.append("converted " + changed.map { "\($0.0) to \($0.1)" }.joined(separator: ", "))
    }
    for (name, _, lost) in changed where lost > 0 {
      list.append("\(lost.counted("value")) of \(name) cannot be and became missing")
    }
    let twice = others.map(\.name).compactMap { name -> String? in
      ConditionName(name).flatMap {
        source[$0.variable.column] == nil ? nil : "\(name) (there is \($0.variable.column))"
      }
    }
    if !twice.isEmpty { list.append("left out columns that mean the same as others: " + twice.joined(separator: ", ")) }
    if let note = SessionLog.unitNote(others.map(\.name)) { list.append(note) }
    let later = others.map(\.name).filter { name in
      !changed.contains { $0.0 == name } && ConditionName(name) == nil && !LogConditions.lacksUnit(name)
    }
    if !later.isEmpty {
      list.append("not used as features, because they may be known only afterwards: " + later.joined(separator: ", "))
    }
    if zone == nil, sessions.contains(where: { !hasOffset($0.row) }) {
      list.append("read times without an offset as UTC; set another offset with zone=, as in zone=-05:00")
    }
    return list
  }
}

/// Columns of a log that describe sea, wind and tide.
enum LogConditions {
  private static let units = ["_m", "_s", "_ms", "_deg", "_c", "_hpa"]

  /// Whether a column is a condition: its name ends in a unit, or is `tide` or `season`.
  static func contains(_ name: String) -> Bool {
    let plain = name.lowercased()
    // The height as it was seen is known only afterwards.
    if plain == "size_m" { return false }
    return ["tide", "season"].contains(plain) || units.contains(where: plain.hasSuffix)
  }

  /// Whether a name is that of a condition, but without a unit, or with one that is not known: `wave_height`, `hs_yd`.
  static func lacksUnit(_ name: String) -> Bool {
    guard !contains(name), ConditionName(name) == nil else { return false }
    let words = SessionHeader.plain(name).split(separator: "_").map(String.init)
    let forms = [words, Array(words.dropLast())].filter { form in
      // One word alone may be anything: rating, wave.
      form.count > 1 || ["hs", "tp", "swh", "wvht", "gust", "gusts"].contains(form.first ?? "")
    }
    return forms.contains { form in
      ["m", "s", "ms", "deg", "c", "hpa"].contains { ConditionName((form + [$0]).joined(separator: "_")) != nil }
    }
  }

  /// Whether a column holds directions in degrees.
  static func isDirection(_ name: String) -> Bool { name.lowercased().hasSuffix("_deg") }

  /// The code that buoys write for missing, where it cannot be a value.
  static func nines(_ name: String) -> Double? {
    let plain = name.lowercased()
    if isDirection(name) { return 999 }
    let isHeightOrSpeed = plain.hasSuffix("_m") || plain.hasSuffix("_ms") || plain.hasSuffix("_s")
    return isHeightOrSpeed ? 99 : nil
  }
}
