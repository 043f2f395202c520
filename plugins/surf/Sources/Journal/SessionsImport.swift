internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// Imports a journal: a table with columns known by name or `map=`, or a file that `surf export sessions` wrote.
struct SessionsImport {
  var outputs: [Output] = []

  /// Columns beside the parts of a log: who surfed, details, ratings and conditions.
  struct Others {
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
    ("size_m", ["size_m"]), ("size_ft", ["size_ft"]), ("region", ["region"]), ("zone", ["zone", "timezone"]),
    ("day_only", ["day_only"]),
  ]
  init(_ context: any ImportContext, _ name: String, _ wishes: ImportWishes, _ session: Session) throws(Diagnostic) {
    let store = try session.store()
    let table = try SessionsImport.table(context, name, wishes, session)
    let source = try table.plain(dates: wishes.dates).table()
    let categories = try Category.all(in: store)
    var known = try Spot.all(in: store)
    let finder = SpotFinder(known)
    let only = try wishes.spot.map { (word) throws(Diagnostic) in try finder.one(word, span: wishes.span("spot")) }
    let (parts, others) = try SessionsImport.columns(
      source.names, wishes, categories, file: context.name, hasSpot: only != nil)
    var log = SessionLog(
      source, header: parts, times: try SessionsImport.times(wishes, only, session), file: context.name)
    (log.now, log.ratings) = (SurfTime.present(session), SessionRating(scale: wishes.scale, rounds: true))
    log.line = { table.place($0).row }
    for row in 0..<table.count {
      let surplus = table.surplus(row)
      if surplus > 0 { log.faults[row] = "it has \(surplus.counted("cell")) beyond the headings" }
    }
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

  /// The file as texts, in any format that `load` reads.
  private static func table(
    _ context: any ImportContext, _ name: String, _ wishes: ImportWishes, _ session: Session
  ) throws(Diagnostic) -> IncomingTable {
    // With map= a table of another kind may be meant as a log.
    let others: Set<SurfFileKind> = wishes.map.isEmpty ? [] : [.spots, .forecasts, .measurements]
    let bytes = try context.bytes(of: name)
    try SurfFileKind.require(
      others.union([.sessions, .workbook, .page, .database]), bytes, name: context.name,
      wanted: SurfFileKind.sessions.product)
    let words = SessionHeader.Part.allCases.reduce(into: [:]) { $0[$1.rawValue] = $1.names }
    let meanings = ColumnWords.meanings(words).merging(
      wishes.map.compactMap(\.mappedColumn).map { (ColumnWords.folded($0.column), $0.meaning) }
    ) { $1 }
    return try SurfImportCommand.table(context, wishes, session, ColumnWords(meanings: meanings).meaning)
  }

  /// What columns hold, by their names and by `map=`.
  private static func columns(
    _ names: [String], _ wishes: ImportWishes, _ categories: [Category], file: String, hasSpot: Bool
  ) throws(Diagnostic) -> (SessionHeader, Others) {
    var others = Others()
    var parts: [String] = []
    var mapped: Set<String> = []
    for pair in wishes.map {
      guard let (name, word) = pair.mappedColumn, SessionHeader.Part(rawValue: word) == nil,
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
}
