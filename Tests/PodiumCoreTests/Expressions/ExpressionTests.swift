import PodiumCore
import Synchronization
import Testing

/// Expressions built by hand; how they are typed is tested with the shell's parser.
@Suite struct ExpressionTests {
  static let nowhere = SourceSpan(0, 1)

  static func node(_ kind: Expression.Kind, _ span: SourceSpan = nowhere) throws -> Expression {
    try Expression(kind, span: span)
  }

  static func constant(_ value: Value, _ span: SourceSpan = nowhere) throws -> Expression {
    try node(.literal(value), span)
  }

  static func value(_ expression: Expression, in table: Table = .empty, row: Int = 0) throws -> Value {
    try expression.bound(to: table) { (_, _) in .missing }(row)
  }

  /// true, false and missing as a column of truth values.
  static func truths() throws -> Table {
    let values: [Bool?] = [true, false, nil]
    return try Table([
      Column("p", .boolean((0..<9).map { values[$0 / 3] })),
      Column("q", .boolean((0..<9).map { values[$0 % 3] })),
    ])
  }

  @Test func `logic is Kleene's`() throws {
    let table = try ExpressionTests.truths()
    let p = try ExpressionTests.node(.column("p"))
    let q = try ExpressionTests.node(.column("q"))
    func row(_ kind: Expression.Kind) throws -> [Value] {
      let bound = try ExpressionTests.node(kind).bound(to: table) { (_, _) in .missing }
      return (0..<9).map { bound($0) }
    }
    let (t, f, m) = (Value.boolean(true), Value.boolean(false), Value.missing)
    #expect(try row(.binary(.and, p, q)) == [t, f, m, f, f, f, m, f, m])
    #expect(try row(.binary(.or, p, q)) == [t, t, t, t, f, m, t, m, m])
    #expect(try row(.unary(.not, p)) == [f, f, f, t, t, t, m, m, m])
    #expect(try row(.call("missing", [p])) == [f, f, f, f, f, f, t, t, t])
  }

  static let operators: [(BinaryOperator, Value, Value, Value)] = [
    (.add, .integer(2), .integer(3), .integer(5)), (.add, .text("a"), .text("b"), .text("ab")),
    (.subtract, .integer(2), .number(0.5), .number(1.5)), (.multiply, .integer(-2), .integer(3), .integer(-6)),
    (.divide, .integer(1), .integer(4), .number(0.25)), (.divide, .integer(1), .integer(0), .missing),
    (.remainder, .integer(7), .integer(3), .integer(1)), (.remainder, .integer(-7), .integer(3), .integer(-1)),
    (.remainder, .integer(7), .integer(0), .missing), (.power, .integer(2), .integer(10), .number(1024)),
    (.power, .integer(10), .integer(400), .missing), (.power, .integer(-1), .number(0.5), .missing),
    (.add, .integer(.max), .integer(1), .missing), (.subtract, .integer(.min + 1), .integer(1), .missing),
    (.multiply, .integer(.max), .integer(2), .missing), (.remainder, .integer(.min + 1), .integer(-1), .integer(0)),
    (.add, .integer(.max), .number(1), .number(9_223_372_036_854_775_808)),
    (.power, .number(1e308), .integer(2), .missing), (.power, .number(1.5), .integer(2), .number(2.25)),
    (.add, .integer(1), .missing, .missing),
    (.equal, .integer(2), .number(2), .boolean(true)), (.notEqual, .text("a"), .text("b"), .boolean(true)),
    (.less, .text("Z"), .text("a"), .boolean(true)), (.lessOrEqual, .integer(2), .integer(2), .boolean(true)),
    (.greater, .integer(.max), .integer(.max - 1), .boolean(true)),
    (.greaterOrEqual, .number(1), .number(2), .boolean(false)),
    (.equal, .missing, .missing, .missing), (.less, .integer(1), .missing, .missing),
    (.equal, .boolean(true), .boolean(true), .boolean(true)),
    (.less, .date(CalendarDate(days: 1)), .text("1970-01-03"), .boolean(true)),
    (.equal, .date(CalendarDate(days: 1)), .datetime(Moment(microseconds: 86_400_000_000)), .boolean(true)),
    (.greater, .text("1970-01-01T00:00:01Z"), .datetime(Moment(microseconds: 0)), .boolean(true)),
  ]

