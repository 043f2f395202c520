internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `learner list`: the learners added in this session.
struct LearnerListCommand: Command {
  let signature = Signature(
    "learner list", topic: .learning, summary: "List the learners you added, with the commands that start them.",
    examples: [
      Example("learner list", "before adding any", prints: "learner add"),
      Example(shown: "learner list", "your learners with their commands"),
      Example(shown: "learner list to learners.csv", "write the list to a file"),
      Example("learner list mine", "no argument is allowed", fails: "unexpected-argument"),
    ], traits: [.readsOnly], seeAlso: ["learner add", "learners"])

  /// One row for each learner.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let learners = session.state.learners
    guard !learners.isEmpty else { return [.note("you have not added a learner; 'learner add NAME COMMAND' adds one")] }
    let table = try Table([
      Column("learner", .text(learners.map(\.definition.key))),
      Column("command", .text(learners.map(\.command))),
      Column(
        "predicts",
        .text(
          learners.map { $0.definition.capabilities.targets.map(\.rawValue).sorted().joined(separator: ", ") })),
      Column("probabilities", .boolean(learners.map(\.definition.capabilities.probabilities))),
    ])
    return [.table(TableOutput(table))]
  }
}
