internal import PodiumCore
internal import PodiumPlugin

/// `encode`: one-hot columns for categories.
struct EncodeCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", types: [.category, .ordered, .boolean], help: "The features; all that are no numbers when left out.")

  let signature = Signature(
    "encode", topic: .preparing, summary: "Add a step that turns categories into 0/1 columns.",
    details: """
      Each category of the training rows becomes a column in place of the old one, in code-point order (an ordered \
      column: in its order); a category that was not seen in training gives zeros. Refitted in every fold.
      """,
    parameters: [columns.any],
    examples: [
      Example(
        "encode", after: ["load tastings", "label"], "every feature that is not a number", prints: "recipe: encode"),
      Example("encode roast", after: ["load tastings"], "one column", prints: "recipe: encode roast"),
      Example("encode", after: ["load tastings", "label", "scale"], "after another step", prints: "encode"),
      Example("encode rank", after: ["load tastings"], "a column of numbers", fails: "wrong-column-type"),
    ], seeAlso: ["recipe", "scale", "impute"])

  /// Adds the step; nothing is fitted yet.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let columns = call.has(EncodeCommand.columns) ? call[EncodeCommand.columns] : nil
    return try RecipeEditing.append("encode", columns: columns, in: &session)
  }
}
