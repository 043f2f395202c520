internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

/// `ski glide`: two pairs side by side, who won and by how much.
struct GlideCommand: Command {
  static let words = Parameter<[String]>.words(
    "words", help: "Two pairs with beats or ties between them, as in 017 beats 006.",
    completion: .pairs(["beats", "ties"]))
  static let margin = Parameter<[String]?>.list("margin", help: "Winning margin, as in 14cm; 0 is a tie.")
  static let lane = Parameter<String?>.text("lane", help: "The winner's lane, such as L or R.")
  static let run = Parameter<Int?>.optionalInt(
    "run", in: GlideChecks.runs, help: "Number of the run, to estimate the drift of a track.")
  static let tester = Parameter<[String]?>.list(
    "tester", help: "Testers, the winner's first, as in LN,UN.", completion: .waxers())
  static let treatments = Parameter<[String]?>.list(
    "treatments", help: "Treatments in a wax test, the winner's first, as in HF8,LF6.")
  static let comment = Parameter<String?>.text("comment", help: "Comment.")
  static let change = Parameter<Int?>.optionalInt("change", in: 1...1_000_000, help: "Number of the glide to change.")
  static let remove = Parameter<Int?>.optionalInt("remove", in: 1...1_000_000, help: "Number of the glide to remove.")

  let signature = Signature(
    "ski glide", topic: .plugins, summary: "Record a glide of two pairs: which won, and by how many centimetres.",
    details: """
      The same two pairs may meet any number of times, in either order. Without pairs the glides of a session are \
      listed. A wax test uses matched skis: treatments= names the treatments of the winner and the loser; \
      first glide the skis against each other without treatments (the zero test). A glide that contradicts earlier \
      ones is stored with a warning.
      """,
    parameters: [
      AddCommand.session.any, words.any, margin.any, lane.any, run.any, tester.any, treatments.any, comment.any,
      change.any, remove.any,
    ],
    exampleLines: """
      a glide: ski import ski-thesis; ski glide 1 001 beats 002 margin=14cm lane=L tester=UN -> 14
      a tie: ski import ski-thesis; ski glide 1 001 ties 002 -> 0
      list the glides: ski import ski-thesis; ski glide 1 001 beats 002 margin=14; ski glide 1 -> winner
      a glide of a wax test: ski import ski-thesis; ski glide 1 001 beats 002 margin=6 treatments=HF8,LF6 -> HF8
      a pair against itself: ski import ski-thesis; ski glide 1 001 beats 001 margin=3 -> !same-pair
      a negative margin: ski import ski-thesis; ski glide 1 001 beats 002 margin=-3 -> !bad-margin
      a pair outside the session: ski import ski-thesis; ski glide 1 001 beats 017 margin=3 -> !not-in-session
      """, seeAlso: ["ski ladder", "ski rank"])

