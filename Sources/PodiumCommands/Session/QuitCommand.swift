internal import PodiumCore
internal import PodiumPlugin

struct QuitCommand: Command {
  let signature = Signature(
    "quit", topic: .session, summary: "Leave podium.",
    exampleLines: """
      leave at once: quit ->
      a table that you did not save is lost: load iris; quit ->
      a saved table stays in the workspace: load iris; save flowers; quit ->
      no argument is allowed: quit now -> !unexpected-argument
      """,
    traits: [.control], seeAlso: ["exit"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    session.exitStatus = 0
    return []
  }
}
