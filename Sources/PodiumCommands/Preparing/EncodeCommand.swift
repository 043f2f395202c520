internal import PodiumCore
internal import PodiumPlugin

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
    exampleLines: """
      every feature that is not a number: load tastings; label; encode -> recipe: encode
      one column: load tastings; encode roast -> recipe: encode roast
      after another step: load tastings; label; scale; encode -> encode
      a column of numbers: load tastings; encode rank -> !wrong-column-type
      """, seeAlso: ["recipe", "scale", "impute"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    try RecipeEditing.append(call, EncodeCommand.columns, in: &session)
  }
}
