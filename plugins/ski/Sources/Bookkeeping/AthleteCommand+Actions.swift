internal import PodiumCore
internal import PodiumPlugin

extension AthleteCommand {
  private static let athlete = Parameter<String>.record(
    "athlete", "an athlete",
    help: "The athlete: last name, full name, an initial and the last name, FIS code or number.",
    completion: .athletes())
  private static let anna = "ski athlete add \"Anna Nilsson\""

  /// What is done with an athlete beside showing one.
  static let actions: [any Command] = [
    RecordCommand(
      "ski athlete add",
      [
        .record("name", "a name", help: "The name; its last word is the last name.", completion: .none)
      ], keys: fields.map(\.any), summary: "Enter a new athlete.",
      details: "A name with blanks stands in quotes. Only what is needed for skis is kept.",
      examples: [
        Example("ski athlete add \"Anna Nilsson\" gender=F fis=3505000", "a new athlete", prints: "Nilsson"),
        Example("ski athlete add \"Anna Nilsson\" gender=X", "no such code", fails: "bad-value"),
        Example(
          "ski athlete add \"Eva Berg\" fis=3505000", after: [anna + " fis=3505000"], "a code twice", fails: "taken-key"
        ),
      ], work: add),
    RecordCommand(
      "ski athlete edit", [athlete], keys: fields.map(\.any) + [Clearing.parameter.any],
      summary: "Change what is kept of an athlete.",
      examples: [
        Example("ski athlete edit Nilsson brand=Fischer", after: [anna], "a change", prints: "Fischer"),
        Example("ski athlete edit Nilsson gender=X", after: [anna], "no such code", fails: "bad-value"),
      ], work: edit),
    RecordCommand(
      "ski athlete archive", [athlete], summary: "Put an athlete away; the skis and tests stay.",
      examples: [
        Example("ski athlete archive Nilsson", after: [anna], "one who stopped", prints: "archived"),
        Example("ski athlete archive Berg", after: [anna], "nobody", fails: "unknown-athlete"),
      ], seeAlso: ["ski athlete restore", "ski forget"]
    ) { (given) throws(Diagnostic) in try put(away: true, &given) },
    RecordCommand(
      "ski athlete restore",
      [
        .record("athlete", "an athlete", help: "The athlete who was put away.", completion: .archivedAthletes)
      ], summary: "Bring back an athlete who was put away.",
      examples: [
        Example(
          "ski athlete restore Nilsson", after: [anna, "ski athlete archive Nilsson"], "one who came back",
          prints: "archived"),
        Example("ski athlete restore Berg", after: [anna], "nobody", fails: "unknown-athlete"),
      ], seeAlso: ["ski athlete archive"]
    ) { (given) throws(Diagnostic) in try put(away: false, &given) },
    RecordCommand(
      "ski athlete delete", [athlete], summary: "Remove an athlete whom nothing refers to.",
      details: "An athlete with skis is archived, or forgotten with ski forget.",
      examples: [
        Example("ski athlete delete Nilsson", after: [anna], "a slip", prints: "removed"),
        Example(
          "ski athlete delete Nilsson", after: ["ski pair add 017 owner=\"Anna Nilsson\""], "one with skis",
          fails: "record-in-use"),
      ], seeAlso: ["ski athlete archive", "ski athlete merge", "ski forget"], work: delete),
    RecordCommand(
      "ski athlete merge",
      [
        .record("wrong", "an athlete", help: "The athlete who is one too many.", completion: .athletes()),
        .record("right", "an athlete", help: "The athlete it is.", completion: .athletes()),
      ], summary: "Make one of an athlete who was entered twice.", details: "All that belongs to WRONG moves to RIGHT.",
      examples: [
        Example(
          "ski athlete merge Nilson Nilsson", after: [anna, "ski athlete add \"Ana Nilson\""], "a slip that was used",
          prints: "moved"),
        Example("ski athlete merge Nilsson Nilsson", after: [anna], "with themselves", fails: "same-record"),
      ], seeAlso: ["ski athlete delete"], work: merge),
  ]

  private static func add(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let name = try Terms.checked(given.name, "athlete", at: given.span)
    let values = try fields.values(given.call, &given.workspace)
    try refuseTakenCode(values, except: nil, given.workspace, given.call)
    let finder = AthleteFinder(athletes: try given.workspace.athletes())
    if let other = finder.hits(name).first {
      given.workspace.warn("\(other.name) is kept too, as number \(other.number)")
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
      way: "ski athlete archive \(Session.quoted(athlete.number)) puts the athlete away; ski forget drops the person")
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
      "taken-key", "FIS code \(code) is that of \(other.name)", span: call.verbSpan, help: "a code names one athlete")
  }
}
