import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import PodiumPlugin
import Synchronization
import Testing

@testable import PodiumStore

@Suite("Saved tables and models")
struct SavedTests {
  static func dataset(_ name: String, rows: Int = 6) -> Dataset {
    let kinds = (0..<rows).map { ["a", "b"][$0 % 2] }
    let table = Table.made([
      Column("x", .number((0..<rows).map { Double($0) / 3 })),
      Column("y", .category(Categorical(kinds)), role: .target), Column("t", .text((0..<rows).map { "row \($0)" })),
    ])
    var dataset = Dataset(
      name: name, source: "a file.csv", table: table,
      labelling: Labelling(ranks: ["r"], group: "g", cuts: .shares([0.1, 0.5]), names: ["best", "rest"]),
      evaluators: ["club.risk"])
    dataset.labelled = .init(roles: ["x": .feature, "y": .ignored], made: "y")
    dataset.targetIsNumber = true
    dataset.recipe = Recipe([RecipeStep("scale", columns: ["x"], settings: ["a": "b"])])
    return dataset
  }

  @Test("tables are restored with everything that belongs to them")
  func tables() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    let saved = Self.dataset("my'table\u{0}")
    try workspace.command("save") { try workspace.save(saved, replacing: false) }
    #expect(try Club.workspace(folder.file).dataset(saved.name) == saved)
    #expect(try workspace.datasets().map(\.summary) == ["6 rows, 3 columns"])
    #expect(try workspace.dataset("none") == nil)
    #expect(failure { try workspace.save(saved, replacing: false) }?.code == "saved-name-taken")
    workspace.rollBack()
    #expect(failure { try workspace.removeDataset("non") }?.code == "unknown-dataset")
    // Large enough for more than one part.
    var large = Self.dataset("large")
    large.table = Table.made([Column("x", .number((0..<40_000).map { Double($0).squareRoot() }))])
    try workspace.command("save") { try workspace.save(large, replacing: true) }
    #expect(try workspace.dataset("large") == large)
    #expect(try workspace.check() == [])
    #expect(try workspace.kinds().count == 2)
  }

  @Test("tables that were replaced or removed are restored by revert")
  func reverting() throws {
    let workspace = Club.workspace()
    let first = Self.dataset("d")
    var second = first
    second.table = first.table.selecting(rows: [1, 2])
    try workspace.command("save") { try workspace.save(first, replacing: false) }
    let replacing = try workspace.command("replace") { try workspace.save(second, replacing: true) }
    #expect(try workspace.dataset("d") == second)
    let removing = try workspace.command("remove") { try workspace.removeDataset("d") }
    #expect(try workspace.dataset("d") == nil)
    try workspace.command("undo") { _ = try workspace.revert(removing) }
    #expect(try workspace.dataset("d") == second)
    try workspace.command("undo") { _ = try workspace.revert(replacing) }
    #expect(try workspace.dataset("d") == first)
    #expect(
      try workspace.changes(kind: "podium.dataset", record: nil, limit: 9).map(\.action) == [
        .update, .insert, .remove, .update, .insert,
      ])
  }

  @Test("models predict as before they were saved")
  func models() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    let learners = LearnerCatalogue(Algorithms.all)
    let table = Table.made([
      Column("x", .number((0..<12).map { Double($0) / 3 })),
      Column("y", .category(Categorical((0..<12).map { $0 < 6 ? "a" : "b" })), role: .target),
    ])
    let task = try LearningTask(table: table, target: "y")
    let definition = try learners.require("tree")
    let model = try FittedModel.fit(
      try definition.spec(), to: task, recipe: Recipe([RecipeStep("scale")]), learners: learners,
      transformers: .builtIn, seed: Seed(1), version: "1", cancellation: Cancellation())
    try workspace.command("save") { try workspace.save(model, as: "m", replacing: false) }
    let other = Club.workspace(folder.file)
    let back = try #require(try other.model("m", learners: learners, transformers: .builtIn))
    #expect(back == model)
    #expect(try back.predict(table) == (try model.predict(table)))
    #expect(try other.models().map(\.summary) == [model.summary])
    #expect(try other.model("n", learners: learners, transformers: .builtIn) == nil)
    #expect(
      failure { _ = try other.model("m", learners: LearnerCatalogue([]), transformers: .builtIn) }?.code
        == "unknown-learner")
    #expect(failure { try other.save(model, as: "m", replacing: false) }?.code == "saved-name-taken")
    other.rollBack()
    try other.command("remove") { try other.removeModel("m") }
    #expect(failure { try other.removeModel("m") }?.code == "unknown-model")
  }
}

