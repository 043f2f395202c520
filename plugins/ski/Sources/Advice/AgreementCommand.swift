internal import PodiumCore
internal import PodiumPlugin

/// `ski agreement`: how far the orders of a session agree: by hand, by glides, of further raters.
struct AgreementCommand: Command {
  /// What `ski agreement` takes.
  let signature = Signature(
    "ski agreement", topic: .plugins,
    summary: "Tell how far a session's orders by hand, by glides and of raters agree.",
    details: """
      Kendall's tau-b of every two orders over the pairs both rank (1: the same, -1: turned round), and the pairs they \
      put the other way round. Of three or more people Kendall's W too (1: all agree, 0: no more than chance).
      """,
    parameters: [OrderCommand.session.any],
    examples: [
      Example("ski agreement 1", after: OrderCommand.whole, "hand and glides", prints: "tau"),
      Example(
        "ski agreement 1", after: OrderCommand.whole + ["ski rank 1 002 001 003 004 005 006 007 008 rater=LN"],
        "with another rater", prints: "LN"),
      Example("ski agreement 1 to agreement.json", after: OrderCommand.whole, "into a file", prints: "agreement.json"),
      Example("ski agreement 2", after: ["ski import ski-thesis"], "one order alone", fails: "too-few-orders"),
    ], seeAlso: ["ski order", "ski rank"])

  /// Nothing is changed.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let books = try Books(session)
    let test = try books.session(call[OrderCommand.session], at: call.span(of: OrderCommand.session))
    let ratings = try SkiRecords.ratings(books.store, [.equals("session", .text(test.number))])
    let orders = SessionOrders(test, ratings)
    guard orders.all.count >= 2 else {
      throw Diagnostic(
        "too-few-orders",
        "session '\(test.number)' has \(orders.all.count.counted("order")), and two are needed to agree",
        span: call.span(of: OrderCommand.session),
        help: "rank it by hand (ski rank), let another rank it, or glide until all pairs are joined (ski next)")
    }
    let compared = orders.compared
    let table = try Table([
      Column("first", .text(compared.map(\.first))), Column("second", .text(compared.map(\.second))),
      Column("pairs", .integer(compared.map(\.count))),
      Column("tau", .number(compared.map { $0.tau ?? .nan })),
      Column("contradictions", .integer(compared.map(\.contradictions.count))),
      Column(
        "other_way_round",
        .text(compared.map { $0.contradictions.prefix(6).map { $0.0 + "-" + $0.1 }.joined(separator: " ") })),
    ])
    var record = RecordOutput(test.heading + ": agreement")
    record.add("session", .text(test.number))
    record.add("orders", list: orders.all.map { .text($0.name) })
    record.add("raters", .integer(orders.people.count))
    record.add("kendall_w", orders.concordance.map(Value.number) ?? .missing)
    var outputs: [Output] = [
      .table(TableOutput(table, title: test.heading + ": orders two by two", decimals: ["tau": 3])),
      .record(record),
    ]
    if orders.people.count < 2 {
      outputs.append(
        .note(
          "Kendall's W is of two people at least: ski rank \(Session.quoted(test.number)) 017 006 rater=NAME keeps a second "
            + "opinion"))
    }
    return outputs + books.remarks
  }
}

/// The orders of a session: ranks by name of who gave them.
struct SessionOrders {
  /// Ranks by serial number.
  let all: [(name: String, ranks: [String: Double])]

  static let hand = "by hand"
  static let glides = "by glides"

  init(_ session: TestSession, _ ratings: [Rating]) {
    var orders: [(name: String, ranks: [String: Double])] = []
    let ranked = session.participations.compactMap { part in part.rank.map { (part.serialNumber, Double($0)) } }
    if ranked.count >= 2 { orders.append((SessionOrders.hand, Dictionary(ranked, uniquingKeysWith: { a, _ in a }))) }
    let glides = SessionGlides(session)
    let order = LeastSquaresOrder(glides.graph)
    // Across the parts that no glide joins nothing is known.
    let joined = glides.graph.largestComponent
    if !glides.plain.isEmpty, joined.count >= 2 {
      let own = RatingOrder.ranks(joined.map { order.ratings[$0] }).map(Double.init)
      let ranks = zip(joined.map { glides.graph.serials[$0] }, own)
      orders.append((SessionOrders.glides, Dictionary(Array(ranks), uniquingKeysWith: { a, _ in a })))
    }
    for (rater, own) in Dictionary(grouping: ratings, by: \.rater).sorted(by: {
      CodePointOrder.precedes($0.key, $1.key)
    }) {
      orders.append(
        (rater, Dictionary(own.map { ($0.serialNumber, Double($0.rank)) }, uniquingKeysWith: { a, _ in a })))
    }
    all = orders
  }

  /// The orders that people gave.
  var people: [(name: String, ranks: [String: Double])] { all.filter { $0.name != SessionOrders.glides } }

  /// Two orders beside each other.
  struct Comparison {
    let first: String
    let second: String
    let count: Int
    let tau: Double?
    let contradictions: [(String, String)]
  }

  /// Every two orders.
  var compared: [Comparison] {
    all.indices.flatMap { i in
      all.indices.dropFirst(i + 1).map { j in
        let serials = all[i].ranks.keys.filter { all[j].ranks[$0] != nil }.sorted(by: CodePointOrder.precedes)
        let (a, b) = (serials.compactMap { all[i].ranks[$0] }, serials.compactMap { all[j].ranks[$0] })
        return Comparison(
          first: all[i].name, second: all[j].name, count: serials.count, tau: RankAgreement.tau(a, b),
          contradictions: RankAgreement.contradictions(a, b).map { (serials[$0.first], serials[$0.second]) })
      }
    }
  }

  /// Kendall's W over the pairs that all people ranked, ties corrected; nil below three people or two pairs.
  ///
  /// W = 12 S / (m² (n³ − n) − m Σ (t³ − t)), S the squared deviations of the sums of ranks (Kendall and Babington Smith
  /// 1939).
  var concordance: Double? {
    let people = people
    guard people.count >= 3, let first = people.first else { return nil }
    let serials = first.ranks.keys.filter { serial in people.allSatisfy { $0.ranks[serial] != nil } }
      .sorted(by: CodePointOrder.precedes)
    guard serials.count >= 2 else { return nil }
    let ranks = people.map { person in RankAgreement.averageRanks(serials.compactMap { person.ranks[$0] }) }
    let (m, n) = (Double(people.count), Double(serials.count))
    let sums = serials.indices.map { place in ranks.reduce(0) { $0 + $1[place] } }
    let mean = sums.reduce(0, +) / n
    let squares = sums.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    var ties = 0.0
    for row in ranks {
      for group in Dictionary(grouping: row, by: { $0 }).values {
        let t = Double(group.count)
        ties += t * t * t - t
      }
    }
    let total = m * m * (n * n * n - n) - m * ties
    return total > 0 ? 12 * squares / total : nil
  }
}
