internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// `surf spot`: lists the spots, or shows one; verbs of three words act on one.
struct SpotCommand: Command {
  static let name = Parameter<String?>.text(
    "spot", positional: true, help: "Spot: its name, the beginning of it, or its number; by default all are listed.",
    completion: .spots())

  let signature = Signature(
    "surf spot", topic: .plugins, summary: "List the spots, or show one.",
    details: "Names are found without case and accents. 'surf spots' lists them by name or near a place.",
    parameters: [name.any],
    examples: SurfSamples.examples(
      """
      all spots: spots; surf spot -> 2 spots
      one spot: spot; surf spot ramp -> TIDE1
      by its number: spot; surf spot 1 -> TIDE1
      a spot that is not stored: surf spot nowhere -> !unknown-spot
      """), traits: .readsOnly, seeAlso: ["surf spot add", "surf spots", "surf profile"])

  /// Changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    guard let word = call[SpotCommand.name] else { return try SpotsCommand().run(call, in: &session) }
    let finder = try SpotFinder(in: session.store())
    let spot = try finder.one(word, span: call.span(of: SpotCommand.name))
    return [SpotEntry.record(spot, finder)] + (try finder.remark(word))
  }
}

extension SpotCommand {
  private static let place = Parameter<[String]>.requiredList(
    "place", allowed: "latitude and longitude, as in 36.97,-121.96",
    help: "Latitude and longitude in degrees, north and east positive.")
  private static let moved = Parameter<[String]?>.list("place", help: "Another place, as in 36.97,-121.96.")
  private static let forecast = Parameter<String?>.text(
    "forecast", help: "Spot whose forecasts count here, or nearest; none for its own.",
    completion: .spots(["nearest", "none"]))
  private static let forecasts = Parameter<Bool>.flag(
    "forecasts", default: false, help: "Whether to delete the stored forecasts of the spot too.")
  private static let pleasure = "surf spot add \"Pleasure Point\" 36.97,-121.96"

  /// What can be done with a spot.
  static let actions: [ThingAction] = [
    ThingAction(
      .add, names: [],
      keys: {
        let usual = Spot.thing.usualKeys(.add)
        return usual.prefix(1) + [place.any] + usual.dropFirst() + [forecast.any]
      }, summary: "Add a surf spot, or change one.",
      details: """
        A spot of the same name within a kilometre is the same spot: what you type replaces what is stored. Times at the \
        spot are shown in its zone: without zone= that of the nearest coast in a small table. With forecast= the spot has \
        the forecasts of another one; without it 'surf forecast' shows those of the nearest within 25 km as long as the spot \
        has none.
        """,
      examples: SurfSamples.examples(
        """
        a spot: \(pleasure) zone=America/Los_Angeles facing=150 -> Pleasure Point
        its buoy, later: \(pleasure) zone=America/Los_Angeles; \(pleasure) buoy=46236 -> 46236
        with a compass point: surf spot add Pantín 43.64,-8.12 zone=Europe/Madrid region=Galicia facing=NW -> 315
        when it works: surf spot add Cove 43.6,-8.2 zone=Europe/Madrid swell=290..20 tide-band=low,mid -> swell_window
        with the forecasts of another spot: spot; surf spot add Cove 36.96,-122.0 zone=America/Los_Angeles forecast=ramp -> Ramp
        with the zone of the nearest coast: surf spot add Pipeline 21.665,-158.053 -> Pacific/Honolulu
        a zone of another coast: surf spot add Pipeline 21.665,-158.053 zone=Europe/Madrid -> !bad-value
        a place that does not exist: surf spot add Nowhere 95,0 zone=UTC -> !bad-value
        """), seeAlso: ["surf spots", "surf sun"], work: add),
    ThingAction(
      .show, names: [SpotFinder.spot],
      examples: SurfSamples.examples(
        """
        one spot: spot; surf spot show ramp -> TIDE1
        a spot that is not stored: surf spot show nowhere -> !unknown-spot
        """)
    ) { (work) throws(Diagnostic) in
      let finder = try SpotFinder(in: work.store)
      return [SpotEntry.record(try finder.one(work.name, isExact: true, span: work.span), finder)]
    },
    ThingAction(
      .edit, names: [SpotFinder.spot], keys: { Spot.thing.usualKeys(.edit) + [moved.any, forecast.any] },
      details: """
        What you name is changed: name= renames the spot, place= moves it, and none takes a setting away, as in buoy=none. \
        Sessions, preferences and forecasts stay with the spot. 'undo' brings back what was changed.
        """,
      examples: SurfSamples.examples(
        """
        a change: spot; surf spot edit ramp name="The Ramp" facing=190 buoy=none -> The Ramp
        no direction: spot; surf spot edit ramp facing=up -> !bad-value
        """), work: edit),
    ThingAction(
      .delete, names: [SpotFinder.spot], keys: { [forecasts.any] }, summary: "Delete a spot without sessions.",
      details: """
        A spot with sessions, preferences or home spots is kept; forecasts=yes deletes its stored forecasts too. 'undo' \
        brings it back.
        """,
      examples: SurfSamples.examples(
        """
        added by mistake: spot; surf spot delete ramp -> deleted
        a spot with sessions: logged; surf spot delete ramp -> !record-in-use
        """), work: delete),
  ]

