internal import PodiumPlugin

struct ClearCommand: Command {
  let signature = Signature(
    "clear", topic: .session, summary: "Clear the screen, or the outputs of a cell in Jupyter.",
    details: """
      The session keeps everything: drop, 'workspace remove' and 'model remove' remove data. In a script or a pipe there \
      is nothing to clear.
      """,
    exampleLines: """
      an empty window: clear ->
      the table stays: load iris; clear ->
      before the next look: load iris; head 1; clear ->
      no argument is allowed: clear all -> !unexpected-argument
      """,
    traits: [.local, .readsOnly], seeAlso: ["history"])

  func run(_ call: Call, in session: inout Session) -> [Output] {
    session.services.clear?()
    return []
  }
}
