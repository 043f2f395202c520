internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

struct FootballImportCommand: Command {
  static let file = Parameter<String>.required(
    "file", allowed: "a file with matches, its address, or a bundled dataset of this plugin",
    help: "File, or its address.", completion: .data)
  static let date = Parameter<String?>.text(
    "date", help: "Day of the matches, for files without one, as in 2014-11-04.")
  static let zone = Parameter<String?>.text(
    "zone", help: "Time zone of the kick-offs, as in Europe/Stockholm; by default that of the competition.")

  static let format = Parameter<String?>.choice(
    "format", SourceReader.formats.keys.sorted(), help: "Format that the file must have; default: any, detected.")
  static let map = Parameter<[String]?>.list(
    "map", help: "What columns with other headings hold, as in map=Heimteam:HomeTeam,Tore:FTHG.")
  static let sheet = TableImport.sheet

  let signature = Signature(
    "football import", topic: .plugins, summary: "Import fixtures and results from a file into the workspace.",
    details: """
      Reads CSV files from football-data.co.uk (main and new leagues), football.json and football.txt from \
      openfootball, footballcsv, saved pages with a table of fixtures, and the JSON of the live score app; also tables of results or \
      fixtures in any format that load reads, by their headings. Lists of goals and of shoot-outs complete stored matches. Competition, \
      season and teams within three days identify a match: importing the same file again adds nothing, and a later file \
      of the same source corrects it. If another source differs, the stored match stays, and football conflicts lists \
      both versions. Rows that are not matches are skipped and reported with their lines.
      """,
    parameters: [
      file.any, FootballImporter.competition.any, FootballImporter.season.any, date.any, zone.any, format.any,
      map.any, sheet.any,
    ],
    exampleLines: MatchDay.lines(
      """
      a bundled league: football import football-league -> 480
      a second time: {league}; football import football-league -> same          480
      without the report: quiet: football import football-league ->\u{20}
      a file without football results: football import datasets/iris/iris.csv -> !not-football-data
      """), seeAlso: ["football table", "football matches", "football conflicts", "load"])

  /// The workspace changes only after the whole file is read.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let context: any ImportContext
    do throws(Diagnostic) {
      context = try session.importContext(named: call[FootballImportCommand.file], bundledFor: FootballImporter().key)
    } catch { throw error.at(call.span(of: FootballImportCommand.file)) }
    return try FootballImportCommand.take(context, call, &session)
  }

  /// Reads and stores a file for this command and 'football fetch'.
  static func take(
    _ context: any ImportContext, _ call: Call, _ session: inout Session, competition known: String? = nil
  ) throws(Diagnostic) -> [Output] {
    let span = call.span(of: file) ?? call.verbSpan
    let season = try FootballImporter.season(call[FootballImporter.season], at: call.span(of: FootballImporter.season))
    let day = try call.day(date, in: session)
    let competition = call[FootballImporter.competition] ?? known
    let (source, read): (String, SourceFile)
    do throws(Diagnostic) {
      var options = SourceReader.Options(competition: competition, season: season, date: day)
      options.words = ColumnWords(
        meanings: [:],
        map: try (call[map] ?? []).map { (pair) throws(Diagnostic) in
          try ColumnWords.pair(pair, among: MatchFormat.names, at: call.span(of: map))
        })
      options.sheet = call[sheet]
      (source, read) = try SourceReader.read(context, options: options, in: session.registry)
      if let word = call[format], let wanted = SourceReader.formats[word], wanted != source {
        throw Diagnostic(
          "other-format", "'\(context.name)' is read as '\(source)', not as '\(wanted)'", span: call.span(of: format),
          help: "leave out format=, which is detected")
      }
    } catch {
      let places = ["unknown-column": call.span(of: map), "unknown-sheet": call.span(of: sheet)]
      throw error.span == nil ? error.at(places[error.code] ?? span) : error
    }
    let workspace = try FootballWorkspace(session)
    let services = session
    var work = MatchImport(
      source: source, file: context.name,
      options: .init(competition: competition, season: season, zone: call[zone], now: session.services.now?()),
      workspace: workspace, cancellation: session.cancellation
    ) { (name) throws(Diagnostic) in
      do throws(Diagnostic) { return try services.clock(in: name) } catch { throw error.at(call.span(of: zone)) }
    }
    do throws(Diagnostic) { try work.run(read) } catch { throw error.at(span) }
    var outcome = work.outcome
    let rows = work.refusals.sorted { ($0.sheet ?? "", $0.line) < ($1.sheet ?? "", $1.line) }
    guard outcome.new + outcome.changed + outcome.same + outcome.conflicts > 0 else {
      throw Diagnostic(
        "no-matches",
        "'\(context.name)' has no match that could be read"
          + (rows.isEmpty ? "" : ": \(rows.count.counted("row was", plural: "rows were")) refused"), span: span,
        help: rows.isEmpty
          ? "check that it is the file you mean"
          : rows.prefix(3).map { "\($0.place): \($0.reason)" }.joined(separator: "; ") + (rows.count > 3 ? "; …" : "")
      ).inFile(context.name, line: rows.first?.line ?? 1)
    }
    outcome.warnings = changes(outcome.warnings)
    guard !rows.isEmpty else { return outcome.outputs }
    var columns = [Column("line", .integer(rows.map(\.line))), Column("reason", .text(rows.map(\.reason)))]
    if rows.contains(where: { $0.sheet != nil }) {
      columns.insert(Column("sheet", .text(rows.map { $0.sheet ?? "" })), at: 0)
    }
    let skipped = TableOutput(try Table(columns), title: "skipped rows of \(context.name)")
    return [outcome.outputs[0], .table(skipped)] + outcome.outputs.dropFirst()
  }

  /// The first ten changes and conflicts.
  private static func changes(_ sentences: [String]) -> [String] {
    let shown = 10
    let rest = sentences.count - min(shown, sentences.count)
    return sentences.prefix(shown) + (rest > 0 ? ["\(rest.counted("more change")), not shown"] : [])
  }
}
