internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

/// `tail`: the last rows.
struct TailCommand: Command {
  let signature = Signature(
    "tail", topic: .data, summary: "Show the last rows.", parameters: [HeadCommand.count.any, HeadCommand.columns.any],
    examples: [
      Example("tail 3", after: ["load iris"], "three rows", prints: "virginica"),
      Example(
        "tail 2 if species == \"setosa\"", after: ["load iris"], "the last rows that meet a condition", prints: "setosa"
      ),
      Example("by species: tail 1", after: ["load iris"], "the last row of each species", prints: "virginica"),
      Example("tail 0", after: ["load iris"], "a number out of range", fails: "bad-value"),
    ], traits: [.rows, .groups, .calculates, .readsOnly], seeAlso: ["head", "sample"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let table = try HeadCommand.table(call, in: session)
    let rows = call.rows ?? table.allRows
    let shown = Array(rows.suffix(call[HeadCommand.count] ?? 10))
    var output = TableOutput(table.selecting(rows: shown), totalRows: rows.count)
    output.chooser = signature.name
    output.showsAllRows = call[HeadCommand.count] != nil
    return [.table(output)]
  }
}
