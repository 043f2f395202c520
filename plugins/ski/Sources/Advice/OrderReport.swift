internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

struct OrderReport {
  let session: TestSession
  let graph: GlideGraph
  let leastSquares: LeastSquaresOrder
  /// By wins alone; nil for an order by centimetres.
  let strengths: BradleyTerryOrder?

  private var method: String { strengths == nil ? "least-squares" : "bradley-terry" }
  private var estimates: [Double] { strengths?.strengths ?? leastSquares.ratings }

  private func faster(_ a: Int, _ b: Int) -> Double? {
    strengths.map { $0.probabilityFaster(a, b) } ?? leastSquares.probabilityFaster(a, b)
  }

  /// The ranks within each part.
  private var ranks: [Int] {
    let estimates = estimates
    var ranks = [Int](repeating: 1, count: estimates.count)
    for part in 0..<graph.componentCount {
      let members = estimates.indices.filter { graph.componentOf[$0] == part }
      for (place, rank) in zip(members, RatingOrder.ranks(members.map { estimates[$0] })) { ranks[place] = rank }
    }
    return ranks
  }

  /// Indices of the pairs in order, part by part, the largest part first.
  private var places: [Int] {
    let (sizes, order) = (graph.sizes, RatingOrder.places(estimates))
    let parts = sizes.indices.sorted { sizes[$0] != sizes[$1] ? sizes[$0] > sizes[$1] : $0 < $1 }
    return parts.flatMap { part in order.filter { graph.componentOf[$0] == part } }
  }

  /// The manual ranks, in the order of the graph's pairs.
  private var manual: [Double?] {
    let given = RankPart.all.ranks(session.participations)
    return graph.serials.map { given[$0].map(Double.init) }
  }

  /// The table, the record, the disagreements of the two orders, and the warnings.
  func outputs(showsPairs: Bool) throws(Diagnostic) -> [Output] {
    let (places, ranks, manual, pairs) = (places, ranks, manual, graph.serials.indices)
    // A pair that did not glide has no rank, least of all the first.
    let known = graph.hasGlided
    func numbers(_ name: String, _ values: [Double?]) -> Column {
      Column(name, .number(places.map { known[$0] ? values[$0] ?? .nan : .nan }))
    }
    var columns = [
      Column("serial", .text(places.map { graph.serials[$0] })), numbers("estimate", estimates.map { $0 }),
      numbers("se", pairs.map { i in strengths.map { $0.standardError(i) } ?? leastSquares.standardError(i) }),
      Column("rank", .integer(places.map { known[$0] ? ranks[$0] : ColumnValues.missingInteger })),
      numbers("expected_rank", pairs.map { i in strengths.map { $0.expectedRank(i) } ?? leastSquares.expectedRank(i) }),
    ]
    if graph.componentCount > 1 { columns.append(Column("part", .integer(places.map { graph.componentOf[$0] + 1 }))) }
    if manual.contains(where: { $0 != nil }) {
      columns.append(
        Column("manual_rank", .integer(places.map { manual[$0].map { Int($0) } ?? ColumnValues.missingInteger })))
    }
    let unit = strengths == nil ? "cm" : "log strength"
    var table = TableOutput(
      try Table(columns),
      title: "\(session.heading), by \(method): \(graph.glides.count.counted("glide")), estimates in \(unit)",
      decimals: ["estimate": strengths == nil ? 1 : 3, "se": strengths == nil ? 1 : 3, "expected_rank": 2])
    table.essential = ["serial", "estimate", "se", "rank"]
    table.picture =
      OrderPicture(
        title: session.heading + ", by " + method, table: table.table, unit: unit, glides: graph.glides.count,
        degrees: strengths == nil ? leastSquares.degreesOfFreedom : nil
      ).picture
    var outputs: [Output] = [.table(table)]
    let (record, contradictions) = record(ranks, manual)
    outputs.append(.record(record))
    if !contradictions.isEmpty { outputs.append(.table(try differences(contradictions, ranks, manual))) }
    if showsPairs { outputs.append(.table(try pairTable(places))) }
    return outputs + warnings.map(Output.warning)
  }

  private func record(_ ranks: [Int], _ manual: [Double?]) -> (RecordOutput, [(first: Int, second: Int)]) {
    var record = RecordOutput(session.heading + ": order")
    func add(_ name: String, _ value: Double?) { record.add(name, value.map(Value.number) ?? .missing) }
    record.add("session", .text(session.number))
    record.add("method", .text(method))
    record.add("glides", .integer(graph.glides.count))
    add("sigma", leastSquares.sigma)
    record.add("degrees_of_freedom", .integer(leastSquares.degreesOfFreedom))
    add("cyclic_share", leastSquares.cyclicShare)
    add("repeat_ss", leastSquares.repeatSum)
    add("cyclic_ss", leastSquares.cyclicSum)
    record.add("components", .integer(graph.componentCount))
    record.add("parts", list: graph.components.map { .text($0.joined(separator: " ")) })
    record.add("unbeaten", list: graph.unbeaten.map(Value.text))
    record.add("cyclic_groups", list: graph.cyclicGroups.map { .text($0.joined(separator: " ")) })
    for (place, effect) in leastSquares.effects.enumerated() {
      record.add(effect.name + "_" + effect.unit, .number(effect.centimetres))
      add(effect.name + "_se", leastSquares.error(ofEffect: place))
      add(effect.name + "_p", leastSquares.p(ofEffect: place))
      record.pValues.insert(effect.name + "_p")
    }
    // Manual ranks are compared within the largest part, since glides say nothing across parts.
    let ranked = graph.largestComponent.filter { manual[$0] != nil }
    let (mine, theirs) = (ranked.map { Double(ranks[$0]) }, ranked.compactMap { manual[$0] })
    var contradictions: [(first: Int, second: Int)] = []
    if ranked.count >= 2 {
      add("manual_tau", RankAgreement.tau(mine, theirs))
      contradictions = RankAgreement.contradictions(theirs, mine).map { (ranked[$0.first], ranked[$0.second]) }
      record.add("contradictions", .integer(contradictions.count))
    }
    return (record, contradictions)
  }

