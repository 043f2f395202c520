import PodiumCore
import Testing

/// Functions of many rows, and expressions over more rows than one block.
@Suite struct FrameTests {
  static let table: Table = {
    do {
      return try Table([
        Column("g", .category(Categorical(["b", "a", "b", "a", "b"]))),
        Column("x", .number([3, 1, .nan, 4, 5])), Column("i", .integer([1, 2, 3, 4, 5])),
        Column("t", .text(["p", nil, "q", "p", "r"])),
        Column("day", .date([5, 4, 3, 2, 1].map { CalendarDate(days: $0) })),
      ])
    } catch { return .empty }
  }()

  static func column(_ name: String) throws -> Expression { try ExpressionTests.node(.column(name)) }

  static func call(_ name: String, _ parts: Expression...) throws -> Expression {
    try ExpressionTests.node(.call(name, parts))
  }

  static func number(_ x: Double) throws -> Expression { try ExpressionTests.constant(.number(x)) }

  static func values(_ expression: Expression, _ frame: RowFrame, threads: Int = 1) throws -> [Value] {
    let bound = try expression.bound(to: table, over: frame, threads: threads, cancellation: Cancellation()) {
      (_, _) in .missing
    }
    let column = try bound.column(frame.count, threads: threads, cancellation: Cancellation()).values
    return (0..<column.count).map { column[$0] }
  }

  static func byGroup() throws -> RowFrame {
    let grouping = Grouping(of: [try table.column("g")], rows: nil, count: 5)
    #expect(grouping.groups == [0, 1, 0, 1, 0] && grouping.firsts == [0, 1])
    return RowFrame(of: table, groups: (grouping.groups, grouping.count))
  }

  static let aggregates: [(String, [String], [Value])] = [
    ("n", [], [.integer(3), .integer(2)]), ("n", ["x"], [.integer(2), .integer(2)]),
    ("count", ["x"], [.integer(2), .integer(2)]), ("sum", ["x"], [.number(8), .number(5)]),
    ("sum", ["i"], [.integer(9), .integer(6)]), ("mean", ["x"], [.number(4), .number(2.5)]),
    ("sd", ["x"], [.number(2.0.squareRoot()), .number(4.5.squareRoot())]),
    ("sd_n", ["x"], [.number(1), .number(1.5)]), ("min", ["x"], [.number(3), .number(1)]),
    ("max", ["i"], [.integer(5), .integer(4)]), ("median", ["x"], [.number(4), .number(2.5)]),
    ("first_known", ["t"], [.text("p"), .text("p")]), ("last_known", ["t"], [.text("r"), .text("p")]),
    ("first", ["t"], [.text("p"), .missing]), ("last", ["t"], [.text("r"), .text("p")]),
    ("distinct", ["t"], [.integer(3), .integer(1)]),
    ("min", ["day"], [.date(CalendarDate(days: 1)), .date(CalendarDate(days: 2))]),
  ]

  @Test(arguments: aggregates)
  func `an aggregate gives this in each group`(_ name: String, _ columns: [String], _ wanted: [Value]) throws {
    let node = try ExpressionTests.node(.call(name, columns.map(FrameTests.column)))
    let groups = [0, 1, 0, 1, 0].map { wanted[$0] }
    #expect(try FrameTests.values(node, FrameTests.byGroup()) == groups)
    let summary = try node.summarized(
      over: FrameTests.byGroup(), of: FrameTests.table, keys: [:], functions: [:], threads: 1,
      cancellation: Cancellation()
    ) { (_, _) in .missing }.values
    #expect((0..<2).map { summary[$0] } == wanted)
  }

