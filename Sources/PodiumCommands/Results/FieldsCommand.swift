internal import PodiumCore
internal import PodiumPlugin

struct FieldsCommand: Command {
  static let result = Parameter<String?>.result(help: "The result; the last one by default.")

  let signature = Signature(
    "fields", topic: .results, summary: "List the values of a result that expressions can use.",
    parameters: [result.any],
    exampleLines: """
      a named result: load iris; label species; cv zeror k=5 as base; fields base -> $base.accuracy
      the last result: load iris; head 3; fields _ -> rows
      a comparison: load iris; label species; compare tree zeror k=5 as duel; fields duel -> tree.mean
      misspelt: load iris; label species; cv zeror k=5 as base; fields bas -> !unknown-result
      """, traits: [.control, .readsOnly], seeAlso: ["results", "show"])

  /// One row for each field.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let entry = try session.results.entry(call[FieldsCommand.result] ?? "_", span: call.span(of: FieldsCommand.result))
    let fields = entry.outputs.flatMap(\.fields)
    let prefix = "$" + (entry.name ?? String(entry.cell)) + "."
    let table = try Table([
      Column("field", .text(fields.map { prefix + $0.name })),
      Column("value", .text(fields.map { $0.value.isMissing ? nil : $0.value.fileText })),
    ])
    return [.table(TableOutput(table))]
  }
}
