internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// Imports tides and water levels of CO-OPS; what a file does not say is asked for once a station.
struct TideImport {
  private(set) var outputs: [Output] = []

  init(_ context: any ImportContext, _ name: String, _ wishes: ImportWishes, _ session: Session) throws(Diagnostic) {
    let store = try session.store()
    let file = try TideFile(try context.bytes(of: name), name: context.name)
    var station = try TideImport.station(file, wishes, store)
    try TideImport.require(file, station, wishes, store)
    let unit = try TideImport.unit(file, &station, wishes)
    let datum = try TideImport.datum(file, &station, wishes)
    let (zone, rules) = try TideImport.clock(file, &station, wishes, session, store)
    let heights = try file.resolved(unit: unit, datum: file.datum == nil ? nil : datum, zone: zone, rules: rules)
    if station.name == nil { station.name = file.stationName }

    let series: Series = file.isMeasured ? .level : .tide
    if wishes.isOnce, let stored = try Station(station.code, in: store) {
      (station.units, station.zone) = (stored.units, stored.zone)
    }
    let merge = try TideImport.merge(heights, into: station, series, session, store)
    var outcome = ImportOutcome.surf(
      file.isMeasured ? "coops water level" : "coops",
      title: "\(station.code): \(merge.new) new of \(heights.report.read.counted("height"))")
    outcome.subject = [
      ("station", .text(station.code)), ("units", .text(unit.name)), ("datum", .text(datum)),
      ("zone", .text(station.zone ?? zone.rawValue)),
    ]
    outcome.take(heights.report)
    outcome.take(merge)
    outcome.others = [
      ("filled", .integer(merge.filling)), ("high_and_low", .integer(heights.events.count)),
      ("gaps", .integer(heights.gaps.count)),
    ]
    let times = heights.points.map(\.at) + heights.events.map(\.at)
    (outcome.from, outcome.to) = (times.min(), times.max())
    outputs = outcome.outputs
  }

  /// Stores a station with heights that are new to it.
  static func merge(
    _ heights: TideFile.Heights, into station: Station, _ series: Series, _ session: Session, _ store: any RecordStore
  ) throws(Diagnostic) -> ObservationMerge {
    var samples: [Moment: Sample] = [:]
    for point in heights.points { samples[point.at, default: Sample(point.at)][.tide] = point.height }
    for event in heights.events {
      samples[event.at, default: Sample(event.at)][event.isHigh ? .highWater : .lowWater] = event.height
    }
    let given = samples.values.sorted { $0.time < $1.time }
    let known = try KnownSamples(
      of: station.code, series, from: given.first?.time.date, through: given.last?.time.date, in: store)
    let merge = ObservationMerge(given, with: known)
    try station.store(in: store, cancellation: session.cancellation)
    try merge.write(station.code, series, known, to: store, cancellation: session.cancellation)
    return merge
  }

  private static func station(
    _ file: TideFile, _ wishes: ImportWishes, _ store: any RecordStore
  ) throws(Diagnostic) -> Station {
    let typed = wishes.station?.uppercased()
    if let typed, let own = file.station?.uppercased(), typed != own {
      throw Diagnostic(
        "bad-value", "'station' is \(Abridged.quoted(typed)), but the file has \(Abridged.quoted(own))",
        span: wishes.span("station"))
    }
    guard let code = typed ?? file.station?.uppercased() else {
      throw Diagnostic(
        "no-station", "the file does not name its station", span: wishes.verbSpan,
        help: "name it, as in station=9413450"
          + (file.unit == nil ? ", with units=, datum= and zone= where the station is new" : ""))
    }
    try check(code, wishes)
    return try Station(code, in: store) ?? Station(code: code)
  }