  private static func add(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (store, call, session) = (work.store, work.call, work.session)
    var values = try Spot.thing.typed(&work, isNew: true)
    let place = try SpotEntry.place(call[place], "place", span: call.span(of: place))
    (values["latitude"], values["longitude"]) = (.number(place.latitude), .number(place.longitude))
    let name = values["name"]?.fileText ?? ""
    let known = try Spot.all(in: store).first {
      SpotName.bare($0.name) == SpotName.bare(name) && $0.place.distance(to: place) <= SpotEntry.samePlace
    }
    let typed = values["zone"]?.fileText
    if let known {
      (values["number"], values["name"]) = (.integer(known.number), .text(known.name))
      if let typed { try SpotZone.check(typed, at: place, span: call.verbSpan, session) }
    } else {
      values["zone"] = .text(try SpotZone.of(place, typed: typed, span: call.verbSpan, session))
      values["number"] = .integer(try store.nextNumber(of: Spot.kind))
    }
    var spot = try made(values, of: known, call)
    let finder = try SpotFinder(in: store)
    let far = try SpotLender.take(call, forecast, &spot, finder, store)
    try spot.store(in: store, cancellation: session.cancellation)
    var outputs: [Output] = [SpotEntry.record(spot, finder)] + far
    if known == nil, typed == nil { outputs.append(.note(SpotZone.note(spot.zone, at: place))) }
    if place.latitude == 0, place.longitude == 0 {
      outputs.append(.warning("0,0 is in the Gulf of Guinea: is that the place?"))
    }
    return outputs
  }

  /// A spot with new values.
  private static func made(_ values: [String: Value], of old: Spot?, _ call: Call) throws(Diagnostic) -> Spot {
    let kept = old.map { Spot.thing.values(of: Spot.Row($0)) } ?? [:]
    guard let spot = Spot.thing.item(kept.merging(values) { $1 })?.checked else {
      throw Diagnostic("bad-value", "a spot needs a name, a place and a zone", span: call.verbSpan)
    }
    return spot
  }

  private static func edit(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (store, call, session) = (work.store, work.call, work.session)
    let finder = try SpotFinder(in: store)
    let old = try finder.one(work.name, isExact: true, span: work.span)
    var values = try Spot.thing.typed(&work)
    if let typed = call[moved] {
      let place = try SpotEntry.place(typed, "place", span: call.span(of: moved))
      (values["latitude"], values["longitude"]) = (.number(place.latitude), .number(place.longitude))
    }
    var spot = try made(values, of: old, call)
    if let zone = values["zone"] { try SpotZone.check(zone.fileText, at: spot.place, span: call.verbSpan, session) }
    let far = try SpotLender.take(call, forecast, &spot, finder, store)
    guard spot != old else { return [SpotEntry.record(old, finder), .note("nothing was changed")] }
    let same = finder.spots.first {
      $0.number != spot.number && SpotName.bare($0.name) == SpotName.bare(spot.name)
        && $0.place.distance(to: spot.place) <= SpotEntry.samePlace
    }
    if let same {
      throw Diagnostic(
        "taken-key", "that would be \(same.title), which is stored already", span: call.verbSpan,
        help: "choose another name or place, or delete one of them")
    }
    try spot.store(in: store, cancellation: session.cancellation)
    var outputs: [Output] = [SpotEntry.record(spot, finder)] + far
    if call[moved] != nil, let problem = try SpotZone.misfit(spot.zone, at: spot.place, session) {
      outputs.append(.warning(problem + ": set another with zone="))
    }
    let distance = old.place.distance(to: spot.place)
    if distance > SpotEntry.samePlace, try stored(of: spot, store) > 0 {
      outputs.append(
        .warning(
          "the spot moved \(NumberText.fixed(distance, 0)) km, and its stored forecasts are those of the old place"))
    }
    return outputs
  }

  private static func stored(of spot: Spot, _ store: any RecordStore) throws(Diagnostic) -> Int {
    try store.count(RecordQuery(StoredIssue.kindName, where: [.equals("spot", .integer(spot.number))]))
  }

  private static func delete(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (store, call) = (work.store, work.call)
    let spot = try SpotFinder(in: store).one(work.name, isExact: true, span: work.span)
    // The same line typed twice must not remove another spot.
    guard Int(work.name) != nil || SpotName.bare(work.name) == SpotName.bare(spot.name) else {
      throw Diagnostic(
        "part-of-name", "\(Abridged.quoted(work.name)) is not the full name of \(spot.title)", span: work.span,
        help: "write it in full: surf spot delete \(CommandText.word(spot.name))")
    }
    let isSpot: [RecordQuery.Condition] = [.equals("spot", .integer(spot.number))]
    let preferences = try StoredPreference.all(in: store).filter { $0.spots.contains(spot.number) }
    var homes = 0
    for person in try People.all(in: store) where try SurfProfile(of: person, in: store).home.contains(spot.number) {
      homes += 1
    }
    let forecasts = try stored(of: spot, store)
    var uses = [
      try store.count(RecordQuery(JournalKinds.session, where: isSpot)).counted("session"),
      preferences.count.counted("preference"), homes.counted("profile"),
    ].filter { !$0.hasPrefix("0 ") }
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
      try work.session.cancellation.check()
      try store.remove(all: RecordQuery(kind, where: isSpot))
    }
    try store.remove(all: RecordQuery(Spot.kind, where: [.equals("number", .integer(spot.number))]))
    let also = forecasts > 0 ? " with \(forecasts.counted("stored forecast"))" : ""
    return [.note("deleted \(spot.title)\(also); 'undo' brings it back")]
  }
}
