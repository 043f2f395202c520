internal import PodiumCore

/// The pairs that are solved together: those that met in tests, directly or through others. Teams test together, so pairs of
/// several owners form a block. Only where a block would have more than `PairBlocks.limit` pairs, each owner's pairs are a block of
/// their own, to keep the work linear.
struct PairBlocks: Sendable {
  /// For each pair, its block and its index in it; nil for one that was never compared.
  let places: [(block: Int, place: Int)?]
  let sizes: [Int]
  /// Whether no block was split by owner.
  let isWhole: Bool
  /// Types by connected group.
  let typeGroups: [String: Int]

  /// The maximum number of pairs of a block with several owners.
  static let limit = 200

  init(_ pairs: [TestedPair], _ tests: [SkiTest]) {
    let together = PairGroups(pairs.count, tests) { _ in nil }
    let isLarge = together.sizes.map { $0 > Self.limit }
    isWhole = !isLarge.contains(true)
    let groups =
      isWhole
      ? together
      : PairGroups(pairs.count, tests) { pair in isLarge[together.roots[pair]] ? .some(pairs[pair].owner) : nil }
    var blockOf: [Int: Int] = [:]
    var sizes: [Int] = []
    places = pairs.indices.map { pair in
      guard groups.hasMet[pair] else { return nil }
      let root = groups.roots[pair]
      let block = blockOf[root] ?? sizes.count
      if blockOf[root] == nil {
        blockOf[root] = block
        sizes.append(0)
      }
      sizes[block] += 1
      return (block, sizes[block] - 1)
    }
    (self.sizes, typeGroups) = (sizes, Self.typeGroups(pairs, tests))
  }

  private static func typeGroups(_ pairs: [TestedPair], _ tests: [SkiTest]) -> [String: Int] {
    let names = Set(pairs.compactMap(\.type)).inCodePointOrder()
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    var roots = DisjointSets(names.count)
    for test in tests {
      var first: Int?
      for entry in test.entries {
        guard let type = pairs[entry.pair].type.flatMap({ numbers[$0] }) else { continue }
        if let first { roots.join(first, type) }
        first = first ?? type
      }
    }
    return Dictionary(uniqueKeysWithValues: zip(names, roots.numbered().sets))
  }

  /// The entries of a session by block, blocks in order of their first entry.
  func split(_ test: SkiTest) -> [(block: Int, entries: [Int])] {
    var order: [Int] = []
    var entries: [Int: [Int]] = [:]
    for (number, entry) in test.entries.enumerated() {
      guard let place = places[entry.pair] else { continue }
      if entries[place.block] == nil { order.append(place.block) }
      entries[place.block, default: []].append(number)
    }
    return order.map { ($0, entries[$0] ?? []) }
  }
}

/// Pairs connected by tests, where only those of the same kind meet.
private struct PairGroups {
  /// For each pair, the first pair of its group.
  let roots: [Int]
  /// For each pair, the number of pairs whose root it is.
  let sizes: [Int]
  let hasMet: [Bool]

  init(_ count: Int, _ tests: [SkiTest], kind: (Int) -> String??) {
    var (sets, met) = (DisjointSets(count), [Bool](repeating: false, count: count))
    for test in tests {
      var first: [String??: Int] = [:]
      for entry in test.entries {
        let kind = kind(entry.pair)
        guard let other = first[kind] else {
          first[kind] = entry.pair
          continue
        }
        met[other] = true
        met[entry.pair] = true
        sets.join(other, entry.pair)
      }
    }
    roots = (0..<count).map { sets.root(of: $0) }
    var sizes = [Int](repeating: 0, count: count)
    for root in roots { sizes[root] += 1 }
    (self.sizes, hasMet) = (sizes, met)
  }
}