  /// Adds, changes or removes one glide.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    let test = try workspace.session(call, AddCommand.session)
    if let number = call[Self.remove] {
      try call.refuseKeys(
        except: [Self.remove.any], of: "ski glide SESSION remove=", instead: "ski glide SESSION change=\(number)")
      guard call[Self.words].isEmpty else {
        throw Diagnostic(
          "unexpected-argument", "'remove=' takes the number of a glide and no pairs, so nothing was removed",
          span: call.span(of: Self.words),
          help: "write: ski glide \(CommandText.word(test.number)) remove=\(number)")
      }
      let record = try record(number, test, workspace, call.span(of: Self.remove))
      try workspace.store.remove(record)
      session.touch(SkiKinds.session, test.number)
      return [.note("\(test.heading): removed glide \(number)")]
    }
    let words = Array(call[Self.words].dropLast(Self.unit(call).isEmpty ? 0 : 1))
    var values = try typed(call, workspace)
    if words.isEmpty, call[Self.change] == nil {
      guard values.isEmpty else {
        throw Diagnostic(
          "missing-argument", "which two pairs?", span: call.verbSpan,
          help: "name them: ski glide \(CommandText.word(test.number)) 017 beats 006 margin=14cm")
      }
      return [.table(try Self.table(test))]
    }
    if let number = call[Self.change] {
      let old = try record(number, test, workspace, call.span(of: Self.change))
      if !words.isEmpty {
        let (winner, loser, isTie) = try pairs(words, test, call, workspace)
        (values["winner"], values["loser"]) = (.text(winner), .text(loser))
        if isTie { values["difference_cm"] = .number(0) }
      }
      let merged = old.fields.merging(values) { _, new in new }
      try GlideChecks.check(
        winner: merged["winner"]?.fileText ?? "", loser: merged["loser"]?.fileText ?? "",
        difference: merged["difference_cm"]?.asNumber ?? 0, of: "glide \(number)", at: call.span(of: Self.margin))
      session.touch(SkiKinds.session, test.number)
      var work = try RecordWork(call, in: session)
      return try work.change(old, values, title: test.heading + ": glide \(number)") + workspace.remarks
    }
    let (winner, loser, isTie) = try pairs(words, test, call, workspace)
    if isTie {
      guard values["difference_cm"].map({ $0.asNumber == 0 }) ?? true else {
        throw Diagnostic("bad-margin", "a tie has no margin", span: call.span(of: Self.margin))
      }
      values["difference_cm"] = .number(0)
    }
    guard let difference = values["difference_cm"]?.asNumber else {
      throw Diagnostic(
        "missing-argument", "'ski glide' needs a margin: margin=14cm", span: call.verbSpan,
        help: "for a tie, use: \(winner) ties \(loser)")
    }
    let number = (test.glides.map(\.number).max() ?? 0) + 1
    let what = "glide \(number)"
    try GlideChecks.check(
      winner: winner, loser: loser, difference: difference, of: what,
      at: winner == loser ? call.span(of: Self.words) : call.span(of: Self.margin))
    if let doubt = GlideChecks.doubt(difference, of: what) { workspace.warn(doubt) }
    values["session"] = .text(test.number)
    values["number"] = .integer(number)
    (values["winner"], values["loser"]) = (.text(winner), .text(loser))
    let kept = try workspace.store.insert(SkiKinds.glide, values)
    session.touch(SkiKinds.session, test.number)
    let doubts = GlideContradictions(test.glides).about(
      .init(winner, kept["winner_treatment"]), .init(loser, kept["loser_treatment"]), difference)
    for doubt in doubts { workspace.warn(doubt) }
    var output = RecordOutput(test.heading + ": glide \(number)")
    output.add(Glide.thing.fields.map(\.column.name), of: kept)
    return [.record(output)] + workspace.remarks
  }

  /// What the keys say, as fields.
  private func typed(_ call: Call, _ workspace: SkiWorkspace) throws(Diagnostic) -> [String: Value] {
    var values: [String: Value] = [:]
    if let words = call[Self.margin] {
      let text = words.joined(separator: ",") + Self.unit(call)
      guard let margin = GlideChecks.margin(text) else {
        throw .badValue("margin", text, allowed: "centimetres such as 14cm", span: call.span(of: Self.margin))
      }
      values["difference_cm"] = .number(margin)
    }
    if let lane = call[Self.lane] {
      values["lane"] =
        lane.isEmpty ? .missing : .text(try RecordName.checked(lane, "lane", at: call.span(of: Self.lane)))
    }
    if let run = call[Self.run] { values["run"] = .integer(run) }
    if let testers = call[Self.tester] {
      for tester in testers { _ = try RecordName.checked(tester, "tester", at: call.span(of: Self.tester)) }
      values["tester"] = .text(testers.joined(separator: ","))
    }
    if let both = call[Self.treatments] {
      guard both.count == 2 else {
        throw .badValue(
          "treatments", both.joined(separator: ","), allowed: "the winner's and the loser's, as in HF8,LF6",
          span: call.span(of: Self.treatments))
      }
      for treatment in both where !treatment.isEmpty {
        _ = try RecordName.checked(treatment, "treatment", at: call.span(of: Self.treatments))
      }
      values["winner_treatment"] = both[0].isEmpty ? .missing : .text(both[0])
      values["loser_treatment"] = both[1].isEmpty ? .missing : .text(both[1])
    }
    if let comment = call[Self.comment] {
      values["comment"] = try RecordName.remark(comment, "comment", at: call.span(of: Self.comment))
    }
    return values
  }

  /// A unit that was typed apart from its margin, as in `margin=14 cm`; empty for none.
  private static func unit(_ call: Call) -> String {
    let typed = call[words]
    guard call.has(margin), [1, 4].contains(typed.count), let last = typed.last, ["mm", "cm", "m"].contains(last) else {
      return ""
    }
    return last
  }

  /// The winner and the loser, and whether they tied.
  private func pairs(
    _ words: [String], _ test: TestSession, _ call: Call, _ workspace: SkiWorkspace
  ) throws(Diagnostic) -> (winner: String, loser: String, isTie: Bool) {
    let span = call.span(of: Self.words)
    guard words.count == 3, ["beats", "ties"].contains(words[1]) else {
      throw Diagnostic(
        "bad-glide", "a glide needs two pairs with 'beats' or 'ties' between them", span: span,
        help: "use: ski glide SESSION 017 beats 006 margin=14cm")
    }
    return (
      try workspace.participant(words[0], in: test, at: span), try workspace.participant(words[2], in: test, at: span),
      words[1] == "ties"
    )
  }

  private func record(_ number: Int, _ test: TestSession, _ workspace: SkiWorkspace, _ span: SourceSpan?)
    throws(Diagnostic) -> Record
  {
    let key: [String: Value] = ["session": .text(test.number), "number": .integer(number)]
    guard let record = try workspace.store.records(SkiKinds.glide, key).first else {
      throw Diagnostic(
        "unknown-glide", "session '\(test.number)' has no glide \(number)", span: span,
        help: "use ski glide \(CommandText.word(test.number)) to list them")
    }
    return record
  }

  static func table(_ test: TestSession) throws(Diagnostic) -> TableOutput {
    let glides = test.glides
    func words(_ value: (Glide) -> String?) -> ColumnValues { .text(glides.map(value)) }
    var columns = [
      Column("number", .integer(glides.map(\.number))), Column("winner", words(\.winner)),
      Column("loser", words(\.loser)),
      Column("difference_cm", .number(glides.map(\.difference))), Column("lane", words(\.lane)),
      Column("run", .integer(glides.map { $0.run ?? ColumnValues.missingInteger })), Column("tester", words(\.tester)),
    ]
    if glides.contains(where: { $0.winnerTreatment != nil || $0.loserTreatment != nil }) {
      columns += [
        Column("winner_treatment", words(\.winnerTreatment)), Column("loser_treatment", words(\.loserTreatment)),
      ]
    }
    columns.append(Column("comment", words(\.comment)))
    return TableOutput(try Table(columns), title: test.heading + ": " + glides.count.counted("glide")).showing(
      ["number", "winner", "loser", "difference_cm"],
      narrow: ["difference_cm": Column("cm", .number(glides.map(\.difference)))])
  }
}
