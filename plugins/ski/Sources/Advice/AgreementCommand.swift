internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

/// `ski agreement`: how well the orders of a session agree: by hand, by glides and by other raters.
struct AgreementCommand: Command {
  let signature = Signature(
    "ski agreement", topic: .plugins,
    summary: "Measure how well a session's manual order, its glides and its raters agree.",
    details: """
      Compares the orders two at a time: Kendall's tau-b over the ski pairs that both rank (1: the same order, \
      -1: reversed), and the ski pairs that they order differently. With three or more people it also prints Kendall's \
      W (1: full agreement, 0: none).
      """, parameters: [OrderCommand.session.any],
    exampleLines: """
      manual order and glides: \(OrderCommand.whole); ski agreement 1 -> tau
      with a second rater: \(OrderCommand.whole); ski rank 1 002 001 003 004 005 006 007 008 rater=LN; ski agreement 1 -> LN
      write to a file: \(OrderCommand.whole); ski agreement 1 to agreement.json -> agreement.json
      a single order: ski import ski-thesis; ski agreement 2 -> !too-few-orders
      """, traits: .readsOnly, seeAlso: ["ski order", "ski rank"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    let test = try workspace.session(call, OrderCommand.session)
    let ratings = try Rating.thing.items(in: workspace.store, where: [.equals("session", .text(test.number))])
    let agreement = OrderAgreement(test, ratings)
    let orders = agreement.orders
    guard orders.count >= 2 else {
      throw Diagnostic(
        "too-few-orders",
        "session '\(test.number)' has \(orders.count.counted("order")), but agreement needs at least two",
        span: call.span(of: OrderCommand.session),
        help:
          "rank the pairs (ski rank), add a second rater (rater=), or add glides until all pairs are connected (ski next)"
      )
    }
    let compared = agreement.compared
    let table = try Table([
      Column("first", .text(compared.map(\.first))), Column("second", .text(compared.map(\.second))),
      Column("pairs", .integer(compared.map(\.count))), Column("tau", .number(compared.map { $0.tau ?? .nan })),
      Column("contradictions", .integer(compared.map(\.contradictions.count))),
      Column(
        "other_way_round",
        .text(compared.map { $0.contradictions.prefix(6).map { $0.0 + "-" + $0.1 }.joined(separator: " ") })),
    ])
    var record = RecordOutput(test.heading + ": agreement")
    record.add("session", .text(test.number))
    record.add("orders", list: orders.map { .text($0.name) })
    record.add("raters", .integer(agreement.people.count))
    record.add("kendall_w", agreement.concordance.map(Value.number) ?? .missing)
    var outputs: [Output] = [
      .table(TableOutput(table, title: test.heading + ": orders compared two at a time", decimals: ["tau": 3])),
      .record(record),
    ]
    if agreement.people.count < 2 {
      outputs.append(
        .note(
          "Kendall's W needs at least three people: ski rank \(CommandText.word(test.number)) 017 006 rater=NAME adds "
            + "another order"))
    }
    return outputs
  }
}

extension OrderAgreement {
  /// The orders of a session: by hand, by glides, and of other raters by name.
  init(_ session: TestSession, _ ratings: [Rating]) {
    var orders: [Order] = []
    func add(_ name: String, isOfPerson: Bool = true, _ ranks: [(String, Double)]) {
      let ranks = Dictionary(ranks, uniquingKeysWith: { first, _ in first })
      orders.append(Order(name: name, isOfPerson: isOfPerson, ranks: ranks))
    }
    let ranked = session.participations.compactMap { part in part.rank.map { (part.serialNumber, Double($0)) } }
    if ranked.count >= 2 { add("by hand", ranked) }
    let glides = SessionGlides(session)
    let order = LeastSquaresOrder(glides.graph)
    // Pairs in parts that no glide connects cannot be compared.
    let joined = glides.graph.largestComponent
    if !glides.plain.isEmpty, joined.count >= 2 {
      let own = RatingOrder.ranks(joined.map { order.ratings[$0] }).map(Double.init)
      add("by glides", isOfPerson: false, Array(zip(joined.map { glides.graph.serials[$0] }, own)))
    }
    for (rater, own) in Dictionary(grouping: ratings, by: \.rater).inCodePointOrder(by: \.key) {
      add(rater, own.map { ($0.serialNumber, Double($0.rank)) })
    }
    self.init(orders)
  }
}
