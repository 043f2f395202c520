internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import SkiModel

/// `ski wish`: which camber and stiffness to order for given conditions.
struct WishCommand: Command {
  let kept: KeptAdvice
  /// The minimum number of measured and tested pairs.
  static let fewest = 30

  let signature = Signature(
    "ski wish", topic: .plugins, summary: "Suggest which camber and stiffness to order for given conditions.",
    details: """
      A regression explains each pair's own effect in these conditions, beyond base and grinding, by its measured camber \
      (height under half and full weight) and stiffness; pairs with more informative tests count more. With fewer than \
      30 measured and tested pairs the answer is 'not enough'. A range is given only for a property that is significant \
      at the 5 % level (Holm's correction over the properties), and for none that cannot be separated from another: \
      Spearman's correlation over the pairs is 0.9 or more, or fewer than 10 pairs have both. The role of camber follows Breitschädel 2010 and \
      Kalliorinne 2023. All owners' pairs count unless owner= names one: what suits the snow is much the same for everyone, and \
      one owner seldom has 30 measured pairs.
      """, parameters: [ChosenPairs.type.any, ChosenPairs.athlete.any] + RaceConditions.all,
    exampleLines: """
      before any measurements: ski import ski-thesis; ski wish air=-5 new=100 -> not enough
      for one type: ski import ski-thesis; ski wish type=Klister air=5 wet=100 -> not enough
      pairs without an owner: ski import ski-thesis; ski wish owner=nobody air=-5 new=100 -> needed
      write to a file: ski import ski-thesis; ski wish air=-5 new=100 to wish.json -> wish.json
      snow that does not sum to 100: ski import ski-thesis; ski wish air=-5 new=90 -> !bad-snow
      """, traits: .readsOnly, seeAlso: ["ski grindings", "ski recommend"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let conditions = try RaceConditions.read(call)
    let advice = try PairAdvice(session, kept)
    let kept = try SkiRecords.pairs(advice.workspace.store)
    let type = try ChosenPairs.readType(call, advice.workspace)
    let owner = try ChosenPairs.readOwner(call, advice.workspace.athleteNames(), advice.workspace)
    let pairs = kept.filter { pair in
      (type == nil || pair.skiType == type) && (owner.map { $0.number == pair.owner } ?? true)
    }
    let wish = Self.regression(pairs, advice, conditions)
    var record = RecordOutput("what to order for \(conditions.text)")
    record.add("answer", .text(wish.rows.isEmpty ? "not enough" : "see the table"))
    record.add("pairs", .integer(wish.measured))
    record.add("needed", .integer(Self.fewest))
    record.add("unit", .text(advice.model.unit))
    record.add("alike", list: wish.alike.map { .text($0.names.joined(separator: " ")) })
    record.add("constant", list: wish.constant.map { .text($0.name) })
    let doubts = Self.doubts(wish).map(Output.note)
    guard !wish.rows.isEmpty else {
      return [
        .record(record),
        .note(
          "not enough: \(wish.measured.counted("pair")) with camber and tests, \(Self.fewest) needed; "
            + "enter camber with ski pair edit"),
      ] + doubts
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
        "effect_of_sd: effect of one more standard deviation, in \(advice.model.unit); low and high are the measured "
          + "range, order_from and order_to its better third"
      ], decimals: ["low": 2, "high": 2, "effect_of_sd": 2, "se": 2, "order_from": 2, "order_to": 2])
    measured.pValues = ["p_holm"]
    measured.essential = ["property", "order_from", "order_to", "effect_of_sd", "se"]
    var outputs: [Output] = [.table(measured), .record(record)] + doubts
    let inDoubt = wish.alike.contains { alike in rows.contains { $0.p < 0.05 && alike.names.contains($0.name) } }
    if rows.allSatisfy({ $0.range == nil }), !inDoubt {
      outputs.append(.note("no measured property has a clear effect in these conditions: choose pairs by testing them"))
    }
    return outputs
  }

  /// What the pairs cannot show, whatever their tests say.
  private static func doubts(_ wish: PropertyRegression) -> [String] {
    let alike = wish.alike.map { alike in
      let clear = wish.rows.filter { alike.names.contains($0.name) && $0.p < 0.05 }
      let r = alike.correlation.map { NumberText.fixed($0, 2) } ?? "undefined"
      return alike.names.joined(separator: " and ")
        + " cannot be separated: their rank correlation is \(r), n = \(alike.count.counted("pair")) with both"
        + (clear.isEmpty
          ? "" : "; the effect above may be of either, or of neither alone, so no range of them is given")
        + (alike.count < PropertyRegression.fewestOfBoth
          ? "; measure both on at least \(PropertyRegression.fewestOfBoth)"
          : "; only pairs that differ in one of them alone can show which one matters")
    }
    return alike
      + wish.constant.map {
        "\($0.name) is the same in all \($0.count.counted("pair")) that have it, so its effect is unknown"
      }
  }

  private static let properties: [(name: String, value: @Sendable (SkiPair.Camber) -> Double?)] = [
    ("height_half_weight_mm", { $0.half }), ("height_full_weight_mm", { $0.full }),
    ("stiffness_n_per_mm", { $0.stiffness }), ("weight_for_pushdown_kg", { $0.weightForPushdown }),
  ]

  /// The regression of pair effects in some conditions on a measured property.
  private static func regression(
    _ pairs: [SkiPair], _ advice: PairAdvice, _ conditions: TestConditions
  ) -> PropertyRegression {
    let tested = pairs.compactMap { pair in
      advice.history.placeOf[pair.serialNumber].flatMap { advice.model.worth($0, conditions) }
        .map { (camber: pair.camber, worth: $0) }
    }
    return PropertyRegression(
      tested.map { pair in (properties.map { $0.value(pair.camber) }, pair.worth) }, of: properties.map(\.name),
      fewest: fewest)
  }
}
