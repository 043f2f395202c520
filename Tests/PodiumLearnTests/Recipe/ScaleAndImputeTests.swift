import Foundation
import PodiumCore
import PodiumLearn
import Testing

@Suite struct ScaleAndImputeTests {
  private func bake(_ steps: [RecipeStep], _ frame: FeatureFrame, on other: FeatureFrame? = nil) throws
    -> FeatureFrame
  {
    try Recipe(steps).fit(frame, using: .builtIn).apply(other ?? frame)
  }

  @Test func `scaling divides by the deviation with divisor n of the fitted rows`() throws {
    let fitted = try Fixtures.frame([Column("x", .number([1, 3, .nan]))])
    let other = try Fixtures.frame([Column("x", .number([5, .nan]))])
    let found = try bake([RecipeStep("scale")], fitted, on: other).numbers("x")
    #expect(found[0] == 3 && found[1].isNaN)
  }

  @Test func `a constant column is centred and not blown up by rounding`() throws {
    let frame = try Fixtures.frame([Column("x", .number([Double](repeating: 0.1, count: 11)))])
    #expect(try bake([RecipeStep("scale")], frame).numbers("x").allSatisfy { abs($0) < 1e-15 })
    let empty = try Fixtures.frame([Column("x", .number([.nan, .nan]))])
    #expect(try bake([RecipeStep("scale")], empty).numbers("x").allSatisfy { $0.isNaN })
  }

  @Test func `numbers too large to scale are refused`() throws {
    let frame = try Fixtures.frame([Column("x", .number([1e308, -1e308, 1e308]))])
    let refusal = diagnostic { () throws(Diagnostic) in
      _ = try Recipe([RecipeStep("scale")]).fit(frame, using: .builtIn)
    }
    #expect(refusal?.code == "not-finite")
  }

  @Test func `a circular column is filled with its circular mean`() throws {
    let column = Column("d", .number([350, 10, .nan]), scale: .degrees)
    let frame = try Fixtures.frame([column])
    for strategy in [[:], ["strategy": "mean"], ["strategy": "median"]] {
      let baked = try bake([RecipeStep("impute", settings: strategy)], frame)
      let filled = baked.numbers("d")[2]
      #expect(min(filled, 360 - filled) < 1e-9 && baked.columns[0].circle == .degrees)
    }
    #expect(try bake([RecipeStep("impute", settings: ["strategy": "most-frequent"])], frame).numbers("d")[2] == 10)
    let named = diagnostic { () throws(Diagnostic) in
      _ = try Recipe([RecipeStep("impute", columns: ["d"], settings: ["strategy": "median"])]).fit(
        frame, using: .builtIn)
    }
    #expect(named?.code == "no-median")
    #expect(try bake([RecipeStep("scale")], frame).columns[0].circle == nil)
  }

  @Test func `directions that cancel out have no mean to fill in, which counts only where one is missing`() throws {
    let whole = try Fixtures.frame([Column("d", .number([0, 180, 90, 270]), scale: .degrees)])
    #expect(try bake([RecipeStep("impute")], whole).numbers("d") == [0, 180, 90, 270])
    let gap = try Fixtures.frame([Column("d", .number([0, 180, 90, 270, .nan]), scale: .degrees)])
    let refusal = diagnostic { () throws(Diagnostic) in
      _ = try Recipe([RecipeStep("impute")]).fit(gap, using: .builtIn).apply(gap)
    }
    #expect(refusal?.code == "no-mean")
    let empty = try Fixtures.frame([Column("d", .number([.nan]), scale: .degrees)])
    #expect(try bake([RecipeStep("impute")], empty).numbers("d") == [0])
  }

  @Test func `scaling a category by name is refused, without names it is skipped`() throws {
    let frame = try Fixtures.frame([Fixtures.category("base", ["a", "b"]), Column("x", .number([0, 2]))])
    let refusal = diagnostic { () throws(Diagnostic) in
      _ = try Recipe([RecipeStep("scale", columns: ["base"])]).fit(frame, using: .builtIn)
    }
    #expect(refusal?.message == "column 'base' has categories, but scale takes numbers")
    #expect(try bake([RecipeStep("scale")], frame).numbers("x") == [-1, 1])
  }

  @Test func `a column is named as it is or by the one it was made from`() throws {
    let frame = try Fixtures.frame([Fixtures.category("base", ["a", "b"]), Column("x", .number([0, 2]))])
    let bySource = try bake([RecipeStep("encode"), RecipeStep("scale", columns: ["base"])], frame)
    #expect(bySource.numbers("base=a") == [1, -1] && bySource.numbers("x") == [0, 2])
    let byName = try bake([RecipeStep("encode"), RecipeStep("scale", columns: ["base=a"])], frame)
    #expect(byName.numbers("base=a") == [1, -1] && byName.numbers("base=b") == [0, 1])
  }

