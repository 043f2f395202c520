internal import PodiumCore
internal import PodiumPlugin

/// `results`: the results of earlier commands.
struct ResultsCommand: Command {
  let signature = Signature(
    "results", topic: .results, summary: "List the results with their numbers and names.",
    examples: [
      Example(
        "results", after: ["load iris", "label species", "cv zeror k=5 as base"], "with a named result",
        prints: "base"),
      Example("results", after: ["load iris", "head 3", "describe"], "by their numbers", prints: "describe"),
      Example(
        "results to results.csv", after: ["load iris", "head 3"], "write the list to a file", prints: "results.csv"),
      Example("results all", "no argument is allowed", fails: "unexpected-argument"),
    ], traits: [.control, .readsOnly], seeAlso: ["fields", "show"])

  /// One row for each result.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let entries = session.results.entries
    if entries.isEmpty { return [.text("no results yet")] }
    let table = try Table([
      Column("result", .text(entries.map { "$\($0.cell)" })), Column("name", .text(entries.map(\.name))),
      Column("kind", .text(entries.map { $0.outputs.map(\.kind).joined(separator: ", ") })),
      Column("command", .text(entries.map(\.input))),
    ])
    return [.table(TableOutput(table, footer: ["show $N shows a result again; fields $N lists its values"]))]
  }
}
