internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `learners`: the available learners.
struct LearnersCommand: Command {
  let signature = Signature(
    "learners", topic: .learning, summary: "List the learners with their hyperparameters.",
    examples: [
      Example("learners", "all of them", prints: "zeror"),
      Example("learners to learners.md", "write the list to a file", prints: "learners.md"),
      Example("learners to learners.csv", "for a spreadsheet", prints: "learners.csv"),
      Example("learners tree", "no argument is allowed; use help tree", fails: "unexpected-argument"),
    ], traits: [.readsOnly], seeAlso: ["cv", "compare", "help"])

  /// One row for each learner.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let definitions = session.registry.learners.all
    let table = try Table([
      Column("learner", .text(definitions.map(\.key))),
      Column("summary", .text(definitions.map(\.summary))),
      Column(
        "predicts",
        .text(definitions.map { $0.capabilities.targets.map(\.rawValue).sorted().joined(separator: ", ") })),
      Column(
        "hyperparameters",
        .text(
          definitions.map { definition in
            definition.hyperparameters.map { $0.name + "=" + $0.defaultValue.text }.joined(separator: ", ")
          })),
    ])
    return [.table(TableOutput(table, footer: ["'help LEARNER' explains its hyperparameters"]))]
  }
}