  static let fillings: [(String?, Double)] = [
    (nil, 2.5), ("mean", 2.5), ("median", 1.5), ("most-frequent", 1),
  ]

  @Test(arguments: fillings)
  func `missing numbers take the statistic of the fitted rows`(_ strategy: String?, _ wanted: Double) throws {
    let frame = try Fixtures.frame([Column("x", .number([6, .nan, 1, 2, 1]))])
    let settings = strategy.map { ["strategy": $0] } ?? [:]
    #expect(try bake([RecipeStep("impute", settings: settings)], frame).numbers("x") == [6, wanted, 1, 2, 1])
  }

  @Test func `missing categories take the most frequent, of equal ones the first by code point`() throws {
    let grade = Column("grade", .ordered(Categorical(levels: ["low", "high"], codes: [0, 1, -1, 1, 0])))
    let frame = try Fixtures.frame([Fixtures.category("base", ["b", nil, "a", "b", "a"]), grade])
    let baked = try bake([RecipeStep("impute")], frame)
    guard case .categories(let base, _) = baked.columns[0].values,
      case .categories(let grades, true) = baked.columns[1].values
    else {
      Issue.record("the columns changed their kind")
      return
    }
    #expect(base.name(1) == "a" && grades.name(2) == "high")
  }

  @Test func `the filling of the fitted rows is used even where the test rows lack that category`() throws {
    let fitted = try Fixtures.frame([Fixtures.category("base", ["b", "b"])])
    let other = try Fixtures.frame([Fixtures.category("base", ["a", nil])])
    guard
      case .categories(let base, _) = try bake([RecipeStep("impute")], fitted, on: other).columns[0].values
    else {
      return
    }
    #expect(base.name(1) == "b")
  }

  @Test func `columns without any value are filled with zero or refused`() throws {
    let numbers = try Fixtures.frame([Column("x", .number([.nan, .nan]))])
    #expect(try bake([RecipeStep("impute")], numbers).numbers("x") == [0, 0])
    let words = try Fixtures.frame([Fixtures.category("base", [nil, nil])])
    let refusal = diagnostic { () throws(Diagnostic) in
      _ = try Recipe([RecipeStep("impute")]).fit(words, using: .builtIn)
    }
    #expect(refusal?.message == "column 'base' has no values to impute from")
  }

  @Test func `a strategy that does not exist or does not apply is refused`() throws {
    let frame = try Fixtures.frame([Fixtures.category("base", ["a", "b"])])
    func refusal(_ step: RecipeStep) -> String? {
      diagnostic { () throws(Diagnostic) in _ = try Recipe([step]).fit(frame, using: .builtIn) }?.message
    }
    #expect(
      refusal(RecipeStep("impute", settings: ["strategy": "mode"]))
        == "'strategy' must be mean, median or most-frequent, not 'mode'")
    #expect(
      refusal(RecipeStep("impute", columns: ["base"], settings: ["strategy": "mean"]))
        == "column 'base' has categories, which have no mean")
  }

  @Test func `a fitted recipe is saved and read with the same effect`() throws {
    let frame = try Fixtures.frame([
      Fixtures.category("base", ["a", nil, "b"]), Column("x", .number([0.1, 2, .nan])),
    ])
    let fitted = try Recipe([RecipeStep("impute"), RecipeStep("encode"), RecipeStep("scale")])
      .fit(frame, using: .builtIn)
    struct Box: Decodable {
      let recipe: FittedRecipe
      init(from decoder: any Decoder) throws { recipe = try FittedRecipe(from: decoder, using: .builtIn) }
    }
    let read = try JSONDecoder().decode(Box.self, from: JSONEncoder().encode(fitted)).recipe
    #expect(try read.apply(frame) == fitted.apply(frame))
  }

  @Test func `very many columns take their number of steps, and not its square`() throws {
    let count = 200_000
    let columns = (0..<count).map { FeatureColumn(name: "c\($0)", source: "c\($0)", values: .numbers([1, 3, .nan])) }
    let frame = FeatureFrame(columns: columns, rowCount: 3)
    let steps = [RecipeStep("impute", columns: columns.map(\.name)), RecipeStep("scale")]
    let fitted = try Recipe(steps).fit(frame, using: .builtIn)
    #expect(try fitted.apply(frame).columns.last?.values == .numbers([-1.224744871391589, 1.224744871391589, 0]))
    #expect(try fitted.replaced(in: frame).filled.count == count)
    let refusal = diagnostic { () throws(Diagnostic) in
      _ = try fitted.apply(FeatureFrame(columns: Array(columns.dropLast()), rowCount: 3))
    }
    #expect(refusal?.code == "unknown-column")
  }

  @Test func `a step reads as it is typed`() {
    #expect(
      RecipeStep("impute", columns: ["age"], settings: ["strategy": "median"]).description
        == "impute age strategy=median")
  }
}
