internal import PodiumCore
internal import PodiumPlugin

struct UpsampleCommand: Command {
  let signature = Signature(
    "upsample", topic: .preparing, summary: "Add a step that repeats training rows of smaller classes.",
    details: """
      Rows are drawn at random until each class has as many as the largest. Only training rows change, again in \
      every fold, so no copy is tested. Probabilities are then as if classes were equally frequent. weights=balanced \
      of a learner does the same without copies.
      """,
    parameters: [],
    exampleLines: """
      equal classes: load tastings; label; upsample -> recipe: upsample
      after another step: load iris; scale; upsample -> scale, then upsample
      the features stay: load iris; label species; upsample; recipe -> upsample
      an argument: load iris; upsample 3 -> !unexpected-argument
      """, seeAlso: ["recipe", "downsample"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    try RecipeEditing.append(call, in: &session)
  }
}
