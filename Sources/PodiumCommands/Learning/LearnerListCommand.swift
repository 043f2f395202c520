internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct LearnerListCommand: Command {
  let signature = Signature(
    "learner list", topic: .learning, summary: "List the learners you added, with the commands that start them.",
    exampleLines: """
      before adding any: learner list -> learner add
      your learners with their commands: learner list -> …
      write the list to a file: learner list to learners.csv -> …
      no argument is allowed: learner list mine -> !unexpected-argument
      """, traits: [.readsOnly], seeAlso: ["learner add", "learners"])

  /// One row for each learner.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let learners = session.state.learners
    guard !learners.isEmpty else { return [.note("you have not added a learner; 'learner add NAME COMMAND' adds one")] }
    let table = try Table([
      Column("learner", .text(learners.map(\.definition.key))),
      Column("command", .text(learners.map(\.command))),
      Column("predicts", .text(learners.map { $0.definition.capabilities.targetNames.joined(separator: ", ") })),
      Column("probabilities", .boolean(learners.map(\.definition.capabilities.probabilities))),
    ])
    return [.table(TableOutput(table))]
  }
}
