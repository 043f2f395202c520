internal import PodiumCore
internal import PodiumPlugin

struct FigureCommand: Command {
  static let key = Parameter<[Word]>.wordsOrResults(
    "figure", allowed: "a figure or a result",
    help: "The figure; 'plugins' lists them. A result, as in _: its picture again.",
    completion: .names(.figures))

  let signature = Signature(
    "figure", topic: .results, summary: "Draw the current table with a figure from a plugin.",
    details: "The figure's own keys follow its name. 'plot FIGURE' does the same and takes a title and a size too.",
    parameters: [key.any],
    exampleLines: """
      the last picture: load iris; plot hist petal_length_cm; figure _ -> petal_length_cm
      a picture by its name: load iris; plot hist petal_length_cm as sizes; describe; figure $sizes -> petal_length_cm
      a scatter plot again: load iris; plot petal_length_cm petal_width_cm; figure _ -> petal_width_cm
      a figure that no plugin provides: load iris; figure flowers -> !unknown-figure
      """, traits: [.openKeys, .rows, .ofPlugins, .calculates, .readsOnly], seeAlso: ["plot", "plugins", "show"])

  /// Draws the rows that `if` and `in` choose.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let words = call[FigureCommand.key]
    let span = call.span(of: FigureCommand.key)
    guard words.count == 1, let key = words.first?.text else {
      throw Diagnostic(
        words.isEmpty ? "missing-argument" : "unexpected-argument", "'figure' takes one figure",
        span: span ?? call.verbSpan,
        help: "'plugins' lists the figures; 'plot' draws columns")
    }
    if key.first == "$" {
      let result = String(key.dropFirst())
      let pictures = try session.results.entry(result, span: span).outputs.filter {
        if case .figure = $0 { true } else { false }
      }
      if !pictures.isEmpty { return pictures }
      throw Diagnostic(
        "no-picture", "this result has no picture", span: span,
        help: "the results of describe, count, cv and others can be drawn: plot \(result == "_" ? "_" : key)")
    }
    guard let kind = session.registry.figures[key] else {
      throw Diagnostic.unknown(
        "figure", key, among: session.registry.figures.keys.inCodePointOrder(), span: span,
        help: "'plugins' lists the figures")
    }
    return try Diagnostic.located(at: span, [.figure(try kind.figure(call, [], in: session))])
  }
}
