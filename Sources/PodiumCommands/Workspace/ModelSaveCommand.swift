internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct ModelSaveCommand: Command {
  static let model = Parameter<String?>.text(
    "model", positional: true, help: "The model; optional if there is only one.",
    completion: .names(.models))

  let signature = Signature(
    "model save", topic: .learning, summary: "Save a fitted model in the workspace.",
    details: "'as NAME' saves it under another name. 'model load NAME' loads it again in any later session.",
    parameters: [model.any, SavedName.replace.any],
    exampleLines: """
      the only model: load iris; label species; fit tree; model save -> saved
      under another name: load iris; label species; fit tree; model save tree as flowers -> flowers
      one of two: load iris; label species; fit tree(max-depth=1) as small; fit tree as big; model save big -> big
      without a fitted model: model save -> !no-model
      a name that is taken: load iris; label species; fit tree; model save; fit tree(max-depth=2); \
      model save tree as other; fit tree(max-depth=1); model save -> !saved-name-taken
      """, traits: [.namesTable], seeAlso: ["fit", "model load", "model list"])

  /// When the command ends, the complete model is in the workspace.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let span = call.span(of: ModelSaveCommand.model) ?? call.verbSpan
    let (name, model) = try session.model(call[ModelSaveCommand.model], span: span)
    let saved = call.syntax.name?.text ?? name
    try SavedName.check(saved, span: call.syntax.name?.span ?? span)
    try Diagnostic.located(at: span, session.store().save(model, as: saved, replacing: call[SavedName.replace]))
    return [
      .text(
        "saved \(saved): \(model.learner.description) for \(model.target); 'model load \(CommandText.word(saved))' loads it again"
      )
    ]
  }
}
