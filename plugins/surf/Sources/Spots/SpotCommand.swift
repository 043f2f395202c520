internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf spot NAME`: shows one spot; `edit` changes it and `delete` removes it.
struct SpotCommand: Command {
  static let actions = ["edit", "delete"]
  static let action = Parameter<String?>.text(
    "action", positional: true, help: "edit or delete; without it the spot is shown.",
    completion: .words(actions))
  static let name = Parameter<String?>.text("name", help: "Another name.")
  static let place = Parameter<[String]?>.list("place", help: "Another place, as in 36.97,-121.96.")
  static let zone = Parameter<String?>.text("zone", help: "Another time zone, as in America/Los_Angeles or -08:00.")
  static let region = Parameter<String?>.text("region", help: "Region; none for none.")
  static let facing = Parameter<String?>.text(
    "facing", help: "Direction the beach faces, as in 150 or SSE; none for none.")
  static let tide = Parameter<String?>.text("tide", help: "Station of its tides; none for none.")
  static let buoy = Parameter<String?>.text("buoy", help: "Buoy of its swell; none for none.")
  static let model = Parameter<String?>.text("model", help: "Forecast model to show first; none for none.")
  static let forecast = Parameter<String?>.text(
    "forecast", help: "Spot whose forecasts count here, or nearest; none for its own.",
    completion: .records([RecordNames(Spot.kind, "name")], words: ["nearest", "none"]))
  static let swell = Parameter<String?>.text(
    "swell", help: "Directions of swell that reach it, as in 290..20; none for none.")
  static let band = Parameter<[String]?>.list(
    "tide-band", help: "Stages of the tide at which it works, as in low,mid; none for none.")
  static let forecasts = Parameter<Bool>.flag(
    "forecasts", default: false, help: "Whether to delete the stored forecasts of the spot too.")

  private static let texts = [name, zone, region, facing, tide, buoy, model, forecast, swell]

  let signature = Signature(
    "surf spot", topic: .plugins, summary: "Show, edit or delete a spot.",
    details: """
      'edit' changes what you name: name= renames the spot, place= moves it, and none takes a setting away, as in \
      buoy=none. Sessions, preferences and forecasts stay with the spot. delete refuses a spot with sessions, \
      preferences or home spots; forecasts=yes deletes its stored forecasts too. 'undo' brings back what was changed \
      or deleted.
      """,
    parameters: [
      SpotFinder.spot.any, action.any, name.any, place.any, zone.any, region.any, facing.any, tide.any, buoy.any,
      model.any, forecast.any, swell.any, band.any, forecasts.any,
    ],
    examples: [
      Example("surf spot ramp", after: SurfSamples.spot, "one spot", prints: "TIDE1"),
      Example(
        "surf spot ramp edit name=\"The Ramp\" facing=190 buoy=none", after: SurfSamples.spot, "a change",
        prints: "The Ramp"),
      Example("surf spot ramp delete", after: SurfSamples.spot, "added by mistake", prints: "deleted"),
      Example("surf spot ramp delete", after: SurfSamples.logged, "a spot with sessions", fails: "record-in-use"),
      Example("surf spot nowhere", "a spot that is not stored", fails: "unknown-spot"),
    ], seeAlso: ["surf spot add", "surf spots", "surf profile"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let words = try call.words(SpotFinder.spot, SpotCommand.action, actions: SpotCommand.actions)
    let spot = try SpotFinder(in: store).one(words.record, isExact: words.action != nil, span: words.recordSpan)
    switch words.action {
    case nil:
      guard !SpotCommand.hasChange(call) else {
        throw Diagnostic(
          "missing-argument", "a change needs the word edit", span: call.verbSpan,
          help: "type: surf spot \(Session.quote(spot.name)) edit KEY=VALUE")
      }
      try call.refuseKeys(except: [], of: "surf spot NAME", instead: "surf spot NAME delete")
      return [SpotAddCommand.record(spot, try SpotFinder(in: store))]
    case "edit":
      try call.refuseKeys(
        except: SpotCommand.texts.map(\.any) + [SpotCommand.place.any, SpotCommand.band.any], of: "surf spot NAME edit",
        instead: "surf spot NAME delete")
      return try edit(spot, call, store, session)
    default:
      try call.refuseKeys(
        except: [SpotCommand.forecasts.any], of: "surf spot NAME delete", instead: "surf spot NAME edit")
      return try delete(spot, call, store, session)
    }
  }

  private static func hasChange(_ call: Call) -> Bool {
    texts.contains { call.has($0) } || call.has(place) || call.has(band)
  }

  private func edit(
    _ old: Spot, _ call: Call, _ store: any RecordStore, _ session: Session
  ) throws(Diagnostic) -> [Output] {
    let finder = try SpotFinder(in: store)
    guard SpotCommand.hasChange(call) else {
      return [SpotAddCommand.record(old, finder), .note("nothing was changed")]
    }
    var spot = old
    if let typed = call[SpotCommand.name] {
      spot.name = try SpotAddCommand.name(typed, span: call.span(of: SpotCommand.name))
    }
    if let typed = call[SpotCommand.place] {
      spot.place = try SpotAddCommand.place(typed, "place", span: call.span(of: SpotCommand.place))
    }
    if let typed = call[SpotCommand.zone] {
      try SpotZone.check(typed, at: spot.place, span: call.span(of: SpotCommand.zone), session)
      spot.zone = typed
    }
    func text(_ parameter: Parameter<String?>, _ old: String?) throws(Diagnostic) -> String? {
      guard call[parameter] != "none" else { return nil }
      return try SpotAddCommand.text(call, parameter) ?? old
    }
    spot.region = try text(SpotCommand.region, old.region)
    spot.tide = try text(SpotCommand.tide, old.tide)?.uppercased()
    spot.buoy = try text(SpotCommand.buoy, old.buoy)?.uppercased()
    spot.model = try text(SpotCommand.model, old.model)
    if call[SpotCommand.facing] == "none" {
      spot.facing = nil
    } else if let facing = try SpotAddCommand.facing(call, SpotCommand.facing) {
      spot.facing = facing
    }
    try SpotAddCommand.take(call, SpotCommand.swell, SpotCommand.band, &spot)
    let far = try SpotLender.take(call, SpotCommand.forecast, &spot, finder, store)
    guard spot != old else { return [SpotAddCommand.record(old, finder), .note("nothing was changed")] }
    let same = try Spot.all(in: store).first {
      $0.number != spot.number && SpotName.bare($0.name) == SpotName.bare(spot.name)
        && $0.place.distance(to: spot.place) <= SpotAddCommand.samePlace
    }
    if let same {
      throw Diagnostic(
        "taken-key", "that would be \(same.title), which is stored already", span: call.verbSpan,
        help: "choose another name or place, or delete one of them")
    }
    try spot.store(in: store, cancellation: session.cancellation)
    var outputs: [Output] = [SpotAddCommand.record(spot, finder)] + far
    if call[SpotCommand.place] != nil, let problem = try SpotZone.misfit(spot.zone, at: spot.place, session) {
      outputs.append(.warning(problem + ": set another with zone="))
    }
    let moved = old.place.distance(to: spot.place)
    if moved > SpotAddCommand.samePlace, try SpotCommand.forecasts(of: spot, store) > 0 {
      outputs.append(
        .warning(
          "the spot moved \(NumberText.fixed(moved, 0)) km, and its stored forecasts are those of the old place"))
    }
    return outputs
  }

  private static func forecasts(of spot: Spot, _ store: any RecordStore) throws(Diagnostic) -> Int {
    try store.count(RecordQuery(StoredIssue.kindName, where: [.equals("spot", .integer(spot.number))]))
  }

  private func delete(
    _ spot: Spot, _ call: Call, _ store: any RecordStore, _ session: Session
  ) throws(Diagnostic) -> [Output] {
    let isSpot: [RecordQuery.Condition] = [.equals("spot", .integer(spot.number))]
    let sessions = try store.count(RecordQuery(JournalKinds.session, where: isSpot))
    let preferences = try StoredPreference.all(in: store).filter { $0.spots.contains(spot.number) }
    var homes = 0
    for person in try People.all(in: store) where try SurfProfile(of: person, in: store).home.contains(spot.number) {
      homes += 1
    }
    let forecasts = try SpotCommand.forecasts(of: spot, store)
    var uses: [String] = []
    if sessions > 0 { uses.append(sessions.counted("session")) }
    if !preferences.isEmpty { uses.append(preferences.count.counted("preference")) }
    if homes > 0 { uses.append(homes.counted("profile")) }
    let isForecastAlone = uses.isEmpty
    if forecasts > 0, !call[SpotCommand.forecasts] { uses.append(forecasts.counted("stored forecast")) }
    guard uses.isEmpty else {
      throw Diagnostic(
        "record-in-use", "\(Abridged.quoted(spot.name)) is in use: " + uses.joined(separator: ", "),
        span: call.verbSpan,
        help: isForecastAlone
          ? "add forecasts=yes to delete the forecasts too" : "delete those first, or rename the spot")
    }
    for kind in [StoredIssue.kindName, Notice.kindName] {
      for record in try store.records(RecordQuery(kind, where: isSpot)) {
        try session.cancellation.check()
        try store.remove(record.id, of: kind, revision: record.revision)
      }
    }
    for record in try store.records(RecordQuery(Spot.kind, where: [.equals("number", .integer(spot.number))])) {
      try store.remove(record.id, of: Spot.kind, revision: record.revision)
    }
    let also = forecasts > 0 ? " with \(forecasts.counted("stored forecast"))" : ""
    return [.note("deleted \(spot.title)\(also); 'undo' brings it back")]
  }
}
