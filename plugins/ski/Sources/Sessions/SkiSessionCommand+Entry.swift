internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

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
