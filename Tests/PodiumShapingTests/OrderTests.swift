import PodiumCore
import PodiumShaping
import Testing

@Suite struct OrderTests {
  static func order(_ columns: (ColumnValues, Bool)..., rows: [Int]? = nil) throws -> [Int] {
    let keys = columns.map { RowOrder.Key(Column("k", $0.0), isDescending: $0.1) }
    return try RowOrder.sorted(
      by: keys, rows: rows, count: rows?.count ?? columns[0].0.count, cancellation: Cancellation())
  }

  @Test func `numbers sort by value, missing last in both directions, equal ones as they were`() throws {
    let x = ColumnValues.number([2, .nan, -1e300, 0, -0.0, 1e-300, 2])
    #expect(try OrderTests.order((x, false)) == [2, 3, 4, 5, 0, 6, 1])
    #expect(try OrderTests.order((x, true)) == [0, 6, 5, 3, 4, 2, 1])
    let i = ColumnValues.integer([.max, .min, .min + 1, 0, -1])
    #expect(try OrderTests.order((i, false)) == [2, 4, 3, 0, 1])
    #expect(try OrderTests.order((i, true)) == [0, 3, 4, 2, 1])
  }

  @Test func `text sorts by code points and categories by their order`() throws {
    #expect(try OrderTests.order((.text(["b", nil, "Z", "ä", "a"]), false)) == [2, 4, 0, 3, 1])
    let steps = Categorical(levels: ["low", "mid", "high"], codes: [2, 0, -1, 1])
    #expect(try OrderTests.order((.ordered(steps), false)) == [1, 3, 0, 2])
    #expect(try OrderTests.order((.category(steps), false)) == [0, 1, 3, 2])
    #expect(try OrderTests.order((.boolean([true, nil, false]), false)) == [2, 0, 1])
    #expect(
      try OrderTests.order((.date([CalendarDate(days: 2), nil, CalendarDate(days: -2)]), true)) == [0, 2, 1])
  }

  @Test func `later keys decide ties, and rows can be chosen`() throws {
    let (a, b) = (ColumnValues.integer([1, 1, 0, 0]), ColumnValues.number([1, 2, 3, 4]))
    #expect(try OrderTests.order((a, false), (b, true)) == [3, 2, 1, 0])
    #expect(try OrderTests.order((b, true), rows: [0, 2]) == [1, 0])
    #expect(try OrderTests.order((ColumnValues.number([.nan, .nan]), false)) == [0, 1])
  }

  @Test func `many rows sort as the library sorts them`() throws {
    var state = UInt64(7)
    let x = (0..<50_000).map { _ -> Double in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return Double(Int64(bitPattern: state) >> 40)
    }
    let order = try OrderTests.order((.number(x), false))
    #expect(order == x.indices.sorted { (x[$0], $0) < (x[$1], $1) })
  }
}
