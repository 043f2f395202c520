public import PodiumCore
public import PodiumPlugin

/// `load surf.sessions FILE.csv`: a log of rated sessions with the conditions they were surfed in.
///
/// Columns are found by their names or with `map=`; conditions are columns whose name ends in a unit (`_m`, `_s`,
/// `_ms`, `_deg`, `_c`, `_hpa`), `tide` and `season`. What is known only afterwards is no feature. `label` alone asks
/// whether a session was good: rated `good=` or more.
public struct SessionImporter: Importer {
  static let map = Parameter<[String]?>.list(
    "map", help: "Columns with other names, as in map=beach:spot,stars:rating.")
  static let zone = Parameter<String?>.text(
    "zone", help: "The offset from UTC of times that have none, as in zone=-05:00; UTC when left out.")
  static let good = Parameter<Int>.int("good", in: 1...100, default: 4, help: "The least rating of a good session.")

  public let key = "surf.sessions"
  public let summary = "A CSV log of rated surf sessions: spot, start, rating, and the conditions of each."
  /// Its files are CSV, which the csv importer reads unless this one is named.
  public let extensions: [String] = []
  /// It knows its files by what is in them.
  public let readsFolders = false
  public let parameters: [AnyParameter] = [map.any, zone.any, good.any]

  public init() {}

  /// A file whose first line names a spot, a time and a rating.
  public func recognises(_ context: any ImportContext) -> Bool {
    guard !context.isFolder, let file = context.files.first, let bytes = try? context.bytes(of: file) else {
      return false
    }
    return SessionImporter.isHeader(bytes)
  }

  static func isHeader(_ bytes: [UInt8]) -> Bool {
    SessionHeader.looksLikeSessions(
      String(decoding: bytes.prefix(4096).prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self))
  }

  /// Reads the file.
  ///
  /// Throws `other-format`, `missing-column`, `unknown-zone`, `bad-value` for `map=`, `no-rows`, and what the reader of
  /// delimited text finds wrong.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    guard !context.isFolder, let file = context.files.first else {
      throw Diagnostic("not-a-file", "'\(context.name)' is a folder", help: "name a file in it")
    }
    let map = options[SessionImporter.map] ?? []
    let bytes = try context.bytes(of: file)
    if map.isEmpty, !SessionImporter.isHeader(bytes) {
      let product = ForeignFormat.name(of: bytes)
      // Which part a log lacks is said with the names of its columns.
      if product != ForeignFormat.delimitedText {
        throw ForeignFormat.refusal(of: context.name, product: product, wanted: "a log of surf sessions")
      }
    }
    let times = try options.placing(["unknown-zone"], under: SessionImporter.zone) { () throws(Diagnostic) in
      try SessionTimes(zone: options[SessionImporter.zone])
    }
    // The names first: what columns mean decides how their cells are read.
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
    var log = SessionLog(read.table, header: header, times: times, file: context.name)
    try log.read(cancellation: context.cancellation)
    return ImportedTable(
      try log.table(good: options[SessionImporter.good]), labelling: Labelling(column: "good"),
      evaluators: ["surf.alert"], notes: read.notes + log.notes(wereTold: options[SessionImporter.zone]))
  }
}
