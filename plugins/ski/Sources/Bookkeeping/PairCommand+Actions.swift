internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension PairCommand {
  private static let serials = Parameter<[String]>.words(
    "serial", required: true, help: "Serial numbers of the new pairs, as printed on the skis.")
  private static let used = "ski pair add 4711017"

  static let actions: [ThingAction] = [
    ThingAction(
      .add, names: [], keys: { [serials.any] + SkiPair.thing.usualKeys(.add) },
      summary: "Add a ski pair, or several with the same values.",
      details: """
        Serial numbers are text: 017 is not 17. New terms (a type, a base, a brand) are added with a note; a term that \
        looks like a typo of a known one is refused. An unknown athlete is added too.
        """,
      exampleLines: """
        a new pair: ski pair add 4711017 type=Klister base=White owner="Henrik Danielsson" -> 4711017
        several pairs with the same values: ski pair add 4711018 4711019 type=Klister base=Black -> 4711019
        with the team's nickname: ski pair add 017 nickname=Raketen tags=race -> Raketen
        an existing serial number: ski import ski-thesis; ski pair add 017 base=Whyte -> !taken-key
        """, seeAlso: ["ski pair edit", "ski pairs"], work: add),
    ThingAction(.show),
    ThingAction(
      .edit,
      details: """
        An empty value removes the old one (nickname=""); clear= removes several. A new serial number is also applied to \
        all records of the pair.
        """,
      exampleLines: """
        the camber of a pair: ski pair add 4711017 type=Klister; ski pair edit 017 weight=70 full=1,2 half=6.3 -> 6.3
        a new serial number: \(used); ski pair edit 017 serial=4711018 -> 4711018
        an impossible weight: \(used); ski pair edit 017 weight=700 -> !bad-value
        """),
    ThingAction(.archive, summary: "Archive a ski pair and keep its history.", seeAlso: ["ski pair restore"]),
    ThingAction(.restore, seeAlso: ["ski pair archive"]),
    ThingAction(
      .delete, summary: "Delete a ski pair that was never used.",
      details: "A pair that was tested, ground or treated can only be archived.",
      exampleLines: """
        a pair added by mistake: ski pair add 017; ski pair delete 017 -> removed
        a pair in use: ski import ski-thesis; ski pair delete 017 -> !record-in-use
        """, seeAlso: ["ski pair archive", "ski pair merge"]),
    ThingAction(
      .merge, details: "Everything that belongs to WRONG moves to RIGHT, which also gets the values it lacks.",
      exampleLines: """
        a mistyped serial number: ski pair add 4711017; ski pair add 4711071; ski grind 4711071 C on=2026-01-10; ski pair merge 4711071 4711017 -> moved
        with itself: ski pair add 017; ski pair merge 017 017 -> !same-record
        """, seeAlso: ["ski pair delete"], work: merge),
  ]

  /// Enters one pair, or several with the same values; each is a record of its own.
  private static func add(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (span, names) = (work.call.span(of: serials), work.call[serials])
    let first = try free(names.first ?? "", work.store, span)
    let values = try SkiPair.thing.typed(&work, isNew: true)
    // The first pair of each number without its leading zeros, which spreadsheets drop.
    var known = Dictionary(
      try work.store.texts("serial_number", of: SkiKinds.pair).map { (bare($0), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var (added, typed): ([Record], Set<String>) = ([], [])
    for (place, name) in names.enumerated() {
      guard typed.insert(name).inserted else {
        throw Diagnostic("taken-key", "'\(name)' is typed twice", span: span, help: "type each serial number once")
      }
      let serial = place == 0 ? first : try free(name, work.store, span)
      if let other = known[bare(serial)] {
        work.warn("'\(other)' also exists and differs only in leading zeros: they are two pairs")
      }
      known[bare(serial)] = known[bare(serial)] ?? serial
      let values = values.merging(["serial_number": .text(serial)]) { $1 }
      if let doubt = SkiPair.thing.item(values)?.camber.doubt(of: serial) { work.warn(doubt) }
      added.append(try work.store.insert(SkiKinds.pair, values))
    }
    if names.count == 1 {
      let record = try work.ski { (ski) throws(Diagnostic) in try PairScreen(ski).record(of: added[0]) }
      return [.record(record)] + work.remarks
    }
    let serials = added.map { $0["serial_number"] }
    let pairs = try SkiRecords.pairs(work.store, where: [.isOneOf("serial_number", serials)])
    let table = try work.ski { (ski) throws(Diagnostic) in
      try PairsCommand.table(pairs, [:], ski, title: pairs.count.counted("new ski pair"))
    }
    return [.table(table)] + work.remarks
  }

  private static func bare(_ serial: String) -> Substring { serial.drop { $0 == "0" } }

  /// A serial number, checked to be new.
  static func free(_ name: String, _ store: any RecordStore, _ span: SourceSpan?) throws(Diagnostic) -> String {
    let serial = try checked(name, at: span)
    try SkiPair.thing.refuseTaken(.text(serial), in: store, at: span)
    return serial
  }

  private static func merge(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (wrong, right) = (
      try SkiPair.thing.found(&work).item.serialNumber, try SkiPair.thing.found(&work, place: 1).item.serialNumber
    )
    let both: [Value] = [.text(wrong), .text(right)]
    let met = try work.store.count(
      RecordQuery(SkiKinds.glide, where: [.isOneOf("winner", both), .isOneOf("loser", both)]))
    guard met == 0 || wrong == right else {
      throw Diagnostic(
        "merge-conflict", "'\(wrong)' and '\(right)' have glided against each other, so they are two pairs",
        span: work.otherSpan)
    }
    let count = try SkiPair.thing.merge(&work)
    var record = RecordOutput("'\(wrong)' is now '\(right)'")
    record.add("serial_number", .text(right))
    record.add("moved", .integer(count))
    return [.record(record)] + work.remarks
  }
}
