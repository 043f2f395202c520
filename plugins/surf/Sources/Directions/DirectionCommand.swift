internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `surf direction`: adds the step that turns directions into sine and cosine.
struct DirectionCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", types: [.number, .integer],
    help: "The features that hold degrees; those whose name ends in _deg when left out.")

  let signature = Signature(
    "surf direction", topic: .plugins, summary: "Add a step that turns directions into sine and cosine.",
    details: """
      359 and 1 degree are neighbours, but as numbers they lie at both ends. The step gives two columns for each \
      direction, X=sin and X=cos, which count as one feature. It belongs before 'scale'; a missing direction stays \
      missing, so 'impute' may follow it.
      """,
    parameters: [columns.any],
    examples: [
      Example(
        "surf direction", after: ["load surf-sessions", "label"], "all columns of degrees",
        prints: "recipe: surf.direction swell_direction_deg wind_direction_deg"),
      Example(
        "surf direction wind_direction_deg", after: ["load surf-sessions"], "one of them",
        prints: "recipe: surf.direction wind_direction_deg"),
      Example(
        "surf direction wind_direction_deg", after: ["load surf-sessions", "label", "scale"], "after another step",
        prints: "surf.direction"),
      Example("surf direction spot", after: ["load surf-sessions"], "a column of names", fails: "wrong-column-type"),
    ], seeAlso: ["recipe", "encode", "scale"])

  /// Adds the step with the names of its columns; nothing is fitted yet.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let span = call.span(of: DirectionCommand.columns)
    let features = dataset.table.columns(with: .feature)
    var names = call[DirectionCommand.columns]
    if names.isEmpty {
      names = features.filter { $0.type.isNumeric && $0.name.hasSuffix(DirectionStep.ending) }.map(\.name)
    }
    guard !names.isEmpty else { throw Diagnostic.noDirections }
    for name in names where !features.contains(where: { $0.name == name }) {
      throw Diagnostic(
        "not-a-feature", "column '\(name)' is no feature", span: span, help: "features add=\(name) makes it one")
    }
    for step in dataset.recipe.steps where step.key == DirectionStep().key {
      guard let name = names.first(where: { step.columns?.contains($0) ?? true }) else { continue }
      throw Diagnostic(
        "repeated-step", "'\(name)' is turned into sine and cosine already", span: span,
        help: "recipe shows the steps, recipe clear takes them away")
    }
    dataset.recipe.steps.append(RecipeStep(DirectionStep().key, columns: names))
    session.state.current = dataset
    return [.text("recipe: " + dataset.recipe.steps.map(\.description).joined(separator: ", then "))]
  }
}
