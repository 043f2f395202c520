internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `surf direction`: adds the step that encodes directions as sine and cosine.
struct DirectionCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", types: [.number, .integer],
    help: "Features in degrees; by default circular ones and those whose names end in _deg.")

  let signature = Signature(
    "surf direction", topic: .plugins, summary: "Add a recipe step that encodes directions as sine and cosine.",
    details: """
      359 and 1 degree are neighbours, but as numbers they are far apart. The step replaces each direction with two \
      columns, X=sin and X=cos, which count as one feature. Put it before 'scale'. Missing directions stay missing, so \
      'impute' can follow.
      """,
    parameters: [columns.any],
    exampleLines: """
      all columns in degrees: load surf-sessions; label; surf direction -> recipe: surf.direction swell_direction_deg wind_direction_deg
      one column: load surf-sessions; surf direction wind_direction_deg -> recipe: surf.direction wind_direction_deg
      after another step: load surf-sessions; label; scale; surf direction wind_direction_deg -> surf.direction
      a column that is not in degrees: load surf-sessions; surf direction spot -> !wrong-column-type
      """, seeAlso: ["recipe", "encode", "scale"])

  /// Adds the step with its column names; fits nothing yet.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let span = call.span(of: DirectionCommand.columns)
    let features = dataset.table.columns(with: .feature)
    var names = call[DirectionCommand.columns]
    if names.isEmpty {
      names = features.filter { $0.type.isNumeric && DirectionStep.holds($0.name, $0.circle) }.map(\.name)
    }
    guard !names.isEmpty else { throw Diagnostic.noDirections }
    for name in names where !features.contains(where: { $0.name == name }) {
      throw Diagnostic(
        "not-a-feature", "column '\(name)' is not a feature", span: span,
        help: "make it one with: features add=\(CommandText.word(name))"
      )
    }
    for step in dataset.recipe.steps where step.key == DirectionStep().key {
      guard let name = names.first(where: { step.columns?.contains($0) ?? true }) else { continue }
      throw Diagnostic(
        "repeated-step", "'\(name)' is already encoded as sine and cosine", span: span,
        help: "use 'recipe' to list the steps, 'recipe clear' to remove them")
    }
    dataset.recipe.steps.append(RecipeStep(DirectionStep().key, columns: names))
    session.state.current = dataset
    return [.text("recipe: " + dataset.recipe.steps.map(\.description).joined(separator: ", then "))]
  }
}
