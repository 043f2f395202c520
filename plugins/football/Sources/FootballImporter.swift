internal import FootballModel
public import PodiumCore
public import PodiumPlugin

/// `load football FILE`: results from football-data.co.uk, main or new leagues, one match per row. The features are
/// what was known on the morning of the match: the teams, and each side's form, counted from earlier days in the file
/// only. Goals, result and the bookmakers' odds are ignored columns.
public struct FootballImporter: Importer {
  static let competition = Parameter<String?>.text(
    "competition", help: "Competition code, replacing the one in the file.")
  static let season = Parameter<String?>.text(
    "season", help: "Season to assign to a main league, or to keep from a new league.")

  public let key = "football"
  public let summary = "Results and odds from football-data.co.uk, main and new leagues (CSV)."
  public let extensions = ["csv"]
  public let parameters: [AnyParameter] = [competition.any, season.any]

  public init() {}

  /// Whether the header is one of the two forms.
  public func recognises(_ context: any ImportContext) -> Bool {
    do throws(Diagnostic) {
      guard !context.isFolder, let file = context.files.first else { return false }
      let opening = try context.start(of: file, count: 4096)
      return MatchFormat.recognises(
        try MatchCells(opening, name: context.name, cancellation: context.cancellation).lines)
    } catch { return false }
  }

  /// Reads the file; rows that are not matches are skipped and reported with their lines. Throws `not-football-data`,
  /// `missing-column`, `no-matches`, `unknown-season`, and `not-text` for other bytes.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let season = try FootballImporter.season(
      options[FootballImporter.season], at: options.span(of: FootballImporter.season))
    let read = try options.placing(["unknown-season"], under: FootballImporter.season) { () throws(Diagnostic) in
      try FootballImporter.read(context, competition: options[FootballImporter.competition], season: season)
    }
    var notes = read.file.notices.sentences + read.file.alikeTeams
    if let odds = read.file.oddsNote {
      let absent = read.matches.count { $0.odds == nil }
      notes.append(odds + (absent > 0 ? "; \(absent.counted("match has", plural: "matches have")) none" : ""))
    }
    return ImportedTable(
      try MatchTable.table(read.matches, form: read.form), labelling: Labelling(column: "result"),
      evaluators: ["football.rps"], notes: notes)
  }

  /// The file and the requested matches, with the form counted over the whole file.
  static func read(
    _ context: any ImportContext, competition: String?, season: Season?
  ) throws(Diagnostic) -> (file: MatchFile, matches: [SourceMatch], form: [(home: Form, away: Form)]) {
    guard !context.isFolder, let name = context.files.first else {
      throw Diagnostic("not-football-data", "'\(context.name)' is a folder", help: MatchFormat.help)
    }
    let file = try MatchFile(
      try context.bytes(of: name), name: context.name, competition: competition, season: season,
      cancellation: context.cancellation)
    let matches = file.matches
    let form = Form.before(matches)
    guard let season, file.kind == .new else { return (file, matches, form) }
    let kept = matches.indices.filter { matches[$0].season == season }
    guard !kept.isEmpty else {
      let known = Set(matches.compactMap(\.season)).sorted().map(\.description)
      throw Diagnostic.unknown("season", season.description, among: known)
    }
    return (file, kept.map { matches[$0] }, kept.map { form[$0] })
  }

  /// The season that was typed; throws `bad-value` for any other text.
  static func season(_ typed: String?, at span: SourceSpan? = nil) throws(Diagnostic) -> Season? {
    guard let typed else { return nil }
    guard let season = Season(typed) else {
      throw .badValue("season", typed, allowed: "one year or two, as in 2012 or 2018-19", span: span)
    }
    return season
  }
}
