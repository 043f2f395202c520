internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// `surf sessions`: the journal, newest first, and as a table to learn from.
struct SurfSessionsCommand: Command {
  static let spot = Parameter<String?>.text(
    "spot", help: "Sessions at one spot.", completion: .spots())
  static let least = Parameter<Int?>.optionalInt("min", in: 1...5, help: "Lowest overall rating.")
  static let from = Parameter<String?>.text("from", help: "First day or time, in UTC.")
  static let to = Parameter<String?>.text("to", help: "Day or time, in UTC, before which sessions begin.")
  static let person = Parameter<String?>.text(
    "person", help: "Who surfed; all for everyone; by default you.", completion: People.completion)
  static let good = Parameter<Int>.int("good", in: 1...5, default: 4, help: "Minimum rating of a good session.")
  static let by = Parameter<String>.choice(
    "by", ["best", "forecast", "observed", "analysis", "journal"], default: "best",
    help: "Which conditions: the first known of forecast, observed, analysis and journal, or those of one source.")
  static let limit = Parameter<Int?>.optionalInt(
    "limit", in: 1...100_000, help: "Maximum number of rows; default: all.")
  static let after = Parameter<String?>.text(
    "after", help: "Show the next page, after this session.", completion: .words(["last"]))

  let signature = Signature(
    "surf sessions", topic: .plugins, summary: "List the sessions of the journal, newest first.",
    details: """
      'as NAME' makes a table with the conditions as features and the column good, rated good= or more. What is known \
      only afterwards (categories, waves, crowd) is ignored by learners. Conditions that cover less than 70 % of a \
      session are left out of the table. limit= shows the newest, and after= continues after a session.
      """,
    parameters: [spot.any, least.any, from.any, to.any, person.any, good.any, by.any, limit.any, after.any],
    examples: SurfSamples.examples(
      """
      all sessions: two; surf sessions -> 2 sessions
      good ones at a spot: two; surf sessions spot=ramp min=4 -> 1 session
      a table to learn from: two; surf sessions as journal -> 2 sessions
      the newest: two; surf sessions limit=1 -> after=2
      a spot that is not stored: surf sessions spot=nowhere -> !unknown-spot
      """), traits: [.namesTable, .readsOnly], seeAlso: ["surf log", "surf session", "surf snapshot"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let (table, outputs) = try SurfSessionsCommand.list(call, session)
    if let name = call.syntax.name?.text {
      session.state.current = Dataset(
        name: name, source: "surf sessions", table: table, labelling: Labelling(column: "good"))
    }
    return outputs
  }

  /// The sessions as a table, and as they are shown.
  static func list(_ call: Call, _ session: Session) throws(Diagnostic) -> (table: Table, outputs: [Output]) {
    let store = try session.store()
    let finder = try SpotFinder(in: store)
    let wanted = try call[SurfSessionsCommand.spot].map { (word) throws(Diagnostic) in
      try finder.one(word, span: call.span(of: SurfSessionsCommand.spot))
    }
    let (from, to) = (
      try SurfTime.moment(call, SurfSessionsCommand.from, in: session),
      try SurfTime.moment(call, SurfSessionsCommand.to, in: session)
    )
    let person = try People.wanted(call, SurfSessionsCommand.person, in: store)
    let own = try JournalSession.all(person: person, spot: wanted?.number, in: store)
    let found = Array(
      own.filter { entry in
        entry.rating >= call[SurfSessionsCommand.least] ?? 1 && (from.map { entry.start >= $0 } ?? true)
          && (to.map { entry.start < $0 } ?? true)
      }.reversed())
    var left = found[...]
    if let text = call[SurfSessionsCommand.after] {
      let last = try SurfSessionCommand.entry(text, call.span(of: SurfSessionsCommand.after), session, store)
      left = left.drop { ($0.start, $0.number) >= (last.start, last.number) }
    }
    let sessions = left.prefix(call[SurfSessionsCommand.limit] ?? left.count)
    let list = try SurfSessionList(
      Array(sessions), spots: finder.spots, categories: Category.all(in: store),
      snapshots: SessionSnapshot.all(in: store), source: SessionSnapshot.Source(rawValue: call[SurfSessionsCommand.by]))
    let table = try list.table(good: call[SurfSessionsCommand.good])
    var output = TableOutput(
      table,
      title: sessions.isEmpty
        ? "no session"
        : "\(found.count.counted("session")) of \(Set(found.map(\.person)).count.counted("person", plural: "people"))",
      totalRows: found.count,
      footer: [own.isEmpty ? JournalSession.howToLog : list.footer]
        + Paging.footer(
          shown: sessions.count, left: left.count, total: found.count, last: sessions.last.map { String($0.number) }))
    var others = try People.others(than: person, at: wanted?.number, in: store)
    if let word = call[SurfSessionsCommand.spot] { others = try finder.remark(word) + others }
    let units = try SurfProfile.current(in: store).screen
    let lines = try list.lines(units, parts: [3, 2, 1, 0]) { (zone) throws(Diagnostic) in
      try session.cancellation.check()
      return try session.spotClock(zone)
    }
    // A page on a telephone has columns.
    let days = try sessions.map { (entry) throws(Diagnostic) in
      try session.spotClock(entry.zone).shown(at: entry.start).date
    }
    output = output.showing(["start", "spot", "id", "rating"], narrow: ["start": Column("day", .date(days))])
    output.lines = lines[0]
    output.narrowLines = Array(lines.dropFirst())
    return (table, [.table(output)] + others)
  }
}

/// Sessions as rows: what was known beforehand, then what is known only afterwards.
struct SurfSessionList {
  let sessions: [JournalSession]
  private let spots: [Int: Spot]
  private let categories: [Category]
  /// Of each session the conditions that count.
  private let chosen: [SessionSnapshot?]

