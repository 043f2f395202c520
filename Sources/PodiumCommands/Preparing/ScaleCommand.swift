internal import PodiumCore
internal import PodiumPlugin

/// `scale`: columns of mean 0 and standard deviation 1.
struct ScaleCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", types: [.number, .integer], help: "The features; all numbers as they stand then when left out.")

  let signature = Signature(
    "scale", topic: .preparing, summary: "Add a step that brings columns to mean 0 and spread 1.",
    details: """
      (x − mean)/sd of the training rows, sd with divisor n, an sd of 0 counts as 1. Steps apply in order: 'encode' \
      then 'scale' scales the 0/1 columns too, 'scale' then 'encode' does not. Refitted in every fold.
      """,
    parameters: [columns.any],
    examples: [
      Example("scale", after: ["load iris"], "all numbers", prints: "recipe: scale"),
      Example("scale", after: ["load tastings", "encode"], "after another step", prints: "encode, then scale"),
      Example("scale sepal_length_cm", after: ["load iris"], "one column", prints: "recipe: scale sepal_length_cm"),
      Example("scale roast", after: ["load tastings"], "a category", fails: "wrong-column-type"),
    ], seeAlso: ["recipe", "encode"])

  /// Adds the step; nothing is fitted yet.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let columns = call.has(ScaleCommand.columns) ? call[ScaleCommand.columns] : nil
    return try RecipeEditing.append("scale", columns: columns, in: &session)
  }
}
