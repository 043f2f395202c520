internal import PodiumCore
internal import PodiumPlugin

/// `impute`: fills in missing values.
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
    examples: [
      Example("impute", after: ["load tastings"], "all features", prints: "recipe: impute"),
      Example(
        "impute sepal_length_cm strategy=median", after: ["load iris"], "one column, with its median",
        prints: "strategy=median"),
      Example("impute waves", after: ["load trips.csv"], "one column, with its mean", prints: "recipe: impute waves"),
      Example("impute strategy=magic", after: ["load iris"], "an unknown strategy", fails: "bad-value"),
    ], seeAlso: ["recipe", "encode"])

  /// Adds the step without fitting it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let columns = call.has(ImputeCommand.columns) ? call[ImputeCommand.columns] : nil
    let settings = call[ImputeCommand.strategy].map { ["strategy": $0] } ?? [:]
    return try RecipeEditing.append("impute", columns: columns, settings: settings, in: &session)
  }
}