@Suite("Results of jobs in the workspace")
struct ResultTests {
  private func result(_ job: String, _ seconds: Double = 1) -> EvaluationResult {
    EvaluationResult(
      jobID: job, repeatIndex: 0, fold: 1, rows: [1, 2], outcome: .failed(Diagnostic("x", "it's \u{0} odd")),
      seconds: seconds)
  }

  @Test("are kept at once, whether or not the command succeeds, and the first one stays")
  func kept() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    workspace.begin("cv")
    try workspace.keep([result("1"), result("2")])
    #expect(try Club.workspace(folder.file).results(["1", "2", "3"]).count == 2)
    try workspace.mergeTeams(["a"])
    try workspace.keep([result("1", 9), result("3")])
    #expect(try workspace.results(["1", "3"]) == ["1": result("1"), "3": result("3")])
    #expect(try Club.workspace(folder.file).results(["3"]).isEmpty)
    workspace.rollBack()
    #expect(try Club.workspace(folder.file).results(["1", "3"]) == ["1": result("1"), "3": result("3")])
    workspace.begin("cv")
    try workspace.mergeTeams(["a"])
    try workspace.keep([result("4")])
    #expect(try workspace.commit().count == 1)
    #expect(try Club.workspace(folder.file).results(["4"]).count == 1)
    #expect(try workspace.info().results == 4)
  }

  @Test("are dropped when no longer needed, and the oldest go above the limit")
  func dropped() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    try workspace.keep([result("1"), result("2"), result("3")])
    let size = try workspace.info().resultBytes
    #expect(size > 0)
    try workspace.dropResults(["1", "x"])
    #expect(try workspace.results(["1", "2", "3"]).count == 2)
    // Results that still wait for the end of a command go too, as do those within it.
    workspace.begin("cv")
    try workspace.mergeTeams(["a"])
    try workspace.keep([result("4"), result("5")])
    try workspace.dropResults(["2", "4"])
    _ = try workspace.commit()
    #expect(try Club.workspace(folder.file).results(["2", "3", "4", "5"]).keys.sorted() == ["3", "5"])
    #expect(try workspace.removeResults() == 2)
    #expect(try workspace.removeResults() == 0)
    #expect(try workspace.info().resultBytes == 0)
    workspace.parts.withLock { $0.results.limit = size * 2 }
    for number in 1...12 { try workspace.keep([result("job \(number + 10)")]) }
    #expect(try workspace.info().resultBytes <= size * 2)
    #expect(try !workspace.results(["job 22"]).isEmpty, "the newest stays")
    #expect(try workspace.results(["job 11"]).isEmpty, "the oldest goes")
    #expect(try workspace.check() == [])
  }

  @Test("return their disk space")
  func shrinks() throws {
    let folder = TemporaryPlace()
    let workspace = Club.workspace(folder.file)
    let names = (0..<6000).map { "job \($0) " + String(repeating: "x", count: 1000) }
    try workspace.keep(names.map { result($0) })
    let large = try workspace.info().bytes
    #expect(try workspace.removeResults() == 6000)
    #expect(try workspace.info().bytes < large / 4)
    try workspace.command("add") { try workspace.mergeTeams(["a"]) }
    #expect(try workspace.check() == [])
  }

  @Test("arrive from many threads while a command writes")
  func threads() throws {
    let workspace = Club.workspace()
    workspace.begin("cv")
    try workspace.mergeTeams(["a"])
    let failures = Parallel.map(count: 8, threads: 4) { number -> Bool in
      do { try workspace.keep([result("job \(number)")]) } catch { return true }
      return false
    }
    #expect(!failures.contains(true))
    #expect(try workspace.commit().count == 1)
    #expect(try workspace.results((0..<8).map { "job \($0)" }).count == 8)
  }
}
