internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `ski wish`: which camber and stiffness to order for conditions.
struct WishCommand: Command {
  /// What past commands of the session learned.
  let kept: KeptAdvice
  /// The fewest measured and tested pairs anything is said from.
  static let fewest = 30

  /// What `ski wish` takes.
  let signature = Signature(
    "ski wish", topic: .plugins, summary: "Say which camber and stiffness to order for given conditions.",
    details: """
      What pairs are worth beside base and grinding under these conditions is regressed on their measured camber (height \
      under half and full weight) and stiffness, each pair weighing as much as its tests say. Below 30 measured and tested \
      pairs the answer is 'not enough'. A range is named only where the property matters at the 5 % level (Holm's \
      correction over the properties); the thesis of camber is that of Breitschädel 2010 and Kalliorinne 2023.
      """,
    parameters: [ChosenPairs.type.any] + RaceConditions.all,
    examples: [
      Example(
        "ski wish air=-5 new=100", after: RecommendCommand.scene, "before anything was measured", prints: "not enough"),
      Example("ski wish type=Klister air=5 wet=100", after: RecommendCommand.scene, "of a type", prints: "not enough"),
      Example(
        "ski wish air=-5 new=100 to wish.json", after: RecommendCommand.scene, "into a file", prints: "wish.json"),
      Example("ski wish air=-5 new=90", after: RecommendCommand.scene, "snow that does not add up", fails: "bad-snow"),
    ], seeAlso: ["ski grindings", "ski recommend"])

  /// Nothing is changed.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let conditions = try RaceConditions.read(call)
    let advice = try PairAdvice(session, kept)
    let kept = try SkiRecords.pairs(advice.books.store)
    var type: String?
    if let typed = call[ChosenPairs.type] {
      guard let name = advice.books.terms.find(.type, typed) else {
        throw Diagnostic.unknown(
          "ski type", typed, among: advice.books.terms.known[.type] ?? [], span: call.span(of: ChosenPairs.type))
      }
      type = name
    }
    let wish = SkiWish(kept.filter { type == nil || $0.skiType == type }, advice, conditions)
    var record = RecordOutput("what to order for \(conditions.text)")
    record.add("answer", .text(wish.rows.isEmpty ? "not enough" : "see the table"))
    record.add("pairs", .integer(wish.measured))
    record.add("needed", .integer(WishCommand.fewest))
    record.add("unit", .text(advice.model.unit))
    guard !wish.rows.isEmpty else {
      return [
        .record(record),
        .note(
          "not enough: \(wish.measured.counted("pair")) with camber and tests, and \(WishCommand.fewest) are needed; "
            + "enter camber with ski pair edit"),
      ] + advice.books.remarks
    }
    let rows = wish.rows
    let table = try Table([
      Column("property", .text(rows.map(\.name))), Column("pairs", .integer(rows.map(\.count))),
      Column("order_from", .number(rows.map { $0.range?.low ?? .nan })),
      Column("order_to", .number(rows.map { $0.range?.high ?? .nan })),
      Column("effect_of_sd", .number(rows.map(\.slope))), Column("se", .number(rows.map(\.error))),
      Column("p_holm", .number(rows.map(\.p))),
      Column("low", .number(rows.map(\.low))), Column("high", .number(rows.map(\.high))),
    ])
    var measured = TableOutput(
      table, title: "measured properties at \(conditions.text)",
      footer: [
        "effect_of_sd: what one standard deviation more is worth, in \(advice.model.unit); low and high are what was "
          + "measured, order_from and order_to the better third of it"
      ],
      decimals: [
        "low": 2, "high": 2, "effect_of_sd": 2, "se": 2, "p_holm": 3, "order_from": 2, "order_to": 2,
      ])
    measured.essential = ["property", "order_from", "order_to", "effect_of_sd", "se"]
    var outputs: [Output] = [.table(measured), .record(record)]
    if rows.allSatisfy({ $0.range == nil }) {
      outputs.append(.note("no measured property matters clearly under these conditions: choose pairs by testing them"))
    }
    return outputs + advice.books.remarks
  }
}

/// Weighted regressions of what pairs are worth on what was measured of them.
struct SkiWish {
  /// One property.
  struct Row {
    let name: String
    let count: Int
    let low: Double
    let high: Double
    /// The change by one standard deviation.
    let slope: Double
    let error: Double
    /// Student's t, two-sided, by Holm's correction.
    var p: Double
    /// The better third of what was measured; nil where the property does not matter.
    var range: (low: Double, high: Double)?
  }

