internal import PodiumCore
internal import PodiumPlugin

/// `impute`: values for missing cells.
struct ImputeCommand: Command {
  static let columns = Parameter<[String]>.columns("columns", help: "The features; all when left out.")
  static let strategy = Parameter<String?>.choice(
    "strategy", ["mean", "median", "most-frequent"],
    help: "What is filled in; mean for numbers and most-frequent for the rest when left out.")

  let signature = Signature(
    "impute", topic: .preparing, summary: "Add a step that fills missing cells.",
    details: """
      With the mean of the training rows, or their most frequent category (ties: the smallest by code point). \
      Refitted in every fold.
      """,
    parameters: [columns.any, strategy.any],
    examples: [
      Example("impute", after: ["load tastings"], "all features", prints: "recipe: impute"),
      Example(
        "impute sepal_length_cm strategy=median", after: ["load iris"], "one column by its median",
        prints: "strategy=median"),
      Example("impute waves", after: ["load trips.csv"], "one column by its mean", prints: "recipe: impute waves"),
      Example("impute strategy=magic", after: ["load iris"], "an unknown strategy", fails: "bad-value"),
    ], seeAlso: ["recipe", "encode"])

  /// Adds the step; nothing is fitted yet.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let columns = call.has(ImputeCommand.columns) ? call[ImputeCommand.columns] : nil
    let settings = call[ImputeCommand.strategy].map { ["strategy": $0] } ?? [:]
    return try RecipeEditing.append("impute", columns: columns, settings: settings, in: &session)
  }
}
