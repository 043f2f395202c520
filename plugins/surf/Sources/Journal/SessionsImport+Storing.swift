internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// The spots of a journal, and what of its sessions is new.
extension SessionsImport {
  /// The stored spot of a name; where names repeat, the one at the place of the row.
  static func spot(
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
    guard let latitude = others.latitude.flatMap({ log.text($0, row) }).flatMap({ InstrumentNumber.read($0) }),
      let longitude = others.longitude.flatMap({ log.text($0, row) }).flatMap({ InstrumentNumber.read($0) })
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// A new spot where the file has its place and a zone is known.
  static func made(
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

  /// Stores the sessions of a log that are new, with their conditions.
  mutating func take(
    _ log: SessionLog, _ others: Others, _ known: [Spot], _ found: [String: Spot], _ only: Spot?,
    _ categories: [Category], _ wishes: ImportWishes, _ session: Session, _ store: any RecordStore
  ) throws(Diagnostic) {
    // Of a session that the log gives no length.
    let usualLength = 60.0
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
    var outcome = ImportOutcome.surf("sessions")
    outcome.read = log.source.rowCount
    outcome.refused = log.refusals
    outcome.notes = log.repairs
    if let note = SessionLog.unitNote(others.unused) { outcome.notes.append(note) }
    let unused = others.unused.filter { !LogConditions.lacksUnit($0) }
    if !unused.isEmpty {
      outcome.notes.append("skipped the columns " + unused.prefix(20).map(Abridged.text).joined(separator: ", "))
    }
    var (fresh, snapshots, usedSpots) = ([JournalSession](), [SessionSnapshot](), Set<Int>())
    var (withoutLength, isElsewhere) = (0, false)
    var (lost, skipped): ([(row: Int, reason: String)], [(row: Int, reason: String)]) = ([], [])
    var number = try store.nextNumber(of: JournalKinds.session)
    var people: Set<String> = []
    let scale = Category.overall.scale
    // A few are typos; more of them are of another scale, whose low ratings would count as good ones.
    let odd = log.sessions.filter { !scale.contains($0.rating) }
    if odd.count > 1, odd.count * 20 > log.sessions.count {
      throw Diagnostic(
        "bad-value",
        "\(odd.count) of \(log.sessions.count.counted("rating")) of '\(log.file)' are not from \(scale.lowerBound) to "
          + "\(scale.upperBound), as \(odd[0].rating) (\(log.place(odd[0].row)))",
        help: "say their scale, as in scale=1..10, or map another column: map=COLUMN:rating")
    }
    for row in log.sessions {
      try session.cancellation.check()
      func text(_ column: String?) -> String? { column.flatMap { log.text($0, row.row) } }
      guard let spot = only ?? log.spot(of: row.row).flatMap({ found[SpotName.bare($0)] }) else {
        isElsewhere = true
        skipped.append((row.row, "the workspace has no spot \(Abridged.quoted(log.text(.spot, row.row) ?? ""))"))
        continue
      }
      guard scale.contains(row.rating) else {
        skipped.append((row.row, "rating \(row.rating) is not from \(scale.lowerBound) to \(scale.upperBound)"))
        continue
      }
      if row.minutes == nil, !row.isDayOnly { withoutLength += 1 }
      let length = row.minutes ?? usualLength
      var entry = JournalSession(
        number: number, person: wishes.person ?? text(others.person) ?? author, spot: spot.number, start: row.start,
        end: row.start.later(Int((length * 60_000_000).rounded())), zone: spot.zone, rating: row.rating)
      entry.isDayOnly = row.isDayOnly || text(others.details["day_only"]) == "true"
      entry.board = text(others.details["board"])
      entry.crowd = text(others.details["crowd"])
      func detail(_ part: String, _ allowed: ClosedRange<Double>) -> Double? {
        guard let column = others.details[part], let written = text(column) else { return nil }
        if let number = InstrumentNumber.read(written), allowed.contains(number) { return number }
        lost.append((row.row, "\(column) is \(Abridged.quoted(written)), not a number in its limits"))
        return nil
      }
      entry.waves = detail("waves", 0...1000).flatMap { Int(exactly: $0.rounded()) }
      entry.size = detail("size_m", 0...40) ?? detail("size_ft", 0...130).flatMap { SurfUnit("ft")?.stored($0) }
      entry.note = log.text(.notes, row.row)
      for (column, category) in others.ratings {
        guard let written = text(column) else { continue }
        if let value = InstrumentNumber.read(written).flatMap({ Int(exactly: $0) }), category.scale.contains(value) {
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
      outcome.take(entry.start)
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
        guard let number = InstrumentNumber.read(written) else {
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
    outcome.refused += skipped.count
    guard outcome.kept > 0 else {
      throw Diagnostic(
        isElsewhere ? "unknown-spot" : "no-rows",
        isElsewhere
          ? "the workspace has none of the spots of '\(log.file)'" : "no rating of '\(log.file)' is from 1 to 5",
        help: isElsewhere
          ? "add them with surf spot add or surf import spots, or name one with spot="
          : "say the scale of the ratings, as in scale=1..10, or map another column: map=COLUMN:rating",
        cause: log.skippedNotes(skipped).first)
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
    outcome.notes += log.skippedNotes(skipped) + log.lostNotes(lost)
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