  @Test(arguments: operators)
  func `an operator gives this`(_ operation: BinaryOperator, _ x: Value, _ y: Value, _ result: Value) throws {
    let node = try ExpressionTests.node(
      .binary(operation, ExpressionTests.constant(x), ExpressionTests.constant(y)))
    #expect(try ExpressionTests.value(node) == result)
  }

  static let functions: [(String, [Value], Value)] = [
    ("abs", [.integer(-2)], .integer(2)), ("abs", [.number(-2.5)], .number(2.5)), ("ceil", [.number(1.2)], .integer(2)),
    ("floor", [.number(-1.2)], .integer(-2)), ("floor", [.number(1e300)], .missing),
    ("exp", [.integer(0)], .number(1)), ("exp", [.integer(1000)], .missing),
    ("log", [.integer(1)], .number(0)),
    ("log", [.integer(0)], .missing), ("sqrt", [.integer(9)], .number(3)), ("sqrt", [.integer(-1)], .missing),
    ("min", [.integer(1), .number(0.5)], .number(0.5)), ("max", [.integer(1), .missing], .missing),
    ("round", [.number(2.5)], .integer(3)), ("round", [.number(-2.5)], .integer(-3)),
    ("round", [.integer(7)], .integer(7)),
    ("round", [.number(1.257), .integer(2)], .number(1.26)),
    ("round", [.integer(1234), .integer(-2)], .number(1200)),
    ("round", [.number(1e300), .integer(15)], .number(1e300)),
    ("round", [.number(1.5), .integer(400)], .number(1.5)),
    ("lower", [.text("ÄB")], .text("äb")), ("upper", [.text("ß")], .text("SS")),
    ("length", [.text("冬e\u{301}")], .integer(2)),
    ("contains", [.text("abc"), .text("bc")], .boolean(true)),
    ("contains", [.text("a"), .text("")], .boolean(true)),
    ("contains", [.text(""), .text("a")], .boolean(false)),
    ("starts", [.text("abc"), .text("ab")], .boolean(true)),
    ("ends", [.text("abc"), .text("b")], .boolean(false)),
    ("year", [.date(CalendarDate(days: -1))], .integer(1969)),
    ("month", [.datetime(Moment(microseconds: -1))], .integer(12)),
    ("coalesce", [.missing, .integer(3)], .integer(3)),
    ("coalesce", [.integer(1), .integer(3)], .integer(1)), ("missing", [.text("")], .boolean(false)),
    ("abs", [.missing], .missing),
    ("sin", [.integer(0)], .number(0)), ("cos", [.integer(0)], .number(1)),
    ("atan2", [.integer(1), .integer(1)], .number(.pi / 4)), ("pi", [], .number(.pi)),
    ("choose", [.boolean(true), .integer(1), .integer(2)], .integer(1)),
    ("choose", [.boolean(false), .text("a"), .text("b")], .text("b")),
    ("choose", [.boolean(false), .integer(1), .number(0.5)], .number(0.5)),
    ("choose", [.boolean(false), .text("a")], .missing),
    ("choose", [.boolean(true), .date(CalendarDate(days: 3)), .missing], .date(CalendarDate(days: 3))),
    ("between", [.integer(2), .integer(1), .integer(2)], .boolean(true)),
    ("between", [.integer(3), .integer(1), .integer(2)], .boolean(false)),
    ("between", [.integer(3), .missing, .integer(2)], .boolean(false)),
    ("between", [.missing, .integer(1), .integer(2)], .missing),
    ("among", [.text("b"), .text("a"), .text("b")], .boolean(true)),
    ("among", [.integer(1), .integer(2), .missing], .missing),
    ("replace", [.text("a-b-c"), .text("-"), .text("")], .text("abc")),
    ("replace", [.text("aaa"), .text("aa"), .text("b")], .text("ba")),
    ("replace", [.text("a"), .text(""), .text("b")], .text("a")),
    ("part", [.text("abcd"), .integer(2), .integer(2)], .text("bc")),
    ("part", [.text("abcd"), .integer(3)], .text("cd")), ("part", [.text("a"), .integer(0)], .missing),
    ("part", [.text("a"), .integer(9), .integer(1)], .text("")),
    ("number", [.text(" −1,5 ")], .number(-1.5)), ("number", [.text("1e3")], .number(1000)),
    ("duration", [.text("12:01.4")], .number(721.4)), ("duration", [.text("45.2")], .number(45.2)),
    ("duration", [.integer(90)], .integer(90)), ("time", [.text("8:30 pm")], .number(73_800)),
    ("time", [.number(86_460)], .number(60)), ("time", [.text("24:00")], .missing),
    ("seconds", [.number(1.5)], .number(1.5)),
    ("seconds", [.text("12:01.4")], .number(721.4)), ("seconds", [.text(" 26:05:00 ")], .number(93_900)),
    ("seconds", [.text("-0:30")], .number(-30)), ("seconds", [.text("12:30,5")], .number(750.5)),
    ("seconds", [.text("12:61")], .missing), ("seconds", [.text("1:2:3:4")], .missing),
    ("seconds", [.text("12.5:00")], .missing), ("seconds", [.text("12")], .missing),
    ("seconds", [.text("a:b")], .missing),
    ("seconds", [.text("1234567890123:00")], .missing), ("seconds", [.text(":30")], .missing),
    ("number", [.text("0x10")], .missing), ("number", [.text("DNF")], .missing), ("number", [.text("")], .missing),
    ("day", [.date(CalendarDate(days: 30))], .integer(31)),
    ("weekday", [.date(CalendarDate(days: 0))], .integer(4)), ("weekday", [.date(CalendarDate(days: -4))], .integer(7)),
    ("hour", [.datetime(Moment(microseconds: -1))], .integer(23)),
    ("hour", [.datetime(Moment(microseconds: 3_600_000_000))], .integer(1)),
    ("days", [.date(CalendarDate(days: 1)), .date(CalendarDate(days: 31))], .integer(30)),
    ("days", [.date(CalendarDate(days: 0)), .datetime(Moment(microseconds: 43_200_000_000))], .number(0.5)),
  ]

