import Testing

@testable import PodiumCore

/// Expressions over more rows than a block, block by block, against one row after another.
@Suite struct BlockTests {
  static let count = 4500

  static let table: Table = {
    func number(_ row: Int) -> Double { row % 13 == 0 ? .nan : Double(row % 101 - 50) / 4 }
    let columns = [
      Column("x", .number((0..<count).map(number))),
      Column("y", .number((0..<count).map { number($0 &* 7 % 1000) })),
      Column("i", .integer((0..<count).map { $0 % 17 == 0 ? ColumnValues.missingInteger : $0 % 9 - 4 })),
      Column("c", .category(Categorical(levels: ["a", "b", "d"], codes: (0..<count).map { Int32($0 % 4) - 1 }))),
      Column("t", .text((0..<count).map { $0 % 5 == 0 ? nil : "text \($0 % 3)" })),
      Column("p", .boolean((0..<count).map { $0 % 3 == 0 ? nil : $0 % 2 == 0 })),
      Column("d", .date((0..<count).map { $0 % 7 == 0 ? nil : CalendarDate(days: $0) })),
    ]
    do { return try Table(columns) } catch { return .empty }
  }()

  private static func node(_ kind: Expression.Kind) throws -> Expression {
    try Expression(kind, span: SourceSpan(0, 1))
  }

  static func bound(_ expression: Expression, rows: [Int]? = nil) throws -> BoundExpression {
    try expression.bound(
      to: table, over: RowFrame(of: table, rows: rows), threads: 1, cancellation: Cancellation(),
      references: { (_, _) throws(Diagnostic) in .missing })
  }

