internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// `football alias`: another name of a team.
struct AliasCommand: Command {
  static let name = Parameter<String?>.text("name", positional: true, help: "The other name.")
  static let team = Parameter<String?>.text(
    "team", positional: true, help: "The team's name in podium, as stored matches have it.",
    completion: .records(
      [RecordNames(FootballKinds.match, "home"), RecordNames(FootballKinds.match, "away")], words: []))
  static let remove = Parameter<Bool>.flag("remove", default: false, help: "Remove the alias.")

  let signature = Signature(
    "football alias", topic: .plugins, summary: "Give a team another name, as other sources write it.",
    details: """
      Imports then use the team's own name, and stored matches get it at once. Names are never merged without this \
      command. Without names, the aliases are listed. remove=yes removes one; stored matches keep the team's own name.
      """,
    parameters: [name.any, team.any, remove.any],
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
      Example(
        "football alias \"FC Aldmoor\" remove=yes",
        after: ["football import football-league", "football alias \"FC Aldmoor\" Aldmoor"], "taken back",
        prints: "removed"),
      Example(
        "football alias \"FC Aldmoor\" Nowhere", after: ["football import football-league"], "an unknown team",
        fails: "unknown-team"),
      Example("football alias Aldmoor Aldmoor", "a name for itself", fails: "same-team"),
    ], seeAlso: ["football import", "football conflicts"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    guard let name = call[AliasCommand.name], !name.isEmpty else {
      try call.refuseKeys(except: [], of: "football alias", instead: "football alias NAME")
      return try list(workspace)
    }
    if call[AliasCommand.remove] {
      guard call[AliasCommand.team] == nil else {
        throw Diagnostic(
          "unexpected-argument", "an alias is removed by its own name, so nothing was done",
          span: call.span(of: AliasCommand.team),
          help: "write: football alias \(CommandText.quoted(name.abridged)) remove=yes")
      }
      return try remove(name, call, workspace)
    }
    guard let team = call[AliasCommand.team], !team.isEmpty else {
      throw Diagnostic(
        "missing-team", "'\(name.abridged)' is an alias of which team?", span: call.span(of: AliasCommand.name),
        help: "add the team: football alias \(CommandText.quoted(name.abridged)) TEAM")
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
    let known = try workspace.teams()
    guard known.contains(team) else {
      var error = Diagnostic.unknown(
        "team", team, among: known.sorted(by: CodePointOrder.precedes), span: call.span(of: AliasCommand.team),
        help: "import its matches first")
      if team == "delete" || team == "remove" {
        error.help = "to remove the alias: football alias \(CommandText.quoted(name.abridged)) remove=yes"
      }
      throw error
    }
    let table = try Table([Column("name", .text([name])), Column("team", .text([team]))])
    _ = try workspace.store.merge(table, into: FootballKinds.alias, rule: .update, cancellation: session.cancellation)
    let renamed = try rename(name, team, workspace, session)
    var record = RecordOutput("alias")
    record.add("name", .text(name))
    record.add("team", .text(team))
    record.add("matches", .integer(renamed))
    guard let earlier = aliases[name], earlier != team else { return [.record(record)] }
    return [
      .record(record),
      .warning(
        "'\(name.abridged)' was an alias of '\(earlier.abridged)' before, whose stored matches keep that name"),
    ]
  }

  private func remove(_ name: String, _ call: Call, _ workspace: FootballWorkspace) throws(Diagnostic) -> [Output] {
    let found = try workspace.store.records(
      RecordQuery(FootballKinds.alias, where: [.equals("name", .text(name))], limit: 1))
    guard let alias = found.first else {
      throw Diagnostic.unknown(
        "alias", name, among: try workspace.aliases().keys.sorted(by: CodePointOrder.precedes),
        span: call.span(of: AliasCommand.name))
    }
    try workspace.store.remove(alias.id, of: FootballKinds.alias, revision: alias.revision)
    return [.note("removed the alias '\(name.abridged)'; stored matches keep the team's own name")]
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
          help: "they are two teams; see football matches team=\(CommandText.quoted(name.abridged))")
      }
    }
    if !matches.isEmpty {
      _ = try workspace.store.merge(
        StoredMatch.table(matches), into: FootballKinds.match, rule: .update, cancellation: session.cancellation)
    }
    return matches.count
  }
}
