internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski sessions`: lists the sessions that match some conditions, newest first.
struct SkiSessionsCommand: Command {
  static let waxer = Parameter<String?>.text("waxer", help: "Only sessions run by this waxer.", completion: .waxers())
  static let with = Parameter<[String]?>.list("with", help: "Only sessions with these pairs.", completion: .pairs())
  static let athlete = Parameter<String?>.text(
    "owner", help: "Only sessions with pairs of this athlete.", completion: .athletes()
  ).formerly("athlete")
  static let place = Parameter<String?>.text("place", help: "Only sessions at this place.", completion: .terms(.place))
  static let type = Parameter<String?>.text("type", help: "Only sessions of this ski type.", completion: .terms(.type))
  static let air = Parameter<[String]?>.list("air", help: "Air temperatures, as in -5..0, ..-10 or -5.")
  static let mostly = Parameter<String?>.choice(
    "mostly", SnowClass.allCases.map(\.rawValue),
    help: "Only sessions in which at least half of the snow was of this kind.")
  static let season = Parameter<String?>.text("season", help: "Winter, as in 2025-26.")
  static let since = Parameter<String?>.text("from", help: "First day.").formerly("since")
  static let until = Parameter<String?>.text("to", help: "Last day.").formerly("until")
  static let archived = Parameter<Bool>.flag("archived", default: false, help: "List archived sessions instead.")
  /// The keys that choose sessions, which other lists of sessions share.
  static let keys = [
    waxer.any, with.any, athlete.any, place.any, type.any, air.any, mostly.any, season.any, since.any, until.any,
    archived.any,
  ]
  static let limit = Parameter<Int>.int("limit", in: 1...100_000, default: 50, help: "Maximum number of rows.")
  static let after = Parameter<String?>.text(
    "after", help: "Show the next page, after this session.", completion: .sessions())

  let signature = Signature(
    "ski sessions", topic: .plugins, summary: "List test sessions, newest first.",
    details: """
      Sessions must match all conditions. A winter runs from July to June. after= continues after a session, even if \
      sessions were added in the meantime.
      """, parameters: keys + [limit.any, after.any],
    exampleLines: """
      by conditions: ski import ski-thesis; ski sessions air=-5..0 mostly=old -> old 100
      the sessions of a pair: ski import ski-thesis; ski sessions with=017 limit=3 -> Klister
      the sessions of a winter: ski import ski-thesis; ski sessions season=2017-18 type=Universal -> Universal
      the next page: ski import ski-thesis; ski sessions limit=3 after=12 -> after=9
      an invalid range: ski sessions air=warm -> !bad-value
      """, traits: .readsOnly, seeAlso: ["ski session", "ski matrix"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    var conditions = try SessionFilter(call, workspace).conditions
    let total = try workspace.store.count(RecordQuery(SkiKinds.session, where: conditions))
    let left = try workspace.left(&conditions, after: call[Self.after], at: call.span(of: Self.after))
    let limit = call[Self.limit]
    let list = try SkiSessionList(workspace.store, conditions, order: Paging.newestFirst, limit: limit)
    let shown = list.sessions.count
    let output = TableOutput(
      try list.table(), title: total.counted("session"), totalRows: total,
      footer: Paging.footer(shown: shown, left: left, total: total, last: list.sessions.last?.number))
    return [.table(output.showing(SkiSessionList.essential, narrow: list.narrow))]
  }
}

/// The requested sessions, as conditions of a query.
struct SessionFilter {
  private(set) var conditions: [RecordQuery.Condition]

  /// Reads the keys of `ski sessions`, which other lists of sessions share. Throws `bad-value` and `unknown-…`.
  init(_ call: Call, _ workspace: SkiWorkspace) throws(Diagnostic) {
    conditions = [
      call[SkiSessionsCommand.archived]
        ? .equals("archived", .boolean(true)) : .not(.equals("archived", .boolean(true)))
    ]
    if let text = call[SkiSessionsCommand.waxer] {
      conditions.append(.equals("waxer", .text(try workspace.waxer(text, at: call.span(of: SkiSessionsCommand.waxer)))))
    }
    var terms = workspace.terms
    for (parameter, list, field) in [
      (SkiSessionsCommand.place, Terms.List.place, "place"), (SkiSessionsCommand.type, .type, "ski_type"),
    ] {
      if let text = call[parameter] {
        conditions.append(.equals(field, .text(try terms.existing(list, text, at: call.span(of: parameter)))))
      }
    }
    if let words = call[SkiSessionsCommand.air] {
      conditions += try Self.range(words.joined(separator: ","), "air_temperature_c", call)
    }
    for text in call[SkiSessionsCommand.with] ?? [] {
      let serial = try workspace.pair(text, at: call.span(of: SkiSessionsCommand.with)).serialNumber
      conditions.append(try Self.sessions([serial], workspace))
    }
    if let text = call[SkiSessionsCommand.athlete] {
      let athlete = try workspace.athlete(text, at: call.span(of: SkiSessionsCommand.athlete))
      let pairs = try SkiRecords.pairs(workspace.store, where: [.equals("owner", .text(athlete.number))])
      conditions.append(try Self.sessions(pairs.map(\.serialNumber), workspace))
    }
    if let snow = call[SkiSessionsCommand.mostly].flatMap({ SnowClass(rawValue: $0) }) {
      conditions.append(try Self.sessions(mostly: snow, workspace))
    }
    if let text = call[SkiSessionsCommand.season] {
      guard let year = TestSession.firstYear(ofSeason: text),
        let first = CalendarDate(year: year, month: 7, day: 1), let end = CalendarDate(year: year + 1, month: 7, day: 1)
      else {
        throw .badValue(
          "season", text, allowed: TestSession.allowedSeason, span: call.span(of: SkiSessionsCommand.season))
      }
      conditions += try Self.days(first, before: end, workspace)
    }
    let (since, until) = (
      try workspace.day(call, SkiSessionsCommand.since), try workspace.day(call, SkiSessionsCommand.until)
    )
    if let since, let until, until < since {
      throw .badValue(
        "to", until.description, allowed: "\(since), the first day, or a later one",
        span: call.span(of: SkiSessionsCommand.until))
    }
    conditions += try Self.days(since, before: until.map { CalendarDate(days: $0.days + 1) }, workspace)
  }

  /// The sessions of some days in their local time, which may be those of other days in UTC.
  private static func days(
    _ first: CalendarDate?, before end: CalendarDate?, _ workspace: SkiWorkspace
  ) throws(Diagnostic) -> [RecordQuery.Condition] {
    func moment(_ day: CalendarDate, _ later: Int) -> Value {
      .datetime(Moment(startOf: CalendarDate(days: day.days + later)))
    }
    let near: [RecordQuery.Condition] = [
      first.map { .isAtLeast("time_of_test", moment($0, -1)) }, end.map { .isBefore("time_of_test", moment($0, 1)) },
    ].compactMap { $0 }
    guard !near.isEmpty else { return [] }
    let chosen = try SkiRecords.sessions(workspace.store, near).filter { session in
      guard let day = session.day else { return false }
      return (first.map { $0 <= day } ?? true) && (end.map { day < $0 } ?? true)
    }
    return [.isOneOf("session", chosen.map { .text($0.number) })]
  }

  private static func sessions(_ serials: [String], _ workspace: SkiWorkspace) throws(Diagnostic)
    -> RecordQuery.Condition
  {
    let sessions = try workspace.store.texts(
      "session", of: SkiKinds.participation, where: [.isOneOf("serial_number", serials.map(Value.text))])
    return .isOneOf("session", Set(sessions).map(Value.text))
  }

  private static func sessions(mostly snow: SnowClass, _ workspace: SkiWorkspace) throws(Diagnostic)
    -> RecordQuery.Condition
  {
    let types = try SkiRecords.snowClasses(workspace.store).filter { $0.value == snow }.keys.map { Value.text($0) }
    let rows = try RecordRows(
      RecordQuery(SkiKinds.snow, where: [.isOneOf("snow_type", types)]), ["session", "share_pct"], in: workspace.store)
    var shares: [String: Double] = [:]
    for (session, share) in zip(rows.texts("session"), rows.numbers("share_pct")) {
      if let session, let share { shares[session, default: 0] += share }
    }
    return .isOneOf("session", shares.filter { $0.value >= 50 }.keys.map { Value.text($0) })
  }

  /// A number or a range `a..b` with open ends, as conditions on a field.
  static func range(_ text: String, _ field: String, _ call: Call) throws(Diagnostic) -> [RecordQuery.Condition] {
    let bad = Diagnostic.badValue(
      "air", text, allowed: "a number or a range such as -5..0", span: call.span(of: SkiSessionsCommand.air))
    guard let dots = text.firstRange(of: "..") else {
      guard let number = Double(decimal: text) else { throw bad }
      return [.equals(field, .number(number))]
    }
    let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
    guard !(low.isEmpty && high.isEmpty), low.isEmpty || Double(decimal: low) != nil,
      high.isEmpty || Double(decimal: high) != nil
    else { throw bad }
    if let from = Double(decimal: low), let to = Double(decimal: high), from > to { throw bad }
    return [
      Double(decimal: low).map { .isAtLeast(field, .number($0)) },
      Double(decimal: high).map { .isAtMost(field, .number($0)) },
    ].compactMap { $0 }
  }
}
