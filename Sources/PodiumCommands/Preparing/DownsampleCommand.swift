internal import PodiumCore
internal import PodiumPlugin

/// `downsample`: leaves out training rows of larger classes.
struct DownsampleCommand: Command {
  let signature = Signature(
    "downsample", topic: .preparing, summary: "Add a step that leaves out training rows of larger classes.",
    details: """
      Rows are drawn at random until each class has as few as the smallest. Only training rows change, again in \
      every fold. Probabilities are then as if classes were equally frequent.
      """,
    parameters: [],
    examples: [
      Example("downsample", after: ["load tastings", "label"], "equal classes", prints: "recipe: downsample"),
      Example("downsample", after: ["load iris", "scale"], "after another step", prints: "scale, then downsample"),
      Example(
        "recipe", after: ["load iris", "label species", "downsample"], "the features stay", prints: "downsample"),
      Example("downsample 3", after: ["load iris"], "an argument", fails: "unexpected-argument"),
    ], seeAlso: ["recipe", "upsample"])

  /// Adds the step without fitting it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    try RecipeEditing.append("downsample", columns: nil, in: &session)
  }
}
