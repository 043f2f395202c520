internal import PodiumCore
internal import PodiumPlugin

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
    exampleLines: """
      all categories: load tastings; target-encode -> recipe: target-encode
      one column: load tastings; target-encode process -> recipe: target-encode process
      what comes out: load tastings; label; target-encode process; recipe -> process:good
      an unknown column: load tastings; target-encode flavour -> !unknown-column
      """, seeAlso: ["recipe", "encode"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    try RecipeEditing.append(call, TargetEncodeCommand.columns, in: &session)
  }
}
