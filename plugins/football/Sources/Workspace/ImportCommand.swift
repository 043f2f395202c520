internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// `football import`: imports the matches in a file into the workspace.
struct ImportCommand: Command {
  static let file = Parameter<String>.required(
    "file", allowed: "a file with matches, its address, or a bundled dataset of this plugin",
    help: "File, or its address.", completion: .data)
  static let date = Parameter<String?>.text(
    "date", help: "Day of the matches, for files without one, as in 2014-11-04.")
  static let zone = Parameter<String?>.text(
    "zone", help: "Time zone of the kick-offs, as in Europe/Stockholm; by default that of the competition.")

  let signature = Signature(
    "football import", topic: .plugins, summary: "Import fixtures and results from a file into the workspace.",
    details: """
      Reads CSV files from football-data.co.uk (main and new leagues), football.json and football.txt from \
      openfootball, footballcsv, saved pages with a table of fixtures, and the JSON of the live score app. Competition, \
      season and teams within three days identify a match: importing the same file again adds nothing, and a later file \
      of the same source corrects it. If another source differs, the stored match stays, and football conflicts lists \
      both versions. Rows that are not matches are skipped and reported with their lines.
      """,
    parameters: [
      file.any, FootballImporter.competition.any, FootballImporter.season.any, date.any, zone.any,
    ],
    examples: [
      Example("football import football-league", "a bundled league", prints: "480"),
      Example(
        "football import football-league", after: ["football import football-league"], "a second time",
        prints: "same          480"),
      Example("quiet: football import football-league", "without the report", prints: ""),
      Example("football import datasets/iris/iris.csv", "a file without football results", fails: "not-football-data"),
    ], seeAlso: ["football table", "football matches", "football conflicts", "load"])

  /// The workspace changes only after the whole file is read.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let context: any ImportContext
    do throws(Diagnostic) {
      context = try session.importContext(named: call[ImportCommand.file], bundledFor: FootballImporter().key)
    } catch {
      throw error.at(call.span(of: ImportCommand.file))
    }
    return try ImportCommand.take(context, call, &session)
  }

  /// Reads and stores a file for this command and 'football fetch'.
  static func take(
    _ context: any ImportContext, _ call: Call, _ session: inout Session, competition known: String? = nil
  ) throws(Diagnostic) -> [Output] {
    let span = call.span(of: file) ?? call.verbSpan
    let season = try FootballImporter.season(call[FootballImporter.season], at: call.span(of: FootballImporter.season))
    let day = try FootballDays.day(call, date)
    let competition = call[FootballImporter.competition] ?? known
    let (source, read): (String, SourceFile)
    do throws(Diagnostic) {
      (source, read) = try SourceReader.read(
        context, options: .init(competition: competition, season: season, date: day))
    } catch {
      throw error.at(span)
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
    let outcome: MatchImport.Outcome
    do throws(Diagnostic) { outcome = try work.run(read) } catch { throw error.at(span) }
    guard outcome.new + outcome.changed + outcome.same + outcome.conflicts > 0 else {
      let rows = outcome.refusals.sorted { $0.line < $1.line }
      throw Diagnostic(
        "no-matches",
        "'\(context.name)' has no match that could be read"
          + (rows.isEmpty ? "" : ": \(rows.count.counted("row was", plural: "rows were")) refused"),
        span: span,
        help: rows.isEmpty
          ? "check that it is the file you mean"
          : rows.prefix(3).map { "line \($0.line): \($0.reason)" }.joined(separator: "; ")
            + (rows.count > 3 ? "; …" : "")
      ).inFile(context.name, line: rows.first?.line ?? 1)
    }
    return try report(outcome, read, file: context.name)
  }

  private static func report(
    _ outcome: MatchImport.Outcome, _ read: SourceFile, file: String
  ) throws(Diagnostic) -> [Output] {
    var record = RecordOutput("matches from \(file)")
    record.add("format", .text(read.format))
    record.add("competitions", list: outcome.competitions.sorted(by: CodePointOrder.precedes).map(Value.text))
    record.add("seasons", list: outcome.seasons.sorted().map { .text($0.description) })
    record.add("read", .integer(read.read))
    record.add("new", .integer(outcome.new))
    record.add("changed", .integer(outcome.changed))
    record.add("same", .integer(outcome.same))
    record.add("conflicts", .integer(outcome.conflicts))
    record.add("refused", .integer(outcome.refusals.count))
    var outputs: [Output] = [.record(record)]
    if !outcome.refusals.isEmpty {
      let rows = outcome.refusals.sorted { $0.line < $1.line }
      outputs.append(
        .table(
          TableOutput(
            try Table([
              Column("line", .integer(rows.map(\.line))), Column("reason", .text(rows.map(\.reason))),
            ]), title: "skipped rows of \(file)")))
    }
    outputs += changes(outcome.changes).map(Output.warning)
    return outputs + outcome.notes.map(Output.note)
  }

  /// The first ten changes and conflicts.
  private static func changes(_ sentences: [String]) -> [String] {
    let shown = 10
    let rest = sentences.count - min(shown, sentences.count)
    return sentences.prefix(shown) + (rest > 0 ? ["\(rest.counted("more change")), not shown"] : [])
  }
}
