internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// Imports a table of measurements of buoys or of tides, of any country.
struct ObservationImport {
  private(set) var outputs: [Output] = []

  init(
    _ context: any ImportContext, isTide: Bool, _ wishes: ImportWishes, _ session: Session
  ) throws(Diagnostic) {
    let store = try session.store()
    let kinds: Set<SurfFileKind> = [
      .measurements, .frost, .forecasts, .delimited, .workbook, .otherJSON, .page, .database,
    ]
    let bytes = try context.files.first.map { (file) throws(Diagnostic) in try context.bytes(of: file) }
    let kind = bytes.flatMap { SurfFileKind.detect($0) }
    if let kind, !kinds.contains(kind) {
      throw kind.refusal(of: context.name, wanted: "a table of measurements")
    }
    var clock: WallClock?
    if let zone = wishes.zone {
      do throws(Diagnostic) { clock = zone == "gmt" ? .utc : try session.wallClock(zone) } catch {
        throw error.at(wishes.span("zone"))
      }
    }
    let rows: [(line: Int, cells: [String])]
    if kind == .frost, let bytes {
      rows = try FrostFile.rows(bytes, name: context.name)
    } else {
      let table = try SurfImportCommand.table(context, wishes, session) { heading in
        ObservationTable.isHeading(heading, isTide: isTide) ? heading : nil
      }
      guard !ObservationTable.isForecast(table.names, map: wishes.map) else {
        throw SurfFileKind.forecasts.refusal(of: context.name, wanted: "a table of measurements")
      }
      rows = try table.plain(dates: wishes.dates).lines
    }
    let read = try ObservationTable(
      rows, name: context.name, map: wishes.map, clock: clock, isTide: isTide,
      unit: wishes.units.flatMap { SurfUnit($0) })
    let chosen = try ObservationImport.chosen(read, wishes)
    for (place, (code, run)) in chosen.enumerated() {
      var outcome = ImportOutcome.surf(isTide ? "tides" : "observations", title: code)
      if place == 0 { outcome.take(read.report) }
      // Each station counts its own rows; what is refused belongs to none.
      if chosen.count > 1 { (outcome.read, outcome.kept) = (run.times.count, run.times.count) }
      guard isTide else {
        outputs += try BuoyImport(run.samples, of: code, outcome, session).outputs
        continue
      }
      var station = try Station(code, in: store) ?? Station(code: code)
      let datum = wishes.datum?.uppercased()
      try TideImport.check(datum: datum, of: station, wishes)
      guard let datum = datum ?? station.datum else {
        throw TideImport.lacking("datum", "datum=LAT", station, wishes)
      }
      // The day of its tides is that of its own clock.
      let zone = wishes.zone.flatMap { $0.contains("/") ? $0 : nil }
      (station.datum, station.units, station.zone) = (datum, station.units ?? "m", station.zone ?? zone ?? "gmt")
      let heights = read.heights(of: run, station: code, datum: datum)
      let merge = try TideImport.merge(heights, into: station, .tide, session, store)
      outcome.title = "\(code): \(merge.new) new of \(run.times.count.counted("height"))"
      outcome.subject = [("station", .text(code)), ("datum", .text(datum))]
      outcome.take(merge)
      outcome.others = [("filled", .integer(merge.filling)), ("high_and_low", .integer(heights.events.count))]
      (outcome.from, outcome.to) = (run.times.first, run.times.last)
      outputs += outcome.outputs
    }
  }

  /// The runs with their codes: those the file names, or the one that is typed.
  ///
  /// Throws `no-station` where neither names it, `bad-value` for an invalid code, and `unknown-station` for one that the file lacks.
  private static func chosen(
    _ read: ObservationTable, _ wishes: ImportWishes
  ) throws(Diagnostic) -> [(String, ForecastRun)] {
    let typed = wishes.station?.uppercased()
    if let typed { try TideImport.check(typed, wishes) }
    let named = read.stations.map { (code(of: $0.code), $0.run) }
    if let typed {
      let own = named.filter { $0.0 == typed }
      if !own.isEmpty { return own }
      guard named.count == 1 else {
        throw Diagnostic.unknown("station", typed, among: named.map(\.0), span: wishes.span("station"))
      }
      return [(typed, named[0].1)]
    }
    guard named.allSatisfy({ !$0.0.isEmpty }) else {
      throw Diagnostic(
        "no-station", "the file does not name its station", span: wishes.verbSpan,
        help: "name it, as in station=GOLDCOAST; letters and digits")
    }
    return named
  }

  /// Letters and digits of a name, at most 20.
  private static func code(of name: String) -> String {
    String(RecordName.bare(name).uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(20))
  }
}
