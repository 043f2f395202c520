internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// `football alias`: another name of a team.
struct AliasCommand: Command {
  static let name = Parameter<String?>.text("name", positional: true, help: "The other name.")
  static let team = Parameter<String?>.text("team", positional: true, help: "The team's name in podium.")

  let signature = Signature(
    "football alias", topic: .plugins, summary: "Give a team another name, as other sources write it.",
    details: """
      Imports then use the team's own name, and stored matches get it at once. Names are never merged without this \
      command. Without names, the aliases are listed.
      """,
    parameters: [name.any, team.any],
    examples: [
      Example(
        "football alias \"FC Aldmoor\" Aldmoor", after: ["football import football-league"], "another spelling",
        prints: "FC Aldmoor"),
      Example(
        "football alias", after: ["football import football-league", "football alias \"FC Aldmoor\" Aldmoor"],
        "the aliases", prints: "Aldmoor"),
      Example(
        "football matches M1 2023-24 team=\"FC Aldmoor\"",
        after: ["football import football-league", "football alias \"FC Aldmoor\" Aldmoor"],
        "the team by its other name",
        prints: "Aldmoor"),
      Example("football alias Aldmoor Aldmoor", "a name for itself", fails: "same-team"),
    ], seeAlso: ["football import", "football conflicts"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    guard let name = call[AliasCommand.name], !name.isEmpty else { return try list(workspace) }
    guard let team = call[AliasCommand.team], !team.isEmpty else {
      throw Diagnostic(
        "missing-team", "'\(name.abridged)' is an alias of which team?", span: call.span(of: AliasCommand.name),
        help: "add the team: football alias \"\(name.abridged)\" TEAM")
    }
    guard name != team else {
      throw Diagnostic("same-team", "both names are the same", span: call.span(of: AliasCommand.team), help: "name two")
    }
    let aliases = try workspace.aliases()
    // An alias of an alias would depend on the order of the look-up.
    guard aliases[team] == nil else {
      throw Diagnostic(
        "alias-of-alias", "'\(team.abridged)' is itself an alias of '\(aliases[team] ?? "")'",
        span: call.span(of: AliasCommand.team), help: "use the team's own name")
    }
    guard !aliases.values.contains(name) else {
      throw Diagnostic(
        "alias-of-alias", "'\(name.abridged)' is a team with aliases", span: call.span(of: AliasCommand.name),
        help: "make its aliases point to the other team first")
    }
    let table = try Table([Column("name", .text([name])), Column("team", .text([team]))])
    _ = try workspace.store.merge(table, into: FootballKinds.alias, rule: .update, cancellation: session.cancellation)
    let renamed = try rename(name, team, workspace, session)
    var record = RecordOutput("alias")
    record.add("name", .text(name))
    record.add("team", .text(team))
    record.add("matches", .integer(renamed))
    return [.record(record)]
  }

  private func list(_ workspace: FootballWorkspace) throws(Diagnostic) -> [Output] {
    let aliases = try workspace.aliases().sorted { CodePointOrder.precedes($0.key, $1.key) }
    return [
      .table(
        TableOutput(
          try Table([Column("name", .text(aliases.map(\.key))), Column("team", .text(aliases.map(\.value)))]),
          title: aliases.count.counted("alias", plural: "aliases")))
    ]
  }

  /// Gives stored matches the team's own name; the number of matches.
  private func rename(
    _ name: String, _ team: String, _ workspace: FootballWorkspace, _ session: Session
  ) throws(Diagnostic) -> Int {
    var matches = try workspace.stored([.any([.equals("home", .text(name)), .equals("away", .text(name))])])
    for place in matches.indices {
      if matches[place].home == name { matches[place].home = team }
      if matches[place].away == name { matches[place].away = team }
      guard matches[place].home != matches[place].away else {
        throw Diagnostic(
          "same-team", "'\(name.abridged)' and '\(team.abridged)' have played each other",
          help: "they are two teams; see football matches team=\"\(name.abridged)\"")
      }
    }
    if !matches.isEmpty {
      _ = try workspace.store.merge(
        StoredMatch.table(matches), into: FootballKinds.match, rule: .update, cancellation: session.cancellation)
    }
    return matches.count
  }
}
