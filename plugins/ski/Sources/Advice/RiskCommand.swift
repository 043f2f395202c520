internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import SkiModel

/// `ski risk`: how often a top pick of a held-out session was predicted rejected.
struct RiskCommand: Command {
  let kept: KeptAdvice
  static let below = Parameter<Double?>.number(
    "below", in: 0.1...50, unit: "%", help: "Risk that the upper limit must be below; default: 5 %.")

  let signature = Signature(
    "ski risk", topic: .plugins, summary: "Estimate how often a top pick is predicted as rejected, with an interval.",
    details: """
      Each session is predicted from the others, in ten folds. The risk is the share of actual top picks that were \
      predicted as rejected, with its Wilson 95 % interval. sessions_needed is the number of further sessions without \
      such a mistake that would bring the upper limit below 5 % (below=). The report also shows whether shortlists \
      contained the best pair as often as they promised, and whether the chances were accurate. Every pair has a place \
      in the predicted order, so every pair has a class.
      """, parameters: [below.any],
    exampleLines: """
      from all sessions: ski import ski-thesis; ski risk -> top_predicted_rejected
      with another limit: ski import ski-thesis; ski risk below=10 -> sessions_needed
      write to a file: ski import ski-thesis; ski risk to risk.json -> risk.json
      no sessions: ski pair add 4711; ski risk -> !too-few-tests
      """, traits: .readsOnly, seeAlso: ["ski surprises", "ski recommend"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let advice = try PairAdvice(session, kept)
    let held = try HeldOutSessions(advice.model, seed: session.seed, executor: session.executor, in: session.jobContext)
    let (bound, outcomes) = ((call[Self.below] ?? 5) / 100, held.outcomes)
    guard outcomes.count >= 2 else {
      throw Diagnostic(
        "too-few-tests", "\(outcomes.count.counted("session")) can be predicted from the others, but two are needed",
        span: call.verbSpan, help: "add sessions with ranks or glides: ski sessions")
    }
    let rejected = outcomes.reduce(0) { $0 + $1.scores.labels[0][2] }
    let tops = outcomes.reduce(0) { $0 + $1.scores.labels[0].reduce(0, +) }
    let interval = Wilson.interval(successes: rejected, of: tops)
    var record = RecordOutput("risk over \(outcomes.count.counted("session"))")
    func add(_ name: String, _ value: Double?) { record.add(name, value.map(Value.number) ?? .missing) }
    record.add("sessions", .integer(outcomes.count))
    record.add("top_picks", .integer(tops))
    record.add("top_predicted_rejected", .integer(rejected))
    add("risk", tops > 0 ? Double(rejected) / Double(tops) : nil)
    record.add("interval", list: tops > 0 ? [.number(interval.low), .number(interval.high)] : [])
    let needed = Self.needed(rejected, tops, below: bound, sessions: outcomes.count)
    record.add("sessions_needed", needed.map(Value.integer) ?? .missing)
    add("tau", outcomes.compactMap(\.scores.tau).mean)
    let hits = outcomes.reduce(0) { $0 + $1.scores.topHits }
    add("top_recall", tops > 0 ? Double(hits) / Double(tops) : nil)
    add("mrr", outcomes.map { 1 / Double($0.scores.placeOfBest) }.mean)
    let coverage = held.coverage(0.95)
    add("shortlist_held_best", Double(coverage.held) / Double(outcomes.count))
    add("shortlist_promised", coverage.promised)
    record.add("folds", .integer(held.folds))
    var outputs: [Output] = [.record(record), .table(try Self.calibration(outcomes))]
    if tops == 0 {
      outputs.append(.warning("no session has a ranked pair, so the risk is undefined"))
    } else if interval.high >= bound {
      let more = needed.map { "\($0.counted("further session")) without such a mistake would show it" }
      outputs.append(
        .note(
          "a risk below \(NumberText.significant(100 * bound, 3)) % has not been shown yet"
            + (more.map { ": " + $0 } ?? "")))
    }
    return outputs + advice.history.notes.map(Output.note)
  }

  /// How many further sessions without a mistake bring the upper limit below the bound; nil beyond 10,000 top picks.
  static func needed(_ rejected: Int, _ tops: Int, below bound: Double, sessions: Int) -> Int? {
    guard tops > 0, sessions > 0 else { return nil }
    var total = tops
    while Wilson.interval(successes: rejected, of: total).high >= bound {
      total += 1
      if total > tops + 10_000 { return nil }
    }
    let perSession = Double(tops) / Double(sessions)
    return Int((Double(total - tops) / perSession).rounded(.up))
  }

  /// How often pairs with a given chance of being the best were the best.
  private static func calibration(_ outcomes: [HeldOutSessions.Outcome]) throws(Diagnostic) -> TableOutput {
    let edges = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.01]
    var rows = edges.map { _ in (count: 0, chance: 0.0, best: 0.0) }
    for outcome in outcomes {
      let best = outcome.best
      for place in outcome.ranks.indices {
        let chance = outcome.chances.best[place]
        let bin = edges.firstIndex { chance < $0 } ?? edges.count - 1
        rows[bin].count += 1
        rows[bin].chance += chance
        if best.contains(place) { rows[bin].best += 1 / Double(best.count) }
      }
    }
    let used = rows.indices.filter { rows[$0].count > 0 }
    let table = try Table([
      Column("chance_below", .number(used.map { min(1, edges[$0]) })),
      Column("pairs", .integer(used.map { rows[$0].count })),
      Column("mean_chance", .number(used.map { rows[$0].chance / Double(rows[$0].count) })),
      Column("were_best", .number(used.map { rows[$0].best / Double(rows[$0].count) })),
    ])
    let output = TableOutput(
      table, title: "predicted chance of being the best, and how often the pair was",
      decimals: ["chance_below": 2, "mean_chance": 3, "were_best": 3])
    return output.showing(
      ["chance_below", "pairs", "mean_chance", "were_best"],
      narrow: ["chance_below": Column("below", .number(used.map { min(1, edges[$0]) }))])
  }
}

