internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct RecipeCommand: Command {
  static let action = Parameter<String?>.text(
    "action", positional: true, help: "'clear' removes all steps.", completion: .words(["clear"]))

  let signature = Signature(
    "recipe", topic: .preparing, summary: "Show the steps that prepare the features, or clear them.",
    details: "The column counts beside each step are those it produces when fitted on all rows.",
    parameters: [action.any],
    exampleLines: """
      two steps: load tastings; label; encode; scale; recipe -> encode
      remove all steps: load iris; scale; recipe clear -> no steps
      impute first, then scale: load iris; impute; scale; recipe -> impute
      an unknown action: load iris; recipe drop -> !bad-value
      """, seeAlso: ["encode", "scale", "impute", "undo"])

  /// Fits the steps on all rows to count their columns; only `clear` changes the state.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    if let action = call[RecipeCommand.action] {
      guard action == "clear" else {
        throw .unknownWord("action", action, among: ["clear"], span: call.span(of: RecipeCommand.action))
      }
      dataset.recipe = Recipe()
      session.state.current = dataset
    }
    if dataset.recipe.isEmpty { return [.text("recipe: no steps")] }
    var columns: [FeatureColumn] = []
    for column in dataset.table.columns(with: .feature) { columns.append(try FeatureColumn(column)) }
    let frame = FeatureFrame(columns: columns, rowCount: dataset.table.rowCount)
    var task: LearningTask?
    var counts: [Value] = []
    var names: [String] = []
    for end in dataset.recipe.steps.indices {
      let beginning = Recipe(Array(dataset.recipe.steps[...end]))
      func prepared(_ frame: FeatureFrame, _ target: Target?) throws(Diagnostic) -> FeatureFrame {
        try beginning.fit(
          StepTraining(frame, target: target, seed: session.seed, cancellation: session.cancellation),
          using: session.registry.transformers
        ).frame
      }
      var found: FeatureFrame?
      do throws(Diagnostic) {
        found = try prepared(task?.frame ?? frame, task?.target)
      } catch {
        guard error.code == "no-target" else { throw error }
        // Fitted on the rows that have a target.
        task = try? dataset.task(rows: nil)
        found = try task.map { task throws(Diagnostic) in try prepared(task.frame, task.target) }
      }
      counts.append(found.map { .integer($0.columns.count) } ?? .missing)
      names.append(found?.names.joined(separator: ", ") ?? "depends on the target: choose it with 'label'")
    }
    let steps = dataset.recipe.steps
    let table = try Table([
      Column("step", .text(steps.map(\.description))), Column("columns", values: counts),
      Column("names", .text(names)),
    ])
    return [.table(TableOutput(table, footer: ["refitted on the training rows of every fold"]))]
  }
}
