internal import PodiumCore
internal import PodiumPlugin

struct ShowCommand: Command {
  static let result = Parameter<String?>.result(help: "The result; the last one by default.")

  let signature = Signature(
    "show", topic: .results, summary: "Show a result again.", parameters: [result.any],
    exampleLines: """
      by name: load iris; label species; cv zeror k=5 as base; head 1; show base -> accuracy
      the last one: load iris; head 1; show -> setosa
      written to a file: load iris; label species; cv zeror k=5 as base; show base to base.md -> base.md
      a result that does not exist: load iris; show $9 -> !unknown-result
      """, traits: [.control, .readsOnly], seeAlso: ["results", "fields"])

  /// Nothing is computed again.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    try session.results.entry(call[ShowCommand.result] ?? "_", span: call.span(of: ShowCommand.result)).outputs
  }
}