/// `ski surprises`: sessions whose best pair the prediction would have left at home.
struct SurprisesCommand: Command {
  let kept: KeptAdvice
  static let limit = Parameter<Int>.int("limit", in: 1...1000, default: 10, help: "Number of sessions to show.")

  let signature = Signature(
    "ski surprises", topic: .plugins, summary: "List the sessions whose best pair was least expected.",
    details: """
      Each session is predicted from the others. Sessions whose best pair was predicted as rejected (predicted_rejected) \
      come first, then those whose best pair had the lowest chance. Test a surprising pair again, or look for a mistake \
      in the records.
      """, parameters: [limit.any],
    exampleLines: """
      least expected first: ski import ski-thesis; ski surprises -> predicted_place
      three sessions: ski import ski-thesis; ski surprises limit=3 -> chance_best
      write to a file: ski import ski-thesis; ski surprises to list.csv -> list.csv
      no sessions: ski import ski-thesis; ski surprises limit=0 -> !bad-value
      """, traits: .readsOnly, seeAlso: ["ski risk", "ski why"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let advice = try PairAdvice(session, kept)
    let held = try HeldOutSessions(advice.model, seed: session.seed, executor: session.executor, in: session.jobContext)
    let ordered = held.outcomes.map { (outcome: $0, chance: $0.chances.best[$0.best.first ?? 0]) }.sorted { a, b in
      let (x, y) = (Self.isRejected(a.outcome), Self.isRejected(b.outcome))
      return x != y ? x : a.chance != b.chance ? a.chance < b.chance : a.outcome.test < b.outcome.test
    }
    let rejected = ordered.count { Self.isRejected($0.outcome) }
    let shown = Array(ordered.prefix(call[Self.limit]))
    func serial(_ outcome: HeldOutSessions.Outcome, _ place: Int?) -> String? {
      place.map { advice.history.pairs[outcome.pairs[$0]].serial }
    }
    let tests = shown.map { advice.history.tests[$0.outcome.test] }
    let table = try Table([
      Column("session", .text(tests.map(\.name))),
      Column("best", .text(shown.map { serial($0.outcome, $0.outcome.best.first) })),
      Column("predicted_place", .integer(shown.map { $0.outcome.scores.placeOfBest })),
      Column("of", .integer(shown.map { $0.outcome.ranks.count })), Column("chance_best", .number(shown.map(\.chance))),
      Column("predicted_rejected", .boolean(shown.map { Self.isRejected($0.outcome) })),
      Column("predicted_best", .text(shown.map { serial($0.outcome, RatingOrder.places($0.outcome.estimates).first) })),
      Column("conditions", .text(tests.map(\.conditions.text))),
      Column("day", .date(shown.map { advice.history.details[$0.outcome.test].day })),
    ])
    var output = TableOutput(
      table, title: "\(rejected) of \(held.outcomes.count.counted("session")) had a best pair predicted as rejected",
      totalRows: ordered.count, decimals: ["chance_best": 3])
    output.chances = PairAdvice.chances
    output = output.showing(
      ["session", "best", "predicted_place", "of", "chance_best"],
      narrow: ["predicted_place": Column("place", .integer(shown.map { $0.outcome.scores.placeOfBest }))])
    return [.table(output)] + advice.history.notes.map(Output.note)
  }

  private static func isRejected(_ outcome: HeldOutSessions.Outcome) -> Bool {
    TopPicks.label(rank: Double(outcome.scores.placeOfBest), of: outcome.ranks.count) == 2
  }
}
