internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct SampleCommand: Command {
  let signature = Signature(
    "sample", topic: .data, summary: "Show a random sample of rows, in their original order.",
    details: """
      The sample depends only on the random seed (set seed=N) and the number of rows, so it is reproducible.
      """,
    parameters: [HeadCommand.count.any, HeadCommand.columns.any],
    exampleLines: """
      four random rows: load iris; sample 4 -> petal_width_cm
      two random rows that meet a condition: load iris; sample 2 if species == "setosa" -> setosa
      one random row of each species: load iris; by species: sample 1 -> virginica
      a number out of range: load iris; sample 0 -> !bad-value
      """, traits: [.rows, .groups, .calculates, .readsOnly], seeAlso: ["head", "tail"])

  /// Draws without replacement.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let table = try HeadCommand.table(call, in: session)
    let rows = call.rows ?? table.allRows
    let wanted = min(call[HeadCommand.count] ?? 10, rows.count)
    var random = session.seed.derived("sample", rows.count).source()
    let shown = random.selection(of: wanted, from: rows)
    return HeadCommand.outputs(shown, of: table, among: rows.count, call)
  }
}