  @Test func `aggregates can be part of other expressions, over all rows without groups`() throws {
    let x = try FrameTests.column("x")
    let centred = try ExpressionTests.node(.binary(.subtract, x, FrameTests.call("mean", x)))
    #expect(
      try FrameTests.values(centred, RowFrame(of: FrameTests.table))
        == [.number(-0.25), .number(-2.25), .missing, .number(0.75), .number(1.75)])
    let part = RowFrame(of: FrameTests.table, rows: [1, 3])
    #expect(try FrameTests.values(centred, part) == [.number(-1.5), .number(1.5)])
    let quantile = try FrameTests.call("quantile", FrameTests.column("i"), FrameTests.number(0.25))
    #expect(try FrameTests.values(quantile, part) == [.number(2.5), .number(2.5)])
  }

  @Test func `windows follow the order within groups`() throws {
    let (x, i) = (try FrameTests.column("x"), try FrameTests.column("i"))
    let frame = try FrameTests.byGroup()
    #expect(
      try FrameTests.values(FrameTests.call("lag", i), frame)
        == [.missing, .missing, .integer(1), .integer(2), .integer(3)])
    let two = try ExpressionTests.constant(.integer(2))
    #expect(
      try FrameTests.values(FrameTests.call("lead", i, two), frame)
        == [.integer(5), .missing, .missing, .missing, .missing])
    #expect(
      try FrameTests.values(FrameTests.call("cumsum", x), frame)
        == [.number(3), .number(1), .missing, .number(5), .number(8)])
    #expect(
      try FrameTests.values(FrameTests.call("rank", x), RowFrame(of: FrameTests.table))
        == [.integer(2), .integer(1), .missing, .integer(3), .integer(4)])
    let mean = try FrameTests.call("rolling", FrameTests.column("mean"), i, two)
    #expect(
      try FrameTests.values(mean, RowFrame(of: FrameTests.table))
        == [.missing, .number(1.5), .number(2.5), .number(3.5), .number(4.5)])
    let backwards = RowFrame(of: FrameTests.table, order: [4, 3, 2, 1, 0])
    #expect(
      try FrameTests.values(FrameTests.call("lag", i), backwards)
        == [.integer(2), .integer(3), .integer(4), .integer(5), .missing])
    #expect(try FrameTests.values(FrameTests.call("first", x), backwards)[0] == .number(5))
  }

  @Test func `a function of many rows is refused where rows are tested one by one`() throws {
    let node = try FrameTests.call("mean", FrameTests.column("x"))
    let error = #expect(throws: Diagnostic.self) { try node.bound(to: FrameTests.table) { (_, _) in .missing } }
    #expect(error?.code == "wrong-function")
    let bare = #expect(throws: Diagnostic.self) {
      try FrameTests.column("x").summarized(
        over: FrameTests.byGroup(), of: FrameTests.table, keys: [:], functions: [:], threads: 1,
        cancellation: Cancellation()
      ) { (_, _) in .missing }
    }
    #expect(bare?.code == "needs-aggregate")
  }

  @Test func `cells that get lost are counted by their reason`() throws {
    let zero = try ExpressionTests.constant(.integer(0))
    let node = try ExpressionTests.node(.binary(.divide, FrameTests.column("x"), zero))
    let bound = try node.bound(to: FrameTests.table) { (_, _) in .missing }
    let gaps = try bound.column(5, threads: 1, cancellation: Cancellation()).gaps
    #expect(gaps.reasons == ["4 divisions by zero"])
    let log = try FrameTests.call("log", ExpressionTests.node(.unary(.minus, FrameTests.column("i"))))
    let lost = try log.bound(to: FrameTests.table) { (_, _) in .missing }
      .column(5, threads: 1, cancellation: Cancellation()).gaps
    #expect(lost.reasons == ["5 values outside the domain of a function"])
  }

  @Test func `any number of threads gives the same bits over many blocks`() throws {
    let count = 300_000
    let table = try Table([
      Column("x", .number((0..<count).map { Double($0 % 977) / 7 })),
      Column("c", .category(Categorical((0..<count).map { ["p", "q", nil][$0 % 3] }))),
    ])
    let x = try FrameTests.column("x")
    let node = try ExpressionTests.node(
      .call(
        "choose",
        [
          ExpressionTests.node(.binary(.equal, FrameTests.column("c"), ExpressionTests.constant(.text("q")))),
          FrameTests.call("sqrt", x), ExpressionTests.node(.binary(.divide, x, FrameTests.call("sum", x))),
        ]))
    func column(_ threads: Int) throws -> ColumnValues {
      try node.bound(
        to: table, over: RowFrame(of: table), threads: threads, cancellation: Cancellation()
      ) { (_, _) in .missing }.column(count, threads: threads, cancellation: Cancellation()).values
    }
    let one = try column(1)
    #expect(one == (try column(3)))
    #expect(one.missingCount == count / 3)
    #expect(one[1] == .number((1.0 / 7).squareRoot()))
  }

  @Test func `sums do not lose what is small`() throws {
    let table = try Table([Column("x", .number([1e100, 1, -1e100]))])
    let sum = try FrameTests.call("sum", FrameTests.column("x"))
    #expect(
      try sum.calculated(over: [0, 1, 2], of: table, cancellation: Cancellation()) { (_, _) in .missing }.value
        == .number(1))
  }

  @Test func `equal values make a group whatever their type`() throws {
    let columns = [
      Column("a", .number([0, -0.0, .nan, .nan, 1])), Column("b", .text(["x", "x", nil, nil, "y"])),
    ]
    #expect(Grouping(of: columns, rows: nil, count: 5).groups == [0, 0, 1, 1, 2])
    let wide = Column("w", .integer([.max, .min + 1, .max, 0, 0]))
    #expect(Grouping(of: [wide], rows: [4, 0, 2], count: 3).groups == [0, 1, 1])
    #expect(Grouping(of: [], rows: nil, count: 3).groups == [0, 0, 0])
  }
}
