import PodiumCore
import PodiumShaping
import Testing

@Suite struct JoinTests {
  static let left = Column("k", .category(Categorical(["a", "b", nil, "c", "b"])))
  static let right = Column("k", .text(["b", "x", "a", nil]))

  static func plan(
    _ kind: JoinPlan.Kind, on pairs: [(left: Column, right: Column)] = [(left, right)], many: Bool = false,
    rows: [Int]? = nil, columns: Int = 2
  ) throws -> JoinPlan {
    try JoinPlan(
      pairs, leftRows: rows, leftCount: rows?.count ?? pairs[0].left.count, rightCount: pairs[0].right.count,
      kind: kind, many: many, columns: columns, cancellation: Cancellation())
  }

  @Test func `each kind keeps the rows it names, in the order of the left table`() throws {
    let left = try JoinTests.plan(.left)
    #expect(left.left == nil && left.right == [2, 0, -1, -1, 0])
    #expect(left.matched == 3 && left.leftOnly == 2 && left.rightOnly == 2 && left.duplicated == 0)
    #expect(left.missingKeys.left == 1 && left.missingKeys.right == 1)
    let inner = try JoinTests.plan(.inner)
    #expect(inner.left == [0, 1, 4] && inner.right == [2, 0, 0])
    #expect(try JoinTests.plan(.semi).left == [0, 1, 4])
    #expect(try JoinTests.plan(.anti).left == [2, 3])
    #expect(try JoinTests.plan(.left, rows: [4, 0]).right == [0, 2])
  }

  @Test func `a double key on the right is refused unless it is meant`() throws {
    let double = Column("k", .integer([1, 2, 2, .min, .min]))
    let pairs = [(left: Column("k", .integer([2, 1, 3])), right: double)]
    let error = #expect(throws: Diagnostic.self) { try JoinTests.plan(.left, on: pairs) }
    #expect(error?.code == "double-key")
    #expect(error?.message.hasSuffix("2 rows have k 2") ?? false)
    let plan = try JoinTests.plan(.left, on: pairs, many: true)
    #expect(plan.left == [0, 0, 1, 2] && plan.right == [1, 2, 0, -1] && plan.duplicated == 1)
    #expect(try JoinTests.plan(.semi, on: pairs).left == [0, 1])
  }

  @Test func `a join that would explode is refused before it is built, with its rows`() throws {
    let ones = Column("k", .integer([Int](repeating: 1, count: 1_000_000)))
    let error = #expect(throws: Diagnostic.self) { try JoinTests.plan(.inner, on: [(ones, ones)], many: true) }
    #expect(error?.code == "too-many-rows")
    #expect(error?.message.contains("1000000000000 rows") ?? false)
  }

  @Test func `keys of several columns and numbers of both kinds match`() throws {
    let pairs = [
      (left: Column("a", .integer([1, 1, 2])), right: Column("a", .number([1, 2, 1]))),
      (left: Column("b", .boolean([true, false, nil])), right: Column("b", .boolean([false, true, true]))),
    ]
    #expect(try JoinTests.plan(.left, on: pairs).right == [2, 0, -1])
    let error = #expect(throws: Diagnostic.self) {
      try JoinTests.plan(.left, on: [(Column("a", .integer([1])), Column("b", .text(["1"])))])
    }
    #expect(error?.code == "wrong-type")
  }

  @Test func `the latest row before each time is joined, within a distance and a key`() throws {
    func times(_ hours: [Int?]) -> Column {
      Column("t", .datetime(hours.map { $0.map { Moment(microseconds: $0 * 3_600_000_000) } }))
    }
    func plan(_ within: String?, _ pairs: [(left: Column, right: Column)] = []) throws -> [Int] {
      try JoinPlan(
        asOf: (times([5, 1, nil, 9]), times([2, 0, 5, nil])),
        within: within.flatMap { AsOf.distance($0, ofTimes: true) }, pairs, leftRows: nil, leftCount: 4, rightCount: 4,
        kind: .left, cancellation: Cancellation()
      ).right
    }
    #expect(try plan(nil) == [2, 1, -1, 2])
    #expect(try plan("2h") == [2, 1, -1, -1])
    let place = Column("p", .text(["x", "y", "x", "x"]))
    #expect(try plan(nil, [(place, Column("p", .text(["x", "y", "y", "x"])))]) == [0, 1, -1, 0])
    #expect(AsOf.distance("2x", ofTimes: true) == nil && AsOf.distance("-1h", ofTimes: true) == nil)
    #expect(AsOf.distance("1.5", ofTimes: false) == 1.5)
  }
}
