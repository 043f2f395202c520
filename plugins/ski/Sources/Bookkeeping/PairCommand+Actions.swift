internal import PodiumCore
internal import PodiumPlugin

extension PairCommand {
  private static let pair = Parameter<String>.record(
    "pair", "a serial number",
    help: "Pair: its serial number, the end or beginning of it, or its nickname.", completion: .pairs())

  /// The actions on a pair.
  static let actions: [any Command] = [
    PairAddCommand(),
    RecordCommand(
      "ski pair edit", [pair], keys: (fields + [serial]).map(\.any) + [Clearing.parameter.any],
      summary: "Edit a ski pair.",
      details: """
        An empty value removes the old one (nickname=""); clear= removes several. A new serial number is also applied to \
        all records of the pair.
        """,
      examples: [
        Example(
          "ski pair edit 017 weight=70 full=1,2 half=6.3", after: ["ski pair add 4711017 type=Klister"],
          "the camber of a pair",
          prints: "6.3"),
        Example(
          "ski pair edit 017 serial=4711018", after: ["ski pair add 4711017"], "a new serial number", prints: "4711018"),
        Example(
          "ski pair edit 017 weight=700", after: ["ski pair add 4711017"], "an impossible weight", fails: "bad-value"),
      ], work: edit),
    RecordCommand(
      "ski pair archive", [pair], summary: "Archive a ski pair and keep its history.",
      examples: [
        Example(
          "ski pair archive 017", after: ["ski pair add 4711017"], "a pair that has been sold", prints: "archived"),
        Example("ski pair archive 77", after: ["ski pair add 017"], "an unknown pair", fails: "unknown-pair"),
      ], seeAlso: ["ski pair restore"]
    ) { (given) throws(Diagnostic) in try put(away: true, &given) },
    RecordCommand(
      "ski pair restore",
      [
        .record("pair", "a serial number", help: "Archived pair.", completion: .archivedPairs)
      ], summary: "Restore an archived ski pair.",
      examples: [
        Example(
          "ski pair restore 017", after: ["ski pair add 017", "ski pair archive 017"], "a pair that is back in use",
          prints: "archived"),
        Example("ski pair restore 77", after: ["ski pair add 017"], "an unknown pair", fails: "unknown-pair"),
      ], seeAlso: ["ski pair archive"]
    ) { (given) throws(Diagnostic) in try put(away: false, &given) },
    RecordCommand(
      "ski pair delete", [pair], summary: "Delete a ski pair that was never used.",
      details: "A pair that was tested, ground or treated can only be archived.",
      examples: [
        Example("ski pair delete 017", after: ["ski pair add 017"], "a pair added by mistake", prints: "removed"),
        Example("ski pair delete 017", after: ["ski import ski-thesis"], "a pair in use", fails: "record-in-use"),
      ], seeAlso: ["ski pair archive", "ski pair merge"], work: delete),
    RecordCommand(
      "ski pair merge",
      [
        .record("wrong", "a serial number", help: "Duplicate pair, which is removed.", completion: .pairs()),
        .record("right", "a serial number", help: "Pair to keep.", completion: .pairs()),
      ], summary: "Merge a duplicate ski pair into another.",
      details: "Everything that belongs to WRONG moves to RIGHT, which also gets the values it lacks.",
      examples: [
        Example(
          "ski pair merge 4711071 4711017",
          after: ["ski pair add 4711017", "ski pair add 4711071", "ski grind 4711071 C on=2026-01-10"],
          "a mistyped serial number", prints: "moved"),
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
          "\(count.counted("record")) of the pair \(count == 1 ? "now has" : "now have") the new serial number")
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
      way: "use ski pair archive \(Session.quoted(pair.serialNumber)), which keeps its history")
    let record = try given.workspace.record(SkiKinds.pair, "serial_number", pair.serialNumber)
    try given.workspace.store.remove(record.id, of: SkiKinds.pair, revision: record.revision)
    return [.note("removed ski pair '\(pair.serialNumber)'")]
  }

  /// A serial number, checked to be new.
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
      workspace.warn("'\(other.serialNumber)' also exists and differs only in leading zeros: they are two pairs")
    }
    return try workspace.store.insert(SkiKinds.pair, values.merging(["serial_number": .text(serial)]) { $1 })
  }

  /// Moves everything that belongs to one pair to another, which gets the values it lacks.
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
        "'\(wrong.serialNumber)' and '\(right.serialNumber)' have glided against each other, so they are two pairs",
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
