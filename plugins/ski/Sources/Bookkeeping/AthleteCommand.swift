internal import PodiumCore
internal import PodiumPlugin

/// `ski athlete`: one athlete; what is done with one is in verbs of three words.
struct AthleteCommand: Command {
  static let name = Parameter<String?>.text(
    "athlete", positional: true,
    help: "The athlete: last name, full name, an initial and the last name, FIS code or number.",
    completion: .athletes())
  static let fis: FieldKey = {
    let parameter = Parameter<Int?>.optionalInt("fis", in: 1...99_999_999, help: "The FIS code.")
    return FieldKey("fis", "fis_code", parameter.any) { (call, _) throws(Diagnostic) in
      call[parameter].map(Value.integer)
    }
  }()
  static let gender: FieldKey = {
    let parameter = Parameter<String?>.choice("gender", ["M", "F"], help: "M or F.")
    return FieldKey("gender", "gender", parameter.any) { (call, _) throws(Diagnostic) in call[parameter].map(Value.text)
    }
  }()
  static let fields: [FieldKey] = [
    .text("first", "first_name", help: "The first name."), .text("last", "last_name", help: "The last name."), fis,
    gender,
    .text("nation", help: "The nation, as in SWE."),
    .word("brand", "brand", .brand, help: "The brand of skis."), .team, .comment,
  ]

  let signature = Signature(
    "ski athlete", topic: .plugins, summary: "Show an athlete with the pairs.",
    details: """
      An athlete is found by last name, full name, an initial and the last name, FIS code or number. Only what is needed \
      for skis is kept; ski forget drops the person and keeps the skis.
      """,
    parameters: [name.any],
    examples: [
      Example("ski athlete nilsson", after: ["ski athlete add \"Anna Nilsson\""], "one athlete", prints: "Anna"),
      Example(
        "ski athlete 3505000", after: ["ski athlete add \"Anna Nilsson\" fis=3505000"], "by the FIS code",
        prints: "Nilsson"),
      Example(
        "ski athlete \"A Nilsson\"", after: ["ski athlete add \"Anna Nilsson\""], "by an initial", prints: "Anna"),
      Example("ski athlete Berg", after: ["ski athlete add \"Anna Nilsson\""], "nobody", fails: "unknown-athlete"),
    ], seeAlso: ["ski athletes", "ski athlete add", "ski cover", "ski forget"])

  /// Nothing is changed.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    guard let name = call[AthleteCommand.name] else {
      throw Diagnostic(
        "missing-argument", "'ski athlete' needs a name", span: call.verbSpan, help: "ski athletes lists them")
    }
    return try AthleteCommand.show(try workspace.athlete(name, at: call.span(of: AthleteCommand.name)), workspace)
  }

  /// An athlete with the pairs and the waxers.
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
  /// The same for a record that is called otherwise than its key.
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
