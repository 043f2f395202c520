internal import CSQLite
internal import PodiumCore

/// SQLite's figures of groups over the cells of a column, summed in the order of the rows and by the same arithmetic, so that
/// the last digits agree.
enum GroupFigures {
  /// The figure of each group; nil for what only SQLite can say, as of a sum that no whole number holds.
  ///
  /// `rows` are the rows that count (nil: all), and `groups` the group of each.
  static func of(
    _ function: GroupQuery.Aggregate.Function, _ values: ColumnValues?, _ rows: [Int]?, _ groups: [Int32],
    groups count: Int
  ) -> ColumnValues? {
    guard let values else { return .integer(counts(rows, groups, count) { _ in true }) }
    switch (function, values) {
    case (.count, _): return .integer(self.counts(values, rows, groups, count))
    case (.min, .number(let x)):
      return .number(
        least(x, rows, groups, count, none: .nan) {
          !$0.isNaN
        } by: {
          $0 < $1
        })
    case (.max, .number(let x)):
      return .number(
        least(x, rows, groups, count, none: .nan) {
          !$0.isNaN
        } by: {
          $0 > $1
        })
    case (.min, .integer(let x)):
      return .integer(
        least(x, rows, groups, count, none: missing) {
          $0 != missing
        } by: {
          $0 < $1
        })
    case (.max, .integer(let x)):
      return .integer(
        least(x, rows, groups, count, none: missing) {
          $0 != missing
        } by: {
          $0 > $1
        })
    case (_, .number(let x)):
      let (sums, known) = sums(x, rows, groups, count)
      switch function {
      case .total: return .number(sums)
      case .avg: return .number(zip(sums, known).map { $1 == 0 ? .nan : $0 / Double($1) })
      default: return .number(zip(sums, known).map { $1 == 0 ? .nan : $0 })
      }
    case (_, .integer(let x)): return whole(function, x, rows, groups, count)
    default: return nil
    }
  }

  private static let missing = ColumnValues.missingInteger
  /// Since this version SQLite carries the rounding error of a sum along (Kahan, Babuska and Neumaier).
  private static let carriesError = SQLiteLibrary.isThere && sqlite3_libversion_number() >= 3_043_000

  @inline(__always)
  private static func each(_ rows: [Int]?, _ groups: [Int32], _ body: (_ row: Int, _ group: Int) -> Void) {
    if let rows {
      for place in groups.indices { body(rows[place], Int(groups[place])) }
    } else {
      for place in groups.indices { body(place, Int(groups[place])) }
    }
  }

  @inline(__always)
  private static func counts(
    _ rows: [Int]?, _ groups: [Int32], _ count: Int, _ isKnown: (Int) -> Bool
  ) -> [Int] {
    var counts = [Int](repeating: 0, count: count)
    each(rows, groups) { row, group in if isKnown(row) { counts[group] += 1 } }
    return counts
  }

  private static func counts(_ values: ColumnValues, _ rows: [Int]?, _ groups: [Int32], _ count: Int) -> [Int] {
    switch values {
    case .number(let x): counts(rows, groups, count) { !x[$0].isNaN }
    case .integer(let x): counts(rows, groups, count) { x[$0] != missing }
    case .category(let x), .ordered(let x): counts(rows, groups, count) { x.codes[$0] >= 0 }
    case .text(let x): counts(rows, groups, count) { x[$0] != nil }
    case .boolean(let x): counts(rows, groups, count) { x[$0] != nil }
    case .date(let x): counts(rows, groups, count) { x[$0] != nil }
    case .datetime(let x): counts(rows, groups, count) { x[$0] != nil }
    }
  }

  /// The first of the least values of each group.
  @inline(__always)
  private static func least<Element>(
    _ x: [Element], _ rows: [Int]?, _ groups: [Int32], _ count: Int, none: Element,
    _ isKnown: (Element) -> Bool, by precedes: (Element, Element) -> Bool
  ) -> [Element] {
    var best = [Element](repeating: none, count: count)
    each(rows, groups) { row, group in
      let value = x[row]
      if isKnown(value), !isKnown(best[group]) || precedes(value, best[group]) { best[group] = value }
    }
    return best
  }

  /// The sum of each group, and how many cells have a number.
  private static func sums(
    _ x: [Double], _ rows: [Int]?, _ groups: [Int32], _ count: Int
  ) -> (sums: [Double], known: [Int]) {
    var sums = [Double](repeating: 0, count: count)
    var known = [Int](repeating: 0, count: count)
    guard carriesError else {
      each(rows, groups) { row, group in
        let value = x[row]
        if value.isNaN { return }
        sums[group] += value
        known[group] += 1
      }
      return (sums, known)
    }
    var errors = [Double](repeating: 0, count: count)
    each(rows, groups) { row, group in
      let value = x[row]
      if value.isNaN { return }
      let (sum, next) = (sums[group], sums[group] + value)
      errors[group] += sum.magnitude > value.magnitude ? (sum - next) + value : (value - next) + sum
      sums[group] = next
      known[group] += 1
    }
    return (zip(sums, errors).map { $1.isFinite ? $0 + $1 : $0 }, known)
  }

  /// Sums and means of whole numbers; nil beyond what they or doubles hold exactly.
  private static func whole(
    _ function: GroupQuery.Aggregate.Function, _ x: [Int], _ rows: [Int]?, _ groups: [Int32], _ count: Int
  ) -> ColumnValues? {
    var sums = [Int](repeating: 0, count: count)
    var known = [Int](repeating: 0, count: count)
    var isExact = true
    each(rows, groups) { row, group in
      let value = x[row]
      if value == missing { return }
      let next = sums[group].addingReportingOverflow(value)
      // SQLite also sums them as doubles, which are exact up to here.
      if next.overflow || next.partialValue.magnitude > 1 << 53 { isExact = false }
      sums[group] = next.partialValue
      known[group] += 1
    }
    guard isExact else { return nil }
    switch function {
    case .total: return .number(sums.map { Double($0) })
    case .avg: return .number(zip(sums, known).map { $1 == 0 ? .nan : Double($0) / Double($1) })
    default: return .integer(zip(sums, known).map { $1 == 0 ? missing : $0 })
    }
  }
}
