import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// Steps that look at the target or change the training rows.
@Suite struct StepTests {
  private func numbers(_ name: String, _ values: [Double]) -> FeatureColumn {
    FeatureColumn(name: name, source: name, values: .numbers(values))
  }

  private func classes(_ codes: [Int], _ names: [String] = ["a", "b", "c"]) -> Target {
    .classes(ClassTarget(classes: Array(names.prefix((codes.max() ?? 0) + 1)), codes: codes))
  }

  private func frame(_ columns: [FeatureColumn]) -> FeatureFrame {
    switch columns.first?.values {
    case nil: FeatureFrame(columns: [], rowCount: 0)
    case .numbers(let values)?: FeatureFrame(columns: columns, rowCount: values.count)
    case .categories(let values, _)?: FeatureFrame(columns: columns, rowCount: values.codes.count)
    }
  }

  private func fit(
    _ step: RecipeStep, _ frame: FeatureFrame, _ target: Target?, seed: UInt64 = 1
  ) throws -> RecipeFit {
    try Recipe([step]).fit(StepTraining(frame, target: target, seed: Seed(seed)), using: .all)
  }

  private func code(_ step: RecipeStep, _ frame: FeatureFrame, _ target: Target?) -> String? {
    do {
      _ = try fit(step, frame, target)
      return nil
    } catch { return (error as? Diagnostic)?.code }
  }

  @Test func `the features that say most stay, constants go first, and equal ones in their order`() throws {
    let codes = (0..<30).map { $0 % 2 }
    let own = frame([
      numbers("constant", codes.map { _ in 3 }), numbers("noise", (0..<30).map { Double($0 * 7 % 11) }),
      numbers("good", codes.map { Double($0) * 10 }), numbers("copy", codes.map { Double($0) * 10 }),
    ])
    for by in ["f", "mutual"] {
      func kept(_ k: Int) throws -> [String] {
        try fit(RecipeStep("select-features", settings: ["k": "\(k)", "by": by]), own, classes(codes)).frame.names
      }
      #expect(try kept(1) == ["good"] && kept(2) == ["good", "copy"], "\(by)")
      #expect(try kept(3) == ["noise", "good", "copy"] && kept(9) == own.names, "\(by)")
    }
    // A column that is not named stays.
    let named = RecipeStep("select-features", columns: ["noise", "good"], settings: ["k": "1"])
    #expect(try fit(named, own, classes(codes)).frame.names == ["constant", "good", "copy"])
    let target = Target.numbers(codes.map { Double($0) })
    #expect(try fit(RecipeStep("select-features", settings: ["k": "1"]), own, target).frame.names == ["good"])
  }

