internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Imports a journal: CSV with columns known by name or `map=`, or a file that `surf export sessions` wrote.
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
    ("size_m", ["size_m"]), ("region", ["region"]), ("zone", ["zone", "timezone"]), ("day_only", ["day_only"]),
  ]
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
}
