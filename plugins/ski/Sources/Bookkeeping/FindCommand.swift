internal import PodiumCore
internal import PodiumPlugin

/// `ski find`: pairs by the end or beginning of the serial number, or by the nickname.
struct FindCommand: Command {
  static let text = Parameter<String>.required(
    "text", allowed: "the end or beginning of a serial number, or a nickname",
    help: "The end or beginning of a serial number, or a nickname.", completion: .pairs())

  let signature = Signature(
    "ski find", topic: .plugins,
    summary: "Find ski pairs by the end or beginning of the serial number, or by nickname.",
    details: """
      Every command that names a pair finds it the same way: one hit acts, several are listed and nothing is done, none \
      names the nearest. The whole serial number always wins.
      """,
    parameters: [text.any],
    examples: [
      Example("ski find 017", after: ["ski import ski-thesis"], "one", prints: "017"),
      Example("ski find 02", after: ["ski import ski-thesis"], "several", prints: "024"),
      Example(
        "ski find raketen", after: ["ski pair add 4711017 nickname=Raketen"], "a nickname", prints: "4711017"),
      Example("ski find 99", after: ["ski import ski-thesis"], "none", fails: "unknown-pair"),
    ], seeAlso: ["ski pair", "ski pairs"])

  /// Nothing is changed.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    let text = call[FindCommand.text]
    let finder = try workspace.finder()
    let found = finder.hits(text)
    if found.isEmpty { _ = try finder.one(text, at: call.span(of: FindCommand.text)) }
    let grinds = try workspace.currentGrindings(of: found.map(\.serialNumber))
    return [
      .table(
        try PairsCommand.table(
          found, grinds, workspace, title: "'\(text)' fits \(found.count.counted("ski pair"))"))
    ]
  }
}
