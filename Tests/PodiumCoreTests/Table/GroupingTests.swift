import PodiumCore
import PodiumTestKit
import Testing

/// Rows put into groups of equal values, however many there are.
struct GroupingTests {
  /// Columns of each type with few and with many different values, some missing.
  private static func columns(_ count: Int) -> [Column] {
    var random = SystemlessRandom(seed: UInt64(count))
    func some<Value>(_ make: (Int) -> Value) -> [Value?] {
      (0..<count).map { _ in random.below(20) == 0 ? nil : make(random.below(count)) }
    }
    let wide = some { Double($0) * 1.1e12 - 5e14 }
    return [
      Column("few", .category(Categorical(some { "c\($0 % 5)" }))),
      Column("near", .integer(some { $0 / 3 }.map { $0 ?? ColumnValues.missingInteger })),
      Column("far", .integer(some { ($0 / 2 - 9) * 1_000_000_007 }.map { $0 ?? ColumnValues.missingInteger })),
      Column("number", .number(wide.map { $0 ?? .nan })),
      Column("zeros", .number((0..<count).map { $0 % 3 == 0 ? 0 : $0 % 3 == 1 ? -0.0 : .nan })),
      Column(
        "ends",
        .number(
          (0..<count).map {
            [Double.infinity, -.infinity, .nan, .leastNonzeroMagnitude, -.leastNonzeroMagnitude][$0 % 5]
          })),
      Column("text", .text(some { "t\($0)" })), Column("yes", .boolean(some { $0 % 2 == 0 })),
      Column("day", .date(some { CalendarDate(days: $0 * 40) })),
    ]
  }

  /// What a dictionary of values makes.
  private static func expected(_ columns: [Column], _ rows: [Int]) -> [Int32] {
    var known: [String: Int32] = [:]
    return rows.map { row in
      let key = columns.map { column in
        let value = column[row]
        if case .number(let x) = value { return x == 0 ? "0" : "\(x)" }
        return value.isMissing ? "missing" : value.fileText
      }.joined(separator: "\u{1}")
      let group = known[key] ?? Int32(known.count)
      known[key] = group
      return group
    }
  }

  @Test(arguments: [7, 900, 5000])
  func `groups are numbered as they come, and equal values are one`(_ count: Int) {
    let columns = Self.columns(count)
    let some = (0..<count).filter { $0 % 7 != 3 }.reversed().map(\.self)
    var chosen = columns.map { [$0] }
    chosen += zip(columns, columns.dropFirst()).map { [$0, $1] } + [columns, Array(columns.dropFirst(2).prefix(2))]
    for columns in chosen {
      for rows in [nil, some] {
        let made = Grouping(of: columns, rows: rows, count: rows?.count ?? count)
        let groups = Self.expected(columns, rows ?? Array(0..<count))
        #expect(made.groups == groups, "\(columns.map(\.name))")
        #expect(made.firsts == (0..<made.count).map { group in groups.firstIndex(of: Int32(group)) ?? -1 })
      }
    }
  }
}
