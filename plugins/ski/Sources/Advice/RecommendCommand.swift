internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// `ski recommend`: which pairs to take to a race, in order, each with its chances.
struct RecommendCommand: Command {
  let kept: KeptAdvice
  let signature = Signature(
    "ski recommend", topic: .plugins, summary: "Rank an athlete's pairs for given conditions, each with its chances.",
    details: """
      Past tests are weighted by their conditions. The model has effects of base and grinding by temperature and snow, \
      an effect of each pair and its change with temperature; effects with few tests are shrunk. The estimate is how \
      far a pair is expected to be ahead of the mean of the listed pairs. chance_best is the probability that it is \
      the fastest on the day, chance_top that it is in the first third. The shortlist states the probability that it \
      contains the fastest pair: shortlist=95% takes the number of pairs that comes nearest to that, shortlist=5 takes \
      five pairs. Chances allow for what few tests leave open, also of how much pairs differ from day to day: none is 0 \
      or 1. A test counts for a pair that has a rank or a glide in it. A warning appears if the conditions are far from \
      every session; advice needs at least three sessions. A pair that is not linked has never met the first pair in a \
      test, directly or through other pairs.
      """, parameters: RaceForecast.parameters,
    exampleLines: """
      which pairs to take: ski import ski-thesis; ski recommend type=Klister air=5 new=50 wet=50 -> chance_best
      a shortlist of three pairs: ski import ski-thesis; ski recommend type=Klister air=5 new=50 wet=50 shortlist=3 -> holds_best
      colder than any test: ski import ski-thesis; ski recommend type="Cold Conditions" air=-25 new=100 -> extrapolated
      snow that does not sum to 100: ski import ski-thesis; ski recommend type=Klister air=5 new=50 wet=40 -> !bad-snow
      """, traits: .readsOnly, seeAlso: ["ski choice", "ski why", "ski map", "ski grindings"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let race = try RaceForecast(call, session, kept)
    let chances = race.forecast.chances(seed: session.seed)
    let list = race.size.list(chances.best)
    let outputs: [Output] = [.table(try Self.table(race, chances, Set(list.places))), .record(Self.record(race, list))]
    let warning = race.advice.extrapolation(race.support).map { [Output.warning($0)] } ?? []
    return outputs + warning + (race.advice.history.notes + Self.doubts(race.advice.model)).map(Output.note)
  }

  /// Throws `which-ski-type` for pairs of types that were never tested together.
  static func requireOneRace(_ chosen: [Int], _ advice: PairAdvice, at span: SourceSpan?) throws(Diagnostic) {
    let types = Set(chosen.compactMap { advice.history.pairs[$0].type }).inCodePointOrder()
    guard Set(types.compactMap { advice.model.typeGroups[$0] }).count > 1 else { return }
    throw Diagnostic(
      "which-ski-type", "pairs of \(types.count.counted("ski type")) match, and these never all met in tests",
      span: span, help: "a race is in one: " + types.map { "type=" + CommandText.word($0) }.joined(separator: ", "))
  }

  private static func doubts(_ model: PairModel) -> [String] {
    var doubts: [String] = []
    if !model.isMeasured { doubts.append("no margins were measured: estimates are standard scores of ranks") }
    if !model.isSettled { doubts.append("the variance estimates did not converge; errors are approximate") }
    return doubts
  }

  private static func table(
    _ race: RaceForecast, _ chances: PairForecast.Chances, _ shortlist: Set<Int>
  ) throws(Diagnostic) -> TableOutput {
    let (advice, chosen, support, forecast, linked) = (
      race.advice, race.chosen, race.support, race.forecast, race.linked
    )
    let (order, errors) = (forecast.order, forecast.standardErrors)
    func text(_ name: String, _ value: (TestedPair) -> String?) -> Column {
      Column(name, .text(order.map { value(advice.history.pairs[chosen[$0]]) }))
    }
    let table = try Table([
      Column("place", .integer(order.indices.map { $0 + 1 })), text("serial_number", \.serial),
      Column("estimate_" + advice.unit, .number(order.map { forecast.estimates[$0] })),
      Column("se", .number(order.map { errors[$0] })), Column("chance_best", .number(order.map { chances.best[$0] })),
      Column("shortlist", .boolean(order.map { shortlist.contains($0) })),
      Column("tests", .integer(order.map { support.counts[$0].all })),
      Column("near", .integer(order.map { support.counts[$0].near })), text("base", \.base),
      text("grinding", \.grinding), Column("chance_top", .number(order.map { chances.top[$0] })),
      Column("linked", .boolean(order.map { linked[$0] })), text("ski_type", \.type),
    ])
    var output = TableOutput(
      table, title: "\(chosen.count.counted("pair")) for \(race.conditions.text)",
      footer: [
        "estimates are relative to the mean of these pairs; near: sessions within 5 °C, less if the snow differs"
      ], decimals: advice.decimals)
    output.chances = PairAdvice.chances
    output.essential = ["serial_number", "chance_best", "shortlist"]
    return output
  }

  private static func record(_ race: RaceForecast, _ list: (places: [Int], chance: Double)) -> RecordOutput {
    let (advice, support, linked) = (race.advice, race.support, race.linked)
    func serials(_ places: [Int]) -> [Value] { places.map { .text(advice.history.pairs[race.chosen[$0]].serial) } }
    var record = RecordOutput("shortlist")
    record.add("shortlist", list: serials(list.places))
    record.add("holds_best", .number(list.chance))
    record.add("sessions", .integer(support.sessions.count))
    record.add("sessions_near", .integer(support.near))
    record.add("extrapolated", .boolean(support.isExtrapolated))
    record.add("nearest", list: support.sessions.prefix(3).map { .text(advice.label($0.test)) })
    record.add("unlinked", list: serials(race.forecast.order.filter { !linked[$0] }))
    record.add("day_sd", .number(advice.model.dayVariance.squareRoot()))
    record.add("pair_sd", .number(advice.model.variances.pair.squareRoot()))
    record.add("unit", .text(advice.model.unit))
    return record
  }
}
