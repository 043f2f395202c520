internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski cover`: whose skis a waxer looks after.
struct CoverCommand: Command {
  static let waxer = Parameter<String?>.text("waxer", positional: true, help: "Waxer.", completion: .waxers())
  static let athletes = Parameter<[String]>.words(
    "athletes", help: "Athletes to assign to the waxer.", completion: .athletes())
  static let from = Parameter<String?>.text("from", help: "First day.")
  static let until = Parameter<String?>.text("to", help: "Last day.").formerly("until")
  static let end = Parameter<Bool>.flag(
    "end", default: false, help: "Stop covering these athletes, or take back the leave.")
  static let away = Parameter<String?>.text("away", help: "Days on leave, as in 2026-01-20..2026-01-27.")
  static let by = Parameter<String?>.text("by", help: "Substitute while the waxer is away.", completion: .waxers())
  static let day = Parameter<String?>.text("asof", help: "Day of the list; default: today.").formerly("day")

  let signature = Signature(
    "ski cover", topic: .plugins, summary: "Show or set whose skis a waxer looks after, and who covers during leave.",
    details: """
      'ski cover LN' lists the athletes and pairs that LN looks after on a day, including those of waxers who are on \
      leave and named LN as their substitute. Athletes after the waxer's code are assigned to the waxer; end=yes removes \
      them, or with away= a leave. A replayed notebook has no clock, so the list needs asof= there.
      """, parameters: [waxer.any, athletes.any, from.any, until.any, end.any, away.any, by.any, day.any],
    exampleLines: """
      assign two athletes: ski waxer add LN; ski athlete add "Anna Nilsson"; ski athlete add "Per Berg"; ski cover LN Nilsson Berg from=2026-01-01 -> Nilsson
      the list of a given day: ski waxer add LN; ski waxer add UN; ski athlete add "Anna Nilsson"; ski cover LN Nilsson; ski cover LN away=2026-01-20..2026-01-27 by=UN; ski cover UN asof=2026-01-22 -> LN
      stop covering: ski waxer add LN; ski athlete add "Anna Nilsson"; ski cover LN Nilsson; ski cover LN Nilsson end=yes -> 0
      take back a leave: ski waxer add LN; ski cover LN away=2026-01-20..2026-01-27; ski cover LN away=2026-01-20..2026-01-27 end=yes -> 0
      an incomplete leave: ski waxer add LN; ski cover LN away=2026-01-20 -> !bad-value
      """, seeAlso: ["ski waxer", "ski pairs"])

  /// Changes duties or leave; without either it shows the list.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    try refuseIdle(call)
    let day = try workspace.day(call, Self.day) ?? workspace.now?.date
    guard let typed = call[Self.waxer] else { return try list(nil, day, workspace) }
    let code = try workspace.waxer(typed, at: call.span(of: Self.waxer))
    if let away = call[Self.away] { try enter(away, of: code, workspace, call) }
    for text in call[Self.athletes] {
      let athlete = try workspace.athlete(text, at: call.span(of: Self.athletes))
      let key: [String: Value] = ["waxer": .text(code), "athlete": .text(athlete.number)]
      if call[Self.end] {
        guard let there = try workspace.store.records(SkiKinds.cover, key).first else {
          throw Diagnostic(
            "unknown-cover", "'\(code)' does not look after \(athlete.name)", span: call.span(of: Self.athletes))
        }
        try workspace.store.remove(there)
        continue
      }
      var values: [String: Value] = [:]
      if let from = try workspace.day(call, Self.from) { values["from"] = .date(from) }
      if let until = try workspace.day(call, Self.until) { values["until"] = .date(until) }
      try workspace.store.enter(SkiKinds.cover, key: key, values)
    }
    return try list(code, call.has(Self.athletes) ? nil : day, workspace)
  }

  /// Throws `missing-argument` for a day, an end or a substitute of nothing.
  private func refuseIdle(_ call: Call) throws(Diagnostic) {
    let isAssigning = call.has(Self.athletes)
    if isAssigning, call[Self.end] {
      try call.refuseKeys(
        except: [Self.end.any], of: "ski cover WAXER ATHLETES end=yes", instead: "ski cover WAXER ATHLETES")
    } else if call[Self.end], call.has(Self.away) {
      try call.refuseKeys(
        except: [Self.end.any, Self.away.any, Self.day.any], of: "ski cover WAXER away= end=yes",
        instead: "ski cover WAXER")
    }
    let idle: [(key: String, isTyped: Bool, span: SourceSpan?, needed: String)] = [
      ("from", call.has(Self.from) && !isAssigning, call.span(of: Self.from), "athletes"),
      ("to", call.has(Self.until) && !isAssigning, call.span(of: Self.until), "athletes"),
      ("end", call.has(Self.end) && !isAssigning && !call.has(Self.away), call.span(of: Self.end), "athletes"),
      ("by", call.has(Self.by) && !call.has(Self.away), call.span(of: Self.by), "away="),
      ("away", call.has(Self.away) && !call.has(Self.waxer), call.span(of: Self.away), "a waxer"),
    ]
    guard let key = idle.first(where: \.isTyped) else { return }
    throw Diagnostic(
      "missing-argument", "'\(key.key)=' needs \(key.needed), so nothing was done", span: key.span,
      help: key.needed == "away="
        ? "add the days, as in away=2026-01-20..2026-01-27"
        : "name the waxer\(key.needed == "athletes" ? " and athletes: ski cover LN Nilsson" : ": ski cover LN") \(key.key)=…"
    )
  }

  private func enter(_ text: String, of code: String, _ workspace: SkiWorkspace, _ call: Call) throws(Diagnostic) {
    let span = call.span(of: Self.away)
    let allowed = "two days such as 2026-01-20..2026-01-27"
    guard let dots = text.firstRange(of: "..") else { throw .badValue("away", text, allowed: allowed, span: span) }
    let days = try [text[..<dots.lowerBound], text[dots.upperBound...]].map { (day) throws(Diagnostic) in
      try TypedMoment.checked(String(day), "away", allowed: allowed, now: workspace.now, at: span).moment.date
    }
    let (first, last) = (days[0], days[1])
    guard first <= last else { throw .badValue("away", text, allowed: allowed, span: span) }
    let key: [String: Value] = ["waxer": .text(code), "from": .date(first)]
    if call[Self.end] {
      guard let there = try workspace.store.records(SkiKinds.leave, key).first, there["until"] == .date(last) else {
        throw Diagnostic(
          "unknown-leave", "'\(code)' is not away from \(first) until \(last)", span: span,
          help: "use ski cover \(CommandText.word(code)) asof=\(first) to see a leave")
      }
      return try workspace.store.remove(there)
    }
    var values: [String: Value] = ["until": .date(last)]
    if let by = call[Self.by] {
      let substitute = try workspace.waxer(by, at: call.span(of: Self.by))
      guard substitute != code else {
        throw Diagnostic("same-record", "'\(code)' cannot be their own substitute", span: call.span(of: Self.by))
      }
      values["substitute"] = .text(substitute)
    }
    try workspace.store.enter(SkiKinds.leave, key: key, values)
  }

  /// Who is covered on a day, or ever.
  private func list(_ code: String?, _ day: CalendarDate?, _ workspace: SkiWorkspace) throws(Diagnostic) -> [Output] {
    let cover = try Cover(workspace)
    let waxers = try RecordRows(RecordQuery(SkiKinds.waxer, order: [("code", false)]), ["code"], in: workspace.store)
    let codes = code.map { [$0] } ?? waxers.texts("code").compactMap { $0 }
    let duties = codes.flatMap { cover.athletes(of: $0, on: day) }
    let athletes = Dictionary(try workspace.athletes().map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    let pairs = Dictionary(
      grouping: try SkiRecords.pairs(
        workspace.store,
        where: [.isOneOf("owner", duties.map { .text($0.athlete) }), .not(.equals("archived", .boolean(true)))]),
      by: \.owner)
    let table = try Table([
      Column("waxer", .text(duties.map(\.waxer))),
      Column("athlete", .text(duties.map { athletes[$0.athlete]?.name ?? "athlete " + $0.athlete })),
      Column("instead_of", .text(duties.map(\.insteadOf))),
      Column("pairs", .integer(duties.map { pairs[$0.athlete]?.count ?? 0 })),
      Column("serial_numbers", .text(duties.map { pairs[$0.athlete]?.map(\.serialNumber).joined(separator: " ") })),
      Column("from", .date(duties.map(\.from))), Column("until", .date(duties.map(\.until))),
    ])
    let leave = day.flatMap { day in code.flatMap { cover.leave(of: $0, on: day) } }
    var outputs: [Output] = [
      .table(
        TableOutput(
          table,
          title: (code.map { "\($0) covers " } ?? "") + duties.count.counted("athlete")
            + (day.map { " on \($0)" } ?? "")
        ).showing(["waxer", "athlete", "serial_numbers"]))
    ]
    if let leave {
      outputs.append(
        .note(
          "'\(leave.waxer)' is away from \(leave.from) until \(leave.until)"
            + (leave.substitute.map { "; '\($0)' substitutes" } ?? ", with no substitute")))
    }
    return outputs
  }
}