  /// Throws `bad-value` for what cannot be the code of a station.
  static func check(_ code: String, _ wishes: ImportWishes) throws(Diagnostic) {
    let isCode =
      (1...20).contains(code.utf8.count)
      && code.utf8.allSatisfy {
        ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x41 && $0 <= 0x5A)
      }
    guard isCode else {
      throw .badValue(
        "station", code, allowed: "letters and digits, as in 9413450", span: wishes.span("station"))
    }
  }

  /// Throws `bad-value` where heights of a station count from another datum than those that are stored.
  static func check(datum: String?, of station: Station, _ wishes: ImportWishes) throws(Diagnostic) {
    guard let datum, let known = station.datum, datum != known else { return }
    throw Diagnostic(
      "bad-value",
      "the heights of station '\(station.code)' count from \(Abridged.quoted(known)), not \(Abridged.quoted(datum))",
      span: wishes.span("datum"),
      help: "import them under another code, as in station=\(station.code)\(datum)")
  }

  private static func unit(_ file: TideFile, _ station: inout Station, _ wishes: ImportWishes) throws(Diagnostic)
    -> SurfUnit
  {
    if let typed = wishes.units { station.units = typed }
    if let unit = file.unit {
      if let typed = wishes.units, SurfUnit(typed) != unit {
        throw Diagnostic(
          "bad-value", "'units' is '\(typed)', but the file has '\(unit.name)'",
          span: wishes.span("units"))
      }
      station.units = unit.name
      return unit
    }
    guard let unit = station.units.flatMap({ SurfUnit($0) }) else {
      throw lacking("unit", "units=ft", station, wishes)
    }
    return unit
  }

  private static func datum(_ file: TideFile, _ station: inout Station, _ wishes: ImportWishes) throws(Diagnostic)
    -> String
  {
    let given = (wishes.datum ?? file.datum)?.uppercased()
    try check(datum: given, of: station, wishes)
    guard let datum = given ?? station.datum else { throw lacking("datum", "datum=MLLW", station, wishes) }
    station.datum = datum
    return datum
  }

  /// The clock of the file and the rules of the station's zone.
  private static func clock(
    _ file: TideFile, _ station: inout Station, _ wishes: ImportWishes, _ session: Session, _ store: any RecordStore
  ) throws(Diagnostic) -> (TideFile.Zone, ZoneRules?) {
    let span = wishes.span("zone")
    var zone = file.zone
    var name: String?
    for text in [wishes.zone, station.zone].compactMap({ $0 }) {
      // A station's zone is stored as `gmt`, as a name of the database, or as `lst` with one.
      for word in text.split(separator: " ") {
        if let kind = TideFile.Zone(String(word)) { zone = zone ?? kind } else if name == nil { name = String(word) }
      }
      if zone == nil, name != nil { zone = .lstLdt }
    }
    guard let zone else { throw lacking("time zone", "zone=gmt or zone=America/Los_Angeles", station, wishes) }
    if zone == .gmt {
      station.zone = station.zone ?? "gmt"
      return (.gmt, nil)
    }
    if name == nil { name = try Spot.all(in: store).first { $0.tide?.uppercased() == station.code }?.zone }
    guard let name else {
      throw Diagnostic(
        "missing-argument", "times in \(zone.rawValue) need the time zone of station '\(station.code)'",
        span: span ?? wishes.verbSpan, help: "name it, as in zone=America/Los_Angeles")
    }
    guard let read = session.services.zone else { _ = try session.spotClock(name); return (zone, nil) }
    let rules: ZoneRules
    do throws(Diagnostic) { rules = try read(name) } catch { throw error.at(span ?? wishes.verbSpan) }
    station.zone = zone == .lst ? "lst " + name : name
    return (zone, rules)
  }

  /// Asks for all that neither the file nor the station has at once.
  private static func require(
    _ file: TideFile, _ station: Station, _ wishes: ImportWishes, _ store: any RecordStore
  ) throws(Diagnostic) {
    var lacking: [(what: String, example: String)] = []
    if file.unit == nil, wishes.units == nil, station.units == nil { lacking.append(("unit", "units=ft")) }
    if file.datum == nil, wishes.datum == nil, station.datum == nil { lacking.append(("datum", "datum=MLLW")) }
    if file.zone == nil, wishes.zone == nil, station.zone == nil {
      lacking.append(("time zone", "zone=gmt or zone=America/Los_Angeles"))
    }
    guard let last = lacking.last, lacking.count > 1 else { return }
    let names = lacking.dropLast().map(\.what).joined(separator: ", ") + " and " + last.what
    throw self.lacking(names, lacking.map(\.example).joined(separator: " "), station, wishes, areSeveral: true)
  }

  static func lacking(
    _ what: String, _ example: String, _ station: Station, _ wishes: ImportWishes, areSeveral: Bool = false
  ) -> Diagnostic {
    Diagnostic(
      "missing-argument", "the \(what) of station '\(station.code)' \(areSeveral ? "are" : "is") not known",
      span: wishes.verbSpan, help: "give \(areSeveral ? "them" : "it") once for the station, as in \(example)")
  }
}
