internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

/// `sample`: random rows.
struct SampleCommand: Command {
  let signature = Signature(
    "sample", topic: .data, summary: "Show a random sample of rows, in their original order.",
    details: """
      The sample depends only on the random seed (set seed=N) and the number of rows, so it is reproducible.
      """,
    parameters: [HeadCommand.count.any, HeadCommand.columns.any],
    examples: [
      Example("sample 4", after: ["load iris"], "four random rows", prints: "petal_width_cm"),
      Example(
        "sample 2 if species == \"setosa\"", after: ["load iris"], "two random rows that meet a condition",
        prints: "setosa"),
      Example("by species: sample 1", after: ["load iris"], "one random row of each species", prints: "virginica"),
      Example("sample 0", after: ["load iris"], "a number out of range", fails: "bad-value"),
    ], traits: [.rows, .groups, .calculates, .readsOnly], seeAlso: ["head", "tail"])

  /// Draws without replacement.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let table = try HeadCommand.table(call, in: session)
    let rows = call.rows ?? table.allRows
    let wanted = min(call[HeadCommand.count] ?? 10, rows.count)
    var random = session.seed.derived("sample", rows.count).source()
    let shown = random.selection(of: wanted, from: rows)
    var output = TableOutput(table.selecting(rows: shown), totalRows: rows.count)
    output.chooser = signature.name
    output.showsAllRows = call[HeadCommand.count] != nil
    return [.table(output)]
  }
}