  @Test(arguments: functions)
  func `a function gives this`(_ name: String, _ arguments: [Value], _ result: Value) throws {
    let node = try ExpressionTests.node(.call(name, arguments.map { try ExpressionTests.constant($0) }))
    #expect(try ExpressionTests.value(node) == result)
  }

  @Test func `every function that is described is tested`() {
    #expect(Set(ExpressionFunctions.synopses.map(\.name)) == Set(ExpressionTests.functions.map(\.0)))
  }

  static let (left, right) = (SourceSpan(2, 3), SourceSpan(6, 9))

  static let mistakes: [(Expression.Kind, String, SourceSpan)] = {
    do {
      let number = try constant(.integer(1), left)
      let text = try constant(.text("x"), right)
      let truth = try constant(.boolean(true), right)
      return [
        (.binary(.add, number, text), "'+' takes a number, not text", right),
        (.binary(.and, number, truth), "'and' takes a boolean, not a number", left),
        (.binary(.less, number, text), "a number cannot be compared with text", nowhere),
        (.unary(.not, number), "'not' takes a boolean, not a number", left),
        (.unary(.minus, text), "'-' takes a number, not text", right),
        (.call("abs", [text]), "'abs' takes a number, not text", right),
        (.call("abs", []), "'abs' got 0 arguments", nowhere),
        (.call("round", [number, number, number]), "'round' got 3 arguments", nowhere),
        (.call("year", [number]), "'year' takes a date, not a number", left),
        (.call("coalesce", [number, text]), "'coalesce' takes two values of the same type", nowhere),
        (.call("sqr", [number]), "unknown function 'sqr'; did you mean 'sqrt'?", nowhere),
        (.binary(.equal, try constant(.date(CalendarDate(days: 0)), left), text), "'x' is not a date", right),
        (.column("temprature"), "unknown column 'temprature'; did you mean 'temperature'?", nowhere),
      ]
    } catch { return [] }
  }()

  @Test(arguments: 0..<13)
  func `a mistake is named at its place`(_ number: Int) throws {
    let (kind, message, span) = ExpressionTests.mistakes[number]
    let table = try Table([Column("temperature", .number([1]))])
    let node = try ExpressionTests.node(kind)
    let error = #expect(throws: Diagnostic.self) { try node.bound(to: table) { (_, _) in .missing } }
    #expect(error?.message == message)
    #expect(error?.span == span)
  }

