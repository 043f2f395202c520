internal import PodiumCore
internal import PodiumPlugin

/// `target-encode`: replaces categories by what the target is like among their rows.
struct TargetEncodeCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", help: "The features; by default all that are not numeric at that step.")

  let signature = Signature(
    "target-encode", topic: .preparing,
    summary: "Add a step that replaces categories by the mean of the target among their rows.",
    details: """
      For columns of many categories, where 'encode' makes too many columns. Classes give the share of each class \
      (of two classes, of the second). Categories of few rows are drawn to the mean of all; a training row is encoded \
      by the other rows, in five folds, so that its own target does not leak. Refitted in every fold.
      """,
    parameters: [columns.any],
    examples: [
      Example("target-encode", after: ["load tastings"], "all categories", prints: "recipe: target-encode"),
      Example(
        "target-encode process", after: ["load tastings"], "one column", prints: "recipe: target-encode process"),
      Example(
        "recipe", after: ["load tastings", "label", "target-encode process"], "what comes out", prints: "process:good"),
      Example("target-encode flavour", after: ["load tastings"], "an unknown column", fails: "unknown-column"),
    ], seeAlso: ["recipe", "encode"])

  /// Adds the step without fitting it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let columns = call.has(TargetEncodeCommand.columns) ? call[TargetEncodeCommand.columns] : nil
    return try RecipeEditing.append("target-encode", columns: columns, in: &session)
  }
}
