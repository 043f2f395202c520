import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// `folds=` of `cv` and `compare`, and the keys that go with it.
@Suite struct ResamplingTests {
  private static let thesis = ["load ski-thesis", "label", "encode"]

  private func thesis(_ line: String) throws -> CommandReport {
    try report(Self.thesis[0], Self.thesis[1], Self.thesis[2], line)
  }

  /// Repeating the same fourteen folds twenty times once gave p = .360 instead of .526.
  @Test(arguments: ["shuffle=yes repeats=20", "shuffle=yes", "repeats=20"])
  func `leave-one-group-out accepts neither shuffle nor repeats`(_ keys: String) throws {
    let found = try thesis("compare tree zeror folds=leave-one-group-out group=session " + keys)
    let error = try #require(found.error)
    #expect(error.code == "unused-key" && error.span != nil)
    // The advice must not repeat the mistake.
    #expect(error.help?.contains("shuffle=yes") != true && error.help?.contains("leave-one-group-out") != true)
  }

  @Test func `no advice to shuffle for a method that cannot`() throws {
    for line in ["folds=leave-one-group-out group=session", "folds=given fold=session"] {
      let out = try text(thesis("compare tree zeror " + line))
      #expect(out.contains("wider than") && !out.contains("repeats=") && !out.contains("shuffle=yes"))
    }
  }

  @Test func `an unknown method is refused with the nearest name`() throws {
    let error = try #require(try thesis("cv zeror folds=stratfied").error)
    #expect(error.code == "bad-value" && error.message.contains("did you mean 'stratified'?"))
    #expect(try thesis("cv tree(max-depth=1,2) nested=yes inner-folds=grop").error?.code == "bad-value")
  }

  @Test func `a holdout is drawn as often as repeats= says`() throws {
    let out = try text(thesis("cv tree folds=holdout test=0.25 repeats=5 group=session"))
    #expect(out.contains("25 % held out by session, 5 times") && out.contains("seed 0"))
    #expect(try thesis("cv tree folds=holdout test=0.25 repeats=5 group=session").error == nil)
    let json = try JSONRenderer().render(thesis("cv zeror folds=holdout"))
    #expect(json.contains("\"type\":\"holdout\"") && json.contains("\"settings\":{\"test\":\"0.3\"}"))
    #expect(try thesis("cv zeror folds=holdout test=1.5").error?.code == "bad-value")
    #expect(try thesis("cv zeror folds=holdout k=3").error?.code == "unused-key")
    #expect(try thesis("cv zeror test=0.3").error?.help == "folds=holdout does")
  }

  @Test func `a bootstrap tests the rows it did not draw`() throws {
    let out = try text(thesis("compare tree zeror folds=bootstrap repeats=10"))
    #expect(out.contains("on the same 10 splits"))
    #expect(out.contains("in training and in test") && out.contains("group=session keeps groups together"))
  }

  /// Inner folds once split sessions that the outer folds kept together.
  @Test func `nested cross-validation reports what was chosen`() throws {
    let found = try thesis("cv tree(max-depth=1,3) folds=group group=session k=3 nested=yes inner=3")
    let out = text(found)
    #expect(out.contains("settings chosen in the inner folds of 3 outer folds:"))
    #expect(!out.contains("inner folds: ") && !out.contains("failed in the inner folds"))
    #expect(JSONRenderer().render(found).contains("\"chosen\":[{\"fold\":0,\"setting\":\"tree(max-depth="))
    let mixed = try text(
      thesis("cv tree(max-depth=1,3) folds=group group=session k=3 nested=yes inner-folds=stratified"))
    #expect(mixed.contains("inner folds: ") && mixed.contains("'session' have rows in several folds"))
  }

  @Test func `keys of nested cross-validation require it`() throws {
    #expect(try thesis("cv tree inner=3").error?.code == "unused-key")
    #expect(try thesis("cv tree inner-folds=kfold").error?.code == "unused-key")
    let one = try thesis("cv tree(max-depth=1,3) folds=leave-one-group-out group=session nested=yes inner=3").error
    #expect(one?.code == "unused-key" && one?.help?.contains("inner-folds=group") == true)
  }

  // MARK: A method of a plugin

  private struct EveryOther: Resampling {
    let key = "made.every-other"
    let summary = "every n-th row is tested"
    let keys: [ResamplingKey] = [
      .value(Hyperparameter("step", .integer(2...9), defaultValue: .integer(2), help: "Which row is tested."))
    ]
    let chance = ResamplingChance.never
    func sentence(_ settings: ResamplingSettings, folds: Int) -> String { "every other row" }
    func folds(
      of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
    ) throws(Diagnostic) -> RepeatFolds {
      let step = try settings.integer("step")
      let rows = 0..<task.rowCount
      return try RepeatFolds(
        [Split(train: rows.filter { $0 % step != 0 }, test: rows.filter { $0 % step == 0 })], rowCount: task.rowCount)
    }
  }

  private struct Made: Plugin {
    let name = "made"
    let version = "1.0.0"
    let summary = "A plugin for tests."
    func register(into registry: inout Registry) throws(Diagnostic) { try registry.add(EveryOther()) }
  }

  @Test func `a resampling method of a plugin is chosen, checked and completed like a built-in one`() throws {
    var registry = CommandFixture.registry
    try registry.add(Made())
    let out = try text(
      report("load iris", "label species", "cv tree folds=made.every-other step=3", registry: registry))
    #expect(out.contains("every other row") && out.contains("50 of") || out.contains("of 50 rows correct"))
    let bad = try report("load iris", "label species", "cv tree folds=made.every-other step=99", registry: registry)
    #expect(bad.error?.code == "bad-value" && bad.error?.span != nil)
    let stray = try report("load iris", "label species", "cv tree step=3", registry: registry)
    #expect(stray.error?.code == "unknown-key")
    var session = CommandFixture.session(registry: registry)
    _ = session.report("load iris")
    let list = Completer(session.session).completions(of: "cv tree folds=ma", at: 16)
    #expect(list?.candidates.map(\.text) == ["made.every-other"])
  }
}
