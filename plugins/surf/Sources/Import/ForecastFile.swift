internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// Imports a file of forecasts: finds the spot of each run, and keeps each issue.
struct ForecastFile {
  private(set) var outputs: [Output] = []

  /// A place this near to a spot is taken for it.
  private static let near = SpotLender.near

  init(
    _ context: any ImportContext, _ name: String, _ format: SurfFileKind.Format, _ wishes: ImportWishes,
    _ session: Session
  ) throws(Diagnostic) {
    let store = try session.store()
    let retrieved = wishes.retrieved
    var finder = try SpotFinder(in: store)
    let wanted: Spot? =
      if let typed = wishes.spot {
        try finder.one(typed, span: wishes.span("spot"))
      } else {
        nil
      }
    var read = try ForecastReading(context, name, format, wishes, session, spot: wanted)
    if let typed = wishes.model, format != .forecast {
      // Sources of Stormglass may be named without the service.
      let model = format == .stormglass && !typed.hasPrefix("stormglass-") ? "stormglass-" + typed : typed
      let models = Set(read.runs.map(\.model)).inCodePointOrder()
      guard models.contains(model) else {
        throw Diagnostic.unknown("model", typed, among: models, span: wishes.span("model"))
      }
      read.runs.removeAll { $0.model != model }
    }
    var outcome = ImportOutcome.surf(format.rawValue)
    outcome.take(read.report)
    if let tides = read.tides {
      let spot = try ForecastFile.spot(ofTides: read, wanted, finder, wishes)
      let station = try ForecastFile.station(of: tides, format, spot, wishes, store)
      try ForecastFile.take(tides, read, station, spot, takesFar: wishes.takesFar, &outcome, session, store)
      if read.runs.isEmpty {
        outcome.title = "\(spot?.name ?? station.code): \(outcome.new) new of \(outcome.read.counted("height"))"
        outcome.subject = [
          ("spot", spot.map { .text($0.name) } ?? .missing), ("station", .text(station.code)),
          ("model", .missing),
        ]
        outputs = outcome.outputs
        return
      }
    }
    let chosen = try ForecastFile.spots(of: read.runs, wanted: wanted, &finder, &outcome, wishes, session)
    var names: [String] = []
    var models: [String] = []
    for (spot, runs) in chosen {
      var addition = ForecastImport(spot: spot, source: format.rawValue, retrieved: retrieved)
      for var run in runs {
        if run.issued == nil, retrieved == nil, let known = read.earliestRetrieval {
          run.issued = known
          let note = "the file does not say when it was issued; \(known) is the time of its current conditions"
          if !outcome.notes.contains(note) { outcome.notes.append(note) }
        }
        do throws(Diagnostic) { try addition.add(run, store: store) } catch { throw error.at(wishes.verbSpan) }
        if !models.contains(run.model) { models.append(run.model) }
      }
      try addition.write(to: store, cancellation: session.cancellation)
      names.append(spot.name)
      outcome.new += addition.new
      outcome.same += addition.same
      outcome.conflicts += addition.contradicting
      outcome.warnings += addition.sentences
      outcome.notes += addition.notes
      outcome.take(addition.from)
      outcome.take(addition.to)
    }
    outcome.title = "\(names.joined(separator: ", ")): \(outcome.new) new of \(outcome.read.counted("hour"))"
    outcome.subject = [
      ("spot", .text(names.joined(separator: ", "))), ("model", .text(models.joined(separator: ", "))),
    ]
    outputs = outcome.outputs
  }

  /// The spot whose tides a file holds: the one that was named, or the nearest; none is needed for a named station.
  private static func spot(
    ofTides read: ForecastReading, _ wanted: Spot?, _ finder: SpotFinder, _ wishes: ImportWishes
  ) throws(Diagnostic) -> Spot? {
    if let wanted { return wanted }
    let nearest = read.tidePlace.place.flatMap { place in
      finder.spots.map { ($0, $0.place.distance(to: place)) }.min { $0.1 < $1.1 }
    }
    if let (spot, distance) = nearest, distance <= near { return spot }
    guard wishes.station == nil else { return nil }
    throw Diagnostic(
      "missing-argument", "no spot is near the station of the tides", span: wishes.verbSpan,
      help:
        "name the spot, as in spot=NAME, or keep them as a station, as in station=CODE; add a spot with surf spot add "
        + "NAME LAT,LON zone=ZONE")
  }

