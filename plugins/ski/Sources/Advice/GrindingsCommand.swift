internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// `ski grindings`: which base and grinding suit the conditions, and whether they matter compared with the ski.
struct GrindingsCommand: Command {
  let kept: KeptAdvice
  let signature = Signature(
    "ski grindings", topic: .plugins,
    summary: "Compare bases and grindings for given conditions, with standard errors.",
    details: """
      Effects are relative to the mean of their kind, after removing the effect of the individual pairs. chance_best \
      is the probability that a grinding or base is the best of its kind. If individual pairs differ more than \
      grindings do, a note reports it: then choose the ski, not the grinding.
      """, parameters: RaceConditions.all,
    exampleLines: """
      warm and wet: ski import ski-thesis; ski grindings air=5 new=50 wet=50 -> grinding
      cold, old snow: ski import ski-thesis; ski grindings air=-15 old=100 -> base
      around 0 °C: ski import ski-thesis; ski grindings air=0 new=100 -> chance_best
      no snow given: ski import ski-thesis; ski grindings air=-5 -> !missing-conditions
      """, traits: .readsOnly, seeAlso: ["ski recommend", "ski wish"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let conditions = try RaceConditions.read(call)
    let advice = try PairAdvice(session, kept)
    let support = try advice.support(Array(advice.history.pairs.indices), under: conditions, at: call.verbSpan)
    let model = advice.model
    var rows: [(kind: String, name: String, level: LevelForecast, place: Int)] = []
    var record = RecordOutput("bases and grindings at \(conditions.text)")
    var spreads: [(kind: String, sd: Double)] = []
    for kind in ["base", "grinding"] {
      let levels = model.levelNames.indices.filter { model.levelNames[$0].hasPrefix(kind + " ") }
      guard levels.count >= 2 else { continue }
      let forecast = model.levelForecast(levels, under: conditions, seed: session.seed)
      for place in RatingOrder.places(forecast.estimates) {
        rows.append((kind, String(model.levelNames[levels[place]].dropFirst(kind.count + 1)), forecast, place))
      }
      let sd = (forecast.estimates.reduce(0) { $0 + $1 * $1 } / Double(levels.count - 1)).squareRoot()
      spreads.append((kind, sd))
      record.add(kind + "_sd", .number(sd))
    }
    guard !rows.isEmpty else {
      throw Diagnostic(
        "too-few-tests", "no two bases or grindings have been compared", span: call.verbSpan,
        help: "enter the base or grinding of your pairs: ski pair edit PAIR base=White, ski grind PAIR C")
    }
    let t = (conditions.air - model.meanAir) / 15
    let ski = (model.variances.pair + t * t * model.variances.slope).squareRoot()
    let largest = spreads.map(\.sd).max() ?? 0
    record.add("ski_sd", .number(ski))
    record.add("ski_dominates", .boolean(ski > largest))
    record.add("unit", .text(model.unit))
    record.add("sessions_near", .integer(support.near))
    let counts = tests(advice)
    let table = try Table([
      Column("kind", .text(rows.map(\.kind))), Column("name", .text(rows.map(\.name))),
      Column("estimate_" + advice.unit, .number(rows.map { $0.level.estimates[$0.place] })),
      Column("se", .number(rows.map { $0.level.errors[$0.place] })),
      Column("chance_best", .number(rows.map { $0.level.best[$0.place] })),
      Column("participations", .integer(rows.map { counts[$0.kind + " " + $0.name] ?? 0 })),
    ])
    var output = TableOutput(
      table, title: "bases and grindings at \(conditions.text)",
      footer: ["estimates in \(model.unit), relative to the mean of their kind"], decimals: advice.decimals)
    output.chances = PairAdvice.chances
    let estimate = "estimate_" + advice.unit
    output = output.showing(
      ["kind", "name", estimate, "se", "chance_best"],
      narrow: [estimate: Column(advice.unit, .number(rows.map { $0.level.estimates[$0.place] }))])
    var outputs: [Output] = [.table(output), .record(record)]
    if ski > largest {
      outputs.append(
        .note(
          "the ski itself matters more: pairs differ by \(NumberText.significant(ski, 2)) \(model.unit) (sd), "
            + "bases and grindings by \(NumberText.significant(largest, 2))"))
    }
    if let warning = advice.extrapolation(support) { outputs.append(.warning(warning)) }
    return outputs + advice.history.notes.map(Output.note)
  }

  private func tests(_ advice: PairAdvice) -> [String: Int] {
    var counts: [String: Int] = [:]
    for test in advice.history.tests {
      for entry in test.entries {
        let names = PairModel.levelNames(
          type: nil, base: advice.history.pairs[entry.pair].base, grinding: entry.grinding)
        for name in names { counts[name, default: 0] += 1 }
      }
    }
    return counts
  }
}
