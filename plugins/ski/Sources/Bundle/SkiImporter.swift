public import PodiumCore
public import PodiumPlugin

/// `load ski FOLDER`: a bundle of test sessions, snow, ski pairs, grindings and ranked participations. A row is a ski pair in a
/// session, sessions in order and serial numbers within them. The grinding is the latest one before the session; the snow becomes
/// three columns of percentages. What the bundle lacks is missing in the row and reported; no row is left out.
public struct SkiImporter: Importer {
  public let key = "ski"
  public let summary =
    "A folder of ski tests: participations.csv, sessions.csv, snow.csv, ski_pairs.csv, grinding_moments.csv."
  public let extensions: [String] = []
  public let parameters: [AnyParameter] = []

  public init() {}

  /// A folder with participations and sessions is a bundle.
  public func recognises(_ context: any ImportContext) -> Bool {
    context.isFolder && context.files.contains("participations.csv") && context.files.contains("sessions.csv")
  }

  /// Reads and joins the files of the bundle. Throws `not-a-bundle` when a file is not there, `missing-column`, `repeated-row` when
  /// a pair takes part twice.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let bundle = try SkiBundle(context)
    let joined = try bundle.join()
    return ImportedTable(
      joined.table, labelling: TestRow.labelling(of: joined.table), evaluators: ["ski.risk"], notes: joined.notes)
  }
}
