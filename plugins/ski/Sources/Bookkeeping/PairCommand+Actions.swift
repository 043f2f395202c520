internal import PodiumCore
internal import PodiumPlugin

extension PairCommand {
  private static let pair = Parameter<String>.record(
    "pair", "a serial number",
    help: "The pair: its serial number, the end or the beginning of one, or its nickname.", completion: .pairs())

  /// What is done with a pair beside showing it.
  static let actions: [any Command] = [
    PairAddCommand(),
    RecordCommand(
      "ski pair edit", [pair], keys: (fields + [serial]).map(\.any) + [Clearing.parameter.any],
      summary: "Change what is kept of a ski pair.",
      details: """
        An empty text takes a value away (nickname=""), clear= takes away several. A new serial number goes along with \
        all that belongs to the pair.
        """,
      examples: [
        Example(
          "ski pair edit 017 weight=70 full=1,2 half=6.3", after: ["ski pair add 4711017 type=Klister"], "its camber",
          prints: "6.3"),
        Example(
          "ski pair edit 017 serial=4711018", after: ["ski pair add 4711017"], "another number", prints: "4711018"),
        Example("ski pair edit 017 weight=700", after: ["ski pair add 4711017"], "no such weight", fails: "bad-value"),
      ], work: edit),
    RecordCommand(
      "ski pair archive", [pair], summary: "Put a ski pair away; its history stays.",
      examples: [
        Example("ski pair archive 017", after: ["ski pair add 4711017"], "a pair that was sold", prints: "archived"),
        Example("ski pair archive 77", after: ["ski pair add 017"], "a pair nobody knows", fails: "unknown-pair"),
      ], seeAlso: ["ski pair restore"]
    ) { (given) throws(Diagnostic) in try put(away: true, &given) },
    RecordCommand(
      "ski pair restore",
      [
        .record("pair", "a serial number", help: "The pair that was put away.", completion: .archivedPairs)
      ], summary: "Bring back a ski pair that was put away.",
      examples: [
        Example(
          "ski pair restore 017", after: ["ski pair add 017", "ski pair archive 017"], "a pair that came back",
          prints: "archived"),
        Example("ski pair restore 77", after: ["ski pair add 017"], "a pair nobody knows", fails: "unknown-pair"),
      ], seeAlso: ["ski pair archive"]
    ) { (given) throws(Diagnostic) in try put(away: false, &given) },
    RecordCommand(
      "ski pair delete", [pair], summary: "Remove a ski pair that was never used.",
      details: "A pair that was tested, ground or treated is archived, never deleted.",
      examples: [
        Example("ski pair delete 017", after: ["ski pair add 017"], "a slip", prints: "removed"),
        Example("ski pair delete 017", after: ["ski import ski-thesis"], "a pair in use", fails: "record-in-use"),
      ], seeAlso: ["ski pair archive", "ski pair merge"], work: delete),
    RecordCommand(
      "ski pair merge",
      [
        .record("wrong", "a serial number", help: "The pair that is one too many.", completion: .pairs()),
        .record("right", "a serial number", help: "The pair that it is.", completion: .pairs()),
      ], summary: "Make one of a ski pair that was entered twice.",
      details: "All that belongs to WRONG moves to RIGHT, which also gets the values it lacks.",
      examples: [
        Example(
          "ski pair merge 4711071 4711017",
          after: ["ski pair add 4711017", "ski pair add 4711071", "ski grind 4711071 C on=2026-01-10"],
          "a slip that was used", prints: "moved"),
        Example("ski pair merge 017 017", after: ["ski pair add 017"], "with itself", fails: "same-record"),
      ], seeAlso: ["ski pair delete"]
    ) { (given) throws(Diagnostic) in
      let (wrong, right) = (
        try given.workspace.pair(given.name, at: given.span), try given.workspace.pair(given.other, at: given.otherSpan)
      )
      return try merge(wrong, into: right, &given.workspace, given.otherSpan)
    },
  ]

