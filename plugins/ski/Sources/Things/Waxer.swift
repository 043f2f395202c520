internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

struct Waxer: Sendable {
  var code = ""
  var name: String?
  var isArchived = false

  static let thing = Thing<Waxer>(SkiKinds.waxer, verb: "ski waxer", key: "code", blank: Waxer()) {
    Field(naming: "code", \.code)
    Field("name", \.name, .text(), help: "Name.")
    Field("team", .link(to: Team.thing), role: "waxer", help: "Team.")
    Field("comment", .text(), help: "Comment.")
    Field("archived", orBlank: \.isArchived)
  }.found(Naming(codes: { [$0.code] }, names: { [$0.code, $0.name].compactMap { $0 } })).listed(
    ["code", "name", "team", "comment", "archived"], summary: "List the waxers, or show one.",
    details: "Each waxer has a short code, such as LN. ski cover shows whose skis they look after.",
    exampleLines: """
      all waxers: ski waxer add LN; ski waxer add UN; ski waxer -> UN
      one waxer: ski waxer add LN name="Lars Nelson"; ski waxer LN -> Lars Nelson
      case does not matter: ski waxer add LN; ski waxer ln -> LN
      an unknown waxer: ski waxer XY -> !unknown-waxer
      """, seeAlso: ["ski waxer add", "ski cover"]
  ).usualActions("LN", "UN", shown: ("code", "name")) { (values, record, work) throws(Diagnostic) in
    guard record == nil, case .text(let code)? = values["code"], code.contains(" ") else { return }
    throw Diagnostic(
      "bad-name", "'\(code)' is not a valid waxer code", span: work.span,
      help: "use a code without spaces, as in ski waxer add LN name=\(Session.quote(code))")
  }
}
