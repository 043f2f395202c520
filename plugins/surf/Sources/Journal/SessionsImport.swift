internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Imports a journal: CSV with columns known by name or `map=`, or a file that `surf export sessions` wrote.
struct SessionsImport {
  private(set) var outputs: [Output] = []

  /// Columns beside the parts of a log: who surfed, details, ratings and conditions.
  private struct Others {
    var person: String?
    var details: [String: String] = [:]
    var ratings: [(column: String, category: Category)] = []
    var conditions: [(column: String, name: ConditionName)] = []
    var latitude: String?
    var longitude: String?
    var unused: [String] = []
  }

  private static let details: [(name: String, columns: [String])] = [
    ("board", ["board"]), ("crowd", ["crowd", "crowd_level"]), ("waves", ["waves", "wave_count", "rides"]),
    ("size_m", ["size_m"]), ("region", ["region"]), ("zone", ["zone", "timezone"]), ("day_only", ["day_only"]),
  ]
  /// Of a session that the log gives no length.
  private static let usualLength = 60.0

  init(_ context: any ImportContext, _ name: String, _ wishes: ImportWishes, _ session: Session) throws(Diagnostic) {
    let store = try session.store()
    let source = try SessionsImport.table(context, name, wishes)
    let categories = try Category.all(in: store)
    var known = try Spot.all(in: store)
    let finder = SpotFinder(known)
    let only = try wishes.spot.map { (word) throws(Diagnostic) in try finder.one(word, span: wishes.span("spot")) }
    let (parts, others) = try SessionsImport.columns(
      source.names, wishes, categories, file: context.name, hasSpot: only != nil)
    var log = SessionLog(
      source, header: parts, times: try SessionsImport.times(wishes, only, session), file: context.name)
    log.now = SurfTime.present(session)
    if let column = others.person { log.people = (0..<source.rowCount).map { log.text(column, $0) } }
    log.onlySpot = only?.name
    var found: [String: Spot] = [:]
    var unknown: [String: Int] = [:]
    if only == nil {
      for row in 0..<source.rowCount {
        guard let spelling = log.text(.spot, row) else { continue }
        let bare = SpotName.bare(spelling)
        guard found[bare] == nil, unknown[bare] == nil else { continue }
        if let spot = SessionsImport.spot(spelling, row, others, log, known) {
          found[bare] = spot
        } else if wishes.creates,
          let made = try SessionsImport.made(
            spelling, row, others, log, wishes, known, session, store)
        {
          known.append(made)
          found[bare] = made
        } else {
          unknown[bare] = row
          continue
        }
        if wishes.zone == nil, let zone = found[bare]?.zone {
          log.clocks[bare] = SessionTimes(clock: try session.spotClock(zone))
        }
      }
    }
    try log.read(cancellation: session.cancellation)
    try take(log, others, known, found, only, categories, wishes, session, store)
    if !unknown.isEmpty {
      let names = unknown.sorted { $0.value < $1.value }.prefix(3).compactMap { log.text(.spot, $0.value) }
      outputs.append(
        .warning(
          "skipped sessions at \(unknown.count.counted("unknown spot")), as \(Abridged.quoted(names.first ?? "")): add "
            + "it with surf spot add, or import the list of spots; create=yes adds spots with latitude and longitude"))
    }
  }

