internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// What is done with a test session, and the keys that describe it.
enum SkiSessionCommand {
  static let at = Parameter<String?>.text(
    "at", help: "Time of the test, as in 2026-01-24T08:30+01:00; a new session has the current time by default.")
  static let mix = Parameter<[String]?>.list(
    "mix", help: "Other types of snow with their percentages, as in mix=Machine-made:30.", completion: .terms(.snow))
  static let normalise = Parameter<Bool>.flag(
    "normalise", default: false, help: "Scale the snow percentages to sum to 100.")
  static let number = Parameter<String?>.text("number", help: "Number of the new session; default: the next one.")

  private static let one = Parameter<String>.record(
    "session", "a session", help: "Session: its number, or last.", completion: .sessions(["last"]))
  private static let snowKeys = RaceConditions.snow + [mix.any, normalise.any]
  private static let made = "ski session new Bruksvallarna air=-5"

  static let actions: [ThingAction] = [
    ThingAction(
      .new, names: [.record("where", "a place", help: "Place of the test.", completion: .terms(.place))],
      keys: { [at.any] + snowKeys + [number.any] + TestSession.thing.usualKeys(.new) }, summary: "Add a test session.",
      details: """
        The snow percentages must sum to 100 (thirds of 33.3 are fine); without any, the snow is unknown, which \
        is not the same as 0 %.
        """,
      exampleLines: """
        a new session: ski session new Bruksvallarna at=2026-01-24T08:30+01:00 air=-5 snow=-7 type=Skate new=50 old=50 -> Bruksvallarna
        with a given number: ski session new Falun number=12 new=100 -> 12
        snow that sums to 99 %: ski session new Bruksvallarna new=50 old=49 -> !bad-snow
        """, seeAlso: ["ski rank", "ski add"], work: add),
    ThingAction(.show, names: [one]),
    ThingAction(
      .edit, names: [one], keys: { [at.any] + snowKeys + TestSession.thing.usualKeys(.edit) },
      exampleLines: """
        a change: \(made); ski session edit last air=-4,5 comment="sun came out" -> -4.5
        snow that sums to 99 %: ski import ski-thesis; ski session edit 1 new=50 old=49 -> !bad-snow
        """, seeAlso: ["ski conditions"], work: edit),
    ThingAction(
      .archive, names: [one], summary: "Archive a session; its results no longer count.",
      seeAlso: ["ski session restore"]),
    ThingAction(.restore, seeAlso: ["ski session archive"]),
    ThingAction(
      .delete, names: [one], summary: "Delete a session that has no results.",
      exampleLines: """
        a session added by mistake: \(made); ski session delete last -> removed
        a session with results: ski import ski-thesis; ski session delete 1 -> !record-in-use
        """, seeAlso: ["ski session archive"]),
    ThingAction(
      .merge,
      names: [
        .record("wrong", "a session", help: "Duplicate session, which is removed.", completion: .sessions(["last"])),
        .record("right", "a session", help: "Session to keep.", completion: .sessions(["last"])),
      ], summary: "Merge a duplicate session into another.",
      details: "Everything that belongs to WRONG moves to RIGHT.",
      exampleLines: """
        a test entered by two waxers: ski import ski-thesis; \(made); ski add last 017 018; ski glide last 017 beats 018 margin=9; \
        ski session new Bruksvallarna new=100; ski rank last 018 017 add=yes; ski session merge 16 15 -> moved
        with itself: ski import ski-thesis; ski session merge 1 1 -> !same-record
        """, work: merge),
  ]

  private static func merge(_ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let (from, to) = (try TestSession.thing.found(&work).item.number, try TestSession.thing.found(&work, place: 1).item)
    let (store, span) = (work.store, work.otherSpan)
    let merge = try work.ski { (ski) throws(Diagnostic) in
      let (wrong, right) = (try ski.session(from), try ski.session(to.number))
      return try ski.limitingSizes(of: to.number, at: span) { () throws(Diagnostic) in
        try SessionMerge(wrong, into: right, store, at: span)
      }
    }
    for field in merge.kept { work.note("\(field) differed; kept the value of session '\(merge.right.number)'") }
    var record = RecordOutput("session '\(merge.wrong.number)' is now \(merge.right.heading)")
    record.add("session", .text(merge.right.number))
    record.add("moved", .integer(merge.moved))
    record.add("in_both", .integer(merge.alike))
    return [.record(record)] + work.remarks
  }
}
