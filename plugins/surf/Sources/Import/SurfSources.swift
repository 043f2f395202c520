internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// The addresses where services publish what a spot needs; a workspace may keep others (`SourceAddress`).
enum SurfSources {
  /// An address with places for what differs from spot to spot.
  struct Source: Sendable {
    /// What people type for it.
    let key: String
    let name: String
    let format: SurfFileKind.Format
    /// The places are replaced.
    var address: String
    /// Whether it may lack a file, as buoys without a spectrum do.
    var isOptional = false

    static let places = ["{buoy}", "{tide}", "{datum}", "{latitude}", "{longitude}", "{begin}", "{end}"]

    /// Whether what it answers belongs to a station, which spots can share, and not to one spot.
    var isOfStation: Bool { format == .ndbc || format == .coops }

    /// The address for a spot; nil where the spot lacks what the address needs.
    func address(for spot: Spot, datum: String, today: CalendarDate) -> String? {
      func compact(_ date: CalendarDate) -> String { date.description.filter { $0 != "-" } }
      let parts: [(String, String?)] = [
        ("{buoy}", spot.buoy), ("{tide}", spot.tide), ("{datum}", datum),
        ("{latitude}", NumberText.fixed(spot.place.latitude, 4)),
        ("{longitude}", NumberText.fixed(spot.place.longitude, 4)),
        ("{begin}", compact(CalendarDate(days: today.days - 1))),
        ("{end}", compact(CalendarDate(days: today.days + 30))),
      ]
      var text = address
      for (name, value) in parts where text.contains(name) {
        guard let value, value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x26 && $0 != 0x2F }) else {
          return nil
        }
        text = text.replacing(name, with: value)
      }
      return text
    }
  }

  static let all: [Source] = [
    Source(key: "ndbc", name: "NDBC", format: .ndbc, address: "https://www.ndbc.noaa.gov/data/realtime2/{buoy}.txt"),
    Source(
      key: "spec", name: "NDBC spectrum", format: .ndbc,
      address: "https://www.ndbc.noaa.gov/data/realtime2/{buoy}.spec",
      isOptional: true),
    Source(
      key: "coops", name: "CO-OPS", format: .coops,
      address: "https://api.tidesandcurrents.noaa.gov/api/prod/datagetter?product=predictions&application=podium"
        + "&begin_date={begin}&end_date={end}&datum={datum}&station={tide}&time_zone=gmt&units=metric&interval=hilo"
        + "&format=json"),
    Source(
      key: "marine", name: "Open-Meteo marine", format: .openmeteo,
      address: "https://marine-api.open-meteo.com/v1/marine?latitude={latitude}&longitude={longitude}&hourly="
        + "wave_height,wave_direction,wave_period,wave_peak_period,swell_wave_height,swell_wave_direction,"
        + "swell_wave_period,secondary_swell_wave_height,secondary_swell_wave_direction,secondary_swell_wave_period,"
        + "wind_wave_height,wind_wave_direction,wind_wave_period,sea_surface_temperature&timezone=GMT&forecast_days=7"),
    Source(
      key: "weather", name: "Open-Meteo weather", format: .openmeteo,
      address: "https://api.open-meteo.com/v1/forecast?latitude={latitude}&longitude={longitude}&hourly="
        + "wind_speed_10m,wind_direction_10m,wind_gusts_10m,temperature_2m,precipitation,cloud_cover,weather_code"
        + "&wind_speed_unit=ms&timezone=GMT&forecast_days=7"),
  ]
}

/// `surf fetch`: imports what services publish for a spot, or for all.
struct SurfFetchCommand: Command {
  static let spot = Parameter<String>.required(
    "spot", allowed: "a spot or 'all'", help: "Spot, or 'all'.",
    completion: .spots(["all"]))