  /// The file as texts; a list of objects, or delimited text.
  private static func table(
    _ context: any ImportContext, _ name: String, _ wishes: ImportWishes
  ) throws(Diagnostic) -> Table {
    let bytes = try context.bytes(of: name)
    if bytes.looksLikeJSON {
      try SurfFileKind.require(
        [.sessions, .otherJSON, .spots], bytes, name: context.name, wanted: "a log of surf sessions")
      let value = try JSONReader.value(bytes[...], file: context.name)
      let rows = (value["sessions"]?.array ?? value.array ?? []).compactMap(\.members)
      var names: [String] = []
      var seen: Set<String> = []
      for row in rows { for (key, _) in row where seen.insert(key).inserted { names.append(key) } }
      guard !names.isEmpty, names.count <= 500 else {
        try SurfFileKind.require(
          [.sessions, .otherJSON], bytes, name: context.name, wanted: SurfFileKind.sessions.product)
        throw Diagnostic("no-rows", "'\(context.name)' holds no list of sessions", help: "import a journal")
      }
      var cells = Dictionary(names.map { ($0, [String?](repeating: nil, count: rows.count)) }, uniquingKeysWith: { $1 })
      for (place, row) in rows.enumerated() {
        for (key, value) in row {
          switch value {
          case .string(let text): cells[key]?[place] = text.isEmpty ? nil : text
          case .integer(let number): cells[key]?[place] = String(number)
          case .number(let number): cells[key]?[place] = NumberText.shortest(number)
          case .bool(let flag): cells[key]?[place] = flag ? "true" : "false"
          default: break
          }
        }
      }
      return try Table(names.map { Column($0, .text(cells[$0] ?? [])) })
    }
    // With map= a table of another kind may be meant as a log.
    try SurfFileKind.require(
      wishes.map.isEmpty ? [.sessions, .workbook] : [.sessions, .spots, .forecasts, .workbook], bytes,
      name: context.name,
      wanted: SurfFileKind.sessions.product)
    if SurfFileKind.detect(bytes) == .workbook { return try sheet(context.cells(of: name), of: context.name) }
    let names = try context.table(of: name, options: DelimitedOptions(header: true)).table.names
    return try context.table(
      of: name,
      options: DelimitedOptions(
        header: true, missing: ["", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "MM", "-"],
        types: Dictionary(names.map { ($0, .text) }, uniquingKeysWith: { first, _ in first }))
    ).table
  }

  /// The first sheet of a workbook as texts: its first row that is not blank holds the names.
  private static func sheet(_ rows: [[String]], of name: String) throws(Diagnostic) -> Table {
    let filled = rows.filter { row in row.contains { !$0.allSatisfy(\.isWhitespace) } }
    guard let header = filled.first, filled.count > 1 else {
      throw Diagnostic("no-rows", "the first sheet of '\(name)' has no rows", help: "save the sheet as CSV")
    }
    var taken: Set<String> = []
    let columns = header.enumerated().filter { !$0.element.isEmpty && taken.insert($0.element).inserted }
    return try Table(
      columns.map { place, title in
        Column(
          title,
          .text(
            filled.dropFirst().map { row in
              row.indices.contains(place) && !row[place].isEmpty ? row[place] : nil
            }))
      })
  }