  private func differences(
    _ contradictions: [(first: Int, second: Int)], _ ranks: [Int], _ manual: [Double?]
  ) throws(Diagnostic) -> TableOutput {
    func rank(_ place: Int) -> Int { manual[place].map { Int($0) } ?? ColumnValues.missingInteger }
    let table = try Table([
      Column("by_hand_first", .text(contradictions.map { graph.serials[$0.first] })),
      Column("by_hand_second", .text(contradictions.map { graph.serials[$0.second] })),
      Column("manual_ranks", .text(contradictions.map { "\(rank($0.first)), \(rank($0.second))" })),
      Column("calculated_ranks", .text(contradictions.map { "\(ranks[$0.first]), \(ranks[$0.second])" })),
      Column("gap", .number(contradictions.map { estimates[$0.second] - estimates[$0.first] })),
      Column("p_second_faster", .number(contradictions.map { faster($0.second, $0.first) ?? .nan })),
    ])
    var output = TableOutput(
      table, title: "pairs that the manual order and the glides order differently",
      decimals: ["gap": 1, "p_second_faster": 3])
    output.isAside = true
    return output
  }

  private func pairTable(_ places: [Int]) throws(Diagnostic) -> TableOutput {
    var rows: [(Int, Int)] = []
    for (at, first) in places.enumerated() {
      for second in places.dropFirst(at + 1) where graph.componentOf[first] == graph.componentOf[second] {
        rows.append((first, second))
      }
    }
    let table = try Table([
      Column("first", .text(rows.map { graph.serials[$0.0] })),
      Column("second", .text(rows.map { graph.serials[$0.1] })),
      Column("gap", .number(rows.map { estimates[$0.0] - estimates[$0.1] })),
      Column("p_faster", .number(rows.map { faster($0.0, $0.1) ?? .nan })),
    ])
    var output = TableOutput(
      table, title: "probability that the first of two pairs is faster", decimals: ["gap": 1, "p_faster": 3])
    output.isAside = true
    return output
  }

  private var warnings: [String] {
    var found: [String] = []
    if graph.componentCount > 1 {
      let parts = graph.components.prefix(6).map { $0.prefix(4).joined(separator: " ") + ($0.count > 4 ? " …" : "") }
      found.append(
        "the glides form \(graph.componentCount) parts that cannot be compared (" + parts.joined(separator: "; ")
          + (graph.componentCount > 6 ? "; …" : "") + "): ski next \(CommandText.word(session.number)) connects them")
    }
    if leastSquares.degreesOfFreedom <= 0 {
      found.append("no error estimate: the order uses every glide, and none is left to check it")
    }
    if leastSquares.degreesOfFreedom > 0, leastSquares.sigma == 0 {
      found.append("errors and probabilities are undefined: the glides agree perfectly, so there is no variance")
    }
    if !leastSquares.unidentified.isEmpty {
      found.append(
        "these glides cannot separate " + leastSquares.unidentified.joined(separator: ", ")
          + " from the pairs: swap lanes and testers between runs")
    }
    let uncrossed = Crossover.uncrossed(graph.glides)
    if let first = uncrossed.first {
      let others = uncrossed.count > 1 ? " (likewise \((uncrossed.count - 1).counted("other pair")))" : ""
      found.append(
        "'\(first.serial)' ran all its \(first.count) glides in the \(first.lane) lane\(others): "
          + "its estimate includes the lane's effect; ski next \(CommandText.word(session.number)) names the lane to run next"
      )
    }
    if let group = graph.cyclicGroups.first {
      let share = leastSquares.cyclicShare.map { ", cyclic share \(NumberText.fixed($0, 2))" } ?? ""
      let cycle = group.listed(5)
      found.append("\(cycle) beat each other in a cycle\(share)" + worst(in: group))
    }
    return found
  }

  /// The glide of a cycle that contradicts the order most; of equal ones the narrowest, which a repeat reverses most easily.
  private func worst(in group: [String]) -> String {
    let members = Set(group)
    let candidates = graph.glides.indices.filter {
      members.contains(graph.glides[$0].winner) && members.contains(graph.glides[$0].loser)
    }
    let sizes = candidates.map { leastSquares.residuals[$0].magnitude }
    guard let most = sizes.max() else { return "" }
    let worst = zip(candidates, sizes).filter { $0.1 >= most * (1 - 1e-9) }.map { graph.glides[$0.0] }
    guard let glide = worst.min(by: { $0.difference < $1.difference }) else { return "" }
    return "; repeat the glide of \(glide.winner) against \(glide.loser)"
  }
}