  /// The station that tides are kept as: the one that was named, or one of the spot for each datum, since heights above
  /// two datums do not compare.
  private static func station(
    of tides: TideFile.Heights, _ format: SurfFileKind.Format, _ spot: Spot?, _ wishes: ImportWishes,
    _ store: any RecordStore
  ) throws(Diagnostic) -> Station {
    let suffix = tides.datum.map { name in
      "-" + name.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(12)
    }
    let typed = wishes.station?.uppercased()
    if let typed { try TideImport.check(typed, wishes) }
    let code = typed ?? "\(format.rawValue.uppercased())-\(spot?.number ?? 0)" + (suffix ?? "")
    var station = try Station(code, in: store) ?? Station(code: code)
    let datum = (tides.datum ?? wishes.datum)?.uppercased()
    if typed != nil { try TideImport.check(datum: datum, of: station, wishes) }
    (station.units, station.zone) = (station.units ?? "m", station.zone ?? "gmt")
    station.datum = datum ?? station.datum
    return station
  }

  /// Keeps tides as those of a station.
  private static func take(
    _ tides: TideFile.Heights, _ read: ForecastReading, _ known: Station, _ spot: Spot?, takesFar: Bool,
    _ outcome: inout ImportOutcome, _ session: Session, _ store: any RecordStore
  ) throws(Diagnostic) {
    let distance =
      read.tideDistance
      ?? spot.flatMap { spot in
        read.tidePlace.place.map { spot.place.distance(to: $0) }
      }
    var station = known
    station.name = station.name ?? read.tidePlace.name
    station.distance = distance.flatMap { $0 > near ? $0 : nil } ?? station.distance
    let code = station.code
    if let distance, distance > near, let spot, spot.tide == code, station.distance != known.distance, !takesFar {
      throw Diagnostic(
        "far-place",
        "the station of the tides is \(NumberText.fixed(distance, 0)) km from \(spot.name), whose tides are those of \(code)",
        help: "keep them as a station of their own, as in station=CODE; far=yes adds them all the same")
    }
    let merge = try TideImport.merge(tides, into: station, .tide, session, store)
    outcome.take(merge)
    let times = tides.points.map(\.at) + tides.events.map(\.at)
    outcome.take(times.min())
    outcome.take(times.max())
    let isFar = (distance ?? 0) > near
    guard let spot else {
      if isFar, let distance {
        outcome.warnings.append(
          "the station of the tides is \(NumberText.fixed(distance, 0)) km from the place that was asked for, so its "
            + "tides may be others")
      }
      outcome.notes.append(
        "kept as station \(code); to use it for a spot: surf spot edit NAME tide=\(CommandText.word(code))")
      return
    }
    if isFar, let distance {
      outcome.warnings.append(
        "the station of the tides is \(NumberText.fixed(distance, 0)) km from \(spot.name), so its tides may be others")
    }
    if spot.tide == nil, isFar {
      outcome.notes.append(
        "kept as station \(code); to use it for the spot: surf spot edit \(spot.number) tide=\(CommandText.word(code))")
    } else if spot.tide == nil {
      var own = spot
      own.tide = code
      try own.store(in: store, cancellation: session.cancellation)
      outcome.notes.append("\(spot.name) now has the tide station \(code)")
    } else if spot.tide != code {
      outcome.notes.append(
        "kept as station \(code); \(spot.name) keeps \(spot.tide ?? ""), since heights above different datums do not compare"
      )
    }
  }

  /// The spots of the runs: the one that was named, the nearest one, one of that name, or a new one.
  private static func spots(
    of runs: [ForecastRun], wanted: Spot?, _ finder: inout SpotFinder, _ outcome: inout ImportOutcome,
    _ wishes: ImportWishes,
    _ session: Session
  ) throws(Diagnostic) -> [(Spot, [ForecastRun])] {
    if let wanted {
      let places = runs.compactMap(\.place)
      guard let nearest = places.min(by: { $0.distance(to: wanted.place) < $1.distance(to: wanted.place) }) else {
        return [(wanted, runs)]
      }
      let distance = nearest.distance(to: wanted.place)
      let count = Set(places).count
      let text = NumberText.fixed(distance, 1) + " km from \(wanted.name)"
      if count > 1 { outcome.notes.append("used the nearest of \(count) places, \(text)") }
      if distance > near {
        guard wishes.takesFar else {
          throw Diagnostic(
            "far-place", "the forecast is for a place \(text)", span: wishes.span("spot"),
            help:
              "name the spot that it is for, or leave out spot= for the nearest within 25 km; far=yes stores it all the same"
          )
        }
        outcome.warnings.append("the forecast is for a place \(text)")
      }
      return [(wanted, runs.filter { $0.place == nil || $0.place == nearest })]
    }
    var found: [(Spot, [ForecastRun])] = []
    var lost: [String] = []
    for run in runs {
      guard let spot = try spot(of: run, &finder, &outcome, wishes, session) else {
        let title = run.placeName.map { Abridged.quoted($0) } ?? run.place.map { "\($0.shortened)" } ?? "the forecast"
        if !lost.contains(title) { lost.append(title) }
        continue
      }
      if let place = found.firstIndex(where: { $0.0.number == spot.number }) {
        found[place].1.append(run)
      } else {
        found.append((spot, [run]))
      }
    }
    guard !found.isEmpty else {
      throw Diagnostic(
        "missing-argument", "no spot is near \(lost.first ?? "the forecast")", span: wishes.verbSpan,
        help: "name the spot, as in spot=NAME; add it first: surf spot add NAME LAT,LON zone=ZONE")
    }
    if !lost.isEmpty {
      outcome.notes.append(
        "skipped \(lost.count.counted("place")) without a spot within 25 km, as \(lost[0])")
    }
    return found
  }

