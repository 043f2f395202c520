internal import PodiumCore

/// An order of pairs, best first, with ties: ranks are 1, 2, 2, 4, so that a rank is one more than the number
/// of better pairs.
///
/// Every operation keeps the ranks without gaps and within the number of pairs, which rules out the two faults of the
/// thesis's program (it counted the moved pair while it renumbered, and gave a pair without a rank the last one).
struct RankOrder: Equatable {
  /// Groups of tied pairs, best first; none is empty.
  private(set) var groups: [[String]]

  /// An order from its groups; empty ones are skipped.
  init(_ groups: [[String]]) { self.groups = groups.filter { !$0.isEmpty } }

  /// The order that ranks describe; pairs without a rank are not in it.
  init(ranks: [String: Int]) {
    let byRank = Dictionary(grouping: ranks.keys, by: { ranks[$0] ?? .max })
    groups = byRank.keys.sorted().map { (byRank[$0] ?? []).sorted(by: CodePointOrder.precedes) }
  }

  /// The number of pairs in it.
  var count: Int { groups.reduce(0) { $0 + $1.count } }

  /// The rank of each pair.
  var ranks: [String: Int] {
    var ranks: [String: Int] = [:]
    var next = 1
    for group in groups {
      for serial in group { ranks[serial] = next }
      next += group.count
    }
    return ranks
  }

  /// Removes a pair; those after it move up.
  mutating func remove(_ serial: String) {
    groups = groups.map { $0.filter { $0 != serial } }.filter { !$0.isEmpty }
  }

  /// Moves a pair to a rank, before the pair that has it; returns the rank it got.
  ///
  /// A rank above the number of pairs becomes that number; one within a tie becomes the next after it.
  @discardableResult
  mutating func move(_ serial: String, to rank: Int) -> Int {
    remove(serial)
    var start = 1
    for (place, group) in groups.enumerated() {
      if start >= rank {
        groups.insert([serial], at: place)
        return start
      }
      start += group.count
    }
    groups.append([serial])
    return start
  }

  /// The problems of ranks from another source, as phrases; empty if they form an order.
  ///
  /// `ties` says whether equal ranks are intended.
  static func problems(_ ranks: [(serial: String, rank: Int?)], ties: Bool) -> [String] {
    let given = ranks.compactMap { pair in pair.rank.map { (pair.serial, $0) } }
    guard !given.isEmpty else { return [] }
    var problems: [String] = []
    let n = ranks.count
    for (serial, rank) in ranks where rank == nil { problems.append("'\(serial)' has no rank") }
    for (serial, rank) in given where rank < 1 || rank > n {
      problems.append("'\(serial)' has rank \(rank) of \(n)")
    }
    if !problems.isEmpty { return problems }
    let byRank = Dictionary(grouping: given, by: \.1)
    var better = 0
    for rank in byRank.keys.sorted() {
      let level = (byRank[rank] ?? []).map(\.0).sorted(by: CodePointOrder.precedes)
      if rank != better + 1 {
        problems.append("rank \(rank) should be \(better + 1), after \(better.counted("better pair"))")
      }
      if level.count > 1, !ties {
        problems.append("rank \(rank) is given to " + level.map { "'\($0)'" }.joined(separator: " and "))
      }
      better += level.count
    }
    return problems
  }
}
