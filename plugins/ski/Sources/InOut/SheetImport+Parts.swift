internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The day and time of a session of a sheet.
struct SheetTime {
  /// As the sheet shows it; nil without a day.
  var shown: TypedMoment?
  var moment: Moment?
  /// Minutes; nil for a day, and in UTC.
  var offset: Int?
  /// The moments under which an earlier import may have stored it.
  var earlier: [Moment] = []

  var isLocal: Bool { shown?.isLocal == true }

  var day: CalendarDate? { shown?.date }

  /// Whether it is the time of a test, or its day.
  func isOf(_ test: SheetTime) -> Bool { moment == test.moment || (shown?.isDay == true && day == test.day) }
}

/// The sessions of sheets, and when they were.
extension SheetImport {
  /// For each stored session without a day the ranks of its pairs, 0 for none.
  private func ranksOfUndated(_ known: [TestSession]) throws(Diagnostic) -> [String: [String: Int]] {
    let undated = known.filter { $0.time == nil }.map { Value.text($0.number) }
    guard !undated.isEmpty else { return [:] }
    var ranks: [String: [String: Int]] = [:]
    for row in try Participation.thing.items(in: workspace.store, where: [.isOneOf("session", undated)]) {
      ranks[row.session, default: [:]][row.serialNumber] = row.rank ?? 0
    }
    return ranks
  }

  /// The ranks of the pairs in some rows, 0 for none.
  private static func ranks(_ rows: [Row]) -> [String: Int] {
    var ranks: [String: Int] = [:]
    for row in rows {
      guard let serial = row.cells["serial"]?.text else { continue }
      if case .rank(let rank, _)? = row.cells["rank"].map({ RankText($0.text) }) {
        ranks[serial] = rank
      } else {
        ranks[serial] = 0
      }
    }
    return ranks
  }

  /// The sessions with their rows; each gets its number here. A test without a readable day is left out and named. A second import
  /// of the same sheet is the same session, identified by place and time, or where neither has a day by place, pairs and ranks; two
  /// tests of one file are never the same.
  mutating func parts(_ blocks: [SheetBlock], _ typed: String?) throws(Diagnostic) -> [Part] {
    let known = try SkiRecords.sessions(workspace.store, [])
    var used: Set<String> = []
    var next = try workspace.store.nextNumber(of: SkiKinds.session)
    let terms = workspace.terms
    // A new number must not be one that another test of the file gives itself: the two would become one.
    let taken = Set(
      blocks.flatMap { block in ([block.labels] + block.pairs.map(\.cells)).compactMap { $0["session"]?.text } })
    let undated = try ranksOfUndated(known)
    func number(_ values: Cells, _ time: SheetTime, _ pairs: [Row], _ given: String?) throws(Diagnostic) -> String {
      if let given {
        do throws(Diagnostic) { return try RecordName.checked(given, "session") } catch {
          throw Self.placed(error, values["session"]?.place)
        }
      }
      let times = [time.moment, time.shown?.moment].compactMap { $0 } + time.earlier
      let place = values["place"].map { terms.find(.place, $0.text) ?? $0.text }
      let ranks = times.isEmpty ? Self.ranks(pairs) : [:]
      if let same = known.first(where: {
        let isThen = $0.time.map(times.contains) ?? (times.isEmpty && !ranks.isEmpty && undated[$0.number] == ranks)
        return isThen && $0.place == place && !used.contains($0.number)
      }) {
        used.insert(same.number)
        return same.number
      }
      while taken.contains(String(next)) { next += 1 }
      next += 1
      return String(next - 1)
    }
    var parts: [Part] = []
    func add(_ block: SheetBlock, _ time: SheetTime) throws(Diagnostic) {
      let first = block.labels.values.map(\.place).min { ($0.line ?? 0) < ($1.line ?? 0) }
      parts.append(
        Part(
          number: try number(block.labels, time, block.pairs, typed ?? block.labels["session"]?.text),
          values: block.labels, time: time, place: first ?? block.pairs.first?.place ?? block.glides.first?.place,
          pairs: block.pairs, glides: block.glides, lost: block.lost))
    }
    // Glides with nothing but a day, or in a list, may be of tests on other sheets.
    var loose: [Part] = []
    for block in blocks {
      guard block.isList else {
        guard let time = try time(block.labels, effect: "the test was left out") else { continue }
        let isPart = block.pairs.isEmpty && typed == nil && time.moment != nil
        if isPart, block.labels["session"] == nil, block.labels["place"] == nil {
          loose.append(Part(number: "", values: block.labels, time: time, glides: block.glides, lost: block.lost))
        } else {
          try add(block, time)
        }
        continue
      }
      try list(block, &parts, &loose, number)
    }
    var joined: Set<String> = []
    for part in loose {
      let same = parts.indices.filter { !parts[$0].pairs.isEmpty && isOne(part, parts[$0]) }
      guard same.count == 1 else {
        var part = part
        part.place = part.values.values.map(\.place).min { ($0.line ?? 0) < ($1.line ?? 0) } ?? part.glides.first?.place
        part.number = try number(part.values, part.time, [], typed ?? part.values["session"]?.text)
        parts.append(part)
        continue
      }
      parts[same[0]].glides += part.glides
      parts[same[0]].values.merge(part.values) { old, _ in old }
      if let source = part.glides.first?.place.source, joined.insert(source).inserted {
        workspace.note("the glides in \(source) were read as those of the test on that day")
      }
    }
    if let typed, parts.count > 1 {
      throw Diagnostic(
        "bad-value", "session='\(Abridged.text(typed))' names one session, but the file has \(parts.count) tests",
        help: "use sheet= to choose a sheet, or leave out session=")
    }
    guard !parts.isEmpty || blocks.isEmpty else {
      throw workspace.misfits.first
        ?? Diagnostic(
          "not-ski-data", "no test of the file has a day that can be read",
          help: "write the day as in 2026-01-24, beside Datum or Date")
    }
    return parts
  }

