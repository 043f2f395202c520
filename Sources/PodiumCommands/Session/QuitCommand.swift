internal import PodiumCore
internal import PodiumPlugin

/// `quit`: another name for `exit`.
struct QuitCommand: Command {
  let signature = Signature(
    "quit", topic: .session, summary: "Leave podium.",
    examples: [
      Example("quit", "leave at once", prints: ""),
      Example("quit", after: ["load iris"], "a table that you did not save is lost", prints: ""),
      Example(
        "quit", after: ["load iris", "save flowers"], "a saved table stays in the workspace", prints: ""),
      Example("quit now", "no argument is allowed", fails: "unexpected-argument"),
    ],
    traits: [.control], seeAlso: ["exit"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    session.exitStatus = 0
    return []
  }
}
