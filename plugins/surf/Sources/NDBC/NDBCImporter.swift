public import PodiumCore
public import PodiumPlugin
internal import SurfModel

/// `load surf.ndbc FILE`: standard meteorological data from a buoy, for the last 45 days, a month or a year.
///
/// One row per hour, or one per line with `rows=all`; SI units, times in UTC, directions that wind and waves come from.
/// Columns without values are left out. Invalid rows are skipped and reported with their line.
public struct NDBCImporter: Importer {
  static let station = Parameter<String?>.text(
    "station", help: "Station code; by default taken from the file name.")
  static let rows = Parameter<String>.choice(
    "rows", ["hour", "all"], default: "hour", help: "One row per hour, or all lines of the file.")

  public let key = "surf.ndbc"
  public let summary = "NDBC standard meteorological data from a buoy, real-time (ID.txt) or historical (IDhYYYY.txt)."
  /// Files are recognised by their content.
  public let extensions: [String] = []
  public let readsFolders = false
  public let parameters: [AnyParameter] = [station.any, rows.any]

  public init() {}

  /// Whether the first line names the columns.
  public func recognises(_ context: any ImportContext) -> Bool {
    guard !context.isFolder, let file = context.files.first,
      let bytes = try? context.start(of: file, count: 512)
    else {
      return false
    }
    return NDBCImporter.isHeader(bytes)
  }

  static func isHeader(_ bytes: [UInt8]) -> Bool {
    let line = String(decoding: bytes.prefix(512).prefix { $0 != 0x0A }, as: UTF8.self)
    return StandardMetHeader.isHeader(line.split { $0.isWhitespace || $0 == "\u{FEFF}" })
  }

  /// Throws `no-station`, `other-format`, `not-ndbc`, `unknown-unit`, `repeated-column`, `empty-file` and `no-rows`.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let file = try StandardMetFile(context)
    let station: String
    do throws(Diagnostic) {
      station = try StationCode.find(
        options[NDBCImporter.station], file: context.files.first ?? context.name)
    } catch {
      throw error.at(options.span(of: NDBCImporter.station))
    }
    let isHourly = options[NDBCImporter.rows] == "hour"
    let samples = isHourly ? try HourlySamples.merge(file.samples) : file.samples.sorted { $0.time < $1.time }
    var table = try samples.table()
    for (place, name) in file.header.extras.enumerated() where !isHourly && table[name] == nil {
      table = try table.setting(Column(name, .number(samples.map { $0.extras[place] }), role: .ignored))
    }
    table = try table.setting(
      Column("station", .category(Categorical([String?](repeating: station, count: samples.count))), role: .group))
    var notes = ["read \(file.rowCount.counted("row")): kept \(file.samples.count), skipped \(file.refused.count)"]
    if isHourly { notes.append("merged into \(samples.count.counted("hourly row")); use rows=all for every line") }
    return ImportedTable(table, notes: notes + file.sentences)
  }
}

extension StandardMetFile {
  /// Reads the one file of a context; throws `not-a-file` for a folder.
  init(_ context: any ImportContext) throws(Diagnostic) {
    try self.init(context.bytes(of: context.oneFile()), name: context.name, cancellation: context.cancellation)
  }

  /// Notes about the rows: skipped ones first, then rare values.
  var sentences: [String] {
    var list = refused.firstFive {
      "skipped line \($0.line): \($0.reason)"
    } rest: {
      "skipped \($0.counted("more row", plural: "more rows")), not listed"
    }
    list += missed.firstFive {
      "line \($0.line): \($0.reason); the cell is missing"
    } rest: {
      "\($0.counted("more invalid cell")) became missing, not listed"
    }
    if repeated > 0 { list.append("dropped \(repeated.counted("duplicate row"))") }
    if !header.extras.isEmpty {
      list.append("kept unknown columns unchanged: " + header.extras.joined(separator: ", "))
    }
    return list + remarks.sentences
  }
}
