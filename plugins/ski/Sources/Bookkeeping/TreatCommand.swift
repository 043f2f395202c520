internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski treat`: records hand structure, powder or wax on a pair, and when it came off.
struct TreatCommand: Command {
  static let pair = Parameter<String>.pair
  static let kind = Parameter<String>.required(
    "kind", allowed: "one of " + Treatment.Kind.allCases.map(\.rawValue).joined(separator: ", "),
    help: "Kind of treatment.", completion: .words(Treatment.Kind.allCases.map(\.rawValue)))
  static let recipe = Parameter<String?>.text(
    "recipe", positional: true, help: "Tool, powder or wax, as in m3 or \"HF8 + powder\".")
  static let on = Parameter<String?>.text("on", help: "Date, or date and time, as in 2026-01-10; default: today.")
  static let until = Parameter<String?>.text("to", help: "When it came off; omit if still on.").formerly("until")
  static let comment = Parameter<String?>.text("comment", help: "Comment.")
  static let undo = Parameter<Bool>.flag("remove", default: false, help: "Remove a treatment entered by mistake.")

  let signature = Signature(
    "ski treat", topic: .plugins, summary: "Record hand structure, powder or wax on a ski pair.",
    details: """
      The next grinding removes the treatment; to= ends it earlier. Entering the same pair, time and kind again changes \
      the earlier entry. Results of wax tests are glides that name treatments: see ski glide.
      """, parameters: [pair.any, kind.any, recipe.any, on.any, until.any, comment.any, undo.any],
    exampleLines: """
      hand structure: ski pair add 4711017; ski treat 017 structure m3 on=2026-01-11 -> m3
      for a day: ski pair add 4711017; ski treat 017 powder on=2026-01-11 to=2026-01-12 -> until
      a grinding removes it: ski pair add 4711017; ski treat 017 structure m3 on=2026-01-11; ski grind 017 C on=2026-01-20; ski pair 017 grinds -> 2026-01-20
      remove a mistake: ski pair add 4711017; ski treat 017 wax LF6 on=2026-01-11; ski treat 017 wax on=2026-01-11 remove=yes -> removed
      an unknown kind: ski pair add 4711017; ski treat 017 polish x on=2026-01-11 -> !bad-value
      """, seeAlso: ["ski grind", "ski glide"])

  /// Adds or changes one record.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    let pair = try workspace.pair(call, Self.pair)
    let (kinds, kind) = (Treatment.Kind.allCases.map(\.rawValue), call[Self.kind])
    guard kinds.contains(kind) else { throw .unknownWord("kind", kind, among: kinds, span: call.span(of: Self.kind)) }
    guard let typed = try workspace.moment(call, Self.on) ?? TypedMoment("today", now: workspace.now) else {
      throw Diagnostic("missing-argument", "'ski treat' needs a day: on=2026-01-11", span: call.verbSpan)
    }
    let key: [String: Value] = [
      "serial_number": .text(pair.serialNumber), "moment": .datetime(typed.moment), "kind": .text(kind),
    ]
    if call[Self.undo] {
      try call.refuseKeys(
        except: [Self.on.any, Self.undo.any], of: "ski treat PAIR KIND remove=yes", instead: "ski treat PAIR KIND")
      guard let record = try workspace.store.records(SkiKinds.treatment, key).first else {
        throw Diagnostic(
          "unknown-treatment", "'\(pair.serialNumber)' has no treatment '\(kind)' at \(typed.moment)",
          span: call.span(of: Self.kind),
          help: "use ski pair \(CommandText.word(pair.serialNumber)) grinds to list them")
      }
      try workspace.store.remove(record)
      return [.note("removed \(kind) of '\(pair.serialNumber)' at \(typed.moment)")]
    }
    let until = try workspace.moment(call, Self.until, allowsFuture: true)?.moment
    if let until, until <= typed.moment {
      throw Diagnostic(
        "bad-value", "to= \(until) is not after the start \(typed.moment)", span: call.span(of: Self.until))
    }
    var values: [String: Value] = [:]
    if let recipe = call[Self.recipe] {
      values["recipe"] = try RecordName.remark(recipe, "recipe", at: call.span(of: Self.recipe))
    }
    if let until { values["until"] = .datetime(until) }
    if let comment = call[Self.comment] {
      values["comment"] = try RecordName.remark(comment, "comment", at: call.span(of: Self.comment))
    }
    let kept = try workspace.store.enter(SkiKinds.treatment, key: key, values)
    var record = RecordOutput("\(kind) on \(pair.serialNumber)")
    record.add(["serial_number", "kind", "recipe", "moment", "until", "comment"], of: kept)
    return [.record(record)] + workspace.remarks
  }
}
