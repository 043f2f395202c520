internal import PodiumCore
internal import PodiumPlugin

/// `ski waxer`: those who look after skis; what is done with one is in verbs of three words.
struct WaxerCommand: Command {
  static let name = Parameter<String?>.text(
    "waxer", positional: true, help: "The waxer's code; all are listed when left out.", completion: .waxers())
  static let records = NamedRecords(
    kind: SkiKinds.waxer, field: "code", noun: "waxer", links: SkiLinks.waxer,
    fields: [.text("name", help: "The name."), .team, .comment], list: ["code", "name", "team", "comment"],
    names: (.waxers(), .archivedWaxers),
    check: { (text, span) throws(Diagnostic) in
      let code = try Terms.checked(text, "waxer", at: span)
      guard !code.contains(" ") else {
        throw Diagnostic(
          "bad-name", "'\(code)' is no code of a waxer", span: span,
          help: "write: ski waxer add LN name=\(Session.quote(code))")
      }
      return code
    }, samples: ("LN", "UN"))

  let signature = Signature(
    "ski waxer", topic: .plugins, summary: "List the waxers, or show one.",
    details: "A waxer goes by a short code, as in LN. ski cover says whose skis they have.",
    parameters: [name.any],
    examples: [
      Example("ski waxer", after: ["ski waxer add LN", "ski waxer add UN"], "all", prints: "UN"),
      Example("ski waxer LN", after: ["ski waxer add LN name=\"Lars Nelson\""], "one", prints: "Lars Nelson"),
      Example("ski waxer ln", after: ["ski waxer add LN"], "whatever the capitals", prints: "LN"),
      Example("ski waxer XY", "a waxer nobody knows", fails: "unknown-waxer"),
    ], seeAlso: ["ski waxer add", "ski cover"])

  /// Nothing is changed.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    guard let text = call[WaxerCommand.name] else { return try WaxerCommand.records.all(workspace) }
    return try WaxerCommand.records.show(try workspace.waxer(text, at: call.span(of: WaxerCommand.name)), workspace)
  }
}
