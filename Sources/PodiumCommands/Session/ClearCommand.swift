internal import PodiumPlugin

/// `clear`: clears what is shown.
struct ClearCommand: Command {
  let signature = Signature(
    "clear", topic: .session, summary: "Clear the screen, or the outputs of a cell in Jupyter.",
    details: """
      The session keeps everything: drop, 'workspace remove' and 'model remove' remove data. In a script or a pipe there \
      is nothing to clear.
      """,
    examples: [
      Example("clear", "an empty window", prints: ""),
      Example("clear", after: ["load iris"], "the table stays", prints: ""),
      Example("clear", after: ["load iris", "head 1"], "before the next look", prints: ""),
      Example("clear all", "no argument is allowed", fails: "unexpected-argument"),
    ],
    traits: [.local, .readsOnly], seeAlso: ["history"])

  func run(_ call: Call, in session: inout Session) -> [Output] {
    session.services.clear?()
    return []
  }
}
