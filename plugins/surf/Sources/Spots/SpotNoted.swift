internal import PodiumCore
internal import PodiumPlugin

/// A command with a note where a short name fits several spots and it took one of them.
struct SpotNoted: Command {
  let signature: Signature
  private let command: any Command

  init(_ command: any Command) {
    self.command = command
    signature = command.signature
  }

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    // The word counts as it did before the command, which may log the first session at one of the spots.
    let notes = try SpotFinder(in: session.store()).remark(call[SpotFinder.spot])
    return try command.run(call, in: &session) + notes
  }
}
