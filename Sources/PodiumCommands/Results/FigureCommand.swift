internal import PodiumCore
internal import PodiumPlugin

/// `figure`: a plugin's picture of the current table.
struct FigureCommand: Command {
  static let key = Parameter<String>.required(
    "figure", allowed: "a figure", help: "The figure; 'plugins' lists them.",
    completion: .names(.figures))

  let signature = Signature(
    "figure", topic: .results, summary: "Draw the current table with a figure from a plugin.",
    details: "The figure's own keys follow its name. 'to FILE.svg' writes the picture to a file.",
    parameters: [key.any],
    examples: [
      Example("figure flowers", after: ["load iris"], "a figure that no plugin provides", fails: "unknown-figure")
    ], traits: [.openKeys, .rows, .ofPlugins, .readsOnly], seeAlso: ["plugins", "show"])

  /// Draws the rows that `if` and `in` choose.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let key = call[FigureCommand.key]
    let span = call.span(of: FigureCommand.key)
    guard let maker = session.registry.figures[key] else {
      throw Diagnostic.unknown(
        "figure", key, among: session.registry.figures.keys.sorted(by: CodePointOrder.precedes), span: span,
        help: "'plugins' lists the figures")
    }
    var table = try session.current().table
    if let rows = call.rows { table = table.selecting(rows: rows) }
    let options = try ImportOptions(
      call.otherKeys, parameters: maker.parameters, of: "figure '\(key)'", scope: session.parsingScope)
    do throws(Diagnostic) { return [.figure(try maker.figure(of: table, options: options))] } catch {
      throw error.at(span)
    }
  }
}
