internal import PodiumCore
internal import PodiumPlugin

struct ExitCommand: Command {
  static let status = Parameter<Int?>.optionalInt(
    "status", in: 0...255, positional: true, help: "The exit status; 0 by default.")

  let signature = Signature(
    "exit", topic: .session, summary: "Leave podium.", parameters: [status.any],
    exampleLines: """
      with status 0: exit ->
      with a status that a script can check: exit 3 ->
      with the status of a failure: load iris; exit 1 ->
      a status out of range: exit 300 -> !bad-value
      """,
    traits: [.control], seeAlso: ["quit"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    session.exitStatus = Int32(clamping: call[ExitCommand.status] ?? 0)
    return []
  }
}