  let signature = Signature(
    "surf fetch", topic: .plugins, summary: "Fetch buoys, tides and forecasts of a spot and import them.",
    details: """
      Fetches the last 45 days of the spot's buoy (NDBC), a month of its tides (CO-OPS) and 7 days of forecasts \
      (Open-Meteo), and imports them as surf import does, so cron may run it again and again: podium -c 'surf fetch all'. \
      A source that does not answer is reported, and the others are imported all the same. Stations come from surf spot \
      add: buoy= and tide=; surf addresses sets other addresses. Data by Open-Meteo.com (CC BY 4.0), NOAA NDBC and NOAA CO-OPS.
      """,
    parameters: [spot.any],
    examples: [
      Example(shown: "surf fetch pleasure", "one spot"),
      Example(shown: "surf fetch all", "every spot of the workspace"),
      Example(shown: "surf fetch 1", "by the number of surf spots"),
      Example("surf fetch nowhere", "a spot that is not stored", fails: "unknown-spot"),
    ], seeAlso: ["surf import", "surf forecast", "surf spot add", "surf addresses"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let finder = try SpotFinder(in: store)
    let isAll = call[SurfFetchCommand.spot] == "all" && finder.matching("all").isEmpty
    let spots = isAll ? finder.spots : [try finder.one(call, SurfFetchCommand.spot)]
    guard !spots.isEmpty else {
      throw Diagnostic(
        "unknown-spot", "the workspace has no spots", span: call.span(of: SurfFetchCommand.spot),
        help: "add one: surf spot add NAME LAT,LON zone=ZONE")
    }
    guard let now = SurfTime.present(session) else {
      throw Diagnostic(
        "no-clock", "a forecast needs the time at which it was fetched, and a replay has no clock", span: call.verbSpan,
        help: "import files instead, with retrieved=")
    }
    let sources = try SourceAddress.sources(in: store)
    var downloads: [Download] = []
    var seen: Set<String> = []
    for wanted in spots {
      let datum = try wanted.tide.flatMap { (code) throws(Diagnostic) in try Station(code, in: store)?.datum } ?? "MLLW"
      for source in sources {
        // Where the forecasts of another spot count, those are fetched.
        let spot = source.isOfStation ? wanted : finder.spots.first { $0.number == wanted.issues } ?? wanted
        guard let address = source.address(for: spot, datum: datum, today: now.date),
          seen.insert(source.isOfStation ? address : "\(spot.number) \(address)").inserted
        else { continue }
        let file = Result { () throws(Diagnostic) in try session.importContext(of: session.fetch(address)) }
        downloads.append(Download(spot: spot, source: source, datum: datum, file: file))
        if case .failure(let error) = file, ["interrupted", "network-closed"].contains(error.code) {
          throw error.at(call.verbSpan)
        }
      }
    }
    // Others may write while the files are on their way, and not while they are imported.
    try store.lock()
    var rows: [(spot: String, source: String, found: Found?, problem: String?)] = []
    var first: Diagnostic?
    let there = try Spot.all(in: store)
    for download in downloads {
      do throws(Diagnostic) {
        guard let spot = there.first(where: { $0.number == download.spot.number }) else {
          throw Diagnostic("unknown-spot", "the spot was deleted meanwhile")
        }
        rows.append((spot.name, download.source.name, try download.take(at: spot, now: now, call, session), nil))
      } catch {
        guard error.code != "interrupted" else { throw error.at(call.verbSpan) }
        if download.source.isOptional, error.code == "http-status" { continue }
        first = first ?? error
        rows.append((download.spot.name, download.source.name, nil, error.message))
      }
    }
    if let first, rows.allSatisfy({ $0.problem != nil }) { throw first.at(call.verbSpan) }
    func counts(_ name: String, _ count: (Found) -> Int) -> Column {
      Column(name, .integer(rows.map { $0.found.map(count) ?? ColumnValues.missingInteger }))
    }
    let table = try Table([
      Column("spot", .text(rows.map(\.spot))), Column("source", .text(rows.map(\.source))), counts("new", \.new),
      Column("newest", .datetime(rows.map { $0.found?.to })), counts("conflicts", \.conflicts),
      counts("refused", \.refused), Column("problem", .text(rows.map(\.problem))),
    ])
    let problems = rows.filter { $0.problem != nil }
    return [
      .table(TableOutput(table, title: "fetched for \(spots.count.counted("spot")) at \(now)"))
    ] + problems.map { .warning("\($0.source) for \($0.spot): \($0.problem ?? "")") }
  }

}

/// What one file brought: its newest time, and the numbers of rows by what became of them.
private struct Found {
  var new = 0
  var conflicts = 0
  var refused = 0
  var to: Moment?
}

/// A file of a source, or why it did not come.
private struct Download {
  let spot: Spot
  let source: SurfSources.Source
  let datum: String
  let file: Result<any ImportContext, Diagnostic>

  /// Imports it.
  func take(at spot: Spot, now: Moment, _ call: Call, _ session: Session) throws(Diagnostic) -> Found {
    let context = try file.get()
    var wishes = ImportWishes(spot: spot, retrieved: now, verbSpan: call.verbSpan)
    // The spot's own place was asked for, so the answer is the nearest one that the service has.
    wishes.takesFar = true
    switch source.format {
    case .ndbc: wishes.station = spot.buoy
    case .coops:
      (wishes.station, wishes.units, wishes.datum, wishes.zone) = (spot.tide, "m", datum, "gmt")
      wishes.isOnce = true
    default: break
    }
    let outputs = try SurfImportCommand.take(context, source.format, wishes, session)
    var found = Found()
    guard case .record(let record)? = outputs.first else { return found }
    func value(_ name: String) -> Value? { record.fields.first { $0.name == name }?.values.first }
    func count(_ name: String) -> Int { if case .integer(let count)? = value(name) { count } else { 0 } }
    (found.new, found.conflicts, found.refused) = (count("new"), count("conflicts"), count("refused"))
    if case .datetime(let moment)? = value("to") { found.to = moment }
    return found
  }
}