  /// What columns hold, by their names and by `map=`.
  private static func columns(
    _ names: [String], _ wishes: ImportWishes, _ categories: [Category], file: String, hasSpot: Bool
  ) throws(Diagnostic) -> (SessionHeader, Others) {
    var others = Others()
    var parts: [String] = []
    var mapped: Set<String> = []
    for pair in wishes.map {
      guard let (name, word) = SessionHeader.pair(pair), SessionHeader.Part(rawValue: word) == nil,
        names.contains(name)
      else {
        parts.append(pair)
        continue
      }
      mapped.insert(name)
      if word == "person" {
        others.person = name
      } else if details.contains(where: { $0.name == word }) {
        others.details[word] = name
      } else if let category = categories.first(where: { $0.key == Category.key(word) }) {
        others.ratings.append((name, category))
      } else if let condition = ConditionName(word, unitOf: name) {
        others.conditions.append((name, condition))
      } else {
        throw .badValue(
          "map", pair,
          allowed:
            "COLUMN:PART, where PART is \(SessionHeader.Part.allCases.map(\.rawValue).joined(separator: ", ")), person, "
            + "a category, or a condition with its unit, as in hs:wave_height_ft",
          span: wishes.span("map"))
      }
    }
    let header: SessionHeader
    do throws(Diagnostic) {
      header = try SessionHeader(
        names.filter { !mapped.contains($0) }, map: parts, file: file, given: hasSpot ? [.spot] : [])
    } catch {
      throw ["bad-value", "unknown-column"].contains(error.code) ? error.at(wishes.span("map")) : error
    }
    let used = Set(header.columns.values).union(mapped)
    let sources = SessionSnapshot.Source.allCases.map { $0.rawValue + "." }
    for name in names where !used.contains(name) && !sources.contains(where: name.hasPrefix) {
      let plain = SessionHeader.plain(name)
      if ["person", "surfer", "user", "author"].contains(plain) {
        others.person = others.person ?? name
      } else if let detail = details.first(where: { $0.columns.contains(plain) }) {
        others.details[detail.name] = others.details[detail.name] ?? name
      } else if ["latitude", "lat"].contains(plain) {
        others.latitude = name
      } else if ["longitude", "lon", "lng"].contains(plain) {
        others.longitude = name
      } else if let category = JournalTable.category(name) {
        others.ratings.append((name, categories.first { $0.key == category.key } ?? category))
      } else if let category = categories.first(where: { $0.key == Category.key(name) }) {
        others.ratings.append((name, category))
      } else if let condition = ConditionName(name) {
        others.conditions.append((name, condition))
      } else {
        others.unused.append(name)
      }
    }
    return (header, others)
  }

  /// Times without an offset are local: by `zone=`, or by the clock of the spot.
  private static func times(
    _ wishes: ImportWishes, _ only: Spot?, _ session: Session
  ) throws(Diagnostic) -> SessionTimes {
    if let zone = wishes.zone {
      do throws(Diagnostic) { return SessionTimes(clock: try session.spotClock(zone)) } catch {
        throw error.at(wishes.span("zone"))
      }
    }
    guard let only else { return SessionTimes() }
    return SessionTimes(clock: try session.spotClock(only.zone))
  }

  /// The stored spot of a name; where names repeat, the one at the place of the row.
  private static func spot(
    _ spelling: String, _ row: Int, _ others: Others, _ log: SessionLog, _ known: [Spot]
  ) -> Spot? {
    let bare = SpotName.bare(spelling)
    let finder = SpotFinder(known)
    var found = finder.matching(spelling)
    // A spot's name may be followed by its region: ocean-city-nj.
    if found.isEmpty { found = known.filter { bare.hasPrefix(SpotName.bare($0.name) + " ") } }
    if let place = place(row, others, log) {
      let near = found.filter { $0.place.distance(to: place) <= SpotEntry.samePlace }
      if !near.isEmpty { return near[0] }
      return nil
    }
    return found.count == 1 ? found[0] : nil
  }

