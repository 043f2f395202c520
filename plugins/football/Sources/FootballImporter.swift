public import PodiumCore
public import PodiumPlugin

/// `load football FILE`: results of football-data.co.uk, main or new leagues, a match a row.
///
/// The features are what was known on the morning of the match: who plays, and each side's form, counted from earlier
/// days of the file only. What is known only afterwards (goals, result) and the bookmakers' odds are ignored columns.
public struct FootballImporter: Importer {
  static let competition = Parameter<String?>.text(
    "competition", help: "The code of the competition, whatever the file says.")
  static let season = Parameter<String?>.text(
    "season", help: "Of main leagues the season's name, which their files lack; of new leagues the only season to keep."
  )

  public let key = "football"
  public let summary = "Results and odds of football-data.co.uk, main leagues and new leagues (CSV)."
  /// It reads the same files as the general reader, which comes first by name.
  public let extensions = ["csv"]
  /// The competition and the season, where the file is not to decide.
  public let parameters: [AnyParameter] = [competition.any, season.any]

  public init() {}

  /// A file with the header of one of the two forms.
  public func recognises(_ context: any ImportContext) -> Bool {
    do throws(Diagnostic) {
      guard !context.isFolder, let file = context.files.first else { return false }
      let opening = Array(try context.bytes(of: file).prefix(4096))
      return MatchFormat.recognises(
        try MatchCells(opening, name: context.name, cancellation: context.cancellation).lines)
    } catch {
      return false
    }
  }

  /// Reads the file; rows that are no match are left out and told with their lines.
  ///
  /// Throws `not-football-data`, `missing-column`, `no-matches`, `unknown-season`, and `not-text` for other bytes.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let season = try FootballImporter.season(
      options[FootballImporter.season], at: options.span(of: FootballImporter.season))
    let read = try options.placing(["unknown-season"], under: FootballImporter.season) { () throws(Diagnostic) in
      try FootballImporter.read(context, competition: options[FootballImporter.competition], season: season)
    }
    var notes = read.file.notices.sentences
    if let odds = read.file.oddsSource {
      let absent = read.matches.count { $0.odds == nil }
      notes.append(
        "odds are the \(odds.isClosing ? "closing prices" : "prices before the match") of column group '\(odds.name)'"
          + (absent > 0 ? "; \(absent.counted("match", plural: "matches")) without" : ""))
    }
    return ImportedTable(
      try MatchTable.table(read.matches, form: read.form), labelling: Labelling(column: "result"),
      evaluators: ["football.rps"], notes: notes)
  }

  /// The file of a context and those of its matches that are asked for, with the form counted over the whole file.
  static func read(
    _ context: any ImportContext, competition: String?, season: Season?
  ) throws(Diagnostic) -> (file: MatchFile, matches: [Match], form: [(home: Form, away: Form)]) {
    guard !context.isFolder, let name = context.files.first else {
      throw Diagnostic("not-football-data", "'\(context.name)' is a folder", help: MatchFormat.help)
    }
    let file = try MatchFile(
      try context.bytes(of: name), name: context.name, competition: competition, season: season,
      cancellation: context.cancellation)
    let form = Form.before(file.matches)
    guard let season, file.kind == .new else { return (file, file.matches, form) }
    let kept = file.matches.indices.filter { file.matches[$0].season == season }
    guard !kept.isEmpty else {
      let known = Set(file.matches.map(\.season)).sorted().map(\.description)
      throw Diagnostic.unknown("season", season.description, among: known)
    }
    return (file, kept.map { file.matches[$0] }, kept.map { form[$0] })
  }

  /// A season as typed.
  ///
  /// Throws `bad-value` for what names none.
  static func season(_ typed: String?, at span: SourceSpan? = nil) throws(Diagnostic) -> Season? {
    guard let typed else { return nil }
    guard let season = Season(typed) else {
      throw .badValue("season", typed, allowed: "a year or two, as in 2012 or 2018-19", span: span)
    }
    return season
  }
}
