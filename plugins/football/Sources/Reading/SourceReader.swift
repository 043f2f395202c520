public import FootballModel
public import PodiumCore
public import PodiumPlugin
internal import PodiumRecords

/// Reads a file of any of the plugin's formats, detected from its content.
public enum SourceReader {
  /// What the user types about a file.
  public struct Options: Sendable {
    public var competition: String?
    public var season: Season?
    /// The day of rows that have only a time, and of files that have no day at all.
    public var date: CalendarDate?
    /// What columns with other headings hold.
    var words = ColumnWords(meanings: [:])
    /// The one sheet that is read; nil for all.
    var sheet: String?

    public init(competition: String? = nil, season: Season? = nil, date: CalendarDate? = nil) {
      (self.competition, self.season, self.date) = (competition, season, date)
    }
  }

  /// The word after `format=` for each source.
  static let formats = [
    "football-data": MatchFile.source, "footballcsv": "footballcsv", "football.txt": "football.txt",
    "football.json": "football.json", "page": page, "livescore": "live score JSON", "table": table,
    "football-data.org": ServiceJSON.Service.footballData.rawValue,
    "api-football": ServiceJSON.Service.apiFootball.rawValue,
  ]
  private static let page = "fixture page"
  private static let table = "fixture table"

  /// The matches of a file, and the name of its source. Workbooks, databases and other tables are read with the
  /// importers of a registry. Throws `not-football-data` for other files, `no-date`, and what the readers throw.
  public static func read(
    _ context: any ImportContext, options: Options, in registry: Registry = Registry()
  ) throws(Diagnostic) -> (source: String, file: SourceFile) {
    guard !context.isFolder, let name = context.files.first else {
      throw Diagnostic("not-football-data", "'\(context.name)' is a folder", help: MatchFormat.help)
    }
    let bytes = try context.bytes(of: name)
    let start = bytes.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    // Workbooks, SQLite and UTF-16.
    let marks: [[UInt8]] = [[0x50, 0x4B, 3, 4], Array("SQLite format 3".utf8), [0xFF, 0xFE], [0xFE, 0xFF]]
    if options.sheet != nil || marks.contains(where: { bytes.starts(with: $0) }) {
      return try sheets(context, options, registry)
    }
    switch start.first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try json(context, name, bytes, options, registry)
    case UInt8(ascii: "<"): return try tables(pages(bytes, context), page, context, options)
    default: break
    }
    if start.starts(with: Array("document.write".utf8)) || start.starts(with: Array("function".utf8)),
      let script = FixturePage.written(by: bytes)
    {
      return try tables(pages(script, context), page, context, options)
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
    return try table(cells, context, options)
  }

  /// A table of a file: those of a page have titles, those of a workbook names.
  private struct Sheet {
    var name: String?
    var title = ""
    let cells: MatchCells
  }

  private static func pages(_ bytes: [UInt8], _ context: any ImportContext) throws(Diagnostic) -> [Sheet] {
    try context.webTables(in: bytes, named: context.name).map { table in
      let lines = table.rows.map {
        MatchCells.Line($0.line, $0.cells.map(\.text), links: $0.cells.compactMap(\.link))
      }
      return Sheet(title: table.heading, cells: MatchCells(lines))
    }
  }

  /// The tables of a file in any other format that `load` reads.
  private static func sheets(
    _ context: any ImportContext, _ options: Options, _ registry: Registry
  ) throws(Diagnostic) -> (source: String, file: SourceFile) {
    var all = try IncomingSheet.all(context, in: registry)
    if let name = options.sheet { all = [try IncomingSheet.choose(name, among: all)] }
    all.removeAll(where: \.isEmpty)
    let found = all.filter { !$0.isHidden || options.sheet != nil }.map { sheet in
      Sheet(
        name: all.count > 1 ? sheet.sheet : nil,
        cells: MatchCells(sheet.rows.map { MatchCells.Line($0.line, $0.cells) }))
    }
    var read = try tables(found, table, context, options)
    read.file.notes += all.filter { $0.isHidden && options.sheet == nil }.compactMap(\.sheet).map {
      "the hidden sheet '\($0.abridged)' was not read; choose it with sheet="
    }
    return read
  }

  /// All tables of results, or else all of fixtures, by the words of their headings; sheets that are neither are named.
  private static func tables(
    _ sheets: [Sheet], _ source: String, _ context: any ImportContext, _ options: Options
  ) throws(Diagnostic) -> (source: String, file: SourceFile) {
    var parts: [(sheet: String?, file: SourceFile)] = []
    var (known, failure): (String?, Diagnostic?)
    var strays: [String] = []
    for sheet in sheets {
      let lines = sheet.cells.renamed(options.words.renamed).lines
      let isResults =
        isFootballCSV(lines) || GoalList.recognises(lines)
        || MatchFormat.recognises(lines, hasCompetition: options.competition != nil)
      var reason = "it has no table of results"
      do throws(Diagnostic) {
        if isResults {
          let read = try table(sheet.cells, context, options)
          known = known ?? read.source
          if known == read.source {
            parts.append((sheet.name, read.file))
            continue
          }
          reason = "it is of another format, \(read.source)"
        }
      } catch {
        guard sheets.count > 1, error.code != "interrupted" else { throw error }
        (failure, reason) = (failure ?? error, error.message)
      }
      if let name = sheet.name { strays.append("the sheet '\(name.abridged)' was not read: \(reason)") }
    }
    if let known, !parts.isEmpty {
      var file = SourceFile(parts)
      file.notes += strays
      return (known, file)
    }
    if let failure { throw failure }
    try options.words.refuseAbsent(from: sheets.flatMap { $0.cells.lines.prefix(5).flatMap(\.cells) })
    for sheet in sheets {
      let read = try fixtures(sheet.cells.lines, title: sheet.title, renamed: options.words.renamed, context, options)
      if let read { parts.append((sheet.name, read)) }
    }
    guard !parts.isEmpty else {
      throw Diagnostic(
        "not-football-data", "no table of '\(context.name)' has a heading for the time and one for the match",
        help: "save the page with the fixtures: its table needs headings such as Tid and Match"
      ).inFile(context.name, line: 1)
    }
    var file = SourceFile(parts)
    for name in sheets.compactMap(\.name) where !parts.contains(where: { $0.sheet == name }) {
      file.notes.append("the sheet '\(name.abridged)' was not read: it has no table of matches")
    }
    return (source, file)
  }

