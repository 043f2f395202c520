internal import PodiumCore
internal import PodiumShell

/// `ski waxer`: those who look after skis.
struct WaxerCommand: Command {
  static let words = Deed.parameter("waxer", names: Completion.waxers, archived: .archivedWaxers)
  static let fields: [FieldKey] = [.text("name", help: "The name."), .team, .comment]

  /// What `ski waxer` takes.
  let signature = Signature(
    "ski waxer", topic: .plugins, summary: "List, enter or change waxers.",
    details:
      "A waxer goes by a short code, as in LN. Without a word it lists them; ski cover says whose skis they have.",
    parameters: [words.any] + fields.map(\.any) + [Clearing.parameter.any],
    examples: [
      Example("ski waxer add LN name=\"Lars Nelson\"", "a new waxer", prints: "LN"),
      Example("ski waxer", after: ["ski waxer add LN", "ski waxer add UN"], "all", prints: "UN"),
      Example("ski waxer edit LN name=Lasse", after: ["ski waxer add LN"], "a change", prints: "Lasse"),
      Example("ski waxer XY", "a waxer nobody knows", fails: "unknown-waxer"),
    ], seeAlso: ["ski cover"])

  /// One record changes, or what refers to it too.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var books = try Books(session)
    let deed = try Deed(call, WaxerCommand.words, noun: "waxer")
    try deed.refuse(WaxerCommand.fields, call)
    let span = call.span(of: WaxerCommand.words)
    let named = NamedRecords(
      kind: SkiKinds.waxer, field: "code", noun: "waxer", links: SkiLinks.waxer, fields: WaxerCommand.fields,
      list: ["code", "name", "team", "comment"])
    if case .show(let text, _) = deed { return try named.show(try books.waxer(text, at: span), books) }
    return try named.run(deed, call, &books, span) { (text) throws(Diagnostic) in
      let code = try Terms.checked(text, "waxer", at: span)
      guard !code.contains(" ") else {
        throw Diagnostic(
          "bad-name", "'\(code)' is no code of a waxer", span: span,
          help: "write: ski waxer add LN name=\(Session.quote(code))")
      }
      return code
    }
  }
}

/// `ski team`: the teams whose people and sessions are kept.
struct TeamCommand: Command {
  static let words = Deed.parameter("team", names: { .records([RecordNames(SkiKinds.team, "name")], words: $0) })
  static let fields: [FieldKey] = [.comment]

  /// What `ski team` takes.
  let signature = Signature(
    "ski team", topic: .plugins, summary: "List, enter or change teams.",
    details: """
      One workspace holds the skis of one team, or of several that share a wax truck. An import refuses rows of a team \
      that is not kept here.
      """,
    parameters: [words.any] + fields.map(\.any) + [Clearing.parameter.any],
    examples: [
      Example("ski team add Sweden", "a new team", prints: "Sweden"),
      Example("ski team", after: ["ski team add Sweden"], "all", prints: "Sweden"),
      Example(
        "ski team edit Sweden comment=\"World Cup\"", after: ["ski team add Sweden"], "a remark", prints: "World Cup"),
      Example("ski team delete Norway", after: ["ski team add Sweden"], "a team nobody knows", fails: "unknown-team"),
    ], seeAlso: ["ski waxer", "ski athlete"])

  /// One record changes, or what refers to it too.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var books = try Books(session)
    let deed = try Deed(call, TeamCommand.words, noun: "team")
    try deed.refuse(TeamCommand.fields, call)
    let span = call.span(of: TeamCommand.words)
    let named = NamedRecords(
      kind: SkiKinds.team, field: "name", noun: "team", links: SkiLinks.team, fields: TeamCommand.fields,
      list: ["name", "comment"])
    return try named.run(deed, call, &books, span) { (text) throws(Diagnostic) in
      try Terms.checked(text, "team", at: span)
    }
  }
}
