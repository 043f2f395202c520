public import PodiumCore
public import PodiumPlugin
internal import SurfModel

/// `load surf.sessions FILE.csv`: a log of rated sessions with the conditions they were surfed in.
///
/// Columns are found by name or with `map=`; conditions are columns whose names end in a unit (`_m`, `_s`, `_ms`,
/// `_deg`, `_c`, `_hpa`), `tide` and `season`. What is known only afterwards is not a feature. `label` alone makes the
/// target whether a session was good: rated `good=` or higher.
public struct SessionImporter: Importer {
  static let map = Parameter<[String]?>.list(
    "map", help: "Parts held by columns with other names, as in map=beach:spot,stars:rating.")
  static let zone = Parameter<String?>.text(
    "zone", help: "Time zone of times without an offset, as in zone=Europe/Madrid or -05:00; by default UTC.")
  static let dates = Parameter<String?>.choice(
    "dates", DateOrder.allCases.map(\.rawValue),
    help: "Whether dates in digits start with the day or the month, where no date shows it.")
  static let good = Parameter<Int>.int("good", in: 1...100, default: 4, help: "Minimum rating of a good session.")

  public let key = "surf.sessions"
  public let summary = "CSV log of rated surf sessions: spot, start, rating and conditions."
  /// The csv importer reads these files unless this importer is named.
  public let extensions: [String] = []
  public let readsFolders = false
  public let parameters: [AnyParameter] = [map.any, zone.any, dates.any, good.any]

  public init() {}

  /// Whether the first line names a spot, a time and a rating.
  public func recognises(_ context: any ImportContext) -> Bool {
    guard !context.isFolder, let file = context.files.first,
      let bytes = try? context.start(of: file, count: 4096)
    else {
      return false
    }
    return SessionImporter.isHeader(bytes)
  }

  static func isHeader(_ bytes: [UInt8]) -> Bool { SurfFileKind.detect(bytes) == .sessions }

  /// Throws `other-format`, `missing-column`, `unknown-zone`, `bad-value` for `map=`, `no-rows`, and what the reader of
  /// delimited text throws.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let file = try context.oneFile()
    let map = options[SessionImporter.map] ?? []
    let bytes = try context.bytes(of: file)
    if map.isEmpty, !SessionImporter.isHeader(bytes) {
      let kind = SurfFileKind.detect(bytes)
      // The error for a missing part lists the columns, so leave tables to the header.
      if kind.map({
        ![.delimited, .spots, .forecasts, .measurements].contains($0) || bytes.first == 0x7B || bytes.first == 0x5B
      })
        ?? true
      {
        throw SurfFileKind.notLoaded(context.name, kind, wanted: SurfFileKind.sessions.product)
      }
    }
    let times = try options.placing(["unknown-zone"], under: SessionImporter.zone) { () throws(Diagnostic) in
      try SessionTimes(zone: options[SessionImporter.zone]) { (name) throws(Diagnostic) in try context.zone(name) }
    }
    // The names come first: the meaning of a column decides how its cells are read.
    let names = try context.table(of: file, options: DelimitedOptions(header: true)).table.names
    let header = try options.placing(["bad-value", "unknown-column"], under: SessionImporter.map) {
      () throws(Diagnostic) in
      try SessionHeader(names, map: map, file: context.name)
    }
    var types: [String: ColumnType] = [:]
    for name in header.columns.values { types[name] = .text }
    let read = try context.table(
      of: file,
      options: DelimitedOptions(
        header: true, missing: ["", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "MM", "-"], types: types))
    let dates = options[SessionImporter.dates].flatMap { DateOrder(rawValue: $0) }
    var log = SessionLog(try header.plain(read.table, dates: dates), header: header, times: times, file: context.name)
    try log.read(cancellation: context.cancellation)
    return ImportedTable(
      try log.table(good: options[SessionImporter.good]), labelling: Labelling(column: "good"),
      evaluators: ["surf.alert"], notes: read.notes + log.notes(zone: options[SessionImporter.zone]))
  }
}
