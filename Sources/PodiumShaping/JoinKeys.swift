internal import PodiumCore

/// Key columns of two tables as numbers that are equal where the values are; −1 where one is missing.
struct JoinKeys {
  let left: [Int]
  let right: [Int]
  /// One above the greatest number.
  let size: Int

  /// Numbers for pairs of columns.
  ///
  /// Throws `wrong-type` for columns whose values cannot be equal.
  init(_ pairs: [(left: Column, right: Column)], leftRows: [Int]?, leftCount: Int) throws(Diagnostic) {
    var (left, right, size) = ([Int](), [Int](), 1)
    for (number, pair) in pairs.enumerated() {
      let leftColumn = leftRows.map { pair.left.selecting($0) } ?? pair.left
      let one = try JoinKeys.numbers(leftColumn, pair.right)
      if number == 0 {
        (left, right, size) = one
        continue
      }
      let joint = size.multipliedReportingOverflow(by: max(1, one.size))
      let mayBeTable = !joint.overflow && joint.partialValue < Int.max / 4
      let step = one.size
      if mayBeTable {
        for place in left.indices {
          left[place] = left[place] < 0 || one.left[place] < 0 ? -1 : left[place] * step + one.left[place]
        }
        for place in right.indices {
          right[place] = right[place] < 0 || one.right[place] < 0 ? -1 : right[place] * step + one.right[place]
        }
        size = joint.partialValue
      } else {
        throw Diagnostic("too-many-values", "the key columns have too many combinations of values to be joined")
      }
      if size > 4 * (left.count + right.count) + (1 << 16) {
        var known: [Int: Int] = [:]
        func number(_ code: Int) -> Int {
          if code < 0 { return -1 }
          if let place = known[code] { return place }
          known[code] = known.count
          return known.count - 1
        }
        left = left.map(number)
        right = right.map(number)
        size = max(1, known.count)
      }
    }
    (self.left, self.right, self.size) = (left, right, size)
    _ = leftCount
  }

  private static func numbers(
    _ left: Column, _ right: Column
  ) throws(Diagnostic) -> (left: [Int], right: [Int], size: Int) {
    switch (left.values, right.values) {
    case (.integer(let x), .integer(let y)): return whole(x, y)
    case (.date(let x), .date(let y)):
      return whole(
        x.map { $0?.days ?? ColumnValues.missingInteger }, y.map { $0?.days ?? ColumnValues.missingInteger })
    case (.datetime(let x), .datetime(let y)):
      return whole(
        x.map { $0?.microseconds ?? ColumnValues.missingInteger },
        y.map { $0?.microseconds ?? ColumnValues.missingInteger })
    case (.boolean(let x), .boolean(let y)):
      func code(_ value: Bool?) -> Int { value.map { $0 ? 1 : 0 } ?? -1 }
      return (x.map(code), y.map(code), 2)
    case (.number, .number), (.number, .integer), (.integer, .number):
      func bits(_ column: Column) -> [UInt64?] {
        (column.numbers ?? []).map { $0.isNaN ? nil : ($0 + 0).bitPattern }
      }
      return renumbered(bits(left), bits(right))
    case (.category, _), (.ordered, _), (.text, _):
      guard right.type.isCategorical || right.type == .text else { break }
      // Beside categories, texts are looked up once for each different one.
      let areTexts = left.categorical == nil && right.categorical == nil
      if !areTexts, let x = left.categorical ?? coded(left), let y = right.categorical ?? coded(right) {
        let places = Dictionary(zip(x.levels, 0...), uniquingKeysWith: { first, _ in first })
        // Names that only the right table has get numbers of their own.
        let codes = y.levels.indices.map { places[y.levels[$0]] ?? x.levels.count + $0 }
        return (
          x.codes.map { Int($0) }, y.codes.map { $0 < 0 ? -1 : codes[Int($0)] }, x.levels.count + y.levels.count
        )
      }
      return renumbered(texts(left), texts(right))
    default: break
    }
    throw Diagnostic(
      "wrong-type",
      "column '\(left.name)' is of type \(left.typeName), but '\(right.name)' of the other table is of type "
        + right.typeName,
      help: "give both the same type first: type \(CommandText.word(left.name)) \(right.typeName)")
  }

  private static func coded(_ column: Column) -> Categorical? {
    if case .text(let x) = column.values { Categorical(x) } else { nil }
  }

  private static func texts(_ column: Column) -> [String?] {
    switch column.values {
    case .text(let x): x
    default: []
    }
  }

  private static func whole(_ x: [Int], _ y: [Int]) -> (left: [Int], right: [Int], size: Int) {
    let missing = ColumnValues.missingInteger
    var (least, most) = (Int.max, Int.min)
    for list in [x, y] {
      for value in list where value != missing {
        least = min(least, value)
        most = max(most, value)
      }
    }
    guard least <= most else { return (x.map { _ in -1 }, y.map { _ in -1 }, 1) }
    let span = most.subtractingReportingOverflow(least)
    guard !span.overflow, span.partialValue < 4 * (x.count + y.count) + (1 << 16) else {
      return renumbered(x.map { $0 == missing ? nil : $0 }, y.map { $0 == missing ? nil : $0 })
    }
    func code(_ value: Int) -> Int { value == missing ? -1 : value - least }
    return (x.map(code), y.map(code), span.partialValue + 1)
  }

  private static func renumbered<Key: Hashable>(
    _ x: [Key?], _ y: [Key?]
  ) -> (left: [Int], right: [Int], size: Int) {
    var known: [Key: Int] = [:]
    func number(_ key: Key?) -> Int {
      guard let key else { return -1 }
      if let place = known[key] { return place }
      known[key] = known.count
      return known.count - 1
    }
    // The right table is the smaller one as a rule, and every number is needed on both sides only if it is there.
    let right = y.map(number)
    let left = x.map(number)
    return (left, right, max(1, known.count))
  }
}
