internal import PodiumCore
internal import PodiumShell

/// `ski order`: the order of a session's pairs as its glides give it, with errors.
struct OrderCommand: Command {
  static let session = Parameter<String>.required(
    "session", allowed: "a session's number, or last", help: "The session.", completion: .sessions(["last"]))
  static let method = Parameter<String>.choice(
    "method", ["least-squares", "bradley-terry"], default: "least-squares",
    help: "By centimetres, or by who won alone.")
  static let alpha = Parameter<Double?>.number(
    "alpha", in: 0...1000, help: "The penalty of bradley-terry, 0.1 when left out; 0 is maximum likelihood.")
  static let effects = Parameter<[String]?>.list(
    "effects", help: "Effects to take out of the centimetres: lane, tester.", completion: .words(["lane", "tester"]))
  static let pairs = Parameter<Bool>.flag(
    "pairs", default: false, help: "Show of every two pairs how likely the first is the faster.")

  /// What `ski order` takes.
  let signature = Signature(
    "ski order", topic: .plugins, summary: "Order a session's pairs by its glides, with errors and agreement.",
    details: """
      least-squares minimises the squared centimetres that the order leaves unexplained; pairs that no chain of glides \
      joins stand in parts of their own and are never compared. The standard error needs more glides than a tree has. \
      cyclic_share is the part of the centimetres that no order explains (0: the glides agree). Where the session has \
      ranks by hand, tau says how far both orders agree, and the pairs they put the other way round are listed. \
      Glides that compare treatments are left out: ski wax orders those.
      """,
    parameters: [session.any, method.any, alpha.any, effects.any, pairs.any],
    examples: [
      Example("ski order 1", after: OrderCommand.scene, "by centimetres", prints: "expected_rank"),
      Example(
        "ski order 1 method=bradley-terry", after: OrderCommand.scene, "by who won alone", prints: "bradley-terry"),
      Example("ski order 1 effects=lane pairs=yes", after: OrderCommand.scene, "without the lane", prints: "p_faster"),
      Example("ski order 99", after: OrderCommand.scene, "a session nobody knows", fails: "unknown-session"),
    ], seeAlso: ["ski next"])

  /// A session with some glides, for examples.
  static let scene = [
    "ski import ski-thesis", "ski glide 1 001 beats 002 margin=14 lane=L", "ski glide 1 001 beats 003 margin=31 lane=R",
    "ski glide 1 002 beats 003 margin=9 lane=L", "ski glide 1 003 beats 004 margin=5 lane=R",
  ]

  /// A session whose glides join all its pairs, for examples.
  static let whole =
    scene + [
      "ski glide 1 004 beats 005 margin=4", "ski glide 1 005 beats 006 margin=3", "ski glide 1 007 beats 006 margin=2",
      "ski glide 1 007 beats 008 margin=8",
    ]

  /// Nothing is changed.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let books = try Books(session)
    let test = try books.session(call[OrderCommand.session], at: call.span(of: OrderCommand.session))
    let glides = SessionGlides(test)
    guard !glides.plain.isEmpty else { throw glides.nothing(at: call.span(of: OrderCommand.session)) }
    let method = call[OrderCommand.method]
    let effects = try OrderCommand.effects(call, glides.plain)
    let order = LeastSquaresOrder(glides.graph, effects: effects)
    var outputs: [Output] = []
    if method == "bradley-terry" {
      if !effects.isEmpty {
        throw Diagnostic(
          "bad-value", "effects are in centimetres, which bradley-terry does not look at",
          span: call.span(of: OrderCommand.effects), help: "leave out effects or method")
      }
      let strengths: BradleyTerryOrder
      do throws(Diagnostic) {
        strengths = try BradleyTerryOrder(glides.graph, alpha: call[OrderCommand.alpha] ?? 0.1)
      } catch {
        throw error.at(call.span(of: OrderCommand.alpha))
      }
      let report = OrderReport(
        session: test, graph: glides.graph, method: method, estimates: strengths.strengths,
        errors: glides.graph.serials.indices.map { strengths.standardError($0) },
        expected: glides.graph.serials.indices.map { strengths.expectedRank($0) },
        faster: { strengths.probabilityFaster($0, $1) }, leastSquares: order)
      outputs = try report.outputs(showsPairs: call[OrderCommand.pairs])
    } else {
      if call.has(OrderCommand.alpha) {
        throw Diagnostic(
          "bad-value", "least squares takes no alpha", span: call.span(of: OrderCommand.alpha),
          help: "write: method=bradley-terry")
      }
      let report = OrderReport(
        session: test, graph: glides.graph, method: method, estimates: order.ratings,
        errors: glides.graph.serials.indices.map { order.standardError($0) },
        expected: glides.graph.serials.indices.map { order.expectedRank($0) },
        faster: { order.probabilityFaster($0, $1) }, leastSquares: order)
      outputs = try report.outputs(showsPairs: call[OrderCommand.pairs])
    }
    return outputs + glides.notes.map(Output.note) + books.remarks
  }

  private static func effects(_ call: Call, _ glides: [Glide]) throws(Diagnostic) -> [GlideEffect] {
    var effects: [GlideEffect] = []
    for name in call[OrderCommand.effects] ?? [] {
      switch name {
      case "lane": effects.append(.lane)
      case "tester": effects += GlideEffect.testers(glides)
      default:
        throw Diagnostic.unknownWord(
          "effects", name, among: ["lane", "tester"], span: call.span(of: OrderCommand.effects))
      }
    }
    return effects
  }
}

