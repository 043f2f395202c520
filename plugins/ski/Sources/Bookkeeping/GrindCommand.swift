internal import PodiumCore
internal import PodiumPlugin

/// `ski grind`: a pair got a grinding.
struct GrindCommand: Command {
  static let pair = Parameter<String>.required(
    "pair", allowed: "a ski pair", help: "The pair.", completion: .pairs())
  static let grinding = Parameter<String>.required(
    "grinding", allowed: "the name of a grinding", help: "The grinding.", completion: .terms(.grinding))
  static let on = Parameter<String?>.text("on", help: "When, as in 2026-01-10; today when left out.")
  static let comment = Parameter<String?>.text("comment", help: "A remark.")
  static let undo = Parameter<Bool>.flag(
    "remove", default: false, help: "Take a grinding entered by mistake out again.")

  let signature = Signature(
    "ski grind", topic: .plugins, summary: "Enter that a ski pair was ground.",
    details: """
      A session counts the latest grinding before it; a later one changes nothing there. A pair has one grinding at a \
      moment. A new grinding takes off what was put on by hand (ski treat).
      """,
    parameters: [pair.any, grinding.any, on.any, comment.any, undo.any],
    examples: [
      Example(
        "ski grind 017 C on=2026-01-10", after: ["ski pair add 4711017 type=Klister"], "a day", prints: "4711017"),
      Example(
        "ski grind 017 \"C fine\" on=2026-01-10T14:00+01:00 comment=\"new stone\"",
        after: ["ski pair add 4711017 type=Klister"], "a moment", prints: "13:00"),
      Example(
        "ski grind 017 C on=2026-01-10 remove=yes",
        after: ["ski pair add 4711017", "ski grind 017 C on=2026-01-10"], "a mistake", prints: "removed"),
      Example(
        "ski grind 017 D on=2026-01-10", after: ["ski pair add 4711017", "ski grind 017 C on=2026-01-10"],
        "two at once", fails: "taken-key"),
    ], seeAlso: ["ski pair", "ski treat"])

  /// One record is added or removed.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    let pair = try workspace.pair(call[GrindCommand.pair], at: call.span(of: GrindCommand.pair))
    guard let typed = try workspace.moment(call, GrindCommand.on) ?? TypedMoment("today", now: workspace.now) else {
      throw Diagnostic("missing-argument", "'ski grind' needs the day: on=2026-01-10", span: call.verbSpan)
    }
    let there = try workspace.store.records(
      RecordQuery(
        SkiKinds.grind,
        where: [.equals("serial_number", .text(pair.serialNumber)), .equals("moment", .datetime(typed.moment))]))
    let span = call.span(of: GrindCommand.grinding)
    if call[GrindCommand.undo] {
      let name = try workspace.terms.existing(.grinding, call[GrindCommand.grinding], at: span)
      guard let record = there.first(where: { $0["grinding"] == .text(name) }) else {
        throw Diagnostic(
          "unknown-grinding", "'\(pair.serialNumber)' has no grinding '\(name)' at \(typed.moment)", span: span,
          help: "ski pair \(Session.quoted(pair.serialNumber)) grinds lists them")
      }
      try workspace.store.remove(record.id, of: SkiKinds.grind, revision: record.revision)
      return [.note("removed grinding '\(name)' of '\(pair.serialNumber)'")]
    }
    if let record = there.first {
      throw Diagnostic(
        "taken-key", "'\(pair.serialNumber)' got grinding '\(record["grinding"].fileText)' at \(typed.moment) already",
        span: call.span(of: GrindCommand.on) ?? span,
        help: "remove that one, or name the time of day: on=2026-01-10T14:00")
    }
    let name = try workspace.terms.word(.grinding, call[GrindCommand.grinding], at: span)
    if let day = pair.acquired, typed.moment.date < day {
      workspace.warn("'\(pair.serialNumber)' came on \(day), after this grinding")
    }
    _ = try workspace.store.insert(
      SkiKinds.grind,
      [
        "serial_number": .text(pair.serialNumber), "moment": .datetime(typed.moment), "grinding": .text(name),
        "comment": try Terms.remark(
          call[GrindCommand.comment] ?? "", "comment", at: call.span(of: GrindCommand.comment)),
      ])
    var record = RecordOutput("grinding \(name) on \(pair.serialNumber)")
    record.add("serial_number", .text(pair.serialNumber))
    record.add("grinding", .text(name))
    record.add("moment", .datetime(typed.moment))
    return [.record(record)] + workspace.remarks
  }
}
