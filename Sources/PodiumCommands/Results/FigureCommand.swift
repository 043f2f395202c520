internal import PodiumCore
internal import PodiumPlugin

/// `figure`: a plugin's picture of the current table.
struct FigureCommand: Command {
  static let key = Parameter<String>.required(
    "figure", allowed: "a figure", help: "The figure; 'plugins' lists them.",
    completion: .names(.figures))

  let signature = Signature(
    "figure", topic: .results, summary: "Draw the current table with a figure from a plugin.",
    details: "The figure's own keys follow its name. 'plot FIGURE' does the same and takes a title and a size too.",
    parameters: [key.any],
    examples: [
      Example("figure flowers", after: ["load iris"], "a figure that no plugin provides", fails: "unknown-figure")
    ], traits: [.openKeys, .rows, .ofPlugins, .readsOnly], seeAlso: ["plot", "plugins", "show"])

  /// Draws the rows that `if` and `in` choose.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let key = call[FigureCommand.key]
    let span = call.span(of: FigureCommand.key)
    guard let kind = session.registry.figures[key] else {
      throw Diagnostic.unknown(
        "figure", key, among: session.registry.figures.keys.sorted(by: CodePointOrder.precedes), span: span,
        help: "'plugins' lists the figures")
    }
    do throws(Diagnostic) { return [.figure(try kind.figure(call, [], in: session))] } catch { throw error.at(span) }
  }
}
