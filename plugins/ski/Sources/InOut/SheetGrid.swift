internal import PodiumCore
internal import PodiumPlugin

/// The cells of a sheet as text, row by row, before any headings are identified.
///
/// Unlike in a table, rows may differ in length.
struct SheetGrid {
  let name: String
  let rows: [[String]]

  /// Reads the one file of a context.
  init(_ context: any ImportContext) throws(Diagnostic) {
    rows = try context.cells(of: context.files.first ?? context.name).map { $0.map(Terms.trimmed) }
    name = context.name
  }
}
