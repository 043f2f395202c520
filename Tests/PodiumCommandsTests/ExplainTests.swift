import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// `explain`, `importance` and `learning-curve`.
struct ExplainTests {
  private func table(_ report: CommandReport) throws -> Table {
    let tables = report.outputs.compactMap { output in
      switch output {
      case .table(let found), .predictions(let found): found.table
      default: nil
      }
    }
    return try #require(tables.first, "\(report.error?.message ?? "")")
  }

  @Test func `coefficients are in the units of the data, whatever the recipe scales`() throws {
    let lines = ["load iris", "label petal_width_cm", "features drop=species"]
    let plain = try table(report(lines[0], lines[1], lines[2], "fit linear as a", "explain a"))
    let scaled = try table(report(lines[0], lines[1], lines[2], "scale", "scale", "fit linear as a", "explain a"))
    let (a, b) = (try #require(plain["coefficient"]?.numbers), try #require(scaled["coefficient"]?.numbers))
    #expect(a.count == 4 && zip(a, b).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test func `the terms of a row sum to its prediction`() throws {
    let lines = ["load iris", "label petal_width_cm", "features drop=species", "fit ridge as a"]
    let terms = try table(report(lines[0], lines[1], lines[2], lines[3], "explain a row=7"))
    let sum = try #require(terms["term"]?.numbers).reduce(0, +)
    let predicted = try table(report(lines[0], lines[1], lines[2], lines[3], "predict a in 7..7"))
    #expect(abs(sum - (try #require(predicted["predicted"]?.numbers).first ?? .nan)) < 1e-9)
    #expect(abs((try #require(terms["value"]?.numbers))[1] - 4.6) < 1e-9)
  }

  @Test func `a tree is its rules, and a row has a path`() throws {
    let lines = ["load iris", "label species", "scale", "fit tree(max-depth=2) as t"]
    let rules = try table(report(lines[0], lines[1], lines[2], lines[3], "explain"))
    let text = (0..<rules.rowCount).compactMap { rules["rule"]?[$0].fileText }
    #expect(text.first == "all rows" && text.contains("  petal_length_cm <= 2.45"), "\(text)")
    let path = try table(report(lines[0], lines[1], lines[2], lines[3], "explain row=150"))
    #expect(path.rowCount == 3 && path["predicted"]?[2].fileText == "virginica")
    #expect(try report(lines[0], lines[1], lines[2], lines[3], "explain row=151").error?.code == "bad-row")
  }

  @Test(arguments: ["ann(epochs=1)", "svm", "knn", "forest(trees=2)"])
  func `other learners say no`(_ learner: String) throws {
    let found = try report("load iris", "label species", "fit \(learner) as m", "explain m")
    #expect(found.error?.code == "no-explanation" && found.error?.help?.contains("importance") == true)
  }

  @Test func `columns that matter lose most when they are shuffled`() throws {
    let found = try table(
      report("load iris", "label species", "importance tree(max-depth=1) k=3 shuffles=3"))
    // One split is at one column; the others change nothing.
    let means = try #require(found["mean"]?.numbers)
    #expect(means[0] > 0.2 && means.dropFirst().allSatisfy { $0 == 0 })
    #expect(found.names == ["column", "mean", "sd"])
  }

  @Test func `a learning curve has the rows it was asked for`() throws {
    let found = try table(report("load iris", "label species", "learning-curve tree k=3 sizes=0.5,20,1"))
    #expect(found.names == ["rows", "train", "test", "sd"])
    #expect(found["rows"]?.numbers == [20, 50, 100])
    #expect(try #require(found["train"]?.numbers).allSatisfy { $0 == 1 })
    // With all training rows the curve ends at what cv measures.
    let last = try #require(found["test"]?.numbers?.last)
    let cv = try report(
      "load iris", "label species", "cv tree k=3 as c", "assert abs($c.accuracy - \(last)) < 1e-9")
    #expect(cv.status == .ok, "\(cv.error?.message ?? "")")
  }
}
