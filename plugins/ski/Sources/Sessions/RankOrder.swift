internal import PodiumCore
internal import PodiumPlugin

/// An order of pairs, best first, with ties: ranks are 1, 2, 2, 4, so that a rank is one more than the number of better pairs.
/// Every operation keeps the ranks without gaps and within the number of pairs, which rules out the two faults of the thesis's
/// program (it counted the moved pair while it renumbered, and gave a pair without a rank the last one).
struct RankOrder: Equatable {
  /// Groups of tied pairs, best first; none is empty.
  private(set) var groups: [[String]]

  /// An order from its groups; empty ones are skipped.
  init(_ groups: [[String]]) { self.groups = groups.filter { !$0.isEmpty } }

  /// The order that ranks describe; pairs without a rank are not in it.
  init(ranks: [String: Int]) {
    let byRank = Dictionary(grouping: ranks.keys, by: { ranks[$0] ?? .max })
    groups = byRank.keys.sorted().map { (byRank[$0] ?? []).inCodePointOrder() }
  }

  var count: Int { groups.reduce(0) { $0 + $1.count } }

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
  mutating func remove(_ serial: String) { groups = groups.map { $0.filter { $0 != serial } }.filter { !$0.isEmpty } }

  /// Moves a pair to a rank, before the pair that has it or into a tie with it; returns the rank it got. A rank above the number of
  /// pairs becomes that number; one within a tie becomes the next after it, or that of the tie.
  @discardableResult mutating func move(_ serial: String, to rank: Int, isTied: Bool = false) -> Int {
    remove(serial)
    var start = 1
    for (place, group) in groups.enumerated() {
      if isTied, start + group.count > rank {
        groups[place] = (group + [serial]).inCodePointOrder()
        return start
      }
      if start >= rank {
        groups.insert([serial], at: place)
        return start
      }
      start += group.count
    }
    groups.append([serial])
    return start
  }

  /// A pair with its rank in another source.
  struct Given {
    let serial: String
    /// Nil for a pair that took part without one.
    let rank: Int?
    let isTied: Bool
  }

  /// The order that ranks from another source describe.
  struct Reading: Equatable {
    var ranks: [String: Int] = [:]
    /// What is wrong with them, as phrases; empty if they form an order.
    var problems: [String] = []
    /// A pair of the first problem.
    var suspect: String?
    /// Whether ranks are missing between those that are there.
    var closesGap = false
    /// The pairs that share the last rank without a mark.
    var shared: [String] = []
  }

  /// Reads ranks from another source, as people write ties: `1 2= 2= 4`, `1 2 2 4` where the gap after them says so, and `1 2= 2=
  /// 3` where all are marked. A pair without a rank, and each of `lost` pairs that are not given, may leave a gap. No gap can
  /// follow the last rank: people share it (`sharesLast`), and a program may have repeated it.
  static func read(_ given: [Given], lost: Int, sharesLast: Bool = false) -> Reading {
    var reading = Reading()
    let n = given.count + lost
    for pair in given {
      if let rank = pair.rank, rank < 1 || rank > n {
        reading.problems.append("'\(pair.serial)' has rank \(rank) of \(n)")
        reading.suspect = reading.suspect ?? pair.serial
      }
    }
    guard reading.problems.isEmpty else { return reading }
    let byRank = Dictionary(grouping: given.filter { $0.rank != nil }, by: { $0.rank ?? 0 })
    let ranks = byRank.keys.sorted()
    let levels = ranks.map { (byRank[$0] ?? []).inCodePointOrder(by: \.serial) }
    let isDense =
      ranks == Array(1...max(1, ranks.count))
      && levels.allSatisfy { level in level.count == 1 || level.allSatisfy(\.isTied) }
    var (better, spare) = (0, given.count { $0.rank == nil } + lost)
    for (place, level) in levels.enumerated() where !isDense {
      let rank = ranks[place]
      let gap = rank - (better + 1)
      if gap > 0, gap <= spare {
        reading.closesGap = true
        (better, spare) = (better + gap, spare - gap)
      } else if gap != 0 {
        reading.suspect = reading.suspect ?? level.first?.serial
        reading.problems.append("rank \(rank) should be \(better + 1), after \(better.counted("better pair"))")
      }
      let isMeant =
        level.contains(where: \.isTied) || (place + 1 < ranks.count && ranks[place + 1] >= rank + level.count)
      if level.count > 1, !isMeant, sharesLast, place > 0, place + 1 == ranks.count {
        reading.shared = level.map(\.serial)
      } else if level.count > 1, !isMeant {
        reading.suspect = reading.suspect ?? level.last?.serial
        reading.problems.append("rank \(rank) is given to " + level.map { "'\($0.serial)'" }.joined(separator: " and "))
      }
      better += level.count
    }
    if reading.problems.isEmpty { reading.ranks = RankOrder(levels.map { $0.map(\.serial) }).ranks }
    return reading
  }
}

extension SkiWorkspace {
  /// Writes an order into the participations of a session; pairs outside it get no rank. Returns the number of changed ranks. The
  /// fields of an order are only written here, so they have no gaps.
  @discardableResult func write(_ order: RankOrder, _ part: RankPart, in session: String) throws(Diagnostic) -> Int {
    let ranks = order.ranks
    var changed = 0
    for record in try store.records(SkiKinds.participation, ["session": .text(session)]) {
      let rank = ranks[record["serial_number"].fileText].map(Value.integer) ?? .missing
      guard record[part.field] != rank else { continue }
      try store.update(record, [part.field: rank])
      changed += 1
    }
    return changed
  }
}
