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
    let names = Set(pairs.compactMap(\.type)).sorted(by: CodePointOrder.precedes)
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

/// What explains the results of some entries of one session: their pairs, and the levels of type, base and grinding. A class,
/// because it is passed for each test in each sweep: as a struct of six arrays each of them counts a reference.
final class EntryDesign: Sendable {
  let test: Int
  let block: Int
  /// Indices of the pairs in the block.
  let places: [Int]
  /// The levels (type, base, grinding) of each entry.
  let levels: NumberLists
  /// The distinct levels of the entries, in order of occurrence.
  let usedLevels: [Int]
  let levelEntries: NumberLists

  init(test: Int, block: Int, places: [Int], levels: [[Int]]) {
    (self.test, self.block, self.places, self.levels) = (test, block, places, NumberLists(levels))
    var used: [Int] = []
    var entries: [[Int]] = []
    for (entry, own) in levels.enumerated() {
      for level in own {
        if let local = used.firstIndex(of: level) {
          entries[local].append(entry)
        } else {
          used.append(level)
          entries.append([entry])
        }
      }
    }
    (usedLevels, levelEntries) = (used, NumberLists(entries))
  }

  var count: Int { places.count }

  func only(_ entries: [Int]) -> EntryDesign {
    EntryDesign(test: test, block: block, places: entries.map { places[$0] }, levels: entries.map { Array(levels[$0]) })
  }

  /// The entries of a used level, in order.
  func entries(ofLevel local: Int) -> ArraySlice<Int> { levelEntries[local] }

  /// Σ_j W_ij over the entries of each used level, for each entry: levels × entries.
  func levelSums(_ precision: [Double]) -> [Double] {
    var sums = [Double](repeating: 0, count: usedLevels.count * count)
    for local in usedLevels.indices {
      for i in 0..<count {
        var sum = 0.0
        for j in entries(ofLevel: local) { sum += precision[i * count + j] }
        sums[local * count + i] = sum
      }
    }
    return sums
  }

  /// The expected result of each entry under effects of the shared unknowns and of the block.
  func fitted(shared: [Double], block: [Double], basis: [Double], temperature t: Double) -> [Double] {
    [Double](unsafeUninitializedCapacity: count) { out, size in
      let (own, lists) = (places, levels)
      let (places, shared, block, basis) = (own.span, shared.span, block.span, basis.span)
      let (levels, starts, width) = (lists.items.span, lists.starts.span, basis.count)
      for i in places.indices {
        var sum = block[2 * places[i]] + t * block[2 * places[i] + 1]
        for at in starts[i]..<starts[i + 1] {
          let first = levels[at] * width
          for x in 0..<width { sum += basis[x] * shared[first + x] }
        }
        out.initializeElement(at: i, to: sum)
      }
      size = places.count
    }
  }
}

/// Lists of whole numbers in one array: a list of lists costs an object for each.
struct NumberLists: Sendable {
  /// The numbers of all lists, list by list.
  let items: [Int]
  /// Where each list begins, and where the last one ends.
  let starts: [Int]

  init(_ lists: [[Int]]) {
    var starts = [0]
    for list in lists { starts.append((starts.last ?? 0) + list.count) }
    (items, self.starts) = (Array(lists.joined()), starts)
  }

  subscript(list: Int) -> ArraySlice<Int> { items[starts[list]..<starts[list + 1]] }
}