  /// With a source, only its conditions count; without one, the first whole ones.
  init(
    _ sessions: [JournalSession], spots: [Spot], categories: [Category], snapshots: [Int: [SessionSnapshot]],
    source: SessionSnapshot.Source?
  ) {
    self.sessions = sessions
    self.spots = Dictionary(spots.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    self.categories = categories
    chosen = sessions.map { entry in
      let all = snapshots[entry.number] ?? []
      guard let source else { return all.best }
      return all[source].flatMap { $0.isWhole ? $0 : nil }
    }
  }

  var people: Int { Set(sessions.map(\.person)).count }

  var footer: String {
    let known = chosen.count { $0 != nil }
    let origins = SnapshotOrigins(chosen.compactMap { $0 })
    return "conditions of \(known) of \(sessions.count.counted("session"))"
      + (origins.isMixed ? ": " + origins.text : origins.text.isEmpty ? "" : " " + origins.text)
      + "; files hold SI units and UTC"
  }

  func table(good least: Int) throws(Diagnostic) -> Table {
    func texts(_ name: String, _ value: (JournalSession) -> String?) -> Column {
      Column(name, .text(sessions.map(value)), role: .ignored)
    }
    var columns = [
      Column("start", .datetime(sessions.map(\.start)), role: .time),
      Column(
        "spot", .category(Categorical(sessions.map { spots[$0.spot]?.name ?? "spot \($0.spot)" })), role: .feature),
      Column("person", .category(Categorical(sessions.map(\.person))), role: .ignored),
    ]
    columns += ConditionColumns.columns(
      zip(sessions, chosen).map { ($1?.found.state, spots[$0.spot]?.facing) })
    columns += [
      Column("conditions", .text(chosen.map { $0?.source.rawValue }), role: .ignored),
      Column("lead_h", .number(chosen.map { $0?.found.lead ?? .nan }), role: .ignored),
      Column("model", .text(chosen.map { $0?.found.model }), role: .ignored),
      Column("id", .integer(sessions.map(\.number)), role: .id),
      Column("minutes", .number(sessions.map(\.minutes)), role: .ignored),
    ]
    for category in categories where sessions.contains(where: { $0.ratings[category.key] != nil }) {
      // A journal may come from a version that refused no name: the column of the session keeps its own.
      let name = Category.isReserved(category.key) ? "rated_" + category.key : category.key
      columns.append(
        Column(
          name, .integer(sessions.map { $0.ratings[category.key] ?? ColumnValues.missingInteger }),
          role: .ignored))
    }
    if sessions.contains(where: { $0.waves != nil }) {
      columns.append(
        Column("waves", .integer(sessions.map { $0.waves ?? ColumnValues.missingInteger }), role: .ignored))
    }
    if sessions.contains(where: { $0.size != nil }) {
      columns.append(Column("size_m", .number(sessions.map { $0.size ?? .nan }), role: .ignored))
    }
    columns += [
      texts("board") { $0.board }, texts("crowd") { $0.crowd }, texts("note") { $0.note },
    ].filter { column in (0..<sessions.count).contains { !column[$0].isMissing } }
    columns += [
      Column("rating", .integer(sessions.map(\.rating)), role: .ignored),
      Column(
        "good", .ordered(Categorical(levels: ["good", "other"], codes: sessions.map { $0.rating >= least ? 0 : 1 })),
        role: .target),
    ]
    var taken: Set<String> = []
    return try Table(columns.filter { taken.insert($0.name).inserted })
  }

  /// One line a session, by the clock of its spot and in the units of the person who looks, once for each number of parts of
  /// its conditions.
  func lines(
    _ units: ScreenUnits, parts shown: [Int], clock: (String) throws(Diagnostic) -> LocalClock
  ) throws(Diagnostic) -> [[String]] {
    let width = String(sessions.map(\.number).max() ?? 0).count
    let showsPeople = people > 1
    let names = sessions.map { spots[$0.spot]?.name ?? "spot \($0.spot)" }
    let nameWidth = min(24, names.map(\.count).max() ?? 0)
    var lines = [[String]](repeating: [], count: shown.count)
    for (place, entry) in sessions.enumerated() {
      let stars = String(repeating: "★", count: max(0, min(5, entry.rating)))
      var parts = [
        String(entry.number).padded(toWidth: width, right: true),
        stars + String(repeating: "☆", count: 5 - stars.count),
        String(names[place].prefix(nameWidth)).padded(toWidth: nameWidth),
        SurfSessionScreen.time(entry, try clock(entry.zone)),
      ]
      if showsPeople { parts.append(entry.person) }
      let head = parts.joined(separator: "  ")
      var summary = ""
      if let spot = spots[entry.spot], let state = chosen[place]?.found.state {
        summary = SurfSessionScreen.summary(state, spot, units)
      }
      for (index, count) in shown.enumerated() {
        let short = SurfSessionScreen.short(summary, parts: count)
        lines[index].append(short.isEmpty ? head : head + "  " + short)
      }
    }
    return lines
  }
}
