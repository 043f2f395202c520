public import PodiumCore
public import PodiumPlugin

/// `load ski FOLDER`: a bundle of test sessions, snow, ski pairs, grindings and ranked participations, read and checked as `ski import`
/// does. A row is a ski pair in a session, sessions in order and serial numbers within them. The grinding is the latest one before the
/// session; the snow becomes three columns of percentages. What the bundle lacks is missing in the row and reported.
public struct SkiImporter: Importer {
  public let key = "ski"
  public let summary =
    "A folder of ski tests: participations.csv, sessions.csv, snow.csv, ski_pairs.csv, grinding_moments.csv."
  public let extensions: [String] = []
  public let parameters: [AnyParameter] = [
    SkiImportCommand.dates.any, SkiImportCommand.season.any, SkiImportCommand.repair.any,
    SkiImportCommand.normalise.any,
  ]

  public init() {}

  /// A folder with participations and sessions is a bundle.
  public func recognises(_ context: any ImportContext) -> Bool {
    context.isFolder && context.files.contains("participations.csv") && context.files.contains("sessions.csv")
  }

  /// Reads, checks and joins the files of the bundle. Throws what `ski import` throws: `not-a-bundle`, `missing-column`,
  /// `ambiguous-date`, `repeated-row` when a pair takes part twice, `bad-rank`, `bad-snow`, `unknown-pair`.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let repairs = SkiBundle.Repairs(
      ranks: options[SkiImportCommand.repair], shares: options[SkiImportCommand.normalise])
    let dates = try SheetDates.Choice(
      dates: options[SkiImportCommand.dates], season: options[SkiImportCommand.season],
      at: options.span(of: SkiImportCommand.season))
    var bundle = try SkiBundle(context, dates: dates, workspace: nil, repairs: repairs)
    try bundle.check()
    let (table, notes) = try bundle.table()
    return ImportedTable(table, labelling: TestRow.labelling(of: table), evaluators: ["ski.risk"], notes: notes)
  }
}
