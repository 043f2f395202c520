internal import PodiumCore
internal import PodiumPlugin

struct DownsampleCommand: Command {
  let signature = Signature(
    "downsample", topic: .preparing, summary: "Add a step that leaves out training rows of larger classes.",
    details: """
      Rows are drawn at random until each class has as few as the smallest. Only training rows change, again in \
      every fold. Probabilities are then as if classes were equally frequent.
      """,
    parameters: [],
    exampleLines: """
      equal classes: load tastings; label; downsample -> recipe: downsample
      after another step: load iris; scale; downsample -> scale, then downsample
      the features stay: load iris; label species; downsample; recipe -> downsample
      an argument: load iris; downsample 3 -> !unexpected-argument
      """, seeAlso: ["recipe", "upsample"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    try RecipeEditing.append(call, in: &session)
  }
}
