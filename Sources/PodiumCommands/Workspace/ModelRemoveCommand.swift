internal import PodiumCore
internal import PodiumPlugin

struct ModelRemoveCommand: Command {
  static let name = Parameter<String>.required(
    "name", allowed: "a saved model", help: "The saved model.",
    completion: .names(.savedModels))

  let signature = Signature(
    "model remove", topic: .learning, summary: "Remove a saved model from the workspace; 'undo' restores it.",
    parameters: [name.any],
    exampleLines: """
      a saved model: load iris; label species; fit tree; model save; model remove tree -> removed
      a named model: load iris; label species; fit tree as flowers; model save; model remove flowers -> removed
      undo the removal: load iris; label species; fit tree; model save; model remove tree; undo \
      -> undid: model remove tree
      a model that was never saved: model remove roses -> !unknown-model
      """, traits: [.spelledOut], seeAlso: ["model save", "model list"])

  /// Models in memory are kept.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[ModelRemoveCommand.name]
    try Diagnostic.located(at: call.span(of: ModelRemoveCommand.name), session.store().removeModel(name))
    return [.text("removed the saved model \(name)")]
  }
}
