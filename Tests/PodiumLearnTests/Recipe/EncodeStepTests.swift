import PodiumCore
import Testing

@testable import PodiumLearn

@Suite struct EncodeStepTests {
  private func bake(_ recipe: Recipe, _ frame: FeatureFrame, on other: FeatureFrame? = nil) throws
    -> FeatureFrame
  {
    try recipe.fit(frame, using: .builtIn).apply(other ?? frame)
  }

  @Test func `categories become columns in place and in code-point order`() throws {
    let frame = try Fixtures.frame([
      Column("size", .number([1, 2, 3])), Fixtures.category("base", ["White", "Black", "White"]),
      Column("wet", .boolean([true, false, true])),
    ])
    let baked = try bake(Recipe([RecipeStep("encode")]), frame)
    #expect(baked.names == ["size", "base=Black", "base=White", "wet=false", "wet=true"])
    #expect(baked.numbers("base=White") == [1, 0, 1])
    #expect(baked.numbers("wet=true") == [1, 0, 1])
  }

  @Test func `columns beyond the limit of memory are refused`() throws {
    let names = (0..<100).map { "level \($0)" }
    let frame = try Fixtures.frame([Fixtures.category("base", names)])
    func encode(_ least: Int) throws(Diagnostic) {
      _ = try EncodeStep(memory: MemoryLimits(least: least) { MemoryRoom(bytes: 1 << 30) }).fit(
        frame, step: RecipeStep("encode"))
    }
    // 2 KB a cell of the features are allowed in any case.
    #expect(throws: Never.self) { try encode(1) }
    let many = try Fixtures.frame([Fixtures.category("base", (0..<400).map { "level \($0)" })])
    let error = #expect(throws: Diagnostic.self) {
      try EncodeStep(memory: MemoryLimits(least: 1) { MemoryRoom(bytes: 1 << 30) }).fit(
        many, step: RecipeStep("encode"))
    }
    #expect(error?.code == "too-large")
    #expect(error?.help?.contains("'base' has 400 categories") ?? false)
  }

  @Test func `ordered categories keep their order`() throws {
    let grade = Column("grade", .ordered(Categorical(levels: ["low", "mid", "high"], codes: [2, 0])))
    #expect(
      try bake(Recipe([RecipeStep("encode")]), Fixtures.frame([grade])).names == ["grade=low", "grade=high"])
  }

  @Test func `an unseen category is zero everywhere`() throws {
    let known = try Fixtures.frame([Fixtures.category("base", ["Black", "White"])])
    let strange = try Fixtures.frame([Fixtures.category("base", ["Green", "White"])])
    let baked = try bake(Recipe([RecipeStep("encode")]), known, on: strange)
    #expect(baked.numbers("base=Black") == [0, 0])
    #expect(baked.numbers("base=White") == [0, 1])
  }

  @Test func `the order of steps decides whether the new columns are scaled`() throws {
    let frame = try Fixtures.frame([Fixtures.category("base", ["a", "b", "b", "b"])])
    let scaled = try bake(Recipe([RecipeStep("encode"), RecipeStep("scale")]), frame)
    #expect(abs(scaled.numbers("base=a")[0] - 3.0.squareRoot()) < 1e-12)
    let plain = try bake(Recipe([RecipeStep("scale"), RecipeStep("encode")]), frame)
    #expect(plain.numbers("base=a") == [1, 0, 0, 0])
  }

  @Test func `missing values and numbers are refused by name`() throws {
    let frame = try Fixtures.frame([
      Fixtures.category("base", ["a", nil]), Column("size", .number([1, 2])),
    ])
    let missing = diagnostic { () throws(Diagnostic) in
      _ = try Recipe([RecipeStep("encode")]).fit(frame, using: .builtIn)
    }
    #expect(missing?.message == "feature 'base' has 1 missing value")
    #expect(missing?.help == "put an impute step before encode")
    let number = diagnostic { () throws(Diagnostic) in
      _ = try Recipe([RecipeStep("encode", columns: ["size"])]).fit(frame, using: .builtIn)
    }
    #expect(number?.message == "column 'size' has numbers, but encode takes categories")
  }

  @Test func `unknown steps, columns and settings are named`() throws {
    let frame = try Fixtures.frame([Column("size", .number([1, 2]))])
    func refusal(_ step: RecipeStep) -> Diagnostic? {
      diagnostic { () throws(Diagnostic) in _ = try Recipe([step]).fit(frame, using: .builtIn) }
    }
    #expect(refusal(RecipeStep("scal"))?.message == "unknown recipe step 'scal'; did you mean 'scale'?")
    #expect(
      refusal(RecipeStep("scale", columns: ["sise"]))?.message
        == "unknown column 'sise'; did you mean 'size'?")
    #expect(refusal(RecipeStep("scale", settings: ["way": "x"]))?.code == "unknown-setting")
  }
}
