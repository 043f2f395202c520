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
