internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski grind`: records a grinding of a pair.
struct GrindCommand: Command {
  static let pair = Parameter<String>.pair
  static let grinding = Parameter<String>.required(
    "grinding", allowed: "the name of a grinding", help: "Grinding.", completion: .terms(.grinding))
  static let on = Parameter<String?>.text("on", help: "Date, or date and time, as in 2026-01-10; default: today.")
  static let comment = Parameter<String?>.text("comment", help: "Comment.")
  static let undo = Parameter<Bool>.flag("remove", default: false, help: "Remove a grinding entered by mistake.")

  let signature = Signature(
    "ski grind", topic: .plugins, summary: "Record a grinding of a ski pair.",
    details: """
      A session uses the pair's latest grinding before it; a later grinding does not change it. A pair cannot have two \
      grindings at the same date and time. A new grinding also removes earlier treatments (ski treat).
      """, parameters: [pair.any, grinding.any, on.any, comment.any, undo.any],
    exampleLines: """
      on a day: ski pair add 4711017 type=Klister; ski grind 017 C on=2026-01-10 -> 4711017
      at a time of day: ski pair add 4711017 type=Klister; ski grind 017 "C fine" on=2026-01-10T14:00+01:00 comment="new stone" -> 13:00
      remove a mistake: ski pair add 4711017; ski grind 017 C on=2026-01-10; ski grind 017 C on=2026-01-10 remove=yes -> removed
      two grindings on one day: ski pair add 4711017; ski grind 017 C on=2026-01-10; ski grind 017 D on=2026-01-10 -> !taken-key
      """, seeAlso: ["ski pair", "ski treat"])

  /// Adds or removes one record.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    let pair = try workspace.pair(call, Self.pair)
    guard let typed = try workspace.moment(call, Self.on) ?? TypedMoment("today", now: workspace.now) else {
      throw Diagnostic("missing-argument", "'ski grind' needs a day: on=2026-01-10", span: call.verbSpan)
    }
    let key: [String: Value] = ["serial_number": .text(pair.serialNumber), "moment": .datetime(typed.moment)]
    let there = try workspace.store.records(SkiKinds.grind, key)
    let span = call.span(of: Self.grinding)
    if call[Self.undo] {
      try call.refuseKeys(
        except: [Self.on.any, Self.undo.any], of: "ski grind PAIR GRINDING remove=yes",
        instead: "ski grind PAIR GRINDING")
      let name = try workspace.terms.existing(.grinding, call[Self.grinding], at: span)
      guard let record = there.first(where: { $0["grinding"] == .text(name) }) else {
        throw Diagnostic(
          "unknown-grinding", "'\(pair.serialNumber)' has no grinding '\(name)' at \(typed.moment)", span: span,
          help: "use ski pair \(CommandText.word(pair.serialNumber)) grinds to list them")
      }
      try workspace.store.remove(record)
      return [.note("removed grinding '\(name)' of '\(pair.serialNumber)'")]
    }
    if let record = there.first {
      throw Diagnostic(
        "taken-key", "'\(pair.serialNumber)' already has grinding '\(record["grinding"].fileText)' at \(typed.moment)",
        span: call.span(of: Self.on) ?? span, help: "remove that one, or add the time of day: on=2026-01-10T14:00")
    }
    let name = try workspace.terms.word(.grinding, call[Self.grinding], at: span)
    if let day = pair.acquired, typed.date < day {
      workspace.warn("'\(pair.serialNumber)' was acquired on \(day), after this grinding")
    }
    _ = try workspace.store.insert(
      SkiKinds.grind,
      [
        "serial_number": .text(pair.serialNumber), "moment": .datetime(typed.moment), "grinding": .text(name),
        "comment": try RecordName.remark(call[Self.comment] ?? "", "comment", at: call.span(of: Self.comment)),
      ])
    var record = RecordOutput("grinding \(name) on \(pair.serialNumber)")
    record.add("serial_number", .text(pair.serialNumber))
    record.add("grinding", .text(name))
    record.add("moment", .datetime(typed.moment))
    return [.record(record)] + workspace.remarks
  }
}
