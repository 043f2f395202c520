internal import PodiumCore
internal import PodiumPlugin

/// `encode`: one-hot encoding.
struct EncodeCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", types: [.category, .ordered, .boolean], help: "The features; by default all that are not numbers.")

  let signature = Signature(
    "encode", topic: .preparing, summary: "Add a step that one-hot encodes categories as 0/1 columns.",
    details: """
      Each category in the training rows becomes a 0/1 column that replaces the original column. The new columns are \
      in code-point order, or for an ordered column in its order. A category that does not occur in the training rows \
      gives zeros. The step is refitted in every fold.
      """,
    parameters: [columns.any],
    examples: [
      Example(
        "encode", after: ["load tastings", "label"], "every feature that is not a number", prints: "recipe: encode"),
      Example("encode roast", after: ["load tastings"], "one column", prints: "recipe: encode roast"),
      Example("encode", after: ["load tastings", "label", "scale"], "after another step", prints: "encode"),
      Example("encode rank", after: ["load tastings"], "a column of numbers", fails: "wrong-column-type"),
    ], seeAlso: ["recipe", "scale", "impute"])

  /// Adds the step without fitting it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let columns = call.has(EncodeCommand.columns) ? call[EncodeCommand.columns] : nil
    return try RecipeEditing.append("encode", columns: columns, in: &session)
  }
}
