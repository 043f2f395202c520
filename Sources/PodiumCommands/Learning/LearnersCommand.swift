internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct LearnersCommand: Command {
  let signature = Signature(
    "learners", topic: .learning, summary: "List the learners with their hyperparameters.",
    exampleLines: """
      all of them: learners -> zeror
      write the list to a file: learners to learners.md -> learners.md
      for a spreadsheet: learners to learners.csv -> learners.csv
      no argument is allowed; use help tree: learners tree -> !unexpected-argument
      """, traits: [.readsOnly], seeAlso: ["cv", "compare", "help"])

  /// One row for each learner.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let definitions = session.registry.learners.all
    let table = try Table([
      Column("learner", .text(definitions.map(\.key))),
      Column("summary", .text(definitions.map(\.summary))),
      Column("predicts", .text(definitions.map { $0.capabilities.targetNames.joined(separator: ", ") })),
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