  @Test func `what a step cannot use has a reason`() {
    let codes = [0, 1, 0, 1]
    let text = FeatureColumn(
      name: "t", source: "t", values: .categories(Categorical(["x", "y", "x", "y"]), isOrdered: false))
    let k = RecipeStep("select-features", settings: ["k": "1"])
    #expect(code(k, frame([text]), classes(codes)) == "not-numeric")
    #expect(code(k, frame([numbers("x", [1, .nan, 2, 3])]), classes(codes)) == "missing-values")
    #expect(code(k, frame([numbers("x", [1, .infinity, 2, 3])]), classes(codes)) == "not-finite")
    #expect(code(k, frame([numbers("x", [1, 2, 3, 4])]), nil) == "no-target")
    #expect(code(RecipeStep("select-features", settings: ["k": "0"]), frame([]), classes(codes)) == "bad-value")
    #expect(code(RecipeStep("select-features", settings: ["n": "1"]), frame([]), classes(codes)) == "unknown-setting")
    #expect(code(RecipeStep("pca"), frame([numbers("x", [1, 2, 3, 4])]), nil) == "bad-value")
    #expect(code(RecipeStep("pca", settings: ["share": "1.5"]), frame([]), nil) == "bad-value")
    #expect(
      code(RecipeStep("pca", settings: ["k": "1"]), frame([numbers("x", [1e200, 2, 3, 4])]), nil) == "not-finite")
    #expect(code(RecipeStep("target-encode"), frame([text]), nil) == "no-target")
    #expect(code(RecipeStep("target-encode"), frame([text]), .numbers([1e300, 1, 2, 3])) == "not-finite")
    #expect(
      code(RecipeStep("target-encode", columns: ["x"]), frame([numbers("x", [1, 2, 3, 4])]), classes(codes))
        == "not-categorical")
    for key in ["upsample", "downsample"] {
      #expect(code(RecipeStep(key), frame([]), .numbers([1, 2, 3, 4])) == "wrong-target")
      #expect(code(RecipeStep(key), frame([]), nil) == "no-target")
    }
  }

  @Test func `components of constants and of one row are 0`() throws {
    let constant = frame([numbers("x", [2, 2, 2]), numbers("y", [5, 5, 5])])
    for settings in [["k": "2"], ["share": "0.5"]] {
      let found = try fit(RecipeStep("pca", settings: settings), constant, nil).frame
      #expect(found.columns.allSatisfy { $0.values == .numbers([0, 0, 0]) } && !found.columns.isEmpty)
    }
    let one = try fit(RecipeStep("pca", settings: ["k": "5"]), frame([numbers("x", [2])]), nil)
    #expect(one.frame.names == ["pc1"] && one.frame.columns[0].values == .numbers([0]))
    #expect(try fit(RecipeStep("pca", settings: ["k": "1"]), frame([]), nil).frame.columns.isEmpty)
  }

  @Test func `classes get equally many training rows, and test rows stay`() throws {
    let codes = [0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2]
    let own = frame([numbers("x", (0..<11).map(Double.init))])
    let up = try fit(RecipeStep("upsample"), own, classes(codes))
    let rows = try #require(up.rows)
    #expect((0..<3).map { code in rows.count { codes[$0] == code } } == [6, 6, 6])
    #expect(Set(rows) == Set(0..<11) && up.frame.columns[0].values == .numbers(rows.map(Double.init)))
    let down = try #require(try fit(RecipeStep("downsample"), own, classes(codes)).rows)
    #expect((0..<3).map { code in down.count { codes[$0] == code } } == [2, 2, 2] && Set(down).count == 6)
    #expect(try up.fitted.apply(own) == own)
    // The seed decides, and nothing else.
    #expect(try fit(RecipeStep("upsample"), own, classes(codes)).rows == rows)
    #expect(
      try (2...6).contains { try fit(RecipeStep("upsample"), own, classes(codes), seed: UInt64($0)).rows != rows })
    #expect(try fit(RecipeStep("upsample"), own, classes([0, 0, 1, 1])).rows?.count == 4)
  }

  @Test func `a category of noise is not encoded as its own target`() throws {
    var random = RandomSource(seed: 3)
    let levels = (0..<200).map { "k\($0 / 2)" }
    let codes = levels.map { _ in random.below(2) }
    let column = FeatureColumn(name: "id", source: "id", values: .categories(Categorical(levels), isOrdered: false))
    let found = try fit(RecipeStep("target-encode"), frame([column]), classes(codes))
    guard case .numbers(let values) = found.frame.columns[0].values else {
      Issue.record("not numbers")
      return
    }
    #expect(found.frame.names == ["id:b"])
    let means = (0..<2).map { code in
      let own = codes.indices.filter { codes[$0] == code }.map { values[$0] }
      return own.reduce(0, +) / Double(own.count)
    }
    // Without folds the difference would be about a half.
    #expect(means[1] - means[0] < 0.2, "\(means)")
  }

  @Test func `steps are fitted again in each fold, and rows are drawn after the split`() throws {
    let table = try Table([
      Column("x", .number((0..<60).map { Double($0 % 12) })), Column("z", .number((0..<60).map { Double($0 * 5 % 7) })),
      Column("y", .category(Categorical((0..<60).map { $0 % 12 < 10 ? "often" : "rare" })), role: .target),
    ])
    let task = try LearningTask(table: table, target: "y")
    let tools = LearningTools(learners: Algorithms.catalogue, transformers: .all, executor: ThreadExecutor(threads: 1))
    for step in ["select-features", "upsample", "downsample", "pca"] {
      let settings = ["select-features", "pca"].contains(step) ? ["k": "1"] : [:]
      let found = try tools.resample(
        LearnerChoice(Algorithms.catalogue.require("knn").spec()), on: task,
        recipe: Recipe([RecipeStep(step, settings: settings)]), by: ResamplingSpec(.stratified, k: 4))
      #expect(found.rows.count == 60, "\(step)")
    }
  }
}
