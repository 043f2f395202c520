internal import PodiumCore
internal import PodiumPlugin

/// `ski team`: lists or shows the teams of the workspace; commands of three words act on one.
struct TeamCommand: Command {
  static let name = Parameter<String?>.text(
    "team", positional: true, help: "Team; default: list all teams.", completion: .teams)
  static let records = NamedRecords(
    kind: SkiKinds.team, field: "name", noun: "team", links: SkiLinks.team, fields: [.comment],
    list: ["name", "comment"], names: (.teams, .teams),
    check: { (text, span) throws(Diagnostic) in try Terms.checked(text, "team", at: span) },
    samples: ("Sweden", "Norway"))

  let signature = Signature(
    "ski team", topic: .plugins, summary: "List the teams, or show one.",
    details: """
      One workspace holds the skis of one team, or of several that share a wax truck. An import refuses rows of a team \
      that is not in the workspace.
      """,
    parameters: [name.any],
    examples: [
      Example("ski team", after: ["ski team add Sweden"], "all teams", prints: "Sweden"),
      Example("ski team Sweden", after: ["ski team add Sweden comment=\"World Cup\""], "one team", prints: "World Cup"),
      Example("ski team sweden", after: ["ski team add Sweden"], "case does not matter", prints: "Sweden"),
      Example("ski team Norway", after: ["ski team add Sweden"], "an unknown team", fails: "unknown-team"),
    ], seeAlso: ["ski team add", "ski waxer", "ski athlete"])

  /// Changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    guard let text = call[TeamCommand.name] else { return try TeamCommand.records.all(workspace) }
    let name = try TeamCommand.records.existing(text, workspace, call.span(of: TeamCommand.name))
    return try TeamCommand.records.show(name, workspace)
  }
}