  /// Whether glides are of a test: of its number, or of its day and place.
  private func isOne(_ glides: Part, _ test: Part) -> Bool {
    if let session = glides.values["session"]?.text { return session == test.number }
    func name(_ part: Part) -> String? {
      part.values["place"].map { (workspace.terms.find(.place, $0.text) ?? $0.text).lowercased() }
    }
    let place = name(glides)
    return glides.time.moment != nil && glides.time.isOf(test.time) && (place == nil || place == name(test))
  }

  /// An error with its place before it.
  static func placed(_ error: Diagnostic, _ place: SourcePlace?) -> Diagnostic {
    guard let place else { return error }
    var error = error
    error.message = place.text + ": " + error.message
    return error
  }

  // MARK: Times

  /// The day and time of a session; nil for a day that cannot be read, which is named with what follows from it.
  mutating func time(_ values: Cells, effect: String) throws(Diagnostic) -> SheetTime? {
    // A column of times may have the days too.
    guard let cell = values["date"] ?? values["time"] else { return SheetTime() }
    let clock = values["date"] == nil ? nil : values["time"]
    let read: (day: CalendarDate, moment: TypedMoment?)
    // Only a day can be without its year: 8.10 is a time.
    switch values["date"] == nil ? dates.whole.reading(cell.text) : dates.reading(cell.text) {
    case .day(let day): read = (day, nil)
    case .moment(let moment, let offset):
      let shown = moment.shown(offset: offset)
      let day = shown.date
      // Programs write a day as its midnight.
      let isDay = shown == Moment(startOf: day) && (offset == nil || clock != nil)
      read = (day, isDay ? nil : TypedMoment(moment, offset: offset))
    case .either, .none:
      if values["date"] == nil {
        workspace.misfits.add(cell.place, "there is a time, but no day; it was left unknown", help: "add the day")
        return SheetTime()
      }
      workspace.misfits.add(
        cell.place, "\(Abridged.quoted(cell.text)) is not a date; \(effect)",
        help: "write it as in 2026-01-24 or 24/1 2026")
      return nil
    }
    guard read.day.days >= TypedMoment.firstDay else {
      workspace.misfits.add(
        cell.place, "\(read.day) is before 1900; \(effect)", help: "write the year with four digits")
      return nil
    }
    var shown = read.moment ?? TypedMoment(read.day)
    if let clock, let typed = time(of: clock, on: read.day) {
      if let whole = read.moment, whole.clock != typed.clock {
        workspace.misfits.add(
          clock.place,
          "the time is \(typed.clock), but \(whole.clock) with the day (\(cell.place.text)); \(typed.clock) was used",
          help: "write the time once")
      }
      shown = typed
    }
    let day = Moment(startOf: read.day)
    guard shown.isLocal else {
      // An earlier version took the midnight of a day for a time.
      let midnight = (try? workspace.local(day))?.moment
      return SheetTime(
        shown: shown, moment: shown.moment, offset: shown.offset,
        earlier: shown.isDay ? [midnight].compactMap { $0 } : [])
    }
    do throws(Diagnostic) {
      let local = try workspace.local(shown.moment)
      return SheetTime(shown: shown, moment: local?.moment ?? shown.moment, offset: local?.offset)
    } catch {
      workspace.misfits.add((clock ?? cell).place, error, "it was left unknown")
      return SheetTime(shown: TypedMoment(read.day), moment: day)
    }
  }

  /// The time of day of a cell on a day; nil for other texts, which are named.
  private mutating func time(of cell: IncomingSheet.Cell, on day: CalendarDate) -> TypedMoment? {
    if case .moment(let moment, _) = dates.whole.reading(cell.text) {
      return TypedMoment(day, minute: moment.minuteOfDay, offset: nil)
    }
    if let clock = SheetValues.clock(cell.text) { return TypedMoment(day, minute: clock.minute, offset: clock.offset) }
    workspace.misfits.add(
      cell.place, "\(Abridged.quoted(cell.text)) is not a time of day; it was left unknown",
      help: "write it as in 08:30")
    return nil
  }
}

extension TypedMoment {
  /// The time of day as it was typed: `08:30`.
  fileprivate var clock: String { String((Self.text(moment, offset: offset) ?? "").dropFirst(11).prefix(5)) }
}
