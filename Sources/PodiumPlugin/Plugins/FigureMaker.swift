public import PodiumCore

/// Draws a domain's own picture of the current table; `plot KEY` calls it.
public protocol FigureMaker: Sendable {
  /// The name with the plugin's prefix (`surf.rose`).
  var key: String { get }
  /// One sentence for the list of figures.
  var summary: String { get }
  /// Keys it takes on the line of `figure`; each must have a default.
  var parameters: [AnyParameter] { get }

  /// Draws the picture; pure and the same for the same table and options.
  ///
  /// Throws when the table has not what it draws.
  func figure(of table: Table, options: ImportOptions) throws(Diagnostic) -> FigureOutput
}
