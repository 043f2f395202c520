import PodiumCore
import Testing

/// Functions of columns whose numbers come round again, such as directions.
@Suite struct CircularTests {
  private static let directions: [Double] = [350, 10, 355, 5, 358, 2]

  private func table() throws -> Table {
    try Table([
      Column("dir", .number(CircularTests.directions), scale: .degrees),
      Column("spot", .category(Categorical(["k", "k", "k", "k", "n", "n"]))), Column("x", .number([1, 2, 3, 4, 5, 6])),
    ])
  }

  private func bound(_ expression: Expression, by groups: [String] = []) throws -> BoundExpression {
    let table = try table()
    let frame = groups.isEmpty ? RowFrame(of: table) : try RowFrame(of: table, rows: nil, by: groups)
    return try expression.bound(to: table, over: frame, threads: 1, cancellation: Cancellation()) { (_, _) in .missing }
  }

  private func value(_ expression: Expression, by groups: [String] = [], row: Int = 5) throws -> Double {
    try bound(expression, by: groups)(row).asNumber ?? .nan
  }

  private var dir: Expression { get throws { try FrameTests.column("dir") } }

  @Test func `mean and sd go around the circle, over all rows and in groups`() throws {
    let (mean, sd) = (try FrameTests.call("mean", dir), try FrameTests.call("sd", dir))
    #expect(try value(mean) == 0)
    #expect(try (value(sd) - 6.56).magnitude < 0.01)
    #expect(try value(mean, by: ["spot"], row: 0) == 0 && value(mean, by: ["spot"], row: 5) == 0)
    #expect(try (value(sd, by: ["spot"], row: 0) - 7.916).magnitude < 0.001)
    #expect(try bound(mean).scale == .degrees && bound(sd).scale == nil)
    #expect(try value(FrameTests.call("mean", FrameTests.column("x"))) == 3.5)
  }

  @Test func `what is computed of directions stays a direction where it turns with them`() throws {
    let span = SourceSpan(0, 0)
    let turned = try Expression(.binary(.add, dir, Expression(.literal(.integer(90)), span: span)), span: span)
    #expect(try (value(FrameTests.call("mean", turned)) - 90).magnitude < 1e-9)
    let doubled = try Expression(.binary(.multiply, dir, Expression(.literal(.integer(2)), span: span)), span: span)
    #expect(try bound(turned).scale == .degrees && bound(doubled).scale == nil)
    #expect(try bound(FrameTests.call("lag", dir)).scale == .degrees)
  }

  @Test func `rolling means go around the circle`() throws {
    let span = SourceSpan(0, 0)
    let width = try Expression(.literal(.integer(2)), span: span)
    let rolled = try Expression(.call("rolling", [FrameTests.column("mean"), dir, width]), span: span)
    for row in 1..<6 {
      let angle = try value(rolled, row: row)
      #expect(min(angle, 360 - angle) < 6)
    }
  }

  @Test(arguments: ["median", "min", "max"])
  func `functions that order them are refused`(_ name: String) throws {
    let error = #expect(throws: Diagnostic.self) { try value(FrameTests.call(name, dir)) }
    #expect(error?.code == "wrong-type" && error?.help == "mean(x) and sd(x) go around the circle")
  }
}
