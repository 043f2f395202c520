internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// `ski map`: a pair's chance of being a top pick, by temperature and snow.
struct MapCommand: Command {
  let kept: KeptAdvice
  static let step = Parameter<Int>.int("step", in: 1...20, default: 5, help: "Step between rows in °C.")

  let signature = Signature(
    "ski map", topic: .plugins, summary: "Show a pair's chance of being a top pick, by temperature and snow.",
    details: """
      The rivals are the owner's other pairs of the same type. Rows are air temperatures within the tested range, \
      columns are kinds of snow; a cell is missing if no session was near.
      """, parameters: [SkiWhyCommand.pair.any, step.any],
    exampleLines: """
      where a pair works best: ski import ski-thesis; ski map 017 -> new_wet
      more rows: ski import ski-thesis; ski map 001 step=3 -> -12
      write to a file: ski import ski-thesis; ski map 009 to map.csv -> map.csv
      an unknown pair: ski import ski-thesis; ski map 099 -> !unknown-pair
      """, traits: .readsOnly, seeAlso: ["ski why", "ski recommend"])

  static let snows: [(name: String, new: Double, old: Double, wet: Double)] = [
    ("new", 1, 0, 0), ("new_old", 0.5, 0.5, 0), ("old", 0, 1, 0), ("new_wet", 0.5, 0, 0.5), ("old_wet", 0, 0.5, 0.5),
    ("wet", 0, 0, 1),
  ]

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let advice = try PairAdvice(session, kept)
    let pair = try advice.pair(call[SkiWhyCommand.pair], at: call.span(of: SkiWhyCommand.pair))
    let rivals = advice.rivals(of: pair)
    guard let place = rivals.firstIndex(of: pair) else { return [] }
    let airs = advice.history.tests.map(\.conditions.air)
    guard let low = airs.min(), let high = airs.max() else { return [] }
    let step = call[Self.step]
    let first = Int((low / Double(step)).rounded(.up)), last = Int((high / Double(step)).rounded(.down))
    let rows = first <= last ? (first...last).map { Double($0 * step) } : [low.rounded()]
    _ = try advice.support(rivals, under: TestConditions(air: rows[0], new: 1, old: 0, wet: 0), at: call.verbSpan)
    let tested = try tests(of: rivals, advice)
    var columns = [Column("air_temperature_c", .number(rows))]
    for snow in Self.snows {
      var values: [Double] = []
      for air in rows {
        try session.cancellation.check()
        let conditions = TestConditions(air: air, new: snow.new, old: snow.old, wet: snow.wet)
        guard tested.contains(where: { $0.isNear(conditions) }) else {
          values.append(.nan)
          continue
        }
        let forecast = advice.model.forecast(rivals, under: conditions)
        values.append(forecast.chances(seed: session.seed).top[place])
      }
      columns.append(Column(snow.name, .number(values)))
    }
    let (serial, top) = (advice.history.pairs[pair].serial, TopPicks.count(of: rivals.count))
    var output = TableOutput(
      try Table(columns), title: "chance that \(serial) is a top pick (first \(top) of \(rivals.count))",
      footer: ["missing: no session was near; columns are kinds of snow, half and half where two are named"],
      decimals: Dictionary(uniqueKeysWithValues: columns.dropFirst().map { ($0.name, 2) }))
    output.chances = Set(columns.dropFirst().map(\.name))
    // A narrow screen has room for five kinds of snow: those with the most tests.
    let known = columns.dropFirst().filter { $0.missingCount < $0.count }.enumerated()
      .sorted { ($0.element.missingCount, $0.offset) < ($1.element.missingCount, $1.offset) }.prefix(5).map(\.element)
    return [
      .table(
        output.showing(
          ["air_temperature_c"] + known.map(\.name), narrow: ["air_temperature_c": Column("air", .number(rows))]))
    ]
  }

  /// The conditions in which these types were tested.
  private func tests(of rivals: [Int], _ advice: PairAdvice) throws(Diagnostic) -> [TestConditions] {
    let types = Set(rivals.map { advice.history.pairs[$0].type })
    return advice.history.tests.filter { test in
      test.entries.count >= 2 && test.entries.contains { types.contains(advice.history.pairs[$0.pair].type) }
    }.map(\.conditions)
  }
}
