internal import PodiumCore
internal import PodiumPlugin

/// `exit`: leaves.
struct ExitCommand: Command {
  static let status = Parameter<Int?>.optionalInt(
    "status", in: 0...255, positional: true, help: "The exit status; 0 when left out.")

  let signature = Signature(
    "exit", topic: .session, summary: "Leave podium.", parameters: [status.any],
    examples: [
      Example("exit", "with the status 0", prints: ""),
      Example("exit 3", "with a status that a script can ask for", prints: ""),
      Example("exit 1", after: ["load iris"], "as if something had failed", prints: ""),
      Example("exit 300", "a status that no program can have", fails: "bad-value"),
    ],
    traits: [.control], seeAlso: ["quit"])

  /// Asks the program to end after this command.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    session.exitStatus = Int32(clamping: call[ExitCommand.status] ?? 0)
    return []
  }
}
