public import FootballModel
public import PodiumCore
public import PodiumPlugin

/// Reads a file of any of the plugin's formats, detected from its content.
public enum SourceReader {
  /// What the user types about a file.
  public struct Options: Sendable {
    public var competition: String?
    public var season: Season?
    /// The day of rows that have only a time, and of files that have no day at all.
    public var date: CalendarDate?

    public init(competition: String? = nil, season: Season? = nil, date: CalendarDate? = nil) {
      (self.competition, self.season, self.date) = (competition, season, date)
    }
  }

  /// The matches of a file, and the name of its source.
  ///
  /// Throws `not-football-data` for other files, `no-date`, and what the readers throw.
  public static func read(
    _ context: any ImportContext, options: Options
  ) throws(Diagnostic) -> (source: String, file: SourceFile) {
    guard !context.isFolder, let name = context.files.first else {
      throw Diagnostic("not-football-data", "'\(context.name)' is a folder", help: MatchFormat.help)
    }
    let bytes = try context.bytes(of: name)
    let start = bytes.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    switch start.first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try json(context, name, bytes, options)
    case UInt8(ascii: "<"):
      return (
        "fixture page",
        try FixturePage.read(
          context.webTables(in: bytes, named: context.name), name: context.name, date: options.date,
          season: options.season)
      )
    default: break
    }
    if start.starts(with: Array("document.write".utf8)) || start.starts(with: Array("function".utf8)),
      let page = FixturePage.written(by: bytes)
    {
      let tables = try context.webTables(in: page, named: context.name)
      return (
        "fixture page", try FixturePage.read(tables, name: context.name, date: options.date, season: options.season)
      )
    }
    // The opening tells; cutting a large file into lines of text takes long.
    if FootballText.recognises(lines(String(decoding: bytes.prefix(openingLength), as: UTF8.self))),
      let text = String(validating: bytes, as: UTF8.self)
    {
      return (
        "football.txt", try context.cancellation.detached { FootballText.read(lines(text), season: options.season) }
      )
    }
    let cells = try MatchCells(bytes, name: context.name, cancellation: context.cancellation)
    if let header = cells.lines.first(where: { !$0.isBlank }), FootballCSV.recognises(header.cells) {
      let file = try context.cancellation.detached {
        FootballCSV.read(cells.lines.filter { $0.number >= header.number }.map { (line: $0.number, cells: $0.cells) })
      }
      return ("footballcsv", file)
    }
    let shown = context.name
    let (file, whole) = try context.cancellation.detached { () throws(Diagnostic) in
      let file = try MatchFile(cells, name: shown, competition: options.competition, season: options.season)
      return (file, file.sourceFile)
    }
    var read = whole
    if let season = options.season, file.kind == .new {
      let all = read.matches.count
      read.matches.removeAll { $0.season != season }
      read.leftOut = all - read.matches.count
      if read.matches.isEmpty {
        let known = Set((file.matches.map(\.season) + file.fixtures.compactMap(\.season))).sorted().map(\.description)
        throw Diagnostic.unknown("season", season.description, among: known)
      }
    }
    return (MatchFile.source, read)
  }

  private static let openingLength = 16_384

  private static func lines(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }

  private static func json(
    _ context: any ImportContext, _ name: String, _ bytes: [UInt8], _ options: Options
  ) throws(Diagnostic) -> (source: String, file: SourceFile) {
    let value = try context.json(of: name)
    if FootballJSON.recognises(value) {
      return ("football.json", try context.cancellation.detached { FootballJSON.read(value, bytes: bytes) })
    }
    guard LiveScoreJSON.recognises(value) else {
      throw Diagnostic(
        "not-football-data", "'\(context.name)' is JSON, but neither football.json nor a list of live scores",
        help: MatchFormat.help
      ).inFile(context.name, line: 1)
    }
    guard let date = options.date ?? LiveScoreJSON.day(inName: context.name) else {
      throw Diagnostic(
        "no-date", "'\(context.name)' has no date, in its content or its name",
        help: "give the day of its matches, as in date=2014-11-04"
      ).inFile(context.name, line: 1)
    }
    return ("live score JSON", LiveScoreJSON.read(value, on: date, bytes: bytes))
  }
}
