internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// What is done with an athlete.
enum AthleteCommand {
  static func show(_ athlete: Athlete, _ record: Record, _ workspace: SkiWorkspace) throws(Diagnostic) -> [Output] {
    var output = RecordOutput(athlete.name)
    output.add(["number", "first_name", "last_name", "fis_code", "gender", "nation", "brand", "team"], of: record)
    let waxers = try Cover(workspace).duties.filter { $0.athlete == athlete.number }.map(\.waxer)
    if !waxers.isEmpty { output.add("waxers", list: waxers.map(Value.text)) }
    output.add(["comment"], of: record)
    if athlete.isArchived { output.add("archived", .boolean(true)) }
    output.stamp(record)
    let pairs = try SkiRecords.pairs(
      workspace.store, where: [.equals("owner", .text(athlete.number)), .not(.equals("archived", .boolean(true)))])
    var outputs: [Output] = [.record(output)]
    if !pairs.isEmpty {
      let grinds = try workspace.currentGrindings(of: pairs.map(\.serialNumber))
      outputs.append(.table(try PairsCommand.table(pairs, grinds, workspace)))
    }
    return outputs
  }

  private static let anna = "ski athlete add \"Anna Nilsson\""

  static let actions: [ThingAction] = [
    ThingAction(
      .add, names: [.record("name", "a name", help: "Full name; its last word is the last name.", completion: .none)],
      details: "Put a name with spaces in quotes. Only data needed to manage skis is stored.",
      exampleLines: """
        a new athlete: ski athlete add "Anna Nilsson" gender=F fis=3505000 -> Nilsson
        an invalid code: ski athlete add "Anna Nilsson" gender=X -> !bad-value
        a FIS code in use: \(anna) fis=3505000; ski athlete add "Eva Berg" fis=3505000 -> !taken-key
        """, work: add),
    ThingAction(.show),
    ThingAction(
      .edit,
      exampleLines: """
        a change: \(anna); ski athlete edit Nilsson brand=Fischer -> Fischer
        an invalid code: \(anna); ski athlete edit Nilsson gender=X -> !bad-value
        """),
    ThingAction(
      .archive, summary: "Archive an athlete and keep their skis and tests.",
      seeAlso: ["ski athlete restore", "ski forget"]),
    ThingAction(.restore, seeAlso: ["ski athlete archive"]),
    ThingAction(
      .delete, details: "Archive an athlete who has skis, or remove their personal data with ski forget.",
      exampleLines: """
        an athlete added by mistake: \(anna); ski athlete delete Nilsson -> removed
        an athlete with skis: ski pair add 017 owner="Anna Nilsson"; ski athlete delete Nilsson -> !record-in-use
        """, seeAlso: ["ski athlete archive", "ski athlete merge", "ski forget"]),
    ThingAction(
      .merge, details: "Everything that belongs to WRONG moves to RIGHT, who also gets the values they lack.",
      exampleLines: """
        a misspelled duplicate: \(anna); ski athlete add "Ana Nilson"; ski athlete merge Nilson Nilsson -> moved
        with the same athlete: \(anna); ski athlete merge Nilsson Nilsson -> !same-record
        """, seeAlso: ["ski athlete delete"]),
  ]

  private static func add(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let name = try RecordName.checked(work.name, "athlete", at: work.span)
    var values = try Athlete.thing.typed(&work, isNew: true)
    try refuseTakenCode(&values, nil, &work)
    if let other = Athlete.thing.hits(name, among: try Athlete.thing.items(in: work.store)).first {
      work.warn("\(other.name) also exists, as number \(other.number)")
    }
    let athlete = try work.ski { (ski) throws(Diagnostic) in try ski.addAthlete(name, values) }
    return try Athlete.thing.screen(of: try Athlete.thing.record(of: athlete, in: work.store), &work)
  }

  /// Throws `taken-key` for the FIS code of another athlete, and `bad-name` for an athlete without a name.
  static func refuseTakenCode(
    _ values: inout [String: Value], _ record: Record?, _ work: inout RecordWork
  ) throws(Diagnostic) {
    for field in ["first_name", "last_name"] {
      if case .text(let name)? = values[field] {
        values[field] = .text(try RecordName.checked(name, "athlete", at: work.call.verbSpan))
      }
    }
    if let record {
      let names = ["first_name", "last_name"].filter { !(values[$0] ?? record[$0]).isMissing }
      guard !names.isEmpty else {
        throw Diagnostic(
          "bad-name", "an athlete needs a first or a last name", span: work.call.verbSpan,
          help: "to remove the person, use ski forget")
      }
    }
    guard case .integer(let code)? = values["fis_code"],
      let other = try Athlete.thing.items(in: work.store).first(where: {
        $0.fisCode == code && .text($0.number) != record?["number"]
      })
    else { return }
    throw Diagnostic(
      "taken-key", "FIS code \(code) belongs to \(other.name)", span: work.call.verbSpan,
      help: "check the code: each belongs to one athlete")
  }
}
