internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// `surf import`: imports measurements, tides, forecasts and spots into the workspace.
struct SurfImportCommand: Command {
  private static let formats = SurfFileKind.Format.allCases.map(\.rawValue)
  static let file = Parameter<String>.required(
    "file", allowed: "a file, an address or a bundled buoy", help: "File, or its address.",
    completion: .either([.files, .words(formats)]))
  static let more = Parameter<[String]>.words(
    "path", areExact: true,
    help: "More files or folders; the file itself where its format comes first, as in surf import ndbc FILE.",
    completion: .files)
  static let format = Parameter<String?>.choice("format", formats, help: "Format of the file; default: detect it.")
  static let sheet = TableImport.sheet
  static let station = Parameter<String?>.text(
    "station", help: "Station code; of NDBC by default taken from the file name.")
  static let spot = Parameter<String?>.text(
    "spot", help: "Spot that a forecast is for; by default the nearest one, at most 25 km away.",
    completion: .spots())
  static let units = Parameter<String?>.choice("units", ["ft", "m"], help: "Unit of tides; asked for once a station.")
  static let datum = Parameter<String?>.text(
    "datum", help: "Datum of tides, as in MLLW; asked for once a station.")
  static let zone = Parameter<String?>.text(
    "zone",
    help:
      "Time zone of times without an offset, as in America/Los_Angeles or -08:00; of tides also gmt, lst or lst_ldt.")
  static let model = Parameter<String?>.text("model", help: "Model to import of several; for a table its model.")
  static let retrieved = Parameter<String?>.text(
    "retrieved", help: "When the file was fetched, in UTC; the time of an issue that has none.")
  static let map = Parameter<[String]?>.list(
    "map", help: "What columns with other names hold, as in map=hs:wave_height_m,\"Peak Direction\":wave_direction_deg."
  )
  static let dates = SessionImporter.dates
  static let person = Parameter<String?>.text(
    "person", help: "Who surfed the sessions; by default the file's column, else you.", completion: People.completion)
  static let scale = Parameter<String?>.text(
    "scale", help: "Lowest and highest rating of a journal, as in 1..10; ratings become 1 to 5.")
  static let create = Parameter<String>.choice(
    "create", ["no", "yes"], default: "no", help: "Whether to add spots that the file names and the workspace lacks.")

  static let far = Parameter<Bool>.flag(
    "far", default: false, help: "Store a forecast for the spot although its place is more than 25 km away.")

