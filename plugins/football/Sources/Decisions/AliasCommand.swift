internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Another name of a team, as other sources write it.
struct TeamAlias: Sendable {
  var name = ""
  var team = ""

  static let thing = Thing<TeamAlias>(
    FootballKinds.alias, verb: "football alias", plural: "aliases", key: "name", blank: TeamAlias()
  ) {
    Field(naming: "name", \.name)
    Field("team", \.team)
  }  // A beginning would delete another alias than the one that was meant.
  .found(Naming(codes: { [$0.name] }, names: { [$0.name] }, parts: [])).actions(
    AliasCommand.actions, lister: "football alias")
}

struct AliasCommand: Command {
  static let name = Parameter<String?>.text(
    "name", positional: true, help: "The other name; by default all are listed.", completion: TeamAlias.thing.completion
  )
  static let team = Parameter<String?>.text(
    "team", positional: true, help: "Team, in the former form of football alias add.", completion: ChosenSeason.sides)
  static let remove = Parameter<Bool>.flag(
    "remove", default: false, help: "Remove the alias: the former form of football alias delete.")

  let signature = Signature(
    "football alias", topic: .plugins, summary: "List the other names of teams, or show one.",
    details: "Imports use the team's own name. Names are never merged without an alias.",
    parameters: [name.any, team.any, remove.any],
    exampleLines: MatchDay.lines(
      """
      all aliases: {alias}; football alias -> Aldmoor
      one of them: {alias}; football alias "FC Aldmoor" -> Aldmoor
      the team by its other name: {alias}; football matches M1 2023-24 team="FC Aldmoor" -> Aldmoor
      a name that no team has: {league}; football alias "FC Aldmoor" -> !missing-team
      """), seeAlso: ["football alias add", "football import", "football conflicts"])

  /// Changes nothing, unless a former form adds or removes an alias.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    guard let name = call[AliasCommand.name], !name.isEmpty else {
      try call.refuseKeys(except: [], of: "football alias", instead: "football alias delete NAME")
      var work = try RecordWork(call, in: session)
      return try TeamAlias.thing.list(["name", "team"], &work)
    }
    let (span, team) = (call.span(of: AliasCommand.name), call[AliasCommand.team])
    var work = try RecordWork(call, in: session, names: [name], spans: [span])
    if call[AliasCommand.remove] {
      try call.refuse(
        AliasCommand.team, "an alias is removed by its own name",
        write: "football alias delete \(CommandText.quoted(name.abridged))")
      return try AliasCommand.delete(&work)
    }
    if let team, !team.isEmpty { return try AliasCommand.add(name, team, at: call.span(of: AliasCommand.team), work) }
    guard let alias = TeamAlias.thing.hits(name, among: try TeamAlias.thing.items(in: work.store)).first else {
      throw Diagnostic(
        "missing-team", "'\(name.abridged)' is an alias of which team?", span: span,
        help: "add the team: football alias add \(CommandText.quoted(name.abridged)) TEAM")
    }
    return try TeamAlias.thing.screen(of: try TeamAlias.thing.record(of: alias, in: work.store), &work)
  }
}

extension AliasCommand {
  private static let new = Parameter<String>.required("name", allowed: "a name", help: "The other name.")
  private static let own = Parameter<String>.required(
    "team", allowed: "a team", help: "The team's name in podium, as stored matches have it.",
    completion: ChosenSeason.sides)
  private static let one = Parameter<String>.record(
    "name", "an alias", help: "The other name.", completion: TeamAlias.thing.completion)

