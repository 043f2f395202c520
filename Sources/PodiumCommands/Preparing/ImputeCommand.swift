internal import PodiumCore
internal import PodiumPlugin

struct ImputeCommand: Command {
  static let columns = Parameter<[String]>.columns("columns", help: "The features; all by default.")
  static let strategy = Parameter<String?>.choice(
    "strategy", ["mean", "median", "most-frequent"],
    help: "The value to fill in; by default mean for numbers and most-frequent for other types.")

  let signature = Signature(
    "impute", topic: .preparing, summary: "Add a step that fills in missing values.",
    details: """
      Fills in the mean of the training rows, or their most frequent category (in a tie, the first in code-point \
      order). A circular column, such as a direction, takes its circular mean. The step is refitted in every fold.
      """,
    parameters: [columns.any, strategy.any],
    exampleLines: """
      all features: load tastings; impute -> recipe: impute
      one column, with its median: load iris; impute sepal_length_cm strategy=median -> strategy=median
      one column, with its mean: load trips.csv; impute waves -> recipe: impute waves
      an unknown strategy: load iris; impute strategy=magic -> !bad-value
      """, seeAlso: ["recipe", "encode"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let settings = call[ImputeCommand.strategy].map { ["strategy": $0] } ?? [:]
    return try RecipeEditing.append(call, ImputeCommand.columns, settings: settings, in: &session)
  }
}
