internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski find`: finds pairs by the end or beginning of the serial number, or by nickname.
struct FindCommand: Command {
  static let text = Parameter<String>.required(
    "text", allowed: "the end or beginning of a serial number, or a nickname",
    help: "End or beginning of a serial number, or a nickname.", completion: .pairs())

  let signature = Signature(
    "ski find", topic: .plugins,
    summary: "Find ski pairs by the end or beginning of the serial number, or by nickname.",
    details: """
      Every command that takes a pair finds it the same way: one match is used; several matches are listed and nothing \
      is changed; if there is no match, the nearest is suggested. A complete serial number always takes precedence.
      """, parameters: [text.any],
    exampleLines: """
      one match: ski import ski-thesis; ski find 017 -> 017
      several matches: ski import ski-thesis; ski find 02 -> 024
      by nickname: ski pair add 4711017 nickname=Raketen; ski find raketen -> 4711017
      no match: ski import ski-thesis; ski find 99 -> !unknown-pair
      """, traits: .readsOnly, seeAlso: ["ski pair", "ski pairs"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    let text = call[Self.text]
    let pairs = try SkiRecords.pairs(workspace.store)
    let found = SkiPair.thing.hits(text, among: pairs)
    if found.isEmpty { _ = try workspace.pair(text, among: pairs, at: call.span(of: Self.text)) }
    let grinds = try workspace.currentGrindings(of: found.map(\.serialNumber))
    return [
      .table(
        try PairsCommand.table(found, grinds, workspace, title: "'\(text)' matches \(found.count.counted("ski pair"))"))
    ]
  }
}
