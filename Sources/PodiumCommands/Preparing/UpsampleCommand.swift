internal import PodiumCore
internal import PodiumPlugin

/// `upsample`: repeats training rows of smaller classes.
struct UpsampleCommand: Command {
  let signature = Signature(
    "upsample", topic: .preparing, summary: "Add a step that repeats training rows of smaller classes.",
    details: """
      Rows are drawn at random until each class has as many as the largest. Only training rows change, again in \
      every fold, so no copy is tested. Probabilities are then as if classes were equally frequent. weights=balanced \
      of a learner does the same without copies.
      """,
    parameters: [],
    examples: [
      Example("upsample", after: ["load tastings", "label"], "equal classes", prints: "recipe: upsample"),
      Example("upsample", after: ["load iris", "scale"], "after another step", prints: "scale, then upsample"),
      Example("recipe", after: ["load iris", "label species", "upsample"], "the features stay", prints: "upsample"),
      Example("upsample 3", after: ["load iris"], "an argument", fails: "unexpected-argument"),
    ], seeAlso: ["recipe", "downsample"])

  /// Adds the step without fitting it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    try RecipeEditing.append("upsample", columns: nil, in: &session)
  }
}
