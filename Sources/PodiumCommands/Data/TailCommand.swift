internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct TailCommand: Command {
  let signature = Signature(
    "tail", topic: .data, summary: "Show the last rows.", parameters: [HeadCommand.count.any, HeadCommand.columns.any],
    exampleLines: """
      three rows: load iris; tail 3 -> virginica
      the last rows that meet a condition: load iris; tail 2 if species == "setosa" -> setosa
      the last row of each species: load iris; by species: tail 1 -> virginica
      a number out of range: load iris; tail 0 -> !bad-value
      """, traits: [.rows, .groups, .calculates, .readsOnly], seeAlso: ["head", "sample"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let table = try HeadCommand.table(call, in: session)
    let rows = call.rows ?? table.allRows
    let shown = Array(rows.suffix(call[HeadCommand.count] ?? 10))
    return HeadCommand.outputs(shown, of: table, among: rows.count, call)
  }
}
