internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct LearnerRemoveCommand: Command {
  static let name = Parameter<String>.required(
    "name", allowed: "a learner you added", help: "The learner to remove.",
    completion: .names(.addedLearners))

  let signature = Signature(
    "learner remove", topic: .learning, summary: "Remove a learner you added.",
    parameters: [name.any],
    exampleLines: """
      a learner you added: learner remove mine -> …
      undo the removal: learner remove mine; undo -> …
      replace its program: learner remove mine; learner add mine "python3 better.py" -> …
      a learner that was not added: learner remove mine -> !unknown-added-learner
      """, seeAlso: ["learner add", "learner list"])

  /// Removes it; `undo` restores it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[LearnerRemoveCommand.name]
    guard session.state.learners.contains(where: { $0.definition.key == name }) else {
      throw Diagnostic.unknown(
        "added learner", name, among: session.state.learners.map(\.definition.key),
        span: call.span(of: LearnerRemoveCommand.name), help: "'learner list' shows those you added")
    }
    session.state.learners.removeAll { $0.definition.key == name }
    return [.note("removed the learner '\(name)'")]
  }
}
