internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf spot add`: adds a spot, or sets values of one.
struct SpotAddCommand: Command {
  static let name = Parameter<String>.required("name", allowed: "a name", help: "Name of the spot.")
  static let place = Parameter<[String]>.requiredList(
    "place", allowed: "latitude and longitude, as in 36.97,-121.96",
    help: "Latitude and longitude in degrees, north and east positive.")
  static let zone = Parameter<String?>.text(
    "zone", help: "Time zone of the spot, as in America/Los_Angeles or -08:00; by default that of the nearest coast.")
  static let region = Parameter<String?>.text("region", help: "Region, since names repeat.")
  static let facing = Parameter<String?>.text(
    "facing", help: "Direction the beach faces, as in 150 or SSE; without it the side of the wind is unknown.")
  static let tide = Parameter<String?>.text("tide", help: "Station of its tides.")
  static let buoy = Parameter<String?>.text("buoy", help: "Buoy of its swell.")
  static let model = Parameter<String?>.text("model", help: "Forecast model to show first.")

  static let forecast = Parameter<String?>.text(
    "forecast", help: "Spot whose forecasts count here, or nearest; none for its own.",
    completion: .records([RecordNames(Spot.kind, "name")], words: ["nearest", "none"]))
  static let swell = Parameter<String?>.text(
    "swell", help: "Directions of swell that reach the spot, clockwise, as in 290..20 or W..N.")
  static let band = Parameter<[String]?>.list(
    "tide-band", help: "Stages of the tide at which the spot works: low, mid, high, rising, falling, slack.")

  /// A spot of the same name this near is the same spot.
  static let samePlace = 1.0

  let signature = Signature(
    "surf spot add", topic: .plugins, summary: "Add a surf spot, or change one.",
    details: """
      A spot of the same name within a kilometre is the same spot: what you type replaces what is stored. Times at the \
      spot are shown in its zone: without zone= that of the nearest coast in a small table. With forecast= the spot has the forecasts of another one; without it \
      surf forecast shows those of the nearest within 25 km as long as the spot has none.
      """,
    parameters: [
      name.any, place.any, zone.any, region.any, facing.any, tide.any, buoy.any, model.any, forecast.any, swell.any,
      band.any,
    ],
    examples: [
      Example(
        "surf spot add \"Pleasure Point\" 36.97,-121.96 zone=America/Los_Angeles facing=150", "a spot",
        prints: "Pleasure Point"),
      Example(
        "surf spot add \"Pleasure Point\" 36.97,-121.96 buoy=46236",
        after: ["surf spot add \"Pleasure Point\" 36.97,-121.96 zone=America/Los_Angeles"], "its buoy, later",
        prints: "46236"),
      Example(
        "surf spot add Pantín 43.64,-8.12 zone=Europe/Madrid region=Galicia facing=NW", "with a compass point",
        prints: "315"),
      Example(
        "surf spot add Cove 43.6,-8.2 zone=Europe/Madrid swell=290..20 tide-band=low,mid", "when it works",
        prints: "swell_window"),
      Example(
        "surf spot add Cove 36.96,-122.0 zone=America/Los_Angeles forecast=ramp", after: SurfSamples.spot,
        "with the forecasts of another spot", prints: "Ramp"),
      Example(
        "surf spot add Pipeline 21.665,-158.053", "with the zone of the nearest coast", prints: "Pacific/Honolulu"),
      Example(
        "surf spot add Pipeline 21.665,-158.053 zone=Europe/Madrid", "a zone of another coast", fails: "bad-value"),
      Example("surf spot add Nowhere 95,0 zone=UTC", "a place that does not exist", fails: "bad-value"),
    ], seeAlso: ["surf spots", "surf sun"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let name = try SpotAddCommand.name(call[SpotAddCommand.name], span: call.span(of: SpotAddCommand.name))
    let place = try SpotAddCommand.place(
      call[SpotAddCommand.place], "place", span: call.span(of: SpotAddCommand.place))
    let zone = call[SpotAddCommand.zone]
    let known = try Spot.all(in: store).first {
      SpotName.bare($0.name) == SpotName.bare(name) && $0.place.distance(to: place) <= SpotAddCommand.samePlace
    }
    var spot: Spot
    if let known {
      spot = known
      spot.place = place
      if let zone {
        try SpotZone.check(zone, at: place, span: call.span(of: SpotAddCommand.zone), session)
        spot.zone = zone
      }
    } else {
      let span = zone == nil ? call.verbSpan : call.span(of: SpotAddCommand.zone)
      spot = Spot(name: name, place: place, zone: try SpotZone.of(place, typed: zone, span: span, session))
      spot.number = try store.nextNumber(of: Spot.kind)
    }
    if let facing = try SpotAddCommand.facing(call, SpotAddCommand.facing) { spot.facing = facing }
    if let region = try SpotAddCommand.text(call, SpotAddCommand.region) { spot.region = region }
    if let tide = try SpotAddCommand.text(call, SpotAddCommand.tide) { spot.tide = tide.uppercased() }
    if let buoy = try SpotAddCommand.text(call, SpotAddCommand.buoy) { spot.buoy = buoy.uppercased() }
    if let model = try SpotAddCommand.text(call, SpotAddCommand.model) { spot.model = model }
    try SpotAddCommand.take(call, SpotAddCommand.swell, SpotAddCommand.band, &spot)
    let finder = try SpotFinder(in: store)
    let far = try SpotLender.take(call, SpotAddCommand.forecast, &spot, finder, store)
    try spot.store(in: store, cancellation: session.cancellation)
    var outputs: [Output] = [SpotAddCommand.record(spot, finder)] + far
    if known == nil, zone == nil { outputs.append(.note(SpotZone.note(spot.zone, at: place))) }
    if place.latitude == 0, place.longitude == 0 {
      outputs.append(.warning("0,0 is in the Gulf of Guinea: is that the place?"))
    }
    return outputs
  }

  /// The name of a spot; throws `bad-value`.
  static func name(_ typed: String, span: SourceSpan?) throws(Diagnostic) -> String {
    let name = typed.split(separator: " ").joined(separator: " ")
    // Digits alone would mean the number of another spot.
    guard !name.isEmpty, name.count <= 60, Int(name) == nil else {
      throw .badValue("name", name, allowed: "a name of at most 60 characters that is not a number", span: span)
    }
    return name
  }

  /// A typed place; throws `bad-value`.
  static func place(_ words: [String], _ key: String, span: SourceSpan?) throws(Diagnostic) -> Coordinate {
    let typed = words.joined(separator: ",")
    guard let place = Coordinate(typed) else {
      throw .badValue(key, typed, allowed: "latitude and longitude, as in 36.97,-121.96", span: span)
    }
    return place
  }

  /// A typed code or name; nil where none is typed, and `bad-value` for one without letters or digits.
  static func text(_ call: Call, _ parameter: Parameter<String?>) throws(Diagnostic) -> String? {
    guard let typed = call[parameter] else { return nil }
    let text = typed.split(separator: " ").joined(separator: " ")
    guard !text.isEmpty, text.count <= 60 else {
      throw .badValue(
        parameter.name, typed, allowed: "a text of at most 60 characters", span: call.span(of: parameter))
    }
    return text
  }

  static func facing(_ call: Call, _ facing: Parameter<String?>) throws(Diagnostic) -> Double? {
    guard let text = call[facing] else { return nil }
    if let point = Compass.degrees(of: text) { return point }
    guard let number = PlainNumber.read(text), (0...360).contains(number) else {
      throw .badValue(
        "facing", text, allowed: "a direction from 0 to 360 or a compass point", span: call.span(of: facing))
    }
    return Direction.normalised(number)
  }

  /// Takes a typed swell window and tide band, and takes away what is typed as none; throws `bad-value`.
  static func take(
    _ call: Call, _ swell: Parameter<String?>, _ band: Parameter<[String]?>, _ spot: inout Spot
  ) throws(Diagnostic) {
    if let typed = call[swell] {
      spot.window.swell = Arc(typed)
      guard spot.window.swell != nil || typed == "none" else {
        throw .badValue(
          swell.name, typed, allowed: "two directions, as in 290..20 or W..N", span: call.span(of: swell))
      }
    }
    if let words = call[band] {
      guard spot.window.takeTide(words.joined(separator: ",")) || words == ["none"] else {
        throw .badValue(
          band.name, words.joined(separator: ","), allowed: SpotWindow.tideForm, span: call.span(of: band))
      }
    }
  }

  static func record(_ spot: Spot, _ finder: SpotFinder) -> Output {
    var record = RecordOutput("spot \(spot.name)")
    record.add("id", .integer(spot.number))
    record.add("name", .text(spot.name))
    if let region = spot.region { record.add("region", .text(region)) }
    record.add("latitude", .number(spot.place.latitude))
    record.add("longitude", .number(spot.place.longitude))
    record.add("zone", .text(spot.zone))
    if let facing = spot.facing { record.add("facing", .number(facing)) }
    for (name, value) in [
      ("tide", spot.tide), ("buoy", spot.buoy), ("model", spot.model), ("swell_window", spot.window.swellText),
      ("tide_band", spot.window.tideText),
    ] {
      if let value { record.add(name, .text(value)) }
    }
    if let lender = spot.lender, let other = finder.spots.first(where: { $0.number == lender }) {
      record.add("forecast", .text(other.name))
      record.add("forecast_km", .number(other.place.distance(to: spot.place)))
    }
    return .record(record)
  }
}

/// `surf spots`: the stored spots, by name or near a place.
struct SpotsCommand: Command {
  static let name = Parameter<String?>.text(
    "name", positional: true, help: "Name, or the beginning of one of its words.",
    completion: .records([RecordNames(Spot.kind, "name")], words: []))
  static let near = Parameter<[String]?>.list("near", help: "Place to measure distances from, as in 36.95,-122.02.")
  static let reach = Parameter<Double?>.number(
    "km", in: 0...20_100, help: "Greatest distance in kilometres, with near=.")

  let signature = Signature(
    "surf spots", topic: .plugins, summary: "List surf spots, by name or near a place.",
    details: "Case and accents of a name do not matter. With near= the nearest comes first, at most km= away.",
    parameters: [name.any, near.any, reach.any],
    examples: [
      Example("surf spots", after: SpotsCommand.two, "all spots", prints: "2 spots"),
      Example("surf spots pantin", after: SpotsCommand.two, "by name, without its accent", prints: "Pantín"),
      Example("surf spots near=36.95,-122.02 km=30", after: SpotsCommand.two, "near a place", prints: "distance_km"),
      Example("surf spots near=36.95", "half a place", fails: "bad-value"),
    ], seeAlso: ["surf spot add", "surf sun"])

  static let two = [
    "surf spot add \"Pleasure Point\" 36.97,-121.96 zone=America/Los_Angeles",
    "surf spot add Pantín 43.64,-8.12 zone=Europe/Madrid region=Galicia",
  ]

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let finder = try SpotFinder(in: session.store())
    var spots = call[SpotsCommand.name].map { finder.matching($0) } ?? finder.spots
    var distances: [Int: Double] = [:]
    if let text = call[SpotsCommand.near]?.joined(separator: ",") {
      guard let place = Coordinate(text) else {
        throw .badValue(
          "near", text, allowed: "latitude and longitude, as in 36.95,-122.02",
          span: call.span(of: SpotsCommand.near))
      }
      for spot in spots { distances[spot.number] = place.distance(to: spot.place) }
      let reach = call[SpotsCommand.reach] ?? .infinity
      spots = spots.filter { (distances[$0.number] ?? .infinity) <= reach }
        .sorted { (distances[$0.number] ?? 0, $0.number) < (distances[$1.number] ?? 0, $1.number) }
    } else if call[SpotsCommand.reach] != nil {
      throw Diagnostic(
        "missing-argument", "km= needs a place to measure from", span: call.span(of: SpotsCommand.reach),
        help: "add it, as in near=36.95,-122.02")
    } else {
      let bare = Dictionary(spots.map { ($0.number, SpotName.bare($0.name)) }, uniquingKeysWith: { first, _ in first })
      spots.sort { (bare[$0.number] ?? "", $0.number) < (bare[$1.number] ?? "", $1.number) }
    }
    var columns = [
      Column("id", .integer(spots.map(\.number))), Column("name", .text(spots.map(\.name))),
      Column("region", .text(spots.map(\.region))), Column("latitude", .number(spots.map(\.place.latitude))),
      Column("longitude", .number(spots.map(\.place.longitude))),
    ]
    columns.append(Column("distance_km", .number(spots.map { distances[$0.number] ?? .nan })))
    var outputs: [Output] = [
      .table(
        TableOutput(
          try Table(columns), title: spots.count.counted("spot"),
          decimals: ["latitude": 4, "longitude": 4, "distance_km": 1]))
    ]
    if let name = call[SpotsCommand.name], finder.matching(name).isEmpty {
      let near = finder.nearest(name).map { "; did you mean \(Abridged.quoted($0))?" } ?? ""
      outputs.append(.note("no spot has the name \(Abridged.quoted(name))\(near)"))
    }
    return outputs
  }
}

/// `surf sun`: sunrise, sunset and civil twilight of a day at a spot.
struct SunCommand: Command {
  static let date = Parameter<String>.required(
    "date", allowed: "a day, as in 2026-06-21", help: "Day by the clocks of the spot, as in 2026-06-21.")

  let signature = Signature(
    "surf sun", topic: .plugins, summary: "Show sunrise, sunset and civil twilight of a day at a spot.",
    details: """
      dawn and dusk are when the sun is 6 degrees below the horizon: most surfers see enough from dawn to dusk. Times are \
      in UTC, and beside them by the clocks of the spot. The calculation is NOAA's full method; mountains and weather are \
      not in it.
      """,
    parameters: [SpotFinder.spot.any, date.any],
    examples: [
      Example("surf sun pleasure 2026-06-21", after: SpotsCommand.two, "the longest day", prints: "sunrise"),
      Example("surf sun pantin 2026-12-21", after: SpotsCommand.two, "the shortest", prints: "dusk"),
      Example(
        "surf sun Tromsø 2026-06-21", after: ["surf spot add Tromsø 69.65,18.96 zone=Europe/Oslo"], "the midnight sun",
        prints: "the sun does not set"),
      Example("surf sun pleasure tomorrow", after: SpotsCommand.two, "a word", fails: "bad-value"),
    ], seeAlso: ["surf spot add", "surf spots"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let spot = try SpotFinder(in: session.store()).one(call)
    let typed = call[SunCommand.date]
    let clock = try session.spotClock(spot.zone)
    guard let date = CalendarDate(iso: typed), (1...9998).contains(date.civil.year) else {
      throw .badValue(
        "date", typed, allowed: "a day, as in 2026-06-21", span: call.span(of: SunCommand.date))
    }
    let shown = Moment(microseconds: (date.days * 24 + 12) * 3_600_000_000)
    let noon = Moment(microseconds: shown.microseconds - clock.offset(shown) * 60_000_000)
    guard let day = SolarDay(nearest: noon, at: spot.place) else { return [] }
    var record = RecordOutput("sun at \(spot.name) on \(date)")
    record.add("spot", .text(spot.name))
    record.add("date", .text(date.description))
    let events = [
      ("dawn", day.civil.rise), ("sunrise", day.sun.rise), ("sunset", day.sun.set), ("dusk", day.civil.set),
    ]
    for (name, moment) in events { record.add(name, moment.map(Value.datetime) ?? .missing) }
    record.add("zone", .text(spot.zone))
    for (name, moment) in events {
      record.add("local_" + name, moment.map { .text(SunCommand.local($0, clock)) } ?? .missing)
    }
    let remark: String? =
      switch (day.sun, day.civil) {
      case (.alwaysUp, _): "the sun does not set"
      case (.alwaysDown, .alwaysDown): "the sun does not rise, and there is no civil twilight"
      case (.alwaysDown, _): "the sun does not rise; from dawn to dusk there is civil twilight"
      case (.crosses, .alwaysUp): "the twilight lasts all night"
      default: nil
      }
    return [.record(record)] + (remark.map { [.note($0)] } ?? [])
  }

  /// The time by a clock, to the nearest minute.
  private static func local(_ moment: Moment, _ clock: LocalClock) -> String {
    let rounded = Moment(microseconds: (moment.microseconds + 30_000_000).floored(to: 60_000_000))
    let shown = Moment(microseconds: rounded.microseconds + clock.offset(rounded) * 60_000_000)
    return String(shown.description.dropFirst(11).prefix(5))
  }
}

extension Int {
  /// The greatest multiple of a step that is not above the number.
  fileprivate func floored(to step: Int) -> Int {
    let rest = self % step
    return self - (rest < 0 ? rest + step : rest)
  }
}