  private static func edit(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let pair = try given.workspace.pair(given.name, at: given.span)
    var values = try (fields + [serial]).values(given.call, &given.workspace)
    let record = try given.workspace.record(SkiKinds.pair, "serial_number", pair.serialNumber)
    if let new = values["serial_number"] {
      let serial = try checked(new.fileText, at: given.span)
      values["serial_number"] = .text(serial)
      if serial != pair.serialNumber {
        try given.workspace.refuseTaken(SkiKinds.pair, "serial_number", serial, "ski pair", at: given.span)
        let count = try SkiLinks.rename(
          pair.serialNumber, to: serial, SkiLinks.pair, in: given.workspace.store, at: given.span)
        given.workspace.note(
          "\(count.counted("record")) of the pair \(count == 1 ? "follows" : "follow") the new number")
      }
    }
    return try given.workspace.change(record, values, title: pair.serialNumber)
  }

  private static func put(away isArchived: Bool, _ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let pair = try given.workspace.pair(given.name, at: given.span)
    return try given.workspace.change(
      try given.workspace.record(SkiKinds.pair, "serial_number", pair.serialNumber),
      ["archived": isArchived ? .boolean(true) : .missing], title: pair.serialNumber)
  }

  private static func delete(_ given: inout RecordCall) throws(Diagnostic) -> [Output] {
    let pair = try given.workspace.pair(given.name, at: given.span)
    try SkiLinks.refuseInUse(
      "ski pair", pair.serialNumber, SkiLinks.pair, in: given.workspace.store, at: given.span,
      way: "ski pair archive \(Session.quoted(pair.serialNumber)) puts it away and keeps its history")
    let record = try given.workspace.record(SkiKinds.pair, "serial_number", pair.serialNumber)
    try given.workspace.store.remove(record.id, of: SkiKinds.pair, revision: record.revision)
    return [.note("removed ski pair '\(pair.serialNumber)'")]
  }

  /// A serial number that no pair has yet.
  static func free(_ name: String, _ workspace: SkiWorkspace, _ span: SourceSpan?) throws(Diagnostic) -> String {
    let serial = try PairCommand.checked(name, at: span)
    try workspace.refuseTaken(SkiKinds.pair, "serial_number", serial, "ski pair", at: span)
    return serial
  }

  /// Enters one pair.
  static func insert(
    _ serial: String, _ values: [String: Value], _ workspace: inout SkiWorkspace
  ) throws(Diagnostic) -> Record {
    let alike = try SkiRecords.pairs(workspace.store).filter { PairCommand.isAlike($0.serialNumber, serial) }
    if let other = alike.first {
      workspace.warn("'\(other.serialNumber)' is kept too and differs by leading zeros: they are two pairs")
    }
    return try workspace.store.insert(SkiKinds.pair, values.merging(["serial_number": .text(serial)]) { $1 })
  }

  /// Moves all that belongs to one pair to another, which gets the values it lacks.
  private static func merge(
    _ wrong: SkiPair, into right: SkiPair, _ workspace: inout SkiWorkspace, _ span: SourceSpan?
  ) throws(Diagnostic) -> [Output] {
    guard wrong.serialNumber != right.serialNumber else {
      throw Diagnostic("same-record", "'\(wrong.serialNumber)' cannot be merged with itself", span: span)
    }
    let met = try workspace.store.count(
      RecordQuery(
        SkiKinds.glide,
        where: [
          .isOneOf("winner", [.text(wrong.serialNumber), .text(right.serialNumber)]),
          .isOneOf("loser", [.text(wrong.serialNumber), .text(right.serialNumber)]),
        ]))
    guard met == 0 else {
      throw Diagnostic(
        "merge-conflict",
        "'\(wrong.serialNumber)' and '\(right.serialNumber)' glided against each other, so they are two pairs",
        span: span)
    }
    let count = try SkiLinks.rename(
      wrong.serialNumber, to: right.serialNumber, SkiLinks.pair, in: workspace.store, at: span)
    let (old, kept) = (
      try workspace.record(SkiKinds.pair, "serial_number", wrong.serialNumber),
      try workspace.record(SkiKinds.pair, "serial_number", right.serialNumber)
    )
    let gained = old.fields.filter { kept.fields[$0.key] == nil }
    _ = try workspace.store.update(kept.id, of: SkiKinds.pair, setting: gained, revision: kept.revision)
    try workspace.store.remove(old.id, of: SkiKinds.pair, revision: old.revision)
    var record = RecordOutput("'\(wrong.serialNumber)' is now '\(right.serialNumber)'")
    record.add("serial_number", .text(right.serialNumber))
    record.add("moved", .integer(count))
    return [.record(record)] + workspace.remarks
  }
}