  @Test func `what reads texts is known, since one block of long texts takes long`() throws {
    let (x, t, c) = (try Self.node(.column("x")), try Self.node(.column("t")), try Self.node(.column("c")))
    let joined = try Self.node(.binary(.add, t, t))
    for (expression, reads) in [
      (x, false), (t, true), (c, true), (try Self.node(.binary(.less, x, x)), false),
      (try Self.node(.binary(.notEqual, t, c)), true), (try Self.node(.call("length", [joined])), true),
      (try Self.node(.call("abs", [x])), false),
      (try Self.node(.unary(.not, Self.node(.call("contains", [t, c])))), true),
    ] { #expect(try Self.bound(expression).readsTexts == reads, "\(expression)") }
  }

  private static let operations: [BinaryOperator] = [
    .add, .subtract, .multiply, .divide, .remainder, .power, .equal, .notEqual, .less, .lessOrEqual, .greater,
    .greaterOrEqual,
  ]

  /// Operands of all kinds: a column, another, one of whole numbers, a number, what is computed, nothing.
  private static func operands() throws -> [Expression] {
    let (x, i) = (try node(.column("x")), try node(.column("i")))
    return [
      x, try node(.column("y")), i, try node(.literal(.integer(2))), try node(.literal(.number(0))),
      try node(.binary(.multiply, x, i)), try node(.unary(.minus, x)), try node(.literal(.missing)),
    ]
  }

  @Test func `each operation gives a block what it gives a row`() throws {
    for operation in BlockTests.operations {
      for left in try BlockTests.operands() {
        for right in try BlockTests.operands() {
          let bound = try BlockTests.bound(try BlockTests.node(.binary(operation, left, right)))
          let one = try bound.countedColumn(BlockTests.count, threads: 1, cancellation: Cancellation())
          let many = try bound.countedColumn(BlockTests.count, threads: 3, cancellation: Cancellation())
          #expect(one.values == many.values && one.gaps == many.gaps && one.missing == many.missing)
          #expect(one.missing.map { $0 == one.values.missingCount } ?? true)
          for row in [0, 1, 13, 4095, 4096, 4499] {
            #expect(one.values[row].asNumber == bound(row).asNumber, "\(operation) at \(row)")
          }
        }
      }
    }
  }

  @Test func `parts on several threads give the same bytes`() throws {
    let (x, i) = (try FrameTests.column("x"), try FrameTests.column("i"))
    let frame = RowFrame(of: ManyRowTests.table)
    for operation in [BinaryOperator.divide, .less] {
      let node = try BlockTests.node(.binary(operation, x, i))
      #expect(try ManyRowTests.values(node, frame, threads: 1) == ManyRowTests.values(node, frame, threads: 3))
    }
  }

  @Test func `some rows give what all of them give there`() throws {
    let rows = (0..<BlockTests.count).filter { $0 % 2 == 1 }
    for operand in try BlockTests.operands() {
      let sum = try BlockTests.node(.binary(.add, operand, try BlockTests.node(.column("y"))))
      let all = try BlockTests.bound(sum).column(BlockTests.count, threads: 1, cancellation: Cancellation()).values
      let some = try BlockTests.bound(sum, rows: rows).column(rows.count, threads: 2, cancellation: Cancellation())
      #expect(some.values == all.selecting(rows))
    }
  }

  @Test(arguments: [BinaryOperator.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
  func `a category is compared with a text as texts are`(_ operation: BinaryOperator) throws {
    let column = try BlockTests.node(.column("c"))
    let names: [String?] = [nil, "a", "b", "d"]
    for text in ["a", "c", "d"] {
      for isLeft in [true, false] {
        let literal = try BlockTests.node(.literal(.text(text)))
        let bound = try BlockTests.bound(
          try BlockTests.node(.binary(operation, isLeft ? column : literal, isLeft ? literal : column)))
        let answers = try bound.answers(BlockTests.count, threads: 2, cancellation: Cancellation())
        for row in 0..<8 {
          let name = names[row % 4]
          let (a, b) = isLeft ? (name, text) : (text, name)
          let wanted: UInt8 = if let a, let b { BlockTests.holds(operation, a, b) ? 1 : 0 } else { 2 }
          #expect(answers.answers[row] == wanted)
        }
        #expect(answers.missing == answers.answers.count { $0 == 2 })
      }
    }
    let nothing = try BlockTests.bound(
      try BlockTests.node(.binary(operation, column, try BlockTests.node(.literal(.missing)))))
    #expect(try nothing.answers(10, threads: 1, cancellation: Cancellation()).missing == 10)
  }

  private static func holds(_ operation: BinaryOperator, _ a: String, _ b: String) -> Bool {
    switch operation {
    case .equal: a == b
    case .notEqual: a != b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    default: a >= b
    }
  }

  @Test(arguments: [1, 2, 8])
  func `numbers take the place of chosen ones, and what changed is counted`(_ threads: Int) throws {
    guard case .number(let old)? = BlockTests.table["x"]?.values else { throw Diagnostic("test", "no column x") }
    let answers = (0..<BlockTests.count).map { UInt8($0 % 3) }
    for operand in try BlockTests.operands() {
      let bound = try BlockTests.bound(operand)
      for chosen in [answers, nil] {
        let found = try #require(
          try bound.replacing(old, where: chosen, threads: threads, cancellation: Cancellation()))
        var (changed, lost) = (0, 0)
        for row in old.indices {
          let isChosen = chosen.map { $0[row] == 1 } ?? true
          let wanted = isChosen ? bound(row).asNumber ?? .nan : old[row]
          let isSame = wanted == old[row] || wanted.isNaN && old[row].isNaN
          changed += isSame ? 0 : 1
          lost += wanted.isNaN && !old[row].isNaN ? 1 : 0
          #expect(found.values[row] == wanted || found.values[row].isNaN && wanted.isNaN)
        }
        #expect(found.changed == changed && found.lost == lost)
      }
    }
    #expect(
      try BlockTests.bound(try BlockTests.node(.column("c"))).replacing(
        old, where: nil, threads: 1, cancellation: Cancellation()) == nil)
  }

  @Test func `rows of a table are those of each column`() throws {
    let rows = (0..<40_000).map { $0 &* 31 % BlockTests.count }
    for threads in [1, 2, 5] {
      let some = BlockTests.table.selecting(rows: rows, threads: threads)
      #expect(some.rowCount == rows.count && some.names == BlockTests.table.names)
      for column in BlockTests.table.columns { #expect(some[column.name] == column.selecting(rows)) }
    }
    #expect(BlockTests.table.selecting(rows: []).rowCount == 0)
  }

  @Test func `work on threads that wait is released when it is done`() {
    final class Kept: Sendable {}
    for _ in 0..<50 {
      weak var seen: Kept?
      do {
        let kept = Kept()
        seen = kept
        _ = Parallel.map(count: 4, threads: 4) { _ in ObjectIdentifier(kept) }
      }
      #expect(seen == nil)
    }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 63, 2039, 2040, 2041, 4096, 10_001])
  func `true and missing answers are counted, whatever their number and place`(count: Int) {
    var state: UInt64 = 88_172_645_463_325_252
    let random = (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8((state >> 33) % 3)
    }
    for answers in [random, [UInt8](repeating: 1, count: count), [UInt8](repeating: 2, count: count)] {
      var found = TruthCount()
      answers.withUnsafeBufferPointer { answers in
        if let start = answers.baseAddress { found.add(start, answers.count) }
      }
      #expect(found.trueCount == answers.count { $0 == 1 })
      #expect(found.missing == answers.count { $0 == 2 })
      let (places, missing) = BoundExpression.truePlaces(answers, threads: 2)
      #expect(places == answers.indices.filter { answers[$0] == 1 })
      #expect(missing == found.missing)
    }
  }
}
