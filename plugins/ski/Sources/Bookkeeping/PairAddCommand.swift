internal import PodiumCore
internal import PodiumPlugin

/// `ski pair add`: adds one pair, or several with the same values.
struct PairAddCommand: Command {
  static let serials = Parameter<[String]>.words(
    "serial", required: true, help: "Serial numbers of the new pairs, as printed on the skis.")

  let signature = Signature(
    "ski pair add", topic: .plugins, summary: "Add a ski pair, or several with the same values.",
    details: """
      Serial numbers are text: 017 is not 17. New terms (a type, a base, a brand) are added with a note; a term that \
      looks like a typo of a known one is refused. An unknown athlete is added too.
      """,
    parameters: [serials.any] + PairCommand.fields.map(\.any),
    examples: [
      Example(
        "ski pair add 4711017 type=Klister base=White owner=\"Henrik Danielsson\"", "a new pair", prints: "4711017"),
      Example(
        "ski pair add 4711018 4711019 type=Klister base=Black", "several pairs with the same values", prints: "4711019"),
      Example("ski pair add 017 nickname=Raketen tags=race", "with the team's nickname", prints: "Raketen"),
      Example(
        "ski pair add 017 base=Whyte", after: ["ski import ski-thesis"], "an existing serial number", fails: "taken-key"
      ),
    ], seeAlso: ["ski pair", "ski pair edit", "ski pairs"])

  /// Each pair is a record of its own.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    let span = call.span(of: PairAddCommand.serials)
    let names = call[PairAddCommand.serials]
    guard names.count > 1 else {
      let serial = try PairCommand.free(names.first ?? "", workspace, span)
      let record = try PairCommand.insert(serial, try PairCommand.fields.values(call, &workspace), &workspace)
      return [.record(try PairScreen(workspace).record(of: record))] + workspace.remarks
    }
    let values = try PairCommand.fields.values(call, &workspace)
    var serials: [Value] = []
    for name in names {
      let record = try PairCommand.insert(try PairCommand.free(name, workspace, span), values, &workspace)
      serials.append(record["serial_number"])
    }
    let added = try SkiRecords.pairs(workspace.store, where: [.isOneOf("serial_number", serials)], limit: serials.count)
    let output = try PairsCommand.table(added, [:], workspace, title: "\(added.count.counted("new ski pair"))")
    return [.table(output)] + workspace.remarks
  }
}
