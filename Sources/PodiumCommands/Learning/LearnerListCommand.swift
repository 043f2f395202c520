internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `learner list`: the learners a user brought to this session.
struct LearnerListCommand: Command {
  let signature = Signature(
    "learner list", topic: .learning, summary: "List the learners you added, and how they are started.",
    examples: [
      Example("learner list", "none yet", prints: "learner add"),
      Example(shown: "learner list", "those you added, with their commands"),
      Example(shown: "learner list to learners.csv", "the list into a file"),
      Example("learner list mine", "no argument is allowed", fails: "unexpected-argument"),
    ], seeAlso: ["learner add", "learners"])

  /// One row a learner.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let learners = session.state.learners
    guard !learners.isEmpty else { return [.note("no learner was added; learner add NAME COMMAND brings one")] }
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
