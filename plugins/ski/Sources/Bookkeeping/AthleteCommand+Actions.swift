internal import PodiumCore
internal import PodiumPlugin

extension AthleteCommand {
  private static let athlete = Parameter<String>.record(
    "athlete", "an athlete",
    help: "Athlete: last name, full name, initial and last name, FIS code or number.",
    completion: .athletes())
  private static let anna = "ski athlete add \"Anna Nilsson\""

  /// The actions on an athlete.
  static let actions: [any Command] = [
    RecordCommand(
      "ski athlete add",
      [
        .record("name", "a name", help: "Full name; its last word is the last name.", completion: .none)
      ], keys: fields.map(\.any), summary: "Add an athlete.",
      details: "Put a name with spaces in quotes. Only data needed to manage skis is stored.",
      examples: [
        Example("ski athlete add \"Anna Nilsson\" gender=F fis=3505000", "a new athlete", prints: "Nilsson"),
        Example("ski athlete add \"Anna Nilsson\" gender=X", "an invalid code", fails: "bad-value"),
        Example(
          "ski athlete add \"Eva Berg\" fis=3505000", after: [anna + " fis=3505000"], "a FIS code in use",
          fails: "taken-key"
        ),
      ], work: add),
    RecordCommand(
      "ski athlete edit", [athlete], keys: fields.map(\.any) + [Clearing.parameter.any],
      summary: "Edit an athlete.",
      examples: [
        Example("ski athlete edit Nilsson brand=Fischer", after: [anna], "a change", prints: "Fischer"),
        Example("ski athlete edit Nilsson gender=X", after: [anna], "an invalid code", fails: "bad-value"),
      ], work: edit),
    RecordCommand(
      "ski athlete archive", [athlete], summary: "Archive an athlete and keep their skis and tests.",
      examples: [
        Example("ski athlete archive Nilsson", after: [anna], "an athlete who retired", prints: "archived"),
        Example("ski athlete archive Berg", after: [anna], "an unknown athlete", fails: "unknown-athlete"),
      ], seeAlso: ["ski athlete restore", "ski forget"]
    ) { (given) throws(Diagnostic) in try put(away: true, &given) },
    RecordCommand(
      "ski athlete restore",
      [
        .record("athlete", "an athlete", help: "Archived athlete.", completion: .archivedAthletes)
      ], summary: "Restore an archived athlete.",
      examples: [
        Example(
          "ski athlete restore Nilsson", after: [anna, "ski athlete archive Nilsson"], "an athlete who returned",
          prints: "archived"),
        Example("ski athlete restore Berg", after: [anna], "an unknown athlete", fails: "unknown-athlete"),
      ], seeAlso: ["ski athlete archive"]
    ) { (given) throws(Diagnostic) in try put(away: false, &given) },
    RecordCommand(
      "ski athlete delete", [athlete], summary: "Delete an athlete that no record refers to.",
      details: "Archive an athlete who has skis, or remove their personal data with ski forget.",
      examples: [
        Example("ski athlete delete Nilsson", after: [anna], "an athlete added by mistake", prints: "removed"),
        Example(
          "ski athlete delete Nilsson", after: ["ski pair add 017 owner=\"Anna Nilsson\""], "an athlete with skis",
          fails: "record-in-use"),
      ], seeAlso: ["ski athlete archive", "ski athlete merge", "ski forget"], work: delete),
    RecordCommand(
      "ski athlete merge",
      [
        .record("wrong", "an athlete", help: "Duplicate athlete, which is removed.", completion: .athletes()),
        .record("right", "an athlete", help: "Athlete to keep.", completion: .athletes()),
      ], summary: "Merge a duplicate athlete into another.",
      details: "Everything that belongs to WRONG moves to RIGHT.",
      examples: [
        Example(
          "ski athlete merge Nilson Nilsson", after: [anna, "ski athlete add \"Ana Nilson\""], "a misspelled duplicate",
          prints: "moved"),
        Example("ski athlete merge Nilsson Nilsson", after: [anna], "with the same athlete", fails: "same-record"),
      ], seeAlso: ["ski athlete delete"], work: merge),
  ]

  private static func add(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let name = try Terms.checked(given.name, "athlete", at: given.span)
    let values = try fields.values(given.call, &given.workspace)
    try refuseTakenCode(values, except: nil, given.workspace, given.call)
    let finder = AthleteFinder(athletes: try given.workspace.athletes())
    if let other = finder.hits(name).first {
      given.workspace.warn("\(other.name) also exists, as number \(other.number)")
    }
    let athlete = try given.workspace.addAthlete(name, values)
    return try show(try given.workspace.athlete(athlete.number), given.workspace)
  }

  private static func edit(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let athlete = try given.workspace.athlete(given.name, at: given.span)
    let values = try fields.values(given.call, &given.workspace)
    try refuseTakenCode(values, except: athlete.number, given.workspace, given.call)
    return try given.workspace.change(
      try given.workspace.record(SkiKinds.athlete, "number", athlete.number), values, title: athlete.name)
  }

  private static func put(away isArchived: Bool, _ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let athlete = try given.workspace.athlete(given.name, at: given.span)
    return try given.workspace.change(
      try given.workspace.record(SkiKinds.athlete, "number", athlete.number),
      ["archived": isArchived ? .boolean(true) : .missing], title: athlete.name)
  }

  private static func delete(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let athlete = try given.workspace.athlete(given.name, at: given.span)
    try SkiLinks.refuseInUse(
      "athlete", athlete.name, SkiLinks.athlete, of: athlete.number, in: given.workspace.store, at: given.span,
      way: "use ski athlete archive \(Session.quoted(athlete.number)), or ski forget to remove the personal data")
    let record = try given.workspace.record(SkiKinds.athlete, "number", athlete.number)
    try given.workspace.store.remove(record.id, of: SkiKinds.athlete, revision: record.revision)
    return [.note("removed athlete '\(athlete.name)'")]
  }

  private static func merge(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let from = try given.workspace.athlete(given.name, at: given.span)
    let to = try given.workspace.athlete(given.other, at: given.otherSpan)
    guard from.number != to.number else {
      throw Diagnostic("same-record", "'\(from.name)' cannot be merged with itself", span: given.otherSpan)
    }
    let count = try SkiLinks.rename(
      from.number, to: to.number, SkiLinks.athlete, in: given.workspace.store, at: given.span)
    let record = try given.workspace.record(SkiKinds.athlete, "number", from.number)
    try given.workspace.store.remove(record.id, of: SkiKinds.athlete, revision: record.revision)
    return [.note("\(from.name) is now \(to.name): \(count.counted("record")) moved")] + given.workspace.remarks
  }

  private static func refuseTakenCode(
    _ values: [String: Value], except number: String?, _ workspace: SkiWorkspace, _ call: Call
  ) throws(Diagnostic) {
    guard case .integer(let code)? = values["fis_code"],
      let other = try workspace.athletes().first(where: { $0.fisCode == code && $0.number != number })
    else { return }
    throw Diagnostic(
      "taken-key", "FIS code \(code) belongs to \(other.name)", span: call.verbSpan,
      help: "check the code: each belongs to one athlete")
  }
}