/// The glides of a session that compare pairs, and what is said about the others.
struct SessionGlides {
  /// The glides in which no treatment is compared.
  let plain: [Glide]
  /// How many compare treatments.
  let treated: Int
  /// All pairs that take part, with the plain glides.
  let graph: GlideGraph
  private let number: String

  init(_ session: TestSession) {
    number = session.number
    plain = session.glides.filter { $0.winnerTreatment == nil && $0.loserTreatment == nil }
    treated = session.glides.count - plain.count
    graph = GlideGraph(plain, participants: session.participations.map(\.serialNumber))
  }

  /// What is left out.
  var notes: [String] {
    treated == 0
      ? []
      : ["\(treated.counted("glide")) between treatments left out: ski wax \(Session.quoted(number)) orders those"]
  }

  /// The error of a session without glides between pairs.
  func nothing(at span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      "no-glides",
      treated > 0
        ? "session '\(number)' has glides between treatments only" : "session '\(number)' has no glide",
      span: span,
      help: treated > 0
        ? "ski wax \(Session.quoted(number)) orders the treatments"
        : "enter one: ski glide \(Session.quoted(number)) WINNER beats LOSER margin=14cm")
  }
}

/// An order with everything that is told about it.
struct OrderReport {
  let session: TestSession
  let graph: GlideGraph
  let method: String
  let estimates: [Double]
  let errors: [Double?]
  let expected: [Double?]
  let faster: (Int, Int) -> Double?
  let leastSquares: LeastSquaresOrder

  /// The ranks within each part.
  private var ranks: [Int] {
    var ranks = [Int](repeating: 1, count: estimates.count)
    for part in 0..<graph.componentCount {
      let members = estimates.indices.filter { graph.componentOf[$0] == part }
      for (place, rank) in zip(members, RatingOrder.ranks(members.map { estimates[$0] })) { ranks[place] = rank }
    }
    return ranks
  }

  /// The places, parts one after the other, the largest first.
  private var places: [Int] {
    var sizes = [Int](repeating: 0, count: graph.componentCount)
    for part in graph.componentOf { sizes[part] += 1 }
    let order = RatingOrder.places(estimates)
    let parts = sizes.indices.sorted { sizes[$0] != sizes[$1] ? sizes[$0] > sizes[$1] : $0 < $1 }
    return parts.flatMap { part in order.filter { graph.componentOf[$0] == part } }
  }

  /// The ranks that were given by hand, in the order of the graph's pairs.
  private var manual: [Double?] {
    let given = Dictionary(
      session.participations.map { ($0.serialNumber, $0.rank) }, uniquingKeysWith: { first, _ in first })
    return graph.serials.map { serial in given[serial].flatMap { $0 }.map(Double.init) }
  }

