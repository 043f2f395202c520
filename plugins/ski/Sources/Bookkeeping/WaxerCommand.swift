internal import PodiumCore
internal import PodiumPlugin

/// `ski waxer`: lists or shows the waxers; commands of three words act on one.
struct WaxerCommand: Command {
  static let name = Parameter<String?>.text(
    "waxer", positional: true, help: "The waxer's code; default: list all waxers.", completion: .waxers())
  static let records = NamedRecords(
    kind: SkiKinds.waxer, field: "code", noun: "waxer", links: SkiLinks.waxer,
    fields: [.text("name", help: "Name."), .team, .comment], list: ["code", "name", "team", "comment"],
    names: (.waxers(), .archivedWaxers),
    check: { (text, span) throws(Diagnostic) in
      let code = try Terms.checked(text, "waxer", at: span)
      guard !code.contains(" ") else {
        throw Diagnostic(
          "bad-name", "'\(code)' is not a valid waxer code", span: span,
          help: "use a code without spaces, as in ski waxer add LN name=\(Session.quote(code))")
      }
      return code
    }, samples: ("LN", "UN"))

  let signature = Signature(
    "ski waxer", topic: .plugins, summary: "List the waxers, or show one.",
    details: "Each waxer has a short code, such as LN. ski cover shows whose skis they look after.",
    parameters: [name.any],
    examples: [
      Example("ski waxer", after: ["ski waxer add LN", "ski waxer add UN"], "all waxers", prints: "UN"),
      Example("ski waxer LN", after: ["ski waxer add LN name=\"Lars Nelson\""], "one waxer", prints: "Lars Nelson"),
      Example("ski waxer ln", after: ["ski waxer add LN"], "case does not matter", prints: "LN"),
      Example("ski waxer XY", "an unknown waxer", fails: "unknown-waxer"),
    ], seeAlso: ["ski waxer add", "ski cover"])

  /// Changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    guard let text = call[WaxerCommand.name] else { return try WaxerCommand.records.all(workspace) }
    return try WaxerCommand.records.show(try workspace.waxer(text, at: call.span(of: WaxerCommand.name)), workspace)
  }
}
