internal import PodiumCore

/// The agreement of several orders of the same ski pairs.
public struct OrderAgreement: Sendable {
  public struct Order: Sendable {
    /// The rater, or the method.
    public let name: String
    /// Whether it is a person's, and so counts towards Kendall's W.
    public let isOfPerson: Bool
    public let ranks: [String: Double]

    public init(name: String, isOfPerson: Bool, ranks: [String: Double]) {
      (self.name, self.isOfPerson, self.ranks) = (name, isOfPerson, ranks)
    }
  }

  public let orders: [Order]

  public init(_ orders: [Order]) { self.orders = orders }

  public var people: [Order] { orders.filter(\.isOfPerson) }

  public struct Comparison {
    public let first: String
    public let second: String
    /// The number of pairs that both rank.
    public let count: Int
    /// Kendall's tau-b; nil if undefined.
    public let tau: Double?
    /// The pairs that the two order differently.
    public let contradictions: [(String, String)]
  }

  /// Every two orders.
  public var compared: [Comparison] {
    orders.indices.flatMap { i in
      orders.indices.dropFirst(i + 1).map { j in
        let serials = orders[i].ranks.keys.filter { orders[j].ranks[$0] != nil }.inCodePointOrder()
        let (a, b) = (serials.compactMap { orders[i].ranks[$0] }, serials.compactMap { orders[j].ranks[$0] })
        return Comparison(
          first: orders[i].name, second: orders[j].name, count: serials.count, tau: RankAgreement.tau(a, b),
          contradictions: RankAgreement.contradictions(a, b).map { (serials[$0.first], serials[$0.second]) })
      }
    }
  }

  /// Kendall's W over the pairs that all people ranked, corrected for ties; nil below three people or two pairs. W = 12 S / (m² (n³
  /// − n) − m Σ (t³ − t)), S the squared deviations of the sums of ranks (Kendall and Babington Smith 1939).
  public var concordance: Double? {
    let people = people
    guard people.count >= 3, let first = people.first else { return nil }
    let serials = first.ranks.keys.filter { serial in people.allSatisfy { $0.ranks[serial] != nil } }
      .inCodePointOrder()
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