  @Test func `a category without quotes is understood`() throws {
    let table = try Table([Column("base", .category(Categorical(["red", "blue"])))])
    let error = #expect(throws: Diagnostic.self) {
      try ExpressionTests.node(.column("red")).bound(to: table) { (_, _) in .missing }
    }
    #expect(error?.help == "'red' is a value of column 'base'; write text in quotes: \"red\"")
  }

  @Test func `depth is bounded and the deepest allowed one works`() throws {
    var deep = try ExpressionTests.constant(.integer(1))
    for _ in 1..<Expression.depthLimit { deep = try ExpressionTests.node(.unary(.minus, deep)) }
    #expect(deep.depth == Expression.depthLimit)
    #expect(try ExpressionTests.value(deep) == .integer(-1))
    #expect(deep == deep)
    #expect(deep.hashValue == deep.hashValue)
    let error = #expect(throws: Diagnostic.self) { try ExpressionTests.node(.unary(.minus, deep)) }
    #expect(error?.code == "too-deep")
  }

  @Test func `the deepest expression of blocks fits into an ordinary stack`() throws {
    let x = try ExpressionTests.node(.column("x"))
    let half = try ExpressionTests.node(.binary(.multiply, x, try ExpressionTests.constant(.number(0.5))))
    var deep = half
    // Both parts of each sum are written to memory of their own.
    while deep.depth < Expression.depthLimit { deep = try ExpressionTests.node(.binary(.add, half, deep)) }
    let table = try Table([Column("x", .number(Array(repeating: 2, count: 10_000)))])
    let bound = try deep.bound(to: table) { (_, _) in .missing }
    let found = Mutex<ColumnValues?>(nil)
    let thread = try #require(
      SystemThread(stack: .standard) {
        let made = try? bound.column(table.rowCount, threads: 1, cancellation: Cancellation()).values
        found.withLock { $0 = made }
      })
    thread.join()
    #expect(
      found.withLock { $0 }
        == .number(Array(repeating: Double(Expression.depthLimit - 1), count: table.rowCount)))
  }

  @Test func `the number of values is bounded and the largest allowed expression works`() throws {
    let one = try ExpressionTests.constant(.integer(1))
    var parts = Array(repeating: one, count: Expression.sizeLimit)
    while parts.count > 1 {
      parts = try stride(from: 0, to: parts.count, by: 2).map { first in
        first + 1 < parts.count
          ? try ExpressionTests.node(.binary(.add, parts[first], parts[first + 1])) : parts[first]
      }
    }
    let full = parts[0]
    #expect(full.size == Expression.sizeLimit)
    #expect(try ExpressionTests.value(full) == .integer(Expression.sizeLimit))
    let over = try ExpressionTests.node(.binary(.add, full, try ExpressionTests.node(.call("abs", [one]))))
    let error = #expect(throws: Diagnostic.self) { try ExpressionTests.value(over) }
    #expect(error?.code == "too-large")
    #expect(error?.message == "the expression has 10001 values, and the limit is 10000")
  }

  @Test func `columns are listed once in order, however many`() throws {
    let names = (0..<20_000).map { "c\($0 % 10_000)" }
    let node = try ExpressionTests.node(.call("min", names.map { try ExpressionTests.node(.column($0)) }))
    #expect(node.columns == (0..<10_000).map { "c\($0)" })
  }

  @Test func `rows are chosen and missing answers counted, in a part of the table too`() throws {
    let table = try Table([Column("x", .number([1, .nan, 3, .nan, 5]))])
    let condition = try ExpressionTests.node(
      .binary(
        .greater, .init(.column("x"), span: ExpressionTests.nowhere), ExpressionTests.constant(.integer(1))))
    let all = try BoundExpression.rows(
      of: table, where: condition, references: { (_, _) in .missing }, cancellation: Cancellation())
    #expect(all.rows == [2, 4] && all.missing == 2)
    let part = try BoundExpression.rows(
      of: table, in: 2..<4, where: condition, references: { (_, _) in .missing }, cancellation: Cancellation()
    )
    #expect(part.rows == [2] && part.missing == 1)
    let stopped = Cancellation()
    stopped.cancel()
    #expect(throws: Diagnostic.interrupted) {
      try BoundExpression.rows(
        of: table, where: condition, references: { (_, _) in .missing }, cancellation: stopped)
    }
    #expect(throws: Diagnostic.self) {
      try BoundExpression.rows(
        of: table, where: ExpressionTests.node(.column("x")), references: { (_, _) in .missing },
        cancellation: Cancellation())
    }
  }
}
