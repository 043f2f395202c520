internal import PodiumCore
internal import PodiumPlugin

/// `quit`: another name for `exit`.
struct QuitCommand: Command {
  let signature = Signature(
    "quit", topic: .session, summary: "Leave podium.",
    examples: [
      Example("quit", "leave at once", prints: ""),
      Example("quit", after: ["load iris"], "anything saved stays in the workspace", prints: ""),
      Example(
        "quit", after: ["load iris", "save flowers"], "load flowers loads the saved table next time", prints: ""),
      Example("quit now", "no argument is allowed", fails: "unexpected-argument"),
    ],
    traits: [.control], seeAlso: ["exit"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    session.exitStatus = 0
    return []
  }
}
