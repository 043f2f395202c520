internal import PodiumCore
internal import PodiumPlugin

/// `model remove`: removes a saved model from the workspace.
struct ModelRemoveCommand: Command {
  static let name = Parameter<String>.required(
    "name", allowed: "a saved model", help: "The saved model.",
    completion: .names(.savedModels))

  let signature = Signature(
    "model remove", topic: .learning, summary: "Remove a saved model from the workspace; 'undo' restores it.",
    parameters: [name.any],
    examples: [
      Example(
        "model remove tree", after: ["load iris", "label species", "fit tree", "model save"], "a saved model",
        prints: "removed"),
      Example(
        "model remove flowers", after: ["load iris", "label species", "fit tree as flowers", "model save"],
        "a named model", prints: "removed"),
      Example(
        "undo", after: ["load iris", "label species", "fit tree", "model save", "model remove tree"],
        "undo the removal",
        prints: "undid: model remove tree"),
      Example("model remove roses", "a model that was never saved", fails: "unknown-model"),
    ], traits: [.spelledOut], seeAlso: ["model save", "model list"])

  /// Models in memory are kept.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[ModelRemoveCommand.name]
    do throws(Diagnostic) { try session.store().removeModel(name) } catch {
      throw error.at(call.span(of: ModelRemoveCommand.name))
    }
    return [.text("removed the saved model \(name)")]
  }
}