  private static func place(_ row: Int, _ others: Others, _ log: SessionLog) -> Coordinate? {
    guard let latitude = others.latitude.flatMap({ log.text($0, row) }).flatMap({ PlainNumber.read($0) }),
      let longitude = others.longitude.flatMap({ log.text($0, row) }).flatMap({ PlainNumber.read($0) })
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// A new spot where the file has its place and a zone is known.
  private static func made(
    _ spelling: String, _ row: Int, _ others: Others, _ log: SessionLog, _ wishes: ImportWishes, _ known: [Spot],
    _ session: Session, _ store: any RecordStore
  ) throws(Diagnostic) -> Spot? {
    guard let place = place(row, others, log),
      !spelling.isEmpty
    else { return nil }
    let own = others.details["zone"].flatMap { log.text($0, row) }
    if let own, try SpotZone.misfit(own, at: place, session) != nil { return nil }
    let zone = try SpotZone.of(place, typed: own ?? wishes.zone, span: wishes.span("zone"), session)
    var spot = Spot(name: String(spelling.prefix(60)), place: place, zone: zone)
    spot.region = others.details["region"].flatMap { log.text($0, row) }
    spot.number = max(try store.nextNumber(of: Spot.kind), (known.map(\.number).max() ?? 0) + 1)
    return spot
  }

  private mutating func take(
    _ log: SessionLog, _ others: Others, _ known: [Spot], _ found: [String: Spot], _ only: Spot?,
    _ categories: [Category], _ wishes: ImportWishes, _ session: Session, _ store: any RecordStore
  ) throws(Diagnostic) {
    let stored = try JournalSession.all(in: store)
    struct Key: Hashable {
      let person: String
      let spot: Int
      let start: Moment
    }
    var byKey = Dictionary(
      stored.map { (Key(person: $0.person, spot: $0.spot, start: $0.start), $0) },
      uniquingKeysWith: { first, _ in first })
    let author = SurfProfile.person(in: store)
    var outcome = ImportOutcome("", format: "sessions")
    outcome.read = log.source.rowCount
    outcome.refused = log.refusals
    outcome.notes = log.repairs
    if let note = SessionLog.unitNote(others.unused) { outcome.notes.append(note) }
    let skipped = others.unused.filter { !LogConditions.lacksUnit($0) }
    if !skipped.isEmpty {
      outcome.notes.append("skipped the columns " + skipped.prefix(20).map(Abridged.text).joined(separator: ", "))
    }
    var (fresh, snapshots, usedSpots) = ([JournalSession](), [SessionSnapshot](), Set<Int>())
    var (badRatings, withoutLength, elsewhere) = (0, 0, 0)
    var lost: [(row: Int, reason: String)] = []
    var number = try store.nextNumber(of: JournalKinds.session)
    var people: Set<String> = []
    let scale = Category.overall.scale
    for row in log.sessions {
      try session.cancellation.check()
      func text(_ column: String?) -> String? { column.flatMap { log.text($0, row.row) } }
      guard let spot = only ?? log.spot(of: row.row).flatMap({ found[SpotName.bare($0)] }) else {
        elsewhere += 1
        outcome.refused += 1
        continue
      }
      guard scale.contains(row.rating) else {
        badRatings += 1
        outcome.refused += 1
        continue
      }
      if row.minutes == nil, !row.isDayOnly { withoutLength += 1 }
      let length = row.minutes ?? SessionsImport.usualLength
      var entry = JournalSession(
        number: number, person: wishes.person ?? text(others.person) ?? author, spot: spot.number, start: row.start,
        end: row.start.later(Int((length * 60_000_000).rounded())), zone: spot.zone, rating: row.rating)
      entry.isDayOnly = row.isDayOnly || text(others.details["day_only"]) == "true"
      entry.board = text(others.details["board"])
      entry.crowd = text(others.details["crowd"])
      func detail(_ part: String, _ allowed: ClosedRange<Double>) -> Double? {
        guard let column = others.details[part], let written = text(column) else { return nil }
        if let number = PlainNumber.read(written), allowed.contains(number) { return number }
        lost.append((row.row, "\(column) is \(Abridged.quoted(written)), not a number in its limits"))
        return nil
      }
      entry.waves = detail("waves", 0...1000).flatMap { Int(exactly: $0.rounded()) }
      entry.size = detail("size_m", 0...40)
      entry.note = log.text(.notes, row.row)
      for (column, category) in others.ratings {
        guard let written = text(column) else { continue }
        if let value = PlainNumber.read(written).flatMap({ Int(exactly: $0) }), category.scale.contains(value) {
          entry.ratings[category.key] = value
        } else {
          lost.append(
            (
              row.row,
              "\(column) is \(Abridged.quoted(written)), outside the limits \(category.scale.lowerBound) to "
                + "\(category.scale.upperBound)"
            ))
        }
      }
      people.insert(entry.person)
      outcome.kept += 1
      outcome.from = min(outcome.from ?? entry.start, entry.start)
      outcome.to = max(outcome.to ?? entry.start, entry.start)
      let key = Key(person: entry.person, spot: entry.spot, start: entry.start)
      if let old = byKey[key] {
        entry.number = old.number
        if entry.isSame(as: old) {
          outcome.same += 1
        } else {
          outcome.conflicts += 1
          if outcome.conflicts <= 5 {
            outcome.warnings.append(
              "session \(old.number) of \(old.start) is stored with other values, which were kept")
          }
        }
        continue
      }
      byKey[key] = entry
      number += 1
      usedSpots.insert(spot.number)
      fresh.append(entry)
      var own: [SessionSnapshot] = []
      for source in SessionSnapshot.Source.allCases {
        if let snapshot = JournalTable.snapshot(source, session: entry.number, text: { text($0) }) {
          own.append(snapshot)
        }
      }
      var values: [SeaVariable: Double] = [:]
      for (column, name) in others.conditions {
        guard let written = text(column) else { continue }
        guard let number = PlainNumber.read(written) else {
          lost.append((row.row, "\(column) is \(Abridged.quoted(written)), not a number"))
          continue
        }
        guard number != LogConditions.nines(column) else { continue }
        guard let value = name.stored(number) else {
          lost.append((row.row, "\(column) is \(Abridged.quoted(written)), outside the limits"))
          continue
        }
        values[name.variable] = value
      }
      if !values.isEmpty, own[.journal] == nil {
        let middle = entry.start.later((entry.end.microseconds - entry.start.microseconds) / 2)
        own.append(
          SessionSnapshot(
            session: entry.number, source: .journal,
            found: .init(state: SeaState(at: middle, values: values), coverage: 1)))
      }
      // Of a day alone no conditions are those of the session.
      if !entry.isDayOnly {
        for snapshot in try SessionSnapshot.taken(of: entry, at: spot, in: store) where own[snapshot.source] == nil {
          own.append(snapshot)
        }
      }
      snapshots += own
    }
    outcome.new = fresh.count
    guard outcome.kept > 0 else {
      throw Diagnostic(
        elsewhere > 0 ? "unknown-spot" : "no-rows",
        elsewhere > 0
          ? "the workspace has none of the spots of '\(log.file)'" : "no rating of '\(log.file)' is from 1 to 5",
        help: elsewhere > 0
          ? "add them with surf spot add or surf import spots, or name one with spot="
          : "map another column: map=COLUMN:rating")
    }
    try Spot.store(known.filter { usedSpots.contains($0.number) }, in: store, cancellation: session.cancellation)
    for (_, category) in others.ratings where !categories.contains(where: { $0.key == category.key }) {
      if fresh.contains(where: { $0.ratings[category.key] != nil }) {
        try category.store(in: store, cancellation: session.cancellation)
      }
    }
    try JournalSession.store(fresh, in: store, cancellation: session.cancellation)
    try SessionSnapshot.store(snapshots, in: store, cancellation: session.cancellation)
    outcome.title = "\(outcome.new) new of \(outcome.read.counted("session"))"
    outcome.others = [
      ("people", .integer(people.count)), ("conditions", .integer(Set(snapshots.map(\.session)).count)),
    ]
    if badRatings > 0 {
      outcome.notes.append("skipped \(badRatings.counted("session")) whose rating is not from 1 to 5")
    }
    outcome.notes += SessionLog.lostNotes(lost)
    if withoutLength > 0 {
      outcome.notes.append("counted \(withoutLength.counted("session")) without a length as one hour")
    }
    outputs = outcome.outputs
  }
}

extension JournalSession {
  /// Whether two entries say the same of a session.
  fileprivate func isSame(as other: JournalSession) -> Bool {
    guard let a = size, let b = other.size else { return self == other }
    var copy = self
    copy.size = b
    return copy == other && (a - b).magnitude < 1e-9
  }
}
