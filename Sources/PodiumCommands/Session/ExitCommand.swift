internal import PodiumCore
internal import PodiumPlugin

/// `exit`: leaves podium.
struct ExitCommand: Command {
  static let status = Parameter<Int?>.optionalInt(
    "status", in: 0...255, positional: true, help: "The exit status; 0 by default.")

  let signature = Signature(
    "exit", topic: .session, summary: "Leave podium.", parameters: [status.any],
    examples: [
      Example("exit", "with status 0", prints: ""),
      Example("exit 3", "with a status that a script can check", prints: ""),
      Example("exit 1", after: ["load iris"], "with the status of a failure", prints: ""),
      Example("exit 300", "a status out of range", fails: "bad-value"),
    ],
    traits: [.control], seeAlso: ["quit"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    session.exitStatus = Int32(clamping: call[ExitCommand.status] ?? 0)
    return []
  }
}
