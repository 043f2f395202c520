internal import PodiumCore
internal import PodiumPlugin

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
    exampleLines: """
      all numeric features: load iris; scale -> recipe: scale
      after another step: load tastings; encode; scale -> encode, then scale
      one column: load iris; scale sepal_length_cm -> recipe: scale sepal_length_cm
      a category: load tastings; scale roast -> !wrong-column-type
      """, seeAlso: ["recipe", "encode"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    try RecipeEditing.append(call, ScaleCommand.columns, in: &session)
  }
}
