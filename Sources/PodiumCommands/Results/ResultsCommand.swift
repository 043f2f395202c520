internal import PodiumCore
internal import PodiumPlugin

struct ResultsCommand: Command {
  let signature = Signature(
    "results", topic: .results, summary: "List the results with their numbers and names.",
    exampleLines: """
      with a named result: load iris; label species; cv zeror k=5 as base; results -> base
      by their numbers: load iris; head 3; describe; results -> describe
      write the list to a file: load iris; head 3; results to results.csv -> results.csv
      no argument is allowed: results all -> !unexpected-argument
      """, traits: [.control, .readsOnly], seeAlso: ["fields", "show"])

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
