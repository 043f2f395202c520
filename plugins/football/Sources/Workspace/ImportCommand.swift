internal import PodiumCore
internal import PodiumPlugin

/// `football import`: imports the matches in a results file into the workspace.
struct ImportCommand: Command {
  static let file = Parameter<String>.required(
    "file", allowed: "a results file, its address, or a bundled dataset of this plugin",
    help: "File, or its address.", completion: .data)

  let signature = Signature(
    "football import", topic: .plugins, summary: "Import matches from a results file into the workspace.",
    details: """
      Reads CSV files from football-data.co.uk, main and new leagues. Competition, season, day and teams identify a \
      match: importing the same file again adds nothing, and values that differ in a later file replace the stored ones \
      and are listed. Rows that are not matches are skipped and reported with their lines.
      """,
    parameters: [file.any, FootballImporter.competition.any, FootballImporter.season.any],
    examples: [
      Example("football import football-league", "a bundled league", prints: "480"),
      Example(
        "football import football-league", after: ["football import football-league"], "a second time",
        prints: "same          480"),
      Example("quiet: football import football-league", "without the report", prints: ""),
      Example("football import datasets/iris/iris.csv", "a file without football results", fails: "not-football-data"),
    ], seeAlso: ["football table", "load"])

  /// The workspace changes only after the whole file is read.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let span = call.span(of: ImportCommand.file)
    let season = try FootballImporter.season(
      call[FootballImporter.season], at: call.span(of: FootballImporter.season))
    let read: (file: MatchFile, matches: [Match], form: [(home: Form, away: Form)])
    do throws(Diagnostic) {
      read = try FootballImporter.read(
        try session.importContext(named: call[ImportCommand.file], bundledFor: FootballImporter().key),
        competition: call[FootballImporter.competition], season: season)
    } catch {
      throw error.at(span)
    }
    let doubts = try KeptMatches(of: read.matches, in: store).doubts(about: read.matches, file: read.file.notices.file)
    let merged = try store.merge(
      try MatchRecords.table(read.matches), into: MatchRecords.name, rule: .update, cancellation: session.cancellation)

    var record = RecordOutput("matches from \(read.file.notices.file)")
    record.add("format", .text("football-data.co.uk, \(read.file.kind.rawValue)"))
    record.add(
      "competitions", list: Set(read.matches.map(\.competition)).sorted(by: CodePointOrder.precedes).map(Value.text))
    record.add("seasons", list: Set(read.matches.map(\.season)).sorted().map { .text($0.description) })
    record.add("read", .integer(read.file.rowCount))
    record.add("new", .integer(merged.new))
    record.add("changed", .integer(merged.changed))
    record.add("same", .integer(merged.same))
    record.add("refused", .integer(read.file.refused))
    var outputs: [Output] = [.record(record)]
    outputs += ImportCommand.changes(merged, read.matches, file: read.file.notices.file).map(Output.warning)
    return outputs + (read.file.notices.sentences + doubts).map(Output.note)
  }

  /// The first ten changes.
  private static func changes(_ merged: MergeReport, _ matches: [Match], file: String) -> [String] {
    let shown = 10
    let sentences = merged.differences.prefix(shown).compactMap { difference -> String? in
      guard matches.indices.contains(difference.row) else { return nil }
      let match = matches[difference.row]
      return "\(file):\(match.line): \(match.home) against \(match.away) on \(match.date): changed \(difference.field) "
        + "from \(difference.stored.fileText) to \(difference.given.fileText)"
    }
    let rest = merged.differences.count - sentences.count
    return sentences + (rest > 0 ? ["changed \(rest.counted("more value")), not shown"] : [])
  }
}
