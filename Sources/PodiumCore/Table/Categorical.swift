/// Values drawn from a list of named categories, held as places in that list.
///
/// Invariant: every code is −1 (missing) or a valid place in `levels`, and the levels are distinct.
public struct Categorical: Sendable, Equatable {
  /// The names of the categories, in the column's order.
  public let levels: [String]
  /// For each row the place of its category in `levels`, or −1 for missing.
  public let codes: [Int32]

  /// Makes values from checked parts; codes outside the levels become missing.
  public init(levels: [String], codes: [Int32]) {
    self.levels = levels
    let count = Int32(clamping: levels.count)
    // All codes in one go without a branch: a search for the first wrong one would look at them one by one.
    let last = UInt32(bitPattern: count)
    var outside: UInt32 = 0
    for code in codes { outside |= UInt32(bitPattern: code &+ 1) > last ? 1 : 0 }
    self.codes = outside != 0 ? codes.map { $0 >= 0 && $0 < count ? $0 : -1 } : codes
  }

  /// Makes values from codes that are known to fit the levels, as those of some rows of a column.
  init(_ levels: [String], checked codes: [Int32]) { (self.levels, self.codes) = (levels, codes) }

  /// Makes values from the rows' names; the levels are the distinct names in code-point order.
  public init(_ names: [String?]) {
    var places: [String: Int32] = [:]
    var found: [String] = []
    var codes: [Int32] = []
    codes.reserveCapacity(names.count)
    for name in names {
      guard let name else {
        codes.append(-1)
        continue
      }
      if let code = places[name] {
        codes.append(code)
      } else {
        let code = Int32(clamping: found.count)
        places[name] = code
        found.append(name)
        codes.append(code)
      }
    }
    self = Categorical(levels: found, codes: codes).sortedByCodePoint()
  }

  /// The same values with the levels in code-point order.
  public func sortedByCodePoint() -> Categorical {
    reordered(CodePointOrder.places(of: levels))
  }

  /// The same values with the levels in another order; `order` holds old places.
  public func reordered(_ order: [Int]) -> Categorical {
    var newPlace = [Int32](repeating: -1, count: levels.count)
    for (new, old) in order.enumerated() { newPlace[old] = Int32(clamping: new) }
    return Categorical(levels: order.map { levels[$0] }, codes: codes.map { $0 < 0 ? -1 : newPlace[Int($0)] })
  }

  /// The same values without levels that no row has.
  public func withoutUnused() -> Categorical {
    var isUsed = [Bool](repeating: false, count: levels.count)
    for code in codes where code >= 0 { isUsed[Int(code)] = true }
    let used = levels.indices.filter { isUsed[$0] }
    return used.count == levels.count ? self : reordered(used)
  }

  /// The places of the levels that some row has, ascending, with their numbers of rows.
  ///
  /// Few rows of a column of many levels, as one group of many has, are counted without going over the levels.
  public func levelCounts() -> [(place: Int, count: Int)] {
    var found: [(place: Int, count: Int)] = []
    if codes.count < levels.count / 8 {
      for code in codes.sorted() where code >= 0 {
        if found.last?.place == Int(code) { found[found.count - 1].count += 1 } else { found.append((Int(code), 1)) }
      }
      return found
    }
    var counts = [Int](repeating: 0, count: levels.count)
    for code in codes where code >= 0 { counts[Int(code)] += 1 }
    for (place, count) in counts.enumerated() where count > 0 { found.append((place, count)) }
    return found
  }

  /// The name in a row, or nil when it is missing.
  public func name(_ row: Int) -> String? {
    let code = codes[row]
    return code < 0 ? nil : levels[Int(code)]
  }
}
