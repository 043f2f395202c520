internal import PodiumCore
internal import PodiumPlugin

/// `show`: prints a result again.
struct ShowCommand: Command {
  static let result = Parameter<String?>.result(help: "The result; the last one by default.")

  let signature = Signature(
    "show", topic: .results, summary: "Show a result again.", parameters: [result.any],
    examples: [
      Example(
        "show base", after: ["load iris", "label species", "cv zeror k=5 as base", "head 1"], "by name",
        prints: "accuracy"),
      Example("show", after: ["load iris", "head 1"], "the last one", prints: "setosa"),
      Example(
        "show base to base.md", after: ["load iris", "label species", "cv zeror k=5 as base"], "written to a file",
        prints: "base.md"),
      Example("show $9", after: ["load iris"], "a result that does not exist", fails: "unknown-result"),
    ], traits: [.control, .readsOnly], seeAlso: ["results", "fields"])

  /// Nothing is computed again.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    try session.results.entry(call[ShowCommand.result] ?? "_", span: call.span(of: ShowCommand.result)).outputs
  }
}
