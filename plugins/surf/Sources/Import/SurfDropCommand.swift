internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// `surf drop`: takes back what an import stored, also long after it.
struct SurfDropCommand: Command {
  private static let kinds = ["forecasts", "observations"]
  static let what = Parameter<String>.required(
    "what", allowed: "forecasts or observations",
    help: "What to remove: forecasts of a spot, or observations of a station.",
    completion: .words(kinds))
  static let name = Parameter<String>.required(
    "name", allowed: "a spot or a station", help: "Spot of the forecasts, or station of the observations and tides.",
    completion: .spots())
  static let model = Parameter<String?>.text("model", help: "Model of the forecasts; by default all models.")
  static let from = Parameter<String?>.text("from", help: "First day of issue, or of measurement, in UTC.")
  static let to = Parameter<String?>.text("to", help: "Last day, in UTC.")

  let signature = Signature(
    "surf drop", topic: .plugins, summary: "Remove stored forecasts of a spot, or what a station measured.",
    details: """
      For a file that was imported for the wrong spot, station or model. Observations are removed with the tides of the \
      station; without from= and to= the station is removed too, with its units and datum. Sessions keep the conditions \
      that they took; 'surf snapshot again=yes' takes forecasts again. 'undo' brings back what was removed.
      """,
    parameters: [what.any, name.any, model.any, from.any, to.any],
    examples: SurfSamples.examples(
      """
      a model imported by mistake: forecast; surf drop forecasts ramp model=coast -> removed
      the issues of some days: forecast; surf drop forecasts ramp to=2026-03-01 -> 1 stored forecast
      a station: tide; surf drop observations TIDE1 -> TIDE1
      an unknown model: spot; surf drop forecasts ramp model=other -> !unknown-model
      """), seeAlso: ["surf sources", "surf import", "surf snapshot"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let from = try SurfTime.moment(call, Self.from, in: session)
    let to = try SurfTime.moment(call, Self.to, isEnd: true, in: session)
    let store = try session.store()
    switch call[Self.what] {
    case "forecasts": return try forecasts(call, from, to, store)
    case "observations":
      try call.refuseKeys(
        except: [Self.from.any, Self.to.any], of: "surf drop observations STATION", instead: "surf drop forecasts SPOT")
      return try observations(call, from, to, store)
    default:
      throw .unknownWord("what", call[Self.what], among: Self.kinds, span: call.span(of: Self.what))
    }
  }

  private func forecasts(
    _ call: Call, _ from: Moment?, _ to: Moment?, _ store: any RecordStore
  ) throws(Diagnostic) -> [Output] {
    let spot = try SpotFinder(in: store).one(call[Self.name], isExact: true, span: call.span(of: Self.name))
    var conditions: [RecordQuery.Condition] = [.equals("spot", .integer(spot.number))]
    if let model = call[Self.model] {
      let known = Set(
        try store.records(RecordQuery(StoredIssue.kindName, where: conditions)).map { $0["model"].fileText })
      guard known.contains(model) else {
        throw Diagnostic.unknown("model", model, among: known.inCodePointOrder(), span: call.span(of: Self.model))
      }
      conditions.append(.equals("model", .text(model)))
    }
    conditions += Self.span("issued", from.map(Value.datetime), to.map(Value.datetime))
    let query = RecordQuery(StoredIssue.kindName, where: conditions)
    let count = try store.count(query)
    guard count > 0 else {
      throw Diagnostic(
        "no-rows", "no such forecast of \(Abridged.quoted(spot.name)) is stored", span: call.verbSpan,
        help: "use 'surf sources \(spot.number)' to see what is stored")
    }
    try store.remove(all: query)
    return [.note("removed \(count.counted("stored forecast")) of \(spot.title); 'undo' brings back what was removed")]
  }

  private func observations(
    _ call: Call, _ from: Moment?, _ to: Moment?, _ store: any RecordStore
  ) throws(Diagnostic) -> [Output] {
    let (code, known) = (call[Self.name].uppercased(), try ObservationKinds.stations(in: store))
    guard known.contains(code) else {
      throw Diagnostic.unknown("station", call[Self.name], among: known, span: call.span(of: Self.name))
    }
    let isStation: [RecordQuery.Condition] = [.equals("station", .text(code))]
    var (days, removed) = (Set<CalendarDate>(), false)
    let packed = isStation + Self.span("day", from.map { .date($0.date) }, to.map { .date($0.date) })
    for record in try store.records(RecordQuery(ObservationKinds.chunk, where: packed)) {
      if case .date(let day) = record["day"] { days.insert(day) }
      removed = true
    }
    let single = isStation + Self.span("time", from.map(Value.datetime), to.map(Value.datetime))
    for record in try store.records(RecordQuery(ObservationKinds.observation, where: single)) {
      if case .datetime(let time) = record["time"] { days.insert(time.date) }
      removed = true
    }
    guard removed || from == nil && to == nil else {
      throw Diagnostic(
        "no-rows", "station '\(code)' has no observations of these days", span: call.verbSpan,
        help: "use 'surf observations \(CommandText.word(code)) every=day' to see what is stored")
    }
    try store.remove(all: RecordQuery(ObservationKinds.chunk, where: packed))
    try store.remove(all: RecordQuery(ObservationKinds.observation, where: single))
    if from == nil, to == nil {
      try store.remove(all: RecordQuery(ObservationKinds.station, where: [.equals("code", .text(code))]))
    }
    return [.note("removed \(days.count.counted("day")) of station \(code); 'undo' brings back what was removed")]
  }

  private static func span(_ field: String, _ from: Value?, _ to: Value?) -> [RecordQuery.Condition] {
    [from.map { .isAtLeast(field, $0) }, to.map { .isAtMost(field, $0) }].compactMap { $0 }
  }
}