  private static func spot(
    of run: ForecastRun, _ finder: inout SpotFinder, _ outcome: inout ImportOutcome, _ wishes: ImportWishes,
    _ session: Session
  ) throws(Diagnostic) -> Spot? {
    if let name = run.placeName {
      let named = finder.matching(name).filter { spot in
        // Names repeat: one of another coast is another spot.
        SpotName.bare(spot.name) == SpotName.bare(name)
          && (wishes.takesFar || run.place.map { $0.distance(to: spot.place) <= near } ?? true)
      }
      if named.count == 1 { return named[0] }
    }
    if let place = run.place {
      let nearest = finder.spots.map { ($0, $0.place.distance(to: place)) }.min { $0.1 < $1.1 }
      if let (spot, distance) = nearest, distance <= near, !wishes.creates || run.placeName == nil {
        let note = "\(spot.name) is \(NumberText.fixed(distance, 1)) km from the place of the forecast"
        if !outcome.notes.contains(note) { outcome.notes.append(note) }
        return spot
      }
    }
    guard wishes.creates, let name = run.placeName, let place = run.place else { return nil }
    let zone = try SpotZone.of(place, typed: wishes.zone, span: wishes.span("zone"), session)
    let store = try session.store()
    var spot = Spot(name: String(name.prefix(60)), place: place, zone: zone)
    spot.number = try store.nextNumber(of: Spot.kind)
    try spot.store(in: store, cancellation: session.cancellation)
    outcome.notes.append("added \(spot.title)")
    finder = SpotFinder(finder.spots + [spot])
    return spot
  }
}

/// The runs of a file, whatever its format.
struct ForecastReading {
  var runs: [ForecastRun]
  var report: ReadingReport
  /// A moment before which the file was not fetched; nil where it does not say.
  var earliestRetrieval: Moment?
  /// Tides that the file holds beside or in place of forecasts.
  var tides: TideFile.Heights?
  /// Where those are predicted.
  var tidePlace: (name: String?, place: Coordinate?) = (nil, nil)
  /// How far that is from the place that was asked for, in kilometres; nil where the file does not say.
  var tideDistance: Double?

  init(
    _ context: any ImportContext, _ file: String, _ format: SurfFileKind.Format, _ wishes: ImportWishes,
    _ session: Session,
    spot: Spot?
  ) throws(Diagnostic) {
    let bytes = try context.bytes(of: file)
    switch format {
    case .openmeteo:
      let read = try OpenMeteoFile(bytes, name: context.name)
      (runs, report, earliestRetrieval) = (read.runs, read.report, read.earliestRetrieval)
    case .msw:
      let read = try MagicseaweedFile(bytes, name: context.name)
      (runs, report) = (read.runs, read.report)
    case .surfline:
      let read = try SurflineFile(bytes, name: context.name)
      (runs, report, tides) = ([read.run].compactMap { $0 }, read.report, read.tides)
      tidePlace = read.tidePlace
    case .stormglass:
      let read = try StormglassFile(bytes, name: context.name)
      (runs, report, tides) = (read.runs, read.report, read.tides)
      (tidePlace, tideDistance) = (read.tidePlace, read.tideDistance)
    case .spitcast:
      let read = try SpitcastFile(bytes, name: context.name)
      (runs, report, tides) = ([read.run].compactMap { $0 }, read.report, read.tides)
    default:
      let kind = SurfFileKind.detect(bytes)
      if let kind, ![.forecasts, .measurements, .delimited, .workbook, .otherJSON, .page, .database].contains(kind) {
        throw kind.refusal(of: context.name, wanted: "a table of forecasts")
      }
      var clock: WallClock?
      if let zone = wishes.zone ?? spot?.zone {
        do throws(Diagnostic) { clock = try session.wallClock(zone) } catch { throw error.at(wishes.span("zone")) }
      }
      let table = try SurfImportCommand.table(context, wishes, session) { ForecastTable.isHeading($0) ? $0 : nil }
      let read = try ForecastTable(
        table.plain(dates: wishes.dates).lines, name: context.name, map: wishes.map, clock: clock,
        model: wishes.model ?? spot?.model ?? "table")
      (runs, report) = (read.runs, read.report)
    }
  }
}
