import PodiumCore
import Testing

/// Functions of many rows over more rows than one thread takes, and rolling windows.
@Suite struct ManyRowTests {
  static let count = 200_000

  static let table: Table = {
    var random = Seed(9).source()
    let x = (0..<count).map { $0 % 17 == 3 ? .nan : (random.uniform() - 0.3) * 1e6 }
    let codes = (0..<count).map { _ in Int32(random.uniform() * 5) - 1 }
    do {
      return try Table([
        Column("x", .number(x)), Column("g", .category(Categorical(levels: ["a", "b", "c", "d"], codes: codes))),
        Column("i", .integer((0..<count).map { $0 % 29 == 0 ? ColumnValues.missingInteger : $0 % 1000 })),
        Column("t", .boolean((0..<count).map { $0 % 3 == 0 })),
      ])
    } catch { return .empty }
  }()

  static func values(_ expression: Expression, _ frame: RowFrame, threads: Int) throws -> ColumnValues {
    let bound = try expression.bound(to: table, over: frame, threads: threads, cancellation: Cancellation()) {
      (_, _) in .missing
    }
    return try bound.column(frame.count, threads: threads, cancellation: Cancellation()).values
  }

  @Test(arguments: ["sum", "mean", "sd", "min", "max", "median", "n", "count", "distinct", "first"], ["x", "i", "t"])
  func `the number of threads changes no bit`(_ name: String, _ column: String) throws {
    let node = try FrameTests.call(name, FrameTests.column(column))
    for frame in [RowFrame(of: ManyRowTests.table), try RowFrame(of: ManyRowTests.table, rows: nil, by: ["g"])] {
      let one = try ManyRowTests.values(node, frame, threads: 1)
      #expect(
        try one == ManyRowTests.values(node, frame, threads: 2) && one == ManyRowTests.values(node, frame, threads: 5))
    }
  }

  @Test func `sums over parts are those of all rows in their order`() throws {
    let frame = try RowFrame(of: ManyRowTests.table, rows: nil, by: ["g"])
    guard case .number(let x)? = ManyRowTests.table["x"]?.values, let groups = frame.groups,
      case .number(let means) = try ManyRowTests.values(
        FrameTests.call("mean", FrameTests.column("x")), frame, threads: 2)
    else {
      Issue.record("not numbers")
      return
    }
    for group in 0..<frame.groupCount {
      var sum = CompensatedSum()
      for place in x.indices where Int(groups[place]) == group && !x[place].isNaN { sum.add(x[place]) }
      let wanted = sum.value / Double(sum.count)
      let place = try #require(groups.firstIndex(of: Int32(group)))
      #expect((means[place] - wanted).magnitude <= wanted.magnitude * 1e-15)
    }
  }

  @Test func `a compensated sum keeps what a plain one loses, joined or not`() {
    var sum = CompensatedSum()
    for x in [1, 1e100, 1, -1e100] { sum.add(x) }
    #expect(sum.value == 2 && sum.count == 4)
    var (a, b) = (CompensatedSum(), CompensatedSum())
    for x in [1, 1e100] { a.add(x) }
    for x in [1, -1e100] { b.add(x) }
    a.add(b)
    #expect(a.value == 2 && a.count == 4)
  }

  @Test func `rows are chosen the same by any number of threads`() throws {
    let rows = (0..<150_000).map { ($0 * 7919) % ManyRowTests.count }
    let one = ManyRowTests.table.selecting(rows: rows)
    #expect(one == ManyRowTests.table.selecting(rows: rows, threads: 3))
    let gaps = rows.map { $0 % 5 == 0 ? -1 : $0 }
    for column in ManyRowTests.table.columns {
      #expect(column.values.gathering(gaps) == column.values.gathering(gaps, threads: 2))
      #expect((0..<100).allSatisfy { one[column.name]?[$0] == column[rows[$0]] })
    }
  }

  // MARK: - Rolling windows

  /// The value of the last rows, computed afresh.
  static func fresh(_ name: String, _ x: ArraySlice<Double>) -> Double {
    if name == "n" { return Double(x.count { !$0.isNaN }) }
    if x.contains(where: \.isNaN) { return .nan }
    let n = Double(x.count)
    let mean = x.reduce(0, +) / n
    let sorted = x.sorted()
    return switch name {
    case "sum": x.reduce(0, +)
    case "mean": mean
    case "min": sorted[0]
    case "max": sorted[x.count - 1]
    case "sd": (x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)).squareRoot()
    case "sd_n": (x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / n).squareRoot()
    default: x.count % 2 == 1 ? sorted[x.count / 2] : (sorted[x.count / 2 - 1] + sorted[x.count / 2]) / 2
    }
  }

  @Test(arguments: ["mean", "sum", "sd", "sd_n", "min", "max", "median", "n"], [1, 2, 7, 64, 299, 300])
  func `a rolling window is what its rows give`(_ name: String, _ width: Int) throws {
    var random = Seed(UInt64(width)).source()
    let x = (0..<300).map { $0 > 120 && $0 % 40 == 0 ? .nan : (random.uniform() - 0.5) * 100 }
    let table = try Table([Column("x", .number(x))])
    let node = try FrameTests.call(
      "rolling", FrameTests.column(name), FrameTests.column("x"), ExpressionTests.constant(.integer(width)))
    let bound = try node.bound(to: table, over: RowFrame(of: table), threads: 1, cancellation: Cancellation()) {
      (_, _) in .missing
    }
    guard case .number(let found) = try bound.column(300, threads: 1, cancellation: Cancellation()).values else {
      Issue.record("not numbers")
      return
    }
    for row in x.indices {
      let wanted = row + 1 < width ? .nan : ManyRowTests.fresh(name, x[(row + 1 - width)...row])
      #expect(found[row].isNaN == wanted.isNaN && !((found[row] - wanted).magnitude > 1e-9), "row \(row)")
    }
  }

  @Test func `a large value leaves no trace in windows without it`() throws {
    let x = [1e17, 1, 1, 1e-3, 2e-3, 3e-3, 4e-3, 5e-3]
    let table = try Table([Column("x", .number(x))])
    for (name, last) in [("sum", 9e-3), ("mean", 4.5e-3), ("sd_n", 5e-4)] {
      let node = try FrameTests.call(
        "rolling", FrameTests.column(name), FrameTests.column("x"), ExpressionTests.constant(.integer(2)))
      let bound = try node.bound(to: table, over: RowFrame(of: table), threads: 1, cancellation: Cancellation()) {
        (_, _) in .missing
      }
      let value = try #require(bound(7).asNumber)
      #expect((value - last).magnitude < 1e-17, "\(name)")
    }
  }

  // MARK: - Whole numbers

  @Test func `whole numbers stay whole`() throws {
    let table = try Table([
      Column("i", .integer([-3, ColumnValues.missingInteger, 4])), Column("j", .integer([2, 2, 2])),
      Column("x", .number([-2.5, 9e18, 1e19])),
    ])
    func column(_ name: String, _ parts: [String]) throws -> (values: ColumnValues, gaps: ExpressionGaps) {
      let node = try ExpressionTests.node(.call(name, parts.map(FrameTests.column)))
      return try node.bound(to: table) { (_, _) in .missing }
        .column(3, threads: 1, cancellation: Cancellation())
    }
    let missing = ColumnValues.missingInteger
    #expect(try column("abs", ["i"]).values == .integer([3, missing, 4]))
    #expect(try column("min", ["i", "j"]).values == .integer([-3, missing, 2]))
    #expect(try column("max", ["i", "j"]).values == .integer([2, missing, 4]))
    for name in ["floor", "ceil", "round"] {
      #expect(try column(name, ["i"]).values == .integer([-3, missing, 4]))
    }
    let floor = try column("floor", ["x"])
    #expect(floor.values == .integer([-3, 9_000_000_000_000_000_000, missing]) && floor.gaps.overflows == 1)
    #expect(try column("max", ["i", "x"]).values.type == .number)
  }
}
