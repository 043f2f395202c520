internal import PodiumCore
internal import PodiumPlugin

/// `scale`: standardizes columns.
struct ScaleCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", types: [.number, .integer], help: "The features; by default all that are numeric at that step.")

  let signature = Signature(
    "scale", topic: .preparing, summary: "Add a step that standardizes columns to mean 0 and standard deviation 1.",
    details: """
      Each value becomes (x − mean)/sd, with the mean and sd (divisor n) of the training rows; an sd of 0 counts as 1. \
      Steps apply in order: 'encode' then 'scale' also scales the 0/1 columns, 'scale' then 'encode' does not. The \
      step is refitted in every fold.
      """,
    parameters: [columns.any],
    examples: [
      Example("scale", after: ["load iris"], "all numeric features", prints: "recipe: scale"),
      Example("scale", after: ["load tastings", "encode"], "after another step", prints: "encode, then scale"),
      Example("scale sepal_length_cm", after: ["load iris"], "one column", prints: "recipe: scale sepal_length_cm"),
      Example("scale roast", after: ["load tastings"], "a category", fails: "wrong-column-type"),
    ], seeAlso: ["recipe", "encode"])

  /// Adds the step without fitting it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let columns = call.has(ScaleCommand.columns) ? call[ScaleCommand.columns] : nil
    return try RecipeEditing.append("scale", columns: columns, in: &session)
  }
}
