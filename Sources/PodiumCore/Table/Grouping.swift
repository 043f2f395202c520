/// Rows put into groups of equal values, numbered in the order of their first rows; missing values are equal.
public struct Grouping: Sendable {
  /// For each place its group.
  public let groups: [Int32]
  /// For each group the place where it first appears.
  public let firsts: [Int]

  /// The number of groups.
  public var count: Int { firsts.count }

  /// Groups by some columns, over some rows (nil: all); without columns all rows are one group.
  public init(of columns: [Column], rows: [Int]?, count: Int) {
    guard let first = columns.first else {
      groups = [Int32](repeating: 0, count: count)
      firsts = count > 0 ? [0] : []
      return
    }
    if columns.count == 1, let categories = first.categorical {
      (groups, firsts) = Grouping.byAppearance(categories, rows, count)
      return
    }
    var (codes, size) = Grouping.codes(first.values, rows, count)
    for column in columns.dropFirst() {
      let (more, moreSize) = Grouping.codes(column.values, rows, count)
      let joint = size.multipliedReportingOverflow(by: max(1, moreSize))
      if joint.overflow || joint.partialValue > max(1 << 20, 4 * count) {
        // Sizes are at most twice the rows or the levels of a category, so that their product fits.
        (codes, size) = Grouping.renumbered(
          zip(codes, more).map { UInt64(truncatingIfNeeded: $0) &* UInt64(moreSize) &+ UInt64(truncatingIfNeeded: $1) })
      } else {
        for place in codes.indices { codes[place] = codes[place] * moreSize + more[place] }
        size = joint.partialValue
      }
    }
    (groups, firsts) = Grouping.byAppearance(codes, size)
  }

  /// Numbers below `size`, equal where the values are equal; 0 is missing.
  private static func codes(_ values: ColumnValues, _ rows: [Int]?, _ count: Int) -> (codes: [Int], size: Int) {
    func at<Element>(_ x: [Element]) -> [Element] { rows.map { $0.map { x[$0] } } ?? x }
    switch values {
    case .category(let x), .ordered(let x): return (at(x.codes).map { Int($0) + 1 }, x.levels.count + 1)
    case .boolean(let x): return (at(x).map { $0.map { $0 ? 2 : 1 } ?? 0 }, 3)
    case .integer(let x): return ranged(at(x))
    case .date(let x): return ranged(at(x).map { $0?.days ?? ColumnValues.missingInteger })
    case .datetime(let x): return ranged(at(x).map { $0?.microseconds ?? ColumnValues.missingInteger })
    case .number(let x):
      // −0 equals 0, and every NaN is missing.
      return renumbered(at(x).map { $0.isNaN ? UInt64.max : ($0 == 0 ? 0 : $0.bitPattern) })
    case .text(let x): return known(at(x))
    }
  }

  /// Whole numbers in a small range as they are, others numbered.
  private static func ranged(_ x: [Int]) -> (codes: [Int], size: Int) {
    let missing = ColumnValues.missingInteger
    var (least, most) = (Int.max, Int.min)
    for value in x where value != missing {
      least = min(least, value)
      most = max(most, value)
    }
    guard least <= most else { return ([Int](repeating: 0, count: x.count), 1) }
    let span = most.subtractingReportingOverflow(least)
    guard !span.overflow, span.partialValue < max(1 << 16, 2 * x.count) else {
      return renumbered(x.map { UInt64(bitPattern: Int64($0)) })
    }
    return (x.map { $0 == missing ? 0 : $0 - least + 1 }, span.partialValue + 2)
  }

  /// Words numbered in their order: sorting many of them is several times as fast as looking each up.
  private static func renumbered(_ words: [UInt64]) -> (codes: [Int], size: Int) {
    var order = words.indices.map { UInt32(truncatingIfNeeded: $0) }
    guard words.count > 1 << 10, words.count < UInt32.max,
      (try? RadixSort.sort(&order, by: words, cancellation: Cancellation())) != nil
    else { return known(words) }
    var (code, last) = (0, words[Int(order[0])])
    let codes = [Int](unsafeUninitializedCapacity: words.count) { out, filled in
      for place in order {
        let word = words[Int(place)]
        if word != last { (code, last) = (code + 1, word) }
        out[Int(place)] = code
      }
      filled = words.count
    }
    return (codes, code + 1)
  }

  /// Values numbered as they come.
  private static func known<Element: Hashable>(_ x: [Element]) -> (codes: [Int], size: Int) {
    var known: [Element: Int] = [:]
    let codes = x.map { element in
      if let code = known[element] { return code }
      let code = known.count
      known[element] = code
      return code
    }
    return (codes, max(1, known.count))
  }

  /// Categories as they are stored, without a list of other numbers in between.
  private static func byAppearance(
    _ categories: Categorical, _ rows: [Int]?, _ count: Int
  ) -> (groups: [Int32], firsts: [Int]) {
    var numbers = [Int32](repeating: -1, count: categories.levels.count + 1)
    var firsts: [Int] = []
    let groups = [Int32](unsafeUninitializedCapacity: count) { out, filled in
      func put(_ place: Int, _ code: Int32) {
        var number = numbers[Int(code) + 1]
        if number < 0 {
          number = Int32(truncatingIfNeeded: firsts.count)
          numbers[Int(code) + 1] = number
          firsts.append(place)
        }
        out[place] = number
      }
      if let rows {
        for (place, row) in rows.enumerated() { put(place, categories.codes[row]) }
      } else {
        for (place, code) in categories.codes.enumerated() { put(place, code) }
      }
      filled = count
    }
    return (groups, firsts)
  }

  private static func byAppearance(_ codes: [Int], _ size: Int) -> (groups: [Int32], firsts: [Int]) {
    var numbers = [Int32](repeating: -1, count: size)
    var firsts: [Int] = []
    let groups = [Int32](unsafeUninitializedCapacity: codes.count) { out, filled in
      for (place, code) in codes.enumerated() {
        var number = numbers[code]
        if number < 0 {
          number = Int32(truncatingIfNeeded: firsts.count)
          numbers[code] = number
          firsts.append(place)
        }
        out[place] = number
      }
      filled = codes.count
    }
    return (groups, firsts)
  }
}
