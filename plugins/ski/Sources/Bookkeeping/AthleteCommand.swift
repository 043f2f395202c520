internal import PodiumCore
internal import PodiumPlugin

/// `ski athlete`: shows one athlete; commands of three words act on one.
struct AthleteCommand: Command {
  static let name = Parameter<String?>.text(
    "athlete", positional: true,
    help: "Athlete: last name, full name, initial and last name, FIS code or number.",
    completion: .athletes())
  static let fis: FieldKey = {
    let parameter = Parameter<Int?>.optionalInt("fis", in: 1...99_999_999, help: "FIS code.")
    return FieldKey("fis", "fis_code", parameter.any) { (call, _) throws(Diagnostic) in
      call[parameter].map(Value.integer)
    }
  }()
  static let gender: FieldKey = {
    let parameter = Parameter<String?>.choice("gender", ["M", "F"], help: "Gender.")
    return FieldKey("gender", "gender", parameter.any) { (call, _) throws(Diagnostic) in call[parameter].map(Value.text)
    }
  }()
  static let fields: [FieldKey] = [
    .text("first", "first_name", help: "First name."), .text("last", "last_name", help: "Last name."), fis,
    gender,
    .text("nation", help: "Nation, such as SWE."),
    .word("brand", "brand", .brand, help: "Brand of skis."), .team, .comment,
  ]

  let signature = Signature(
    "ski athlete", topic: .plugins, summary: "Show an athlete and their pairs.",
    details: """
      Name the athlete by last name, full name, initial and last name, FIS code or number. Only data needed to \
      manage skis is stored; ski forget removes the personal data and keeps the skis.
      """,
    parameters: [name.any],
    examples: [
      Example("ski athlete nilsson", after: ["ski athlete add \"Anna Nilsson\""], "one athlete", prints: "Anna"),
      Example(
        "ski athlete 3505000", after: ["ski athlete add \"Anna Nilsson\" fis=3505000"], "by FIS code",
        prints: "Nilsson"),
      Example(
        "ski athlete \"A Nilsson\"", after: ["ski athlete add \"Anna Nilsson\""], "by initial and last name",
        prints: "Anna"),
      Example(
        "ski athlete Berg", after: ["ski athlete add \"Anna Nilsson\""], "an unknown athlete", fails: "unknown-athlete"),
    ], seeAlso: ["ski athletes", "ski athlete add", "ski cover", "ski forget"])

  /// Changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    guard let name = call[AthleteCommand.name] else {
      throw Diagnostic(
        "missing-argument", "'ski athlete' needs a name", span: call.verbSpan, help: "use ski athletes to list them")
    }
    return try AthleteCommand.show(try workspace.athlete(name, at: call.span(of: AthleteCommand.name)), workspace)
  }

  /// An athlete with pairs and waxers.
  static func show(_ athlete: Athlete, _ workspace: SkiWorkspace) throws(Diagnostic) -> [Output] {
    var record = RecordOutput(athlete.name)
    record.add("number", .text(athlete.number))
    func add(_ name: String, _ text: String?) { if let text { record.add(name, .text(text)) } }
    add("first_name", athlete.firstName)
    add("last_name", athlete.lastName)
    if let code = athlete.fisCode { record.add("fis_code", .integer(code)) }
    add("gender", athlete.gender)
    add("nation", athlete.nation)
    add("brand", athlete.brand)
    add("team", athlete.team)
    let waxers = try Cover(workspace).duties.filter { $0.athlete == athlete.number }.map(\.waxer)
    if !waxers.isEmpty { record.add("waxers", list: waxers.map(Value.text)) }
    add("comment", athlete.comment)
    if athlete.isArchived { record.add("archived", .boolean(true)) }
    SkiWorkspace.stamp(try workspace.record(SkiKinds.athlete, "number", athlete.number), into: &record)
    let pairs = try SkiRecords.pairs(
      workspace.store, where: [.equals("owner", .text(athlete.number)), .not(.equals("archived", .boolean(true)))])
    var outputs: [Output] = [.record(record)]
    if !pairs.isEmpty {
      let grinds = try workspace.currentGrindings(of: pairs.map(\.serialNumber))
      outputs.append(.table(try PairsCommand.table(pairs, grinds, workspace)))
    }
    return outputs + workspace.remarks
  }
}

extension SkiLinks {
  /// The same for a record whose name is not its key.
  static func refuseInUse(
    _ what: String, _ name: String, _ links: [Link], of key: String, in store: any Store, at span: SourceSpan?,
    way: String
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      try refuseInUse(what, key, links, in: store, at: span, way: way)
    } catch {
      var error = error
      if let colon = error.message.firstIndex(of: ":") {
        error.message = "\(what) '\(name)' is in use" + error.message[colon...]
      }
      throw error
    }
  }
}