  /// The table, the record, what two orders disagree in, and what to beware of.
  func outputs(showsPairs: Bool) throws(Diagnostic) -> [Output] {
    let (places, ranks, manual) = (places, ranks, manual)
    // Nothing is known of a pair that did not glide, least of all that it is first.
    let known = graph.hasGlided
    func numbers(_ name: String, _ values: [Double?]) -> Column {
      Column(name, .number(places.map { known[$0] ? values[$0] ?? .nan : .nan }))
    }
    var columns = [
      Column("serial", .text(places.map { graph.serials[$0] })), numbers("estimate", estimates.map { $0 }),
      numbers("se", errors),
      Column("rank", .integer(places.map { known[$0] ? ranks[$0] : ColumnValues.missingInteger })),
      numbers("expected_rank", expected),
    ]
    if graph.componentCount > 1 {
      columns.append(Column("part", .integer(places.map { graph.componentOf[$0] + 1 })))
    }
    if manual.contains(where: { $0 != nil }) {
      columns.append(
        Column("manual_rank", .integer(places.map { manual[$0].map { Int($0) } ?? ColumnValues.missingInteger })))
    }
    let unit = method == "bradley-terry" ? "log strength" : "cm"
    var outputs: [Output] = [
      .table(
        TableOutput(
          try Table(columns),
          title: "session \(session.number) by \(method): \(graph.glides.count.counted("glide")), estimates in \(unit)")
      )
    ]
    let (record, contradictions) = record(ranks, manual)
    outputs.append(.record(record))
    if !contradictions.isEmpty {
      outputs.append(.table(try differences(contradictions, ranks, manual)))
    }
    if showsPairs { outputs.append(.table(try pairTable(places))) }
    return outputs + warnings.map(Output.warning)
  }

  private func record(_ ranks: [Int], _ manual: [Double?]) -> (RecordOutput, [(first: Int, second: Int)]) {
    var record = RecordOutput("order of session \(session.number)")
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
    for effect in leastSquares.effects { record.add(effect.name + "_cm", .number(effect.centimetres)) }
    // Ranks by hand are compared within the parts, since nothing is known across.
    let ranked = graph.serials.indices.filter { manual[$0] != nil && graph.componentCount == 1 }
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
    return TableOutput(table, title: "pairs that the hand and the glides order differently")
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
    return TableOutput(table, title: "how likely the first of two is the faster")
  }

  private var warnings: [String] {
    var found: [String] = []
    if graph.componentCount > 1 {
      let parts = graph.components.prefix(6).map { $0.prefix(4).joined(separator: " ") + ($0.count > 4 ? " …" : "") }
      found.append(
        "the glides fall into \(graph.componentCount) parts that cannot be compared ("
          + parts.joined(separator: "; ") + (graph.componentCount > 6 ? "; …" : "")
          + "): ski next \(Session.quoted(session.number)) joins them")
    }
    if leastSquares.degreesOfFreedom <= 0 {
      found.append("no error estimate: every glide is needed for the order, and none is left to check it")
    }
    if !leastSquares.unidentified.isEmpty {
      found.append(
        "these glides cannot tell " + leastSquares.unidentified.joined(separator: ", ")
          + " from the pairs: cross over lanes and testers")
    }
    if let group = graph.cyclicGroups.first {
      let share = leastSquares.cyclicShare.map { ", cyclic share \(NumberText.fixed($0, 2))" } ?? ""
      let cycle = group.prefix(5).joined(separator: ", ") + (group.count > 5 ? ", …" : "")
      found.append("\(cycle) beat each other in a circle\(share)" + worst(in: group))
    }
    return found
  }

  /// The glide of a circle that contradicts the order most, of equal ones the narrowest, which a repeat turns first.
  private func worst(in group: [String]) -> String {
    let members = Set(group)
    let candidates = graph.glides.indices.filter {
      members.contains(graph.glides[$0].winner) && members.contains(graph.glides[$0].loser)
    }
    let sizes = candidates.map { leastSquares.residuals[$0].magnitude }
    guard let most = sizes.max() else { return "" }
    let worst = zip(candidates, sizes).filter { $0.1 >= most * (1 - 1e-9) }.map { graph.glides[$0.0] }
    guard let glide = worst.min(by: { $0.difference < $1.difference }) else { return "" }
    return "; the glide to repeat is \(glide.winner) against \(glide.loser)"
  }
}
