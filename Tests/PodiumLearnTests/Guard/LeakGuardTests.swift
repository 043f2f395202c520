import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import PodiumTestKit
import Testing

@Suite struct LeakGuardTests {
  private func findings(of plan: EvaluationPlan) -> [LeakFinding] { LeakGuard(plan.task).report(on: plan).findings }

  /// Sixty rows of two classes with a noisy feature and another column.
  private func task(_ column: Column, number: Bool = false) throws -> LearningTask {
    var random = RandomSource(seed: 4)
    let noise = (0..<60).map { Double($0 % 2) + 3 * random.uniform() }
    let target =
      number
      ? Column("y", .number((0..<60).map { Double($0) + random.uniform() }), role: .target)
      : Fixtures.category("y", (0..<60).map { $0 % 2 == 0 ? "a" : "b" }).with(role: .target)
    return try LearningTask(
      table: Table([Column("noise", .number(noise)), column.with(role: .feature), target]), target: "y",
      asNumber: number)
  }

  private func codes(_ column: Column, number: Bool = false) throws -> [LeakFinding.Code] {
    try LeakGuard(task(column, number: number)).columnFindings.map(\.code)
  }

  @Test func `planted columns are found`() throws {
    let rows = 0..<60
    #expect(try codes(Fixtures.category("copy", rows.map { $0 % 2 == 0 ? "no" : "yes" })) == [.copy])
    #expect(try codes(Column("copy", .integer(rows.map { $0 % 2 == 0 ? 7 : 3 }))) == [.copy])
    #expect(try codes(Column("row", .integer(Array(rows)))) == [.id])
    // Numbered class by class.
    #expect(try codes(Column("row", .integer(rows.map { $0 % 2 * 30 + $0 / 2 }))) == [.alone])
    #expect(try codes(Fixtures.category("name", rows.map { "n\($0)" })) == [.id])
    #expect(try codes(Column("near", .number(rows.map { Double($0 % 2) * 10 + Double($0) / 100 }))) == [.alone])
    #expect(
      try codes(Fixtures.category("code", rows.map { "\($0 % 2 == 0 ? "a" : "b")\(($0 / 2) % 3)" })) == [.alone])
    // A missing value here and there hides nothing.
    #expect(
      try codes(Fixtures.category("gaps", rows.map { $0 % 9 == 0 ? nil : $0 % 2 == 0 ? "no" : "yes" })) == [.copy])
  }

  @Test func `planted columns of a number are found`() throws {
    let rows = 0..<60
    #expect(try codes(Column("index", .integer(rows.map { $0 * 7 % 60 })), number: true) == [.id])
    // The rank of the target numbers the rows too.
    #expect(try codes(Column("rank", .integer(Array(rows))), number: true) == [.alone])
    let target = try task(Column("x", .number(rows.map { _ in 0 })), number: true).target
    guard case .numbers(let values) = target else { return }
    #expect(try codes(Column("copy", .number(values.map { 3 - 2 * $0 })), number: true) == [.copy])
    #expect(try codes(Column("curve", .number(values.map { $0 * $0 * $0 + 5 })), number: true) == [.alone])
  }

  @Test func `the order of the rows changes nothing`() throws {
    var random = RandomSource(seed: 2)
    let values = (0..<60).map { Double($0 % 2) * 10 + random.uniform() }
    let order = [Array(0..<60), Array((0..<60).reversed()), (0..<60).sorted { $0 % 2 < $1 % 2 }]
    let texts = try order.map { order in
      let whole = try task(Column("x", .number(values)))
      let part = try LearningTask(table: whole.table, rows: order, target: "y")
      return LeakGuard(part).columnFindings.map(\.text)
    }
    #expect(texts[0].count == 1 && texts.allSatisfy { $0 == texts[0] })
  }

  @Test func `honest columns raise nothing`() throws {
    var random = RandomSource(seed: 9)
    #expect(try codes(Column("x", .number((0..<60).map { _ in random.uniform() }))).isEmpty)
    #expect(try codes(Column("constant", .integer((0..<60).map { _ in 1 }))).isEmpty)
    #expect(try codes(Fixtures.category("colour", (0..<60).map { ["red", "green", "blue"][$0 % 3] })).isEmpty)
    #expect(try codes(Fixtures.category("empty", (0..<60).map { _ in nil })).isEmpty)
    // Whole numbers that are spread out are measurements.
    #expect(try codes(Column("price", .integer((0..<60).map { $0 * $0 * 37 % 9973 }))).isEmpty)
  }

  private func plan(_ labels: String, xs: [Double], fit: FitScope = .fold, learners: [LearnerSpec]? = nil) throws
    -> EvaluationPlan
  {
    let table = try Table([
      Column("x", .number(xs)), Fixtures.category("y", labels.map { String($0) }).with(role: .target),
    ])
    let catalogue = Algorithms.catalogue
    return try EvaluationPlan(
      task: LearningTask(table: table, target: "y"), recipe: Recipe([RecipeStep("scale")]),
      learners: learners ?? [catalogue.require("tree").spec()], from: catalogue,
      resampling: ResamplingSpec(.kfold, k: 2), fitScope: fit, version: "test")
  }

  @Test func `test rows that equal training rows are counted`() throws {
    let twins = findings(of: try plan("abababab", xs: [1, 2, 3, 4, 1, 2, 9, 10]))
    #expect(twins.map(\.code) == [.duplicate])
    #expect(twins[0].text.hasPrefix("4 of 8 rows equal a training row"))
    // Twins within one fold tell nothing, and neither do rows of other classes.
    #expect(findings(of: try plan("aabbabab", xs: [1, 1, 3, 4, 5, 6, 7, 8])).isEmpty)
    #expect(findings(of: try plan("aaaabbbb", xs: [1, 2, 3, 4, 1, 2, 3, 4])).isEmpty)
  }

  @Test func `equal rows of features with few values are not a leak`() throws {
    let few = try plan(String(repeating: "ab", count: 40), xs: (0..<80).map { Double($0 % 4) })
    let watch = LeakGuard(few.task)
    #expect(watch.report(on: few).findings.isEmpty)
    #expect(watch.report(on: few).remark?.contains("4 distinct rows") == true)
  }

  @Test func `a recipe fitted on all rows and a choice on test rows are reported`() throws {
    let all = findings(of: try plan("abababab", xs: (0..<8).map(Double.init), fit: .all))
    #expect(all.map(\.code) == [.fitAll])
    let tree = try Algorithms.catalogue.require("tree")
    let grid = try ["1", "2", "3"].map { try tree.spec([("max-depth", $0)]) }
    let chosen = findings(of: try plan("abababab", xs: (0..<8).map(Double.init), learners: grid))
    #expect(chosen.map(\.code) == [.chosen] && chosen[0].text.contains("best of 3 settings of 'tree'"))
  }
}
