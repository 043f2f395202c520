internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `model save`: saves a fitted model in the workspace.
struct ModelSaveCommand: Command {
  static let model = Parameter<String?>.text(
    "model", positional: true, help: "The model; optional if there is only one.",
    completion: .names(.models))

  let signature = Signature(
    "model save", topic: .learning, summary: "Save a fitted model in the workspace.",
    details: "'as NAME' saves it under another name. 'model load NAME' loads it again in any later session.",
    parameters: [model.any, SavedName.replace.any],
    examples: [
      Example("model save", after: ["load iris", "label species", "fit tree"], "the only model", prints: "saved"),
      Example(
        "model save tree as flowers", after: ["load iris", "label species", "fit tree"], "under another name",
        prints: "flowers"),
      Example(
        "model save big", after: ["load iris", "label species", "fit tree(max-depth=1) as small", "fit tree as big"],
        "one of two", prints: "big"), Example("model save", "without a fitted model", fails: "no-model"),
      Example(
        "model save",
        after: [
          "load iris", "label species", "fit tree", "model save", "fit tree(max-depth=2)", "model save tree as other",
          "fit tree(max-depth=1)",
        ],
        "a name that is taken", fails: "saved-name-taken"),
    ], traits: [.namesTable], seeAlso: ["fit", "model load", "model list"])

  /// When the command ends, the complete model is in the workspace.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let span = call.span(of: ModelSaveCommand.model) ?? call.verbSpan
    let (name, model) = try session.model(call[ModelSaveCommand.model], span: span)
    let saved = call.syntax.name?.text ?? name
    try SavedName.check(saved, span: call.syntax.name?.span ?? span)
    do throws(Diagnostic) {
      try session.store().save(model, as: saved, replacing: call[SavedName.replace])
    } catch {
      throw error.at(span)
    }
    return [
      .text(
        "saved \(saved): \(model.learner.description) for \(model.target); 'model load \(CommandText.word(saved))' loads it again"
      )
    ]
  }
}
