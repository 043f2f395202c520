internal import PodiumCore
internal import PodiumPlugin

/// `quit`: leaves, by the other name.
struct QuitCommand: Command {
  let signature = Signature(
    "quit", topic: .session, summary: "Leave podium.",
    examples: [
      Example("quit", "at once", prints: ""),
      Example("quit", after: ["load iris"], "what is saved stays in the workspace", prints: ""),
      Example("quit", after: ["load iris", "save flowers"], "load flowers brings it back next time", prints: ""),
      Example("quit now", "no argument is allowed", fails: "unexpected-argument"),
    ],
    traits: [.control], seeAlso: ["exit"])

  /// Asks the program to end after this command.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    session.exitStatus = 0
    return []
  }
}
