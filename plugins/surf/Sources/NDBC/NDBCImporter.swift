public import PodiumCore
public import PodiumPlugin

/// `load surf.ndbc FILE`: standard meteorological data of a buoy, of the last 45 days or of a year or month.
///
/// One row an hour, or with `rows=all` one a line; SI units, times in UTC, directions where wind and waves come from.
/// Columns without any value are left out. Rows that cannot be are refused with their line and told.
public struct NDBCImporter: Importer {
  static let station = Parameter<String?>.text(
    "station", help: "The code of the station; that of the file's name when left out.")
  static let rows = Parameter<String>.choice(
    "rows", ["hour", "all"], default: "hour", help: "One row an hour, or every line of the file.")

  public let key = "surf.ndbc"
  public let summary = "NDBC's standard meteorological data of a buoy, realtime (ID.txt) or historical (IDhYYYY.txt)."
  /// It knows its files by what they hold.
  public let extensions: [String] = []
  /// It knows its files by what is in them.
  public let readsFolders = false
  public let parameters: [AnyParameter] = [station.any, rows.any]

  public init() {}

  /// A file whose first line names the columns.
  public func recognises(_ context: any ImportContext) -> Bool {
    guard !context.isFolder, let file = context.files.first, let bytes = try? context.bytes(of: file) else {
      return false
    }
    return NDBCImporter.isHeader(bytes)
  }

  static func isHeader(_ bytes: [UInt8]) -> Bool {
    let line = String(decoding: bytes.prefix(512).prefix { $0 != 0x0A }, as: UTF8.self)
    return StandardMetHeader.isHeader(line.split { $0.isWhitespace || $0 == "\u{FEFF}" })
  }

  /// Reads the file.
  ///
  /// Throws `no-station`, `other-format`, `not-ndbc`, `unknown-unit`, `repeated-column`, `empty-file` and `no-rows`.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let file = try StandardMetFile(context)
    let station: String
    do throws(Diagnostic) {
      station = try StationCode.find(options[NDBCImporter.station], file: context.name)
    } catch {
      throw error.at(options.span(of: NDBCImporter.station))
    }
    let isHourly = options[NDBCImporter.rows] == "hour"
    let samples = isHourly ? HourlySamples.merge(file.samples) : file.samples.sorted { $0.time < $1.time }
    var table = try samples.table()
    for (place, name) in file.header.extras.enumerated() where !isHourly && table[name] == nil {
      table = try table.setting(Column(name, .number(samples.map { $0.extras[place] }), role: .ignored))
    }
    table = try table.setting(
      Column("station", .category(Categorical([String?](repeating: station, count: samples.count))), role: .group))
    var notes = ["\(file.rowCount.counted("row")) read, \(file.samples.count) kept, \(file.refused.count) refused"]
    if isHourly { notes.append("merged into \(samples.count.counted("hour")); rows=all gives every line") }
    return ImportedTable(table, notes: notes + file.sentences)
  }
}

extension StandardMetFile {
  /// Reads the one file of a context; throws `not-a-file` for a folder.
  init(_ context: any ImportContext) throws(Diagnostic) {
    guard !context.isFolder, let file = context.files.first else {
      throw Diagnostic("not-a-file", "'\(context.name)' is a folder", help: "name a file in it")
    }
    try self.init(context.bytes(of: file), name: context.name, cancellation: context.cancellation)
  }

  /// What people should know of the rows: refused ones first, then rare values.
  var sentences: [String] {
    var list = refused.prefix(5).map { "line \($0.line) is refused: \($0.reason)" }
    if refused.count > 5 { list.append("\(refused.count - 5) more refused rows are not listed") }
    if repeated > 0 { list.append("\(repeated.counted("row")) repeated word for word, counted once") }
    if !header.extras.isEmpty {
      list.append("columns that are not known here, kept as they are: " + header.extras.joined(separator: ", "))
    }
    return list + remarks.sentences
  }
}
