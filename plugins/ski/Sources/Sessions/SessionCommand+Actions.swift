internal import PodiumCore
internal import PodiumPlugin

extension SessionCommand {
  private static let one = Parameter<String>.record(
    "session", "a session", help: "Session: its number, or last.", completion: .sessions(["last"]))
  private static let snowKeys = [new.any, old.any, wet.any, mix.any, normalise.any]
  private static let made = "ski session new Bruksvallarna air=-5"

  /// The actions on a session.
  static let actions: [any Command] = [
    RecordCommand(
      "ski session new",
      [
        .record("where", "a place", help: "Place of the test.", completion: .terms(.place))
      ], keys: [at.any] + snowKeys + [number.any] + fields.map(\.any), summary: "Add a test session.",
      details: """
        The snow percentages must sum to 100 (thirds of 33.3 are fine); without any, the snow is unknown, which \
        is not the same as 0 %.
        """,
      examples: [
        Example(
          "ski session new Bruksvallarna at=2026-01-24T08:30+01:00 air=-5 snow=-7 type=Skate new=50 old=50",
          "a new session", prints: "Bruksvallarna"),
        Example("ski session new Falun number=12 new=100", "with a given number", prints: "12"),
        Example("ski session new Bruksvallarna new=50 old=49", "snow that sums to 99 %", fails: "bad-snow"),
      ], seeAlso: ["ski rank", "ski add"]
    ) { (given) throws(Diagnostic) in
      try add(given.name, given.call, &given.workspace, given.span, in: &given.session)
    },
    RecordCommand(
      "ski session edit", [one], keys: [at.any] + snowKeys + fields.map(\.any) + [Clearing.parameter.any],
      summary: "Edit a session.",
      examples: [
        Example(
          "ski session edit last air=-4,5 comment=\"sun came out\"", after: [made], "a change", prints: "-4.5"),
        Example(
          "ski session edit 1 new=50 old=49", after: ["ski import ski-thesis"], "snow that sums to 99 %",
          fails: "bad-snow"),
      ], seeAlso: ["ski conditions"]
    ) { (given) throws(Diagnostic) in
      let found = try find(&given)
      return try edit(found.record, found.number, given.call, &given.workspace)
    },
    RecordCommand(
      "ski session archive", [one], summary: "Archive a session; its results no longer count.",
      examples: [
        Example(
          "ski session archive 1", after: ["ski import ski-thesis"], "a test that went wrong", prints: "archived"),
        Example(
          "ski session archive 99", after: ["ski import ski-thesis"], "an unknown session", fails: "unknown-session"),
      ], seeAlso: ["ski session restore"]
    ) { (given) throws(Diagnostic) in try put(away: true, &given) },
    RecordCommand(
      "ski session restore",
      [
        .record("session", "a session", help: "Archived session.", completion: .archivedSessions)
      ], summary: "Restore an archived session.",
      examples: [
        Example(
          "ski session restore 1", after: ["ski import ski-thesis", "ski session archive 1"],
          "a session that counts again",
          prints: "archived"),
        Example(
          "ski session restore 99", after: ["ski import ski-thesis"], "an unknown session", fails: "unknown-session"),
      ], seeAlso: ["ski session archive"]
    ) { (given) throws(Diagnostic) in try put(away: false, &given) },
    RecordCommand(
      "ski session delete", [one], summary: "Delete a session that has no results.",
      examples: [
        Example("ski session delete last", after: [made], "a session added by mistake", prints: "removed"),
        Example(
          "ski session delete 1", after: ["ski import ski-thesis"], "a session with results", fails: "record-in-use"),
      ], seeAlso: ["ski session archive"], work: delete),
    RecordCommand(
      "ski session merge",
      [
        .record("wrong", "a session", help: "Duplicate session, which is removed.", completion: .sessions(["last"])),
        .record("right", "a session", help: "Session to keep.", completion: .sessions(["last"])),
      ], summary: "Merge a duplicate session into another.",
      details: "Everything that belongs to WRONG moves to RIGHT.",
      examples: [
        Example(
          "ski session merge 16 15",
          after: [
            "ski import ski-thesis", made, "ski add last 017 018", "ski glide last 017 beats 018 margin=9",
            "ski session new Bruksvallarna new=100", "ski rank last 018 017 add=yes",
          ], "a test entered by two waxers", prints: "moved"),
        Example("ski session merge 1 1", after: ["ski import ski-thesis"], "with itself", fails: "same-record"),
      ], work: merge),
  ]

  /// The named session, which becomes the last one.
  private static func find(_ given: inout RecordCall) throws(Diagnostic) -> (number: String, record: Record) {
    let number = try given.workspace.sessionNumber(given.name, at: given.span)
    let record = try given.workspace.record(SkiKinds.session, "session", number)
    given.session.touch(SkiKinds.session, number)
    return (number, record)
  }

  private static func put(away isArchived: Bool, _ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let found = try find(&given)
    return try given.workspace.change(
      found.record, ["archived": isArchived ? .boolean(true) : .missing],
      title: try given.workspace.session(found.number).heading)
  }

  private static func delete(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let workspace = given.workspace
    let number = try workspace.sessionNumber(given.name, at: given.span)
    let record = try workspace.record(SkiKinds.session, "session", number)
    let heading = try workspace.session(number).heading
    let results = SkiLinks.session.filter { ![SkiKinds.snow, SkiKinds.condition].contains($0.kind) }
    try SkiLinks.refuseInUse(
      "session", number, results, in: workspace.store, at: given.span,
      way: "use ski session archive \(Session.quoted(number)) instead")
    for kind in [SkiKinds.snow, SkiKinds.condition] {
      for part in try workspace.store.records(RecordQuery(kind, where: [.equals("session", .text(number))])) {
        try workspace.store.remove(part.id, of: kind, revision: part.revision)
      }
    }
    try workspace.store.remove(record.id, of: SkiKinds.session, revision: record.revision)
    return [.note("removed \(heading)")]
  }

  private static func merge(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let merge = try SessionMerge(
      try given.workspace.session(given.name, at: given.span),
      into: try given.workspace.session(given.other, at: given.otherSpan), given.workspace.store, at: given.otherSpan)
    given.session.touch(SkiKinds.session, merge.right.number)
    for field in merge.kept {
      given.workspace.note("\(field) differed; kept the value of session '\(merge.right.number)'")
    }
    var record = RecordOutput("session '\(merge.wrong.number)' is now \(merge.right.heading)")
    record.add("session", .text(merge.right.number))
    record.add("moved", .integer(merge.moved))
    record.add("in_both", .integer(merge.alike))
    return [.record(record)] + given.workspace.remarks
  }
}
