internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// `ski why`: the parts of an estimate, and the past sessions nearest to the conditions.
struct SkiWhyCommand: Command {
  let kept: KeptAdvice
  static let pair = Parameter<String>.pair
  static let limit = Parameter<Int>.int("limit", in: 1...100, default: 5, help: "Number of past sessions to show.")

  let signature = Signature(
    "ski why", topic: .plugins, summary: "Explain why a pair is recommended or not, with the nearest past sessions.",
    details: """
      The estimate is a sum: the base and the grinding in these conditions, the pair itself, and the pair's change \
      with temperature, each relative to the mean of the owner's pairs of that type. By default the conditions are \
      those of the pair's newest session.
      """, parameters: [pair.any] + RaceConditions.all + [limit.any],
    exampleLines: """
      a pair on race day: ski import ski-thesis; ski why 017 air=5 new=50 wet=50 -> the pair itself
      in the newest session's conditions: ski import ski-thesis; ski why 017 -> rank
      fewer sessions: ski import ski-thesis; ski why 003 limit=2 -> distance
      an unknown pair: ski import ski-thesis; ski why 099 -> !unknown-pair
      """, traits: .readsOnly, seeAlso: ["ski recommend", "ski map"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let given = RaceConditions.isGiven(call) ? try RaceConditions.read(call) : nil
    let advice = try PairAdvice(session, kept)
    let pair = try advice.pair(call[Self.pair], at: call.span(of: Self.pair))
    let own = advice.history.tests.indices.filter { test in
      advice.history.tests[test].entries.contains { $0.pair == pair }
    }
    var notes: [String] = []
    let conditions: TestConditions
    if let given {
      conditions = given
    } else if let last = own.last {
      conditions = advice.history.tests[last].conditions
      notes.append("conditions of session \(advice.label(last)): \(conditions.text)")
    } else {
      throw Diagnostic(
        "missing-conditions", "the pair has no usable session",
        span: call.span(of: Self.pair), help: "add conditions, as in air=-5 new=50 old=50")
    }
    let rivals = advice.rivals(of: pair)
    let support = try advice.support(rivals, under: conditions, at: call.verbSpan)
    let forecast = advice.model.forecast(rivals, under: conditions)
    let chances = forecast.chances(seed: session.seed)
    guard let place = rivals.firstIndex(of: pair) else { return [] }
    let serial = advice.history.pairs[pair].serial
    var record = RecordOutput("\(serial) at \(conditions.text)")
    record.add("serial_number", .text(serial))
    record.add("place", .integer((forecast.order.firstIndex(of: place) ?? 0) + 1))
    record.add("of", .integer(rivals.count))
    record.add("estimate", .number(forecast.estimates[place]))
    record.add("se", .number(forecast.standardErrors[place]))
    record.add("unit", .text(advice.model.unit))
    record.add("chance_best", .number(chances.best[place]))
    record.add("chance_top", .number(chances.top[place]))
    record.add("sessions", .integer(own.count))
    record.add("sessions_near", .integer(support.counts[place].near))
    // A part that is the same for all rivals explains nothing.
    let reasons = forecast.reasons[place].filter { part in
      !part.name.hasPrefix("type ") || Set(rivals.map { advice.history.pairs[$0].type }).count > 1
    }
    let parts = try Table([
      Column("because_of", .text(reasons.map(\.name))), Column("effect_" + advice.unit, .number(reasons.map(\.value))),
    ])
    let nearest = own.sorted { a, b in
      let (x, y) = (distance(a, advice, conditions), distance(b, advice, conditions))
      return x != y ? x < y : a > b
    }.prefix(call[Self.limit])
    var outputs: [Output] = [
      .record(record),
      .table(
        TableOutput(
          parts, title: "parts of the estimate, relative to the mean of the rivals", decimals: advice.decimals)),
      .table(try sessions(Array(nearest), pair, advice, conditions)),
    ]
    if let warning = advice.extrapolation(support) { outputs.append(.warning(warning)) }
    return outputs + (notes + advice.history.notes).map(Output.note)
  }

  private func distance(_ test: Int, _ advice: PairAdvice, _ conditions: TestConditions) -> Double {
    advice.history.tests[test].conditions.distance(to: conditions)
  }

  private func sessions(
    _ nearest: [Int], _ pair: Int, _ advice: PairAdvice, _ conditions: TestConditions
  ) throws(Diagnostic) -> TableOutput {
    let tests = nearest.map { advice.history.tests[$0] }
    let entries = tests.map { test in test.entries.first { $0.pair == pair } }
    let orders = tests.map(ObservedOrder.init)
    let ranks = zip(tests, orders).map { test, order -> Double in
      test.entries.firstIndex { $0.pair == pair }.flatMap { order.ranks[$0] } ?? .nan
    }
    let table = try Table([
      Column("session", .text(tests.map(\.name))), Column("rank", .number(ranks)),
      Column("of", .integer(tests.map(\.entries.count))), Column("conditions", .text(tests.map(\.conditions.text))),
      Column("distance", .number(nearest.map { distance($0, advice, conditions) })),
      Column("day", .date(nearest.map { advice.history.details[$0].day })),
      Column("grinding", .text(entries.map { $0?.grinding })),
      Column("place", .text(nearest.map { advice.history.details[$0].place })),
    ])
    let output = TableOutput(
      table, title: "its sessions in the most similar conditions", decimals: ["distance": 2])
    return output.showing(["session", "rank", "of", "conditions"])
  }
}
