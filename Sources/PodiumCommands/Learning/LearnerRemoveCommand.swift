internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `learner remove`: takes an added learner out of the session.
struct LearnerRemoveCommand: Command {
  static let name = Parameter<String>.required(
    "name", allowed: "a learner you added", help: "The learner to take out.",
    completion: .names(.addedLearners))

  let signature = Signature(
    "learner remove", topic: .learning, summary: "Take a learner you added out of the session.",
    parameters: [name.any],
    examples: [
      Example(shown: "learner remove mine", "a learner you added"),
      Example(shown: "learner remove mine; undo", "and back again"),
      Example(shown: "learner remove mine; learner add mine \"python3 better.py\"", "another program under its name"),
      Example("learner remove mine", "one that was not added", fails: "unknown-added-learner"),
    ], seeAlso: ["learner add", "learner list"])

  /// Takes it out; `undo` brings it back.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[LearnerRemoveCommand.name]
    guard session.state.learners.contains(where: { $0.definition.key == name }) else {
      throw Diagnostic.unknown(
        "added learner", name, among: session.state.learners.map(\.definition.key),
        span: call.span(of: LearnerRemoveCommand.name), help: "learner list shows those you added")
    }
    session.state.learners.removeAll { $0.definition.key == name }
    return [.note("the learner '\(name)' is no longer there")]
  }
}