  private static let headings = ColumnWords(meanings: ColumnWords.meanings(FixtureLanguages.words("heading")))

  /// A table of fixtures, by the words of its headings; nil where it has none of them.
  static func fixtures(
    _ lines: [MatchCells.Line], title: String = "",
    renamed: @escaping @Sendable ([String]) -> [String] = { $0 }, format: String = table,
    _ context: any ImportContext, _ options: Options
  ) throws(Diagnostic) -> SourceFile? {
    // `Datum | Zeit` is `Datum / Zeit`.
    let headings = FixtureHeadings(renamed: renamed) { text in
      SourceReader.headings.meaning(text.replacing("|", with: "/"))
    }
    return try context.cancellation.detached { () throws(Diagnostic) in
      FixturePage.read(
        lines, title: title, headings: headings, date: options.date, season: options.season, format: format)
    }
  }

  /// One table of results; what is none may be one of fixtures, by the words of its headings.
  private static func table(
    _ given: MatchCells, _ context: any ImportContext, _ options: Options
  ) throws(Diagnostic) -> (source: String, file: SourceFile) {
    if let header = given.lines.first(where: { !$0.isBlank }) { try options.words.refuseAbsent(from: header.cells) }
    let cells = given.renamed(options.words.renamed)
    if GoalList.recognises(cells.lines), let goals = try context.cancellation.detached({ GoalList.read(cells.lines) }) {
      return (table, goals)
    }
    let shown = context.name
    let (file, whole): (MatchFile, SourceFile)
    do throws(Diagnostic) {
      (file, whole) = try context.cancellation.detached { () throws(Diagnostic) in
        let file = try MatchFile(cells, name: shown, competition: options.competition, season: options.season)
        return (file, file.sourceFile)
      }
    } catch {
      let format = isFootballCSV(cells.lines) ? "footballcsv" : table
      // A table of another source may have some of the same headings.
      let mayBeOther = error.code == "missing-column" && options.competition != nil
      guard error.code == "not-football-data" || mayBeOther,
        let read = try fixtures(cells.lines, format: format, context, options),
        !mayBeOther || read.matches.contains(where: { $0.score != nil })
      else { throw error }
      return (format, read)
    }
    var read = whole
    if let season = options.season, file.kind == .new {
      let all = read.matches.count
      read.matches.removeAll { $0.season != season }
      read.leftOut = all - read.matches.count
      if read.matches.isEmpty {
        let known = Set(file.all.compactMap(\.season)).sorted().map(\.description)
        throw Diagnostic.unknown("season", season.description, among: known)
      }
    }
    return (MatchFile.source, read)
  }

  private static func isFootballCSV(_ lines: [MatchCells.Line]) -> Bool {
    lines.first { !$0.isBlank }.map { header in ["Date", "Team 1", "FT", "Team 2"].allSatisfy(header.cells.contains) }
      ?? false
  }

  private static let openingLength = 16_384

  private static func lines(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }

  private static func json(
    _ context: any ImportContext, _ name: String, _ bytes: [UInt8], _ options: Options, _ registry: Registry
  ) throws(Diagnostic) -> (source: String, file: SourceFile) {
    let value: JSONValue
    do throws(Diagnostic) { value = try context.json(of: name) } catch {
      // One object on each line.
      guard let read = try? sheets(context, options, registry) else { throw error }
      return read
    }
    if FootballJSON.recognises(value) {
      return ("football.json", try context.cancellation.detached { FootballJSON.read(value, bytes: bytes) })
    }
    if let service = ServiceJSON.service(of: value) {
      return (
        service.rawValue, try context.cancellation.detached { ServiceJSON.read(value, from: service, bytes: bytes) }
      )
    }
    guard LiveScoreJSON.recognises(value) else {
      if let fault = ServiceJSON.fault(in: value) {
        throw Diagnostic(
          "not-football-data", "'\(context.name)' has no matches, but the message of a service: \(fault.abridged)",
          help: "ask the service again; its answer has the matches when the request is valid"
        ).inFile(context.name, line: 1)
      }
      if let read = try? sheets(context, options, registry) { return read }
      throw Diagnostic(
        "not-football-data",
        "'\(context.name)' is JSON, but neither football.json, nor the answer of a known service, nor a list of live scores",
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
