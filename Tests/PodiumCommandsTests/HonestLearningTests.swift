import Foundation
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// Figures of learners that a reader would take wrongly, or that depend on what they must not depend on.
struct HonestLearningTests {
  private let folder = TemporaryFolder()

  private func table(_ sample: LeakSample, _ name: String) throws -> String {
    let path = folder.path + "/\(name).csv"
    try sample.text(.shuffled).write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  private func text(_ report: CommandReport) -> String {
    #expect(report.status == .ok, "\(report.error?.message ?? "")")
    return TextRenderer(style: .plain).render(report)
  }

  private func evaluation(_ report: CommandReport) throws -> Evaluation {
    for case .evaluation(let output) in report.outputs { return output.evaluation }
    throw try #require(report.error)
  }

  // MARK: - Columns that split the rows

  private static let sites = LeakSample("sites", "x site name", count: 400) { i, r in
    let share = [0.1, 0.35, 0.65, 0.9][i % 4]
    return [r.normal().text(), "\(i % 4 + 1)", "s\(i % 4)", r.happens(share) ? "a" : "b"]
  }

  @Test(arguments: [
    "folds=leave-one-group-out group=site", "folds=given fold=site", "folds=group group=site k=2",
    "folds=rolling time=site k=3",
  ])
  func `a column that splits the rows is not a feature`(_ keys: String) throws {
    let path = try table(HonestLearningTests.sites, "sites")
    let all = try report("load \(path)", "label y", "features x site", "cv logistic \(keys)")
    let without = try report("load \(path)", "label y", "features x", "cv logistic \(keys)")
    #expect(try evaluation(all).measures == evaluation(without).measures)
    #expect(text(all).contains("note: left 'site' out of the features"))
    #expect(!text(without).contains("left 'site' out"))
  }

  @Test(arguments: [
    "compare logistic tree folds=given fold=site", "tune tree(max-depth=1,2) folds=leave-one-group-out group=site",
    "importance logistic folds=given fold=site", "learning-curve logistic folds=given fold=site",
    "cv tree(max-depth=1,2) folds=group group=site k=2 nested=yes inner=2",
  ])
  func `every command leaves such a column out, and one of text too`(_ line: String) throws {
    let path = try table(HonestLearningTests.sites, "sites")
    let given = try report("load \(path)", "label y", "features x site", line)
    #expect(text(given).contains("left 'site' out of the features"))
    let words = line.replacing("=site", with: "=name")
    #expect(text(try report("load \(path)", "label y", "features x name", words)).contains("left 'name' out"))
  }

  @Test func `a recipe that names such a column goes on without it`() throws {
    let path = try table(HonestLearningTests.sites, "sites")
    let line = "cv logistic folds=given fold=name"
    #expect(try report("load \(path)", "label y", "features x name", "encode name", "scale x", line).status == .ok)
  }

  // MARK: - Folds of one row

  private static let line = LeakSample("line", "x", count: 24, number: true) { i, r in
    [r.normal().text(), (2 * Double(i) + r.normal()).text()]
  }

  @Test func `one row has no rmse`() throws {
    let path = try table(HonestLearningTests.line, "line")
    let given = try report("load \(path)", "label y task=number", "cv linear folds=leave-one-out")
    let found = try evaluation(given)
    let (rmse, mae) = (try #require(found["rmse"]), try #require(found["mae"]))
    #expect(rmse.mean == nil && rmse.definedFolds == 0 && mae.definedFolds == 24)
    guard case .numbers(let truth) = found.truth, case .numbers(let predicted) = found.predicted else { return }
    let squares = zip(truth, predicted).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    #expect(abs((rmse.pooled ?? 0) - (squares / 24).squareRoot()) < 1e-9)
    let shown = text(given)
    #expect(shown.contains("rmse \(NumberText.significant(rmse.pooled ?? 0, 6)) (24 rows together)"))
    #expect(shown.contains("note: rmse, r2 are undefined in 24 folds of one row; pooled is that of all 24 rows"))
    let compared = try report("load \(path)", "label y task=number", "compare linear knn folds=leave-one-out")
    #expect(text(compared).contains("measure=mae compares them row by row"))
    let tuned = try report("load \(path)", "label y task=number", "tune knn(k=1,3) folds=leave-one-out as t")
    #expect(text(tuned).contains("rmse of all test rows together"))
  }

  @Test func `one row has no balanced accuracy`() throws {
    let found = try evaluation(report("load iris", "label species", "cv zeror folds=leave-one-out"))
    #expect(found["accuracy"]?.definedFolds == 150)
    for key in ["balanced_accuracy", "f1_macro", "kappa", "mcc"] { #expect(found[key]?.mean == nil, "\(key)") }
    #expect(found["balanced_accuracy"]?.pooled != nil)
  }

  @Test func `folds that do not resemble the table are named`() throws {
    let lines = ["load wine", "features drop=cultivar", "label alcohol"]
    let sorted = text(try report(lines[0], lines[1], lines[2], "cv linear"))
    #expect(sorted.contains("r2 is -0.51 as the mean over the folds and 0.49 for all rows together"))
    #expect(sorted.contains("shuffle=yes"))
    #expect(!text(try report(lines[0], lines[1], lines[2], "cv linear shuffle=yes")).contains("as the mean over"))
  }

  // MARK: - Models that learned nothing

  @Test func `a learner that its limits keep from learning says so`() throws {
    let steps = LeakSample("steps", "x", count: 24) { i, _ in ["\(i)", i > 11 ? "b" : "a"] }
    let path = try table(steps, "steps")
    for line in ["cv boost k=4", "compare boost tree k=4", "tune boost(rounds=1,2) k=4 inner=2", "fit boost"] {
      let out = text(try report("load \(path)", "label y", line))
      #expect(out.contains("learned nothing") && out.contains("smaller min-samples-leaf"), "\(line): \(out)")
    }
    for line in ["cv boost(min-samples-leaf=3) k=4", "cv zeror k=4", "fit zeror", "cv tree k=4"] {
      #expect(!text(try report("load \(path)", "label y", line)).contains("learned nothing"))
    }
  }

  @Test(arguments: ["lasso", "elastic-net", "tree", "svr"])
  func `no setting is named where nothing could be learned`(_ learner: String) throws {
    for (varies, reason) in [("x", "the target 'y' has one value"), ("y", "no feature has two values")] {
      // Deviations from the middle are rows that support a machine.
      if learner == "svr", varies == "y" { continue }
      let sample = LeakSample("still", "x", count: 24, number: true) { i, _ in
        [varies == "x" ? "\(i)" : "5", varies == "y" ? "\(i)" : "5"]
      }
      let path = try table(sample, "still-\(varies)")
      for line in ["fit \(learner)", "cv \(learner) k=3"] {
        let out = text(try report("load \(path)", "label y task=number", line))
        #expect(out.contains("predicts the same for every row: \(reason)"), "\(line): \(out)")
        #expect(!out.contains("a smaller"), "\(line): \(out)")
      }
    }
  }

  @Test func `a comparison keeps a lasso on the columns of a category`() throws {
    let sample = LeakSample("prices", "town area", count: 120, number: true) { i, r in
      let (town, area) = (r.below(4), 30 + r.below(170))
      let price = [1.2e6, 0.9e6, 1.6e6, 1.1e6][town] + Double(area) * 9000 + r.normal(0, 150_000)
      return [["A", "B", "C", "D"][town], "\(area)", price.text(0)]
    }
    let path = try table(sample, "prices")
    let found = try evaluation(
      report("load \(path)", "label y", "encode", "scale", "cv lasso(alpha=0.1) k=5"))
    #expect(found.failures.isEmpty && found["rmse"]?.definedFolds == 5)
  }

  // MARK: - Comparisons

  @Test func `no learner is the best where means are over different folds`() throws {
    let rare = LeakSample("rare", "a b", count: 250, seed: 11) { i, r in
      [r.normal(i % 25 == 0 ? 0.8 : 0).text(), r.normal().text(), i % 25 == 0 ? "p" : "n"]
    }
    let path = try table(rare, "rare")
    let out = text(try report("load \(path)", "label y", "compare tree logistic bayes svm measure=mcc k=10"))
    #expect(!out.contains("had the highest"))
    #expect(out.contains("only tree has a mean mcc") || out.contains("no learner is the best by mcc"), "\(out)")
    #expect(out.contains("have no mcc") && out.contains("of 10 folds"))
  }

  @Test func `a learner that was not named has no rank`() throws {
    var lines: [String] = []
    for number in 0..<6 {
      let noise = 0.3 + 0.2 * Double(number)
      let sample = LeakSample("t", "a b", count: 120, seed: UInt64(70 + number)) { _, r in
        let (a, b) = (r.normal(), r.normal())
        return [a.text(3), b.text(3), a * b + noise * r.normal() > 0 ? "q" : "p"]
      }
      lines += ["load \(try table(sample, "t\(number)"))", "label y"]
    }
    var session = CommandFixture.session()
    for line in lines { #expect(session.report(line)?.status == .ok) }
    let names = (0..<6).map { "t\($0)" }.joined(separator: ",")
    let given = session.report("compare tree(min-samples-leaf=5) knn on=\(names) k=5 baseline=knn")
    let out = text(try #require(given))
    #expect(out.contains("of 2 learners)") && out.contains("F(1, 5)"), "\(out)")
    #expect(out.contains("Wilcoxon's signed-rank test, p") && out.contains("zeror is beside them"))
    let named = session.report("compare tree zeror on=\(names) k=5")
    #expect(text(try #require(named)).contains("of 2 learners)"))
  }

  // MARK: - Explanations

  @Test func `a linear svm explains the same class as other learners`() throws {
    let lines = ["load iris", "filter species != 'setosa'", "label species", "scale"]
    func coefficients(_ learner: String) throws -> (head: String, values: [Double]) {
      let found = try report(lines[0], lines[1], lines[2], lines[3], "fit \(learner) as m", "explain m")
      for case .table(let output) in found.outputs {
        let column = try #require(output.table.columns.last)
        return (column.name, try #require(column.numbers))
      }
      throw try #require(found.error)
    }
    let (svm, logistic) = (try coefficients("svm(kernel=linear)"), try coefficients("logistic"))
    #expect(svm.head == "virginica over versicolor" && logistic.head == "virginica")
    #expect(zip(svm.values, logistic.values).dropFirst().allSatisfy { $0 * $1 > 0 })
  }

  @Test func `the numbers of a tree are distinguished`() throws {
    let steps = LeakSample("steps", "x", count: 60, number: true) { i, _ in
      ["\(1_000_000_000 + i)", "\(1_000_000_000 + i / 20 * 3)"]
    }
    let path = try table(steps, "big")
    let found = try report("load \(path)", "label y task=number", "fit tree(max-depth=2) as m", "explain m")
    let json = JSONRenderer().render(found)
    for number in ["1000000000", "1000000003", "1000000006"] { #expect(json.contains(number), "\(json)") }
    let out = text(found)
    #expect(out.contains("1000000003") && out.contains("x <= 1000000019.5") && !out.contains("e+09"), "\(out)")
  }

  // MARK: - Words

  @Test func `by keeps what was evaluated, and says how to tune within groups`() throws {
    let lines = ["load tastings", "label", "encode"]
    let out = text(try report(lines[0], lines[1], lines[2], "by process: cv tree k=3 shuffle=yes"))
    #expect(out.contains("tree on rank_class: 3 stratified folds, shuffled"), "\(out)")
    let refused = try report(lines[0], lines[1], lines[2], "by process: tune tree(max-depth=1,2) k=3")
    #expect(refused.error?.code == "unexpected-clause")
    #expect(refused.error?.help?.contains("tune … if process == '") == true, "\(refused.error?.help ?? "")")
  }

  @Test func `one list of layers is one setting, and a grid of single layers can be written`() throws {
    let one = try report("load iris", "label species", "tune ann(hidden=5,9,epochs=2) k=2 inner=2")
    #expect(one.error?.code == "no-choice" && one.error?.message.contains("nested") == false)
    #expect(one.error?.help?.contains("hidden=5x,9x is 2 settings") == true, "\(one.error?.help ?? "")")
    let two = try report("load iris", "label species", "tune ann(hidden=5x,9x,epochs=2) k=2 inner=2")
    #expect(text(two).contains("ann(hidden=9,epochs=2)"))
  }

  @Test(arguments: ["impute", "scale", "encode", "bin x at=0 as b"])
  func `another type is named with the way out`(_ step: String) throws {
    let numbers = LeakSample("n", "w", count: 30) { i, r in [r.normal().text(), i % 2 == 0 ? "a" : "b"] }
    let words = LeakSample("w", "w", count: 30) { i, _ in [i % 3 == 0 ? "n/k" : "low", i % 2 == 0 ? "a" : "b"] }
    let (first, second) = (try table(numbers, "n"), try table(words, "w"))
    let prepare = step.hasPrefix("bin") ? "columns" : step
    let found = try report(
      "load \(first)", "label y", prepare, "fit tree as m", "load \(second)", "predict m")
    let error = try #require(found.error)
    #expect(error.message.contains("'w' has categories, but it had numbers when"), "\(error.message)")
    #expect(error.help == "type: type w number")
  }
}