  /// What can be done with an alias.
  static let actions: [ThingAction] = [
    ThingAction(
      .add, names: [new, own], keys: { [] }, summary: "Give a team another name, as other sources write it.",
      details: """
        Imports then use the team's own name, and stored matches get it at once; a match that two sources have under both \
        names becomes one. Names are never merged without this command. An alias that is known gets another team.
        """,
      exampleLines: MatchDay.lines(
        """
        another spelling: {league}; football alias add "FC Aldmoor" Aldmoor -> FC Aldmoor
        the table after it: {alias}; football table M1 2023-24 -> Aldmoor
        an unknown team: {league}; football alias add "FC Aldmoor" Nowhere -> !unknown-team
        a name for itself: football alias add Aldmoor Aldmoor -> !same-team
        """), seeAlso: ["football import", "football conflicts"]
    ) { (work) throws(Diagnostic) in try add(work.name, work.other, at: work.otherSpan, work) },
    ThingAction(
      .show, names: [one],
      exampleLines: MatchDay.lines(
        """
        one alias: {alias}; football alias show "FC Aldmoor" -> Aldmoor
        an unknown one: {alias}; football alias show X -> !unknown-alias
        """)),
    ThingAction(
      .delete, names: [one], summary: "Delete an alias.", details: "Stored matches keep the team's own name.",
      exampleLines: MatchDay.lines(
        """
        taken back: {alias}; football alias delete "FC Aldmoor" -> removed
        an unknown one: {alias}; football alias delete X -> !unknown-alias
        """), work: delete),
  ]

  private static func delete(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (alias, record) = try TeamAlias.thing.found(&work)
    try work.store.remove(record.id, of: record.kind, revision: record.revision)
    return [.note("removed the alias '\(alias.name.abridged)'; stored matches keep the team's own name")]
  }

  private static func add(
    _ name: String, _ team: String, at span: SourceSpan?, _ work: RecordWork
  ) throws(Diagnostic) -> [Output] {
    guard !name.isEmpty else { throw .badValue("name", name, allowed: "a name", span: work.span) }
    guard name != team else { throw Diagnostic("same-team", "both names are the same", span: span, help: "name two") }
    let workspace = try FootballWorkspace(work.session)
    let aliases = try workspace.aliases()
    // An alias of an alias would depend on the order of the look-up.
    guard aliases[team] == nil else {
      throw Diagnostic(
        "alias-of-alias", "'\(team.abridged)' is itself an alias of '\(aliases[team] ?? "")'", span: span,
        help: "use the team's own name")
    }
    guard !aliases.values.contains(name) else {
      throw Diagnostic(
        "alias-of-alias", "'\(name.abridged)' is a team with aliases", span: work.span,
        help: "make its aliases point to the other team first")
    }
    let known = try workspace.teams()
    guard known.contains(team) else {
      var error = Diagnostic.unknown(
        "team", team, among: known.inCodePointOrder(), span: span, help: "import its matches first")
      if team == "remove" {
        error.help = "to remove the alias: football alias delete \(CommandText.quoted(name.abridged))"
      }
      throw error
    }
    let done = try store(name, team, workspace, work.session)
    var warnings = done.warnings
    let record = RecordOutput(
      "alias",
      [
        "name": .text(name), "team": .text(team), "matches": .integer(done.matches),
        "joined": done.joined > 0 ? .integer(done.joined) : nil,
      ])
    if let earlier = aliases[name], earlier != team {
      warnings.append(
        "'\(name.abridged)' was an alias of '\(earlier.abridged)' before, whose stored matches keep that name")
    }
    return [.record(record)] + warnings.map(Output.warning)
  }

  /// Stores an alias: how many matches have the team's own name now, how many of them were joined with another, and doubts.
  static func store(
    _ name: String, _ team: String, _ workspace: FootballWorkspace, _ session: Session
  ) throws(Diagnostic) -> (matches: Int, joined: Int, warnings: [String]) {
    try TeamAlias.thing.store(
      [TeamAlias(name: name, team: team)], in: workspace.store, cancellation: session.cancellation)
    let renamed = try rename(name, team, workspace, session.cancellation)
    let (joined, warnings) = try workspace.join(renamed, session)
    return (renamed.count, joined, warnings)
  }

  /// Gives stored matches and decisions the team's own name; the matches that have it now.
  private static func rename(
    _ name: String, _ team: String, _ workspace: FootballWorkspace, _ cancellation: Cancellation
  ) throws(Diagnostic) -> [StoredMatch] {
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
        StoredMatch.table(matches), into: FootballKinds.match, rule: .update, cancellation: cancellation)
    }
    for kind in [FootballKinds.adjustment, FootballKinds.expulsion] {
      for record in try workspace.store.records(RecordQuery(kind, where: [.equals("team", .text(name))])) {
        _ = try workspace.store.update(
          record.id, of: kind, setting: ["team": .text(team)], revision: record.revision)
      }
    }
    return matches
  }
}
