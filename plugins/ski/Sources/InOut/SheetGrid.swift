internal import PodiumCore
internal import PodiumPlugin

/// The cells of a sheet as texts, row by row, with no idea yet which of them are headings.
///
/// Rows may have as many cells as they like, which a table's may not.
struct SheetGrid {
  let name: String
  let rows: [[String]]

  /// Reads the one file of a context.
  init(_ context: any ImportContext) throws(Diagnostic) {
    rows = try context.cells(of: context.files.first ?? context.name).map { $0.map(Terms.trimmed) }
    name = context.name
  }
}
