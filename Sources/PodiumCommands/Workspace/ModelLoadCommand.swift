internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct ModelLoadCommand: Command {
  static let name = Parameter<String>.required(
    "name", allowed: "a saved model", help: "The saved model.",
    completion: .names(.savedModels))

  let signature = Signature(
    "model load", topic: .learning, summary: "Load a saved model into memory.",
    details: "'as NAME' gives the model another name in memory. 'predict NAME' uses it.", parameters: [name.any],
    exampleLines: """
      a model saved earlier: load iris; label species; fit tree as flowers; model save; model load flowers -> species
      under another name: load iris; label species; fit tree as flowers; model save; model load flowers as old -> old
      with another current table: load iris; label species; fit tree as flowers; model save; load wine; \
      model load flowers -> species
      a model that was never saved: model load roses -> !unknown-model
      """, traits: [.namesTable], seeAlso: ["model save", "model list", "predict"])

  /// The loaded model gives the same predictions as when it was saved.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[ModelLoadCommand.name]
    let span = call.span(of: ModelLoadCommand.name)
    let store = try session.store()
    let found = try Diagnostic.located(
      at: span,
      store.model(
        name, learners: session.registry.learners, transformers: session.registry.transformers))
    guard let model = found else {
      throw Diagnostic.unknown(
        "model", name, among: try store.models().map(\.name), span: span, help: "'model list' shows the saved models")
    }
    let own = call.syntax.name?.text ?? name
    session.state.models[own] = model
    return [.record(model.record(name: own))]
  }
}
