internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski session`: shows one test session; commands of three words act on one.
struct SkiSessionCommand: Command {
  static let name = Parameter<String?>.text(
    "session", positional: true, help: "Session: its number, or last; by default all are listed.",
    completion: .sessions(["last"]))
  static let at = Parameter<String?>.text(
    "at", help: "Time of the test, as in 2026-01-24T08:30+01:00; a new session has the current time by default.")
  static let mix = Parameter<[String]?>.list(
    "mix", help: "Other types of snow with their percentages, as in mix=Machine-made:30.", completion: .terms(.snow))
  static let normalise = Parameter<Bool>.flag(
    "normalise", default: false, help: "Scale the snow percentages to sum to 100.")
  static let number = Parameter<String?>.text("number", help: "Number of the new session; default: the next one.")

  let signature = Signature(
    "ski session", topic: .plugins, summary: "Show a test session with the pairs in order of rank.",
    details: """
      'last' is the session that was last added or changed at this prompt, otherwise the newest. A session with \
      results can only be archived, not deleted.
      """, parameters: [name.any],
    exampleLines: """
      one session: ski import ski-thesis; ski session 1 -> 001
      the newest session: ski import ski-thesis; ski session last -> session
      the session just added: ski session new Bruksvallarna air=-5; ski session last -> Bruksvallarna
      an unknown session: ski import ski-thesis; ski session 99 -> !unknown-session
      """, traits: .readsOnly, seeAlso: ["ski sessions", "ski session new", "ski session edit", "ski add", "ski rank"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    guard let name = call[Self.name] else { return try SkiSessionsCommand().run(call, in: &session) }
    return try SkiSessionScreen(workspace).show(try workspace.session(name, at: call.span(of: Self.name)))
  }
}

extension SkiSessionCommand {
  private static let one = Parameter<String>.record(
    "session", "a session", help: "Session: its number, or last.", completion: .sessions(["last"]))
  private static let snowKeys = RaceConditions.snow + [mix.any, normalise.any]
  private static let made = "ski session new Bruksvallarna air=-5"

  static let actions: [ThingAction] = [
    ThingAction(
      .new, names: [.record("where", "a place", help: "Place of the test.", completion: .terms(.place))],
      keys: { [at.any] + snowKeys + [number.any] + TestSession.thing.usualKeys(.new) }, summary: "Add a test session.",
      details: """
        The snow percentages must sum to 100 (thirds of 33.3 are fine); without any, the snow is unknown, which \
        is not the same as 0 %.
        """,
      exampleLines: """
        a new session: ski session new Bruksvallarna at=2026-01-24T08:30+01:00 air=-5 snow=-7 type=Skate new=50 old=50 -> Bruksvallarna
        with a given number: ski session new Falun number=12 new=100 -> 12
        snow that sums to 99 %: ski session new Bruksvallarna new=50 old=49 -> !bad-snow
        """, seeAlso: ["ski rank", "ski add"], work: add),
    ThingAction(.show, names: [one]),
    ThingAction(
      .edit, names: [one], keys: { [at.any] + snowKeys + TestSession.thing.usualKeys(.edit) },
      exampleLines: """
        a change: \(made); ski session edit last air=-4,5 comment="sun came out" -> -4.5
        snow that sums to 99 %: ski import ski-thesis; ski session edit 1 new=50 old=49 -> !bad-snow
        """, seeAlso: ["ski conditions"], work: edit),
    ThingAction(
      .archive, names: [one], summary: "Archive a session; its results no longer count.",
      seeAlso: ["ski session restore"]),
    ThingAction(.restore, seeAlso: ["ski session archive"]),
    ThingAction(
      .delete, names: [one], summary: "Delete a session that has no results.",
      exampleLines: """
        a session added by mistake: \(made); ski session delete last -> removed
        a session with results: ski import ski-thesis; ski session delete 1 -> !record-in-use
        """, seeAlso: ["ski session archive"]),
    ThingAction(
      .merge,
      names: [
        .record("wrong", "a session", help: "Duplicate session, which is removed.", completion: .sessions(["last"])),
        .record("right", "a session", help: "Session to keep.", completion: .sessions(["last"])),
      ], summary: "Merge a duplicate session into another.",
      details: "Everything that belongs to WRONG moves to RIGHT.",
      exampleLines: """
        a test entered by two waxers: ski import ski-thesis; \(made); ski add last 017 018; ski glide last 017 beats 018 margin=9; \
        ski session new Bruksvallarna new=100; ski rank last 018 017 add=yes; ski session merge 16 15 -> moved
        with itself: ski import ski-thesis; ski session merge 1 1 -> !same-record
        """, work: merge),
  ]

  private static func merge(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (from, to) = (try TestSession.thing.found(&work).item.number, try TestSession.thing.found(&work, place: 1).item)
    let (store, span) = (work.store, work.otherSpan)
    let merge = try work.ski { (ski) throws(Diagnostic) in
      try SessionMerge(try ski.session(from), into: try ski.session(to.number), store, at: span)
    }
    for field in merge.kept { work.note("\(field) differed; kept the value of session '\(merge.right.number)'") }
    var record = RecordOutput("session '\(merge.wrong.number)' is now \(merge.right.heading)")
    record.add("session", .text(merge.right.number))
    record.add("moved", .integer(merge.moved))
    record.add("in_both", .integer(merge.alike))
    return [.record(record)] + work.remarks
  }
}

/// The checks and writes when a session is added or edited.
extension SkiSessionCommand {
  static func add(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (call, place, span) = (work.call, work.name, work.span)
    let typed = try TestSession.thing.typed(&work, isNew: true)
    let number = try work.ski { (workspace) throws(Diagnostic) in
      var values = typed
      if values["place"] == nil { values["place"] = .text(try workspace.terms.word(.place, place, at: span)) }
      let number = try newNumber(call, workspace)
      if let typed = try workspace.moment(call, Self.at) {
        values["time_of_test"] = .datetime(typed.moment)
        if let offset = typed.offset { values["utc_offset_minutes"] = .integer(offset) }
      } else if let now = workspace.now {
        values["time_of_test"] = .datetime(Moment(microseconds: now.microseconds - now.microseconds % 60_000_000))
        if let offset = workspace.localClock?.offset(now) { values["utc_offset_minutes"] = .integer(offset) }
      }
      values["session"] = .text(number)
      if values["using_manual_rank"] == nil { values["using_manual_rank"] = .boolean(true) }
      let parts = try snow(call, &workspace, number)
      try check(values, parts, number, &workspace)
      _ = try workspace.store.insert(SkiKinds.session, values)
      try write(parts ?? [], number, workspace)
      return number
    }
    work.session.touch(SkiKinds.session, number)
    return try shown(number, &work)
  }

  static func edit(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (call, (item, record)) = (work.call, try TestSession.thing.found(&work))
    let (typed, number) = (try TestSession.thing.typed(&work), item.number)
    let (values, parts) = try work.ski { (workspace) throws(Diagnostic) in
      var values = typed
      if let typed = try workspace.moment(call, Self.at) {
        values["time_of_test"] = .datetime(typed.moment)
        values["utc_offset_minutes"] = typed.offset.map(Value.integer) ?? .missing
      }
      let parts = try snow(call, &workspace, number)
      try check(record.fields.merging(values) { _, new in new }, parts, number, &workspace)
      return (values, parts)
    }
    let kept = try work.store.records(SkiKinds.snow, ["session": .text(number)])
    var shares: [String: Double] = [:]
    for part in kept { shares[part["snow_type"].fileText] = part["share_pct"].asNumber }
    guard let parts, Dictionary(parts.map { ($0.type, $0.share) }, uniquingKeysWith: +) != shares else {
      // Unchanged snow is not a change; the other fields report their own changes.
      return try work.change(record, values, title: item.heading)
    }
    try work.store.update(record, values)
    for part in kept { try work.store.remove(part) }
    try work.ski { (workspace) throws(Diagnostic) in try write(parts, number, workspace) }
    return try shown(number, &work)
  }

  private static func shown(_ number: String, _ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    try work.ski { (ski) throws(Diagnostic) in try SkiSessionScreen(ski).show(try ski.session(number)) } + work.remarks
  }

  /// The number of a new session: the typed one, otherwise the next.
  private static func newNumber(_ call: Call, _ workspace: SkiWorkspace) throws(Diagnostic) -> String {
    guard let typed = call[Self.number] else { return String(try workspace.store.nextNumber(of: SkiKinds.session)) }
    let span = call.span(of: Self.number)
    let number = try RecordName.checked(typed, "session", at: span)
    guard ThingAction.Name(rawValue: number) == nil, number != "last", !number.contains(" ") else {
      throw Diagnostic(
        "bad-name", "'\(number)' is not a valid session number", span: span,
        help: "use a number or a short name without spaces")
    }
    try TestSession.thing.refuseTaken(.text(number), in: workspace.store, at: span)
    return number
  }

  /// The typed parts of snow; nil if none were typed.
  private static func snow(_ call: Call, _ workspace: inout SkiWorkspace, _ number: String) throws(Diagnostic) -> [(
    type: String, share: Double
  )]? {
    var parts: [(type: String, share: Double)] = []
    for (parameter, type) in [
      (RaceConditions.new, "New snow"), (RaceConditions.old, "Old snow"), (RaceConditions.wet, "Wet snow"),
    ] { if let share = call[parameter] { parts.append((try workspace.terms.standardSnow(type), share)) } }
    let span = call.span(of: Self.mix)
    for item in call[Self.mix] ?? [] {
      guard let colon = item.lastIndex(of: ":"), let share = Double(decimal: item[item.index(after: colon)...]) else {
        throw .badValue("mix", item, allowed: "types of snow with percentages, as in Machine-made:30", span: span)
      }
      parts.append((try workspace.terms.word(.snow, String(item[..<colon]), at: span), share))
    }
    guard !parts.isEmpty else { return nil }
    do throws(Diagnostic) {
      return try SessionChecks.snow(parts, scaled: call[Self.normalise], of: "session '\(number)'")
    } catch { throw error.at(span ?? call.span(of: RaceConditions.new) ?? call.span(of: RaceConditions.old)) }
  }

  /// Refuses contradictory conditions and warns of unusual ones.
  private static func check(
    _ values: [String: Value], _ parts: [(type: String, share: Double)]?, _ number: String,
    _ workspace: inout SkiWorkspace
  ) throws(Diagnostic) {
    let what = "session '\(number)'"
    let classes = try SkiRecords.snowClasses(workspace.store)
    let conditions = SkiConditions(
      air: values["air_temperature_c"]?.asNumber,
      snow: (parts ?? []).map { SnowPart(snowType: $0.type, share: $0.share, countsAs: classes[$0.type]) })
    for doubt in SessionChecks.doubts(conditions, of: what) { workspace.warn(doubt) }
    let (latitude, longitude) = (values["latitude"]?.asNumber, values["longitude"]?.asNumber)
    try SessionChecks.place(latitude, longitude, of: what)
    guard case .text(let place)? = values["place"], latitude != nil else { return }
    let known =
      try workspace.store.records(SkiKinds.term, ["list": .text("place"), "name": .text(place)])
      + workspace.store.records(SkiKinds.session, ["place": .text(place)]).filter { $0["session"] != .text(number) }
    let places = known.compactMap { record in
      record["latitude"].asNumber.flatMap { a in record["longitude"].asNumber.map { (latitude: a, longitude: $0) } }
    }
    if let doubt = SessionChecks.swapped(latitude, longitude, known: places.first, of: what) { workspace.warn(doubt) }
  }

  private static func write(_ parts: [(type: String, share: Double)], _ number: String, _ workspace: SkiWorkspace)
    throws(Diagnostic)
  {
    for (type, share) in parts {
      _ = try workspace.store.insert(
        SkiKinds.snow, ["session": .text(number), "snow_type": .text(type), "share_pct": .number(share)])
    }
  }
}