  let signature = Signature(
    "surf import", topic: .plugins, summary: "Import observations, tides, forecasts or spots into the workspace.",
    details: """
      ndbc reads standard meteorological data of buoys, the last 45 days (ID.txt) or a month or year (IDhYYYY.txt), and \
      spectral wave summaries (.spec). coops reads tides of NOAA. openmeteo, msw, surfline, spitcast and stormglass read \
      the JSON of those services, forecast a table with the columns issued and valid, spots a list of spots, sessions a journal. \
      observations and tides read tables of buoys and of tides of any country; map= names what they do not know. A table without a \
      time of issue is one of measurements where a column names the station, or station= does. Of several files \
      and of folders each file is imported; what cannot be read is reported, and the others are kept.

      Values are converted to SI units, and times are UTC. Importing the same file twice adds nothing. A value that \
      conflicts with a stored one is reported and skipped; quality-controlled values replace realtime ones. Invalid rows \
      are skipped and reported. Forecasts are kept by issue and never changed: where a file does not say when it was \
      issued, retrieved= does. A forecast for a place more than 25 km from the spot is refused; far=yes stores it, and its \
      distance is shown wherever it is used. Tables of sessions, spots and forecasts may be in any format that load reads; their \
      numbers and days are read by the whole column.
      """,
    parameters: [
      file.any, more.any, format.any, station.any, spot.any, units.any, datum.any, zone.any, model.any, retrieved.any,
      map.any,
      sheet.any, dates.any, person.any, scale.any, create.any, far.any,
    ],
    examples: SurfSamples.examples(
      """
      a bundled buoy: surf import surf-buoy -> MADE1
      with another station code: surf import surf-buoy station=TEST1 -> TEST1
      a second time: surf import surf-buoy; surf import surf-buoy -> MADE1
      a table of forecasts: spot; surf import ramp-forecast.csv spot=ramp model=coast -> conflicts
      tides, whose file says neither station nor unit: spot; surf import ramp-tide.json format=coops station=TIDE1 units=m datum=MLLW zone=gmt -> TIDE1
      a table of a buoy: spot; surf import ramp-buoy.csv format=observations station=RAMP -> RAMP
      an unsupported format: surf import surf-buoy format=windy -> !bad-value
      a file of another product: surf import surf-buoy format=coops station=TIDE1 -> !other-format
      """), seeAlso: ["surf observations", "surf forecast", "surf tide", "surf spots"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    // In scripts the format comes first.
    let more = call[SurfImportCommand.more]
    let isFirst =
      !more.isEmpty
      && (SurfFileKind.Format(rawValue: call[SurfImportCommand.file]) != nil
        || !SurfImportCommand.isFile(call[SurfImportCommand.file], session))
    let paths = try SurfImportCommand.files(isFirst ? more : [call[SurfImportCommand.file]] + more, session)
    var format: SurfFileKind.Format?
    if let typed = isFirst ? call[SurfImportCommand.file] : call[SurfImportCommand.format] {
      format = SurfFileKind.Format(rawValue: typed)
      guard format != nil else {
        throw .unknownWord(
          "format", typed, among: SurfImportCommand.formats, span: call.span(of: SurfImportCommand.file))
      }
      if isFirst, let again = call.span(of: SurfImportCommand.format) {
        throw Diagnostic("repeated-key", "the format is given twice", span: again)
      }
      try refuseKeys(call, format)
    }
    guard let path = paths.first, paths.count > 1 else {
      guard let path = paths.first else {
        throw Diagnostic("no-rows", "the folder holds no files", span: call.span(of: SurfImportCommand.file))
      }
      return try take(path, format, call, session)
    }
    // One bad file costs no other; where all are bad, the first says why.
    var (outputs, failed): ([Output], [Diagnostic]) = ([], [])
    for path in paths {
      do throws(Diagnostic) { outputs += try take(path, format, call, session) } catch {
        guard error.code != "interrupted" else { throw error }
        failed.append(error)
        outputs.append(
          .warning("skipped \(Abridged.quoted(path)): \(error.message)" + (error.help.map { "; " + $0 } ?? "")))
      }
    }
    if failed.count == paths.count, let first = failed.first { throw first }
    if failed.isEmpty { outputs.append(.note("imported \(paths.count.counted("file")), \(path) first")) }
    return outputs
  }

  /// Imports one file, whose format may have to be detected.
  private func take(
    _ path: String, _ given: SurfFileKind.Format?, _ call: Call, _ session: Session
  ) throws(Diagnostic) -> [Output] {
    var format = given
    let span = call.span(of: SurfImportCommand.more) ?? call.span(of: SurfImportCommand.file)
    let context: any ImportContext
    do throws(Diagnostic) {
      context = try session.importContext(named: path, bundledFor: NDBCImporter().key)
      if format == nil { format = try SurfImportCommand.detected(context, call, session) }
    } catch {
      throw error.at(span)
    }
    guard let format else {
      throw Diagnostic(
        "unknown-format", "cannot detect the format of '\(context.name)'", span: span,
        help: "choose it with format=, one of: " + SurfImportCommand.formats.joined(separator: ", "))
    }
    if given == nil, format == .observations,
      let typed = [SurfImportCommand.spot, SurfImportCommand.retrieved, SurfImportCommand.model]
        .first(where: { call.span(of: $0) != nil })
    {
      throw Diagnostic(
        "unexpected-key",
        "'\(context.name)' is a table of measurements, which name a station and no time of issue, so '\(typed.name)=' does not "
          + "belong to it", span: call.span(of: typed),
        help: "leave it out, and name the station with station= where the file does not; a forecast: format=forecast")
    }
    try refuseKeys(call, format)
    return try SurfImportCommand.take(context, format, ImportWishes(call, session), session)
  }

  /// Whether a word names a file, a folder, an address or bundled data.
  private static func isFile(_ word: String, _ session: Session) -> Bool {
    word.contains("://") || (try? session.importContext(named: word, bundledFor: NDBCImporter().key)) != nil
  }

  /// The files that words name, those of folders in order of their names, hidden ones left out.
  private static func files(_ words: [String], _ session: Session) throws(Diagnostic) -> [String] {
    var found: [String] = []
    for word in words {
      guard !word.contains("://"),
        let context = try? session.importContext(named: word, bundledFor: NDBCImporter().key), context.isFolder
      else {
        found.append(word)
        continue
      }
      found += context.files.filter { !FilePath($0).isHidden }.inCodePointOrder()
        .map { FilePath.join(word, $0) }
    }
    return found
  }

  private func refuseKeys(_ call: Call, _ format: SurfFileKind.Format?) throws(Diagnostic) {
    guard let format else { return }
    try call.refuseKeys(
      except: [SurfImportCommand.format.any] + SurfImportCommand.keys(of: format),
      of: "surf import format=\(format.rawValue)",
      instead: "surf import FILE")
  }

  /// The format of a file by its content, of a table by its headings.
  private static func detected(
    _ context: any ImportContext, _ call: Call, _ session: Session
  ) throws(Diagnostic) -> SurfFileKind.Format? {
    let kind = try (context.isFolder ? nil : context.files.first).flatMap { (file) throws(Diagnostic) in
      SurfFileKind.detect(try context.bytes(of: file))
    }
    // Without a time of issue a table of the station that is typed was measured there.
    let isStation = call.has(station) && !call.has(spot) && !call.has(retrieved) && !call.has(model)
    if let format = kind?.format, format != .forecast || !isStation { return format }
    let tables: Set<SurfFileKind?> = [.otherJSON, .delimited, .workbook, .page, .database, .forecasts, nil]
    guard tables.contains(kind) else {
      throw kind?.refusal(of: context.name, wanted: "a file for surf import") ?? .noTable()
    }
    let pairs = (call[map] ?? []).compactMap(\.mappedColumn).map {
      (heading: $0.column, meaning: $0.meaning)
    }
    let words = ColumnWords(meanings: [:], map: pairs)
    let isTide = call.has(units) || call.has(datum)
    var lacksStation = false
    for sheet in try IncomingSheet.all(context, in: session.registry) where !sheet.isHidden {
      // Titles may be above the headings.
      for row in sheet.rows.prefix(20) {
        let headings = words.renamed(row.cells)
        let measured = SurfFileKind.format(ofStation: headings, isTide: isTide)
        if isStation, let measured { return measured }
        if let format = SurfFileKind.table(headings)?.format { return format }
        lacksStation = lacksStation || measured != nil
      }
    }
    if kind?.format == nil, lacksStation {
      throw Diagnostic(
        "no-station", "'\(context.name)' looks like measurements and does not name its station",
        help: "name it, as in station=GOLDCOAST; letters and digits")
    }
    return kind?.format
  }

  /// The table of a file by what its headings mean.
  static func table(
    _ context: any ImportContext, _ wishes: ImportWishes, _ session: Session, _ meaning: (String) -> String?
  ) throws(Diagnostic) -> IncomingTable {
    let all = try IncomingSheet.all(context, in: session.registry)
    if all.isEmpty { throw SurfFileKind.page.refusal(of: context.name, wanted: "a table") }
    return try IncomingTable(
      first: all, of: context.name, sheet: wishes.sheet, at: wishes.span("sheet"), meaning: meaning)
  }

  /// The keys that the reader of a format takes.
  private static func keys(of format: SurfFileKind.Format) -> [AnyParameter] {
    switch format {
    case .ndbc: [station.any]
    case .coops: [station.any, units.any, datum.any, zone.any]
    case .observations: [station.any, zone.any, map.any, sheet.any, dates.any]
    case .tides: [station.any, units.any, datum.any, zone.any, map.any, sheet.any, dates.any]
    case .spots: [zone.any, map.any, sheet.any, dates.any]
    case .sessions: [sheet.any, dates.any, spot.any, zone.any, map.any, person.any, scale.any, create.any]
    case .forecast: [sheet.any, dates.any, spot.any, zone.any, model.any, retrieved.any, map.any, create.any, far.any]
    case .openmeteo, .spitcast, .msw, .surfline, .stormglass:
      [spot.any, zone.any, model.any, retrieved.any, create.any, far.any, station.any, datum.any]
    }
  }

  /// Imports one file whose format is known.
  static func take(
    _ context: any ImportContext, _ format: SurfFileKind.Format, _ wishes: ImportWishes, _ session: Session
  ) throws(Diagnostic) -> [Output] {
    do throws(Diagnostic) {
      let file = try context.oneFile()
      switch format {
      case .ndbc: return try BuoyImport(context, file, wishes, session).outputs
      case .coops: return try TideImport(context, file, wishes, session).outputs
      case .observations, .tides:
        return try ObservationImport(context, isTide: format == .tides, wishes, session).outputs
      case .spots: return try SpotImport(context, file, wishes, session).outputs
      case .sessions: return try SessionsImport(context, file, wishes, session).outputs
      case .openmeteo, .spitcast, .forecast, .msw, .surfline, .stormglass:
        return try ForecastFile(context, file, format, wishes, session).outputs
      }
    } catch {
      throw error.span == nil ? error.at(wishes.span("file")) : error
    }
  }
}

extension ImportOutcome {
  /// What an import of surf counts, in its order.
  static func surf(_ format: String, title: String = "") -> ImportOutcome {
    ImportOutcome(title, format: format, [.read, .kept, .new, .same, .others, .conflicts, .refused, .period])
  }

  /// Takes what is new of samples, and what contradicts those that are stored.
  mutating func take(_ merge: ObservationMerge) {
    (new, same, conflicts) = (new + merge.new, same + merge.same, conflicts + merge.contradicting)
    warnings += merge.sentences
  }

  /// Takes what a reader refused and remarked.
  mutating func take(_ report: ReadingReport) {
    read += report.read
    kept += report.kept
    refused += report.refusedRows
    notes += report.refused.firstFive { fault in
      report.partial.contains(fault.place)
        ? "left out a value of \(fault.place): \(fault.reason)" : "skipped \(fault.place): \(fault.reason)"
    } rest: { count in
      "left out \(count.counted("more invalid value or row", plural: "more invalid values or rows")), not listed"
    }
    notes += report.remarks
  }
}

extension Array {
  /// A sentence for each of the first five, and one for the number of the others, where there are any.
  func firstFive(_ sentence: (Element) -> String, rest: (Int) -> String) -> [String] {
    prefix(5).map(sentence) + (count > 5 ? [rest(count - 5)] : [])
  }
}