  /// How many pairs have a measured property and tests.
  let measured: Int
  /// Properties with enough pairs.
  let rows: [Row]

  static let properties: [(name: String, value: @Sendable (SkiPair.Camber) -> Double?)] = [
    ("height_half_weight_mm", { $0.half }), ("height_full_weight_mm", { $0.full }),
    ("stiffness_n_per_mm", { $0.stiffness }), ("weight_for_pushdown_kg", { $0.weightForPushdown }),
  ]

  init(_ pairs: [SkiPair], _ advice: PairAdvice, _ conditions: TestConditions) {
    let worth = pairs.map { pair in
      advice.history.placeOf[pair.serialNumber].flatMap { advice.model.worth($0, conditions) }
    }
    measured = pairs.indices.count { place in
      worth[place] != nil && SkiWish.properties.contains { $0.value(pairs[place].camber) != nil }
    }
    var rows: [Row] = []
    for (name, value) in SkiWish.properties {
      var points: [(x: Double, y: Double, weight: Double)] = []
      for (pair, worth) in zip(pairs, worth) {
        if let x = value(pair.camber), let worth { points.append((x, worth.value, worth.weight)) }
      }
      if points.count >= WishCommand.fewest, let row = SkiWish.row(name, points) { rows.append(row) }
    }
    let order = rows.indices.sorted { rows[$0].p < rows[$1].p }
    var largest = 0.0
    for (position, place) in order.enumerated() {
      largest = max(largest, min(1, rows[place].p * Double(rows.count - position)))
      rows[place].p = largest
      if largest >= 0.05 { rows[place].range = nil }
    }
    self.rows = rows
  }

  private static func row(_ name: String, _ points: [(x: Double, y: Double, weight: Double)]) -> Row? {
    let total = points.reduce(0) { $0 + $1.weight }
    let mx = points.reduce(0) { $0 + $1.weight * $1.x } / total
    let my = points.reduce(0) { $0 + $1.weight * $1.y } / total
    let sxx = points.reduce(0) { $0 + $1.weight * ($1.x - mx) * ($1.x - mx) }
    let sd = (sxx / total).squareRoot()
    guard sxx > 0, sd > 0, total > 0 else { return nil }
    let slope = points.reduce(0) { $0 + $1.weight * ($1.x - mx) * ($1.y - my) } / sxx
    let df = Double(points.count - 2)
    let rss = points.reduce(0.0) { sum, point in
      let rest = point.y - my - slope * (point.x - mx)
      return sum + point.weight * rest * rest
    }
    let error = (rss / df / sxx).squareRoot()
    let t = error > 0 ? (slope / error).magnitude : 0
    let sorted = points.map(\.x).sorted()
    let third = sorted.count / 3
    let range =
      slope > 0
      ? (sorted[sorted.count - 1 - third], sorted[sorted.count - 1]) : (sorted[0], sorted[third])
    return Row(
      name: name, count: points.count, low: sorted[0], high: sorted[sorted.count - 1], slope: slope * sd,
      error: error * sd, p: 2 * (1 - StudentT.cdf(t, df: df)), range: range)
  }
}

extension PairModel {
  /// What a pair is worth beside base and grinding, the shrinkage taken back, and how much that weighs.
  ///
  /// The shrunken effect over its reliability r = 1 − posterior / prior variance, with the weight r: deregressed, since a
  /// regression on shrunken effects would be shrunk twice (Garrick, Taylor and Fernando 2009). Nil for pairs of which
  /// tests say next to nothing.
  func worth(_ pair: Int, _ conditions: TestConditions) -> (value: Double, weight: Double)? {
    guard let place = places[pair], let block = solution.blocks[place.block] else { return nil }
    let t = (conditions.air - meanAir) / 15
    let (u, v) = (2 * place.place, 2 * place.place + 1)
    let size = block.factor.size
    let mean = block.effects[u] + t * block.effects[v]
    var half = [Double](repeating: 0, count: size)
    half[u] = 1
    half[v] = t
    block.factor.solveLower(&half)
    var shared = (0..<solution.shared.count).map { block.coupling[$0 * size + u] + t * block.coupling[$0 * size + v] }
    solution.factor.solveLower(&shared)
    let posterior = (half + shared).reduce(0) { $0 + $1 * $1 }
    let reliability = 1 - posterior / (variances.pair + t * t * variances.slope)
    return reliability > 0.1 ? (mean / reliability, reliability) : nil
  }
}
