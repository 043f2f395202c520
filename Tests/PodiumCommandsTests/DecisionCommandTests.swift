import Foundation
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// `costs=`, `shortlist=`, `threshold=` and `compare on=` at the prompt.
struct DecisionCommandTests {
  private func report(_ lines: [String]) throws -> CommandReport {
    var session = try #require(CommandFixture.session().session.apart())
    for line in lines.dropLast() {
      let found = session.report(line)
      #expect(found?.status == .ok, "\(line): \(found?.error?.message ?? "")")
    }
    let last = session.report(lines.last ?? "")
    return try #require(last)
  }

  private func text(_ lines: [String]) throws -> String {
    let found = try report(lines)
    return TextRenderer(style: .plain).render(found) + (found.error?.message ?? "")
  }

  private let tastings = ["load tastings", "label", "encode"]
  private let iris = ["load iris", "label species"]

  private static let costs = "actual,versicolor,setosa,virginica\nsetosa,1,0,1\nversicolor,0,1,10\nvirginica,1,1,0\n"

  @Test func `costs decide the classes of learners with probabilities and measure all`() throws {
    let plain = try report(tastings + ["cv logistic svm k=4 guard=no as p"])
    let found = try report(tastings + ["cv logistic svm k=4 costs=quadratic guard=no as c"])
    let json = JSONRenderer().render(found)
    #expect(json.contains("\"costs\":{\"name\":\"quadratic\",\"values\":[[0,1,4],[1,0,1],[4,1,0]]}"))
    #expect(json.contains("\"expected_cost\":{"))
    #expect(!JSONRenderer().render(plain).contains("expected_cost"))
    let out = TextRenderer(style: .plain).render(found)
    #expect(out.contains("classes with the least expected cost by quadratic: mean cost"))
    #expect(out.contains("'svm' gives no probabilities, so the costs measure its classes but do not decide them"))
    // Deciding by cost costs less than deciding by probability alone.
    let better = try report(
      tastings + [
        "cv logistic k=4 costs=quadratic guard=no as c", "compare logistic k=4 costs=quadratic guard=no as d",
        "assert $c.expected_cost == $d.logistic.mean",
      ])
    #expect(better.status == .ok, "\(better.error?.message ?? "")")
  }

  @Test func `a file of costs may list the classes in any order, and its names are checked`() throws {
    let folder = TemporaryFolder()
    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(filePath: folder.path + "/" + name))
    }
    try write("costs.csv", DecisionCommandTests.costs)
    try write("lacking.csv", "actual,setosa,virginica\nsetosa,0,1\nvirginica,1,0\n")
    try write("twice.csv", DecisionCommandTests.costs + "setosa,1,0,1\n")
    try write("strange.csv", DecisionCommandTests.costs.replacing("virginica", with: "virginca"))
    try write("words.csv", DecisionCommandTests.costs.replacing("10", with: "ten"))
    try write("narrow.csv", "actual\nsetosa\n")
    let json = try JSONRenderer().render(report(iris + ["cv bayes k=3 costs=\(folder.path)/costs.csv"]))
    #expect(json.contains("\"values\":[[0,1,1],[1,0,10],[1,1,0]]"))
    func code(_ file: String) throws -> String? {
      try report(iris + ["cv bayes k=3 costs=\(file == "linear" ? file : folder.path + "/" + file)"]).error?.code
    }
    #expect(try code("lacking.csv") == "missing-costs")
    #expect(try code("twice.csv") == "bad-costs")
    #expect(try code("strange.csv") == "unknown-class")
    #expect(try code("words.csv") == "bad-costs")
    #expect(try code("narrow.csv") == "bad-costs")
    #expect(try code("absent.csv") == "unknown-file")
    #expect(try code("linear") == "unordered-classes")
    // A loaded table serves as well.
    #expect(
      try report(["load \(folder.path)/costs.csv"] + iris + ["cv bayes k=3 costs=costs"]).status == .ok)
    #expect(
      try report(
        ["load iris", "label petal_width_cm", "features drop=species", "cv ridge k=3 costs=linear"]
      ).error?.code == "wrong-target")
    #expect(
      try report(iris + ["cv tree(max-depth=1,2) k=3 measure=expected_cost nested=yes"]).error?.code == "unused-key")
  }

  @Test func `tune and nested comparisons choose by cost`() throws {
    let json = try JSONRenderer().render(
      report(tastings + ["tune logistic(c=0.01,1) k=3 inner=2 costs=quadratic guard=no"]))
    #expect(json.contains("\"measure\":\"expected_cost\""))
    let out = try text(tastings + ["compare logistic(c=0.01,1) k=3 inner=2 nested=yes costs=quadratic guard=no"])
    #expect(out.contains("expected_cost of 2 learners"))
  }

  @Test func `shortlists hold the actual class about as often as asked, and leave the predictions alone`() throws {
    let plain = try report(iris + ["cv bayes k=5"])
    let found = try report(iris + ["cv bayes k=5 shortlist=90%"])
    guard case .evaluation(let a)? = plain.outputs.first, case .evaluation(let b)? = found.outputs.first else {
      Issue.record("no evaluation")
      return
    }
    #expect(
      a.evaluation.predicted == b.evaluation.predicted && a.evaluation.probabilities == b.evaluation.probabilities)
    #expect(b.evaluation.chosen == nil && a.evaluation.shortlists == nil)
    guard case .classes(let truth) = b.evaluation.truth else {
      Issue.record("no classes")
      return
    }
    let coverage = try #require(b.evaluation.shortlists?.coverage(truth, classCount: 3))
    #expect(
      coverage.rows == 150 && coverage.covered >= 130 && coverage.high95 >= 0.9 && coverage.sizes.reduce(0, +) == 150)
    let json = JSONRenderer().render(found)
    #expect(json.contains("\"shortlist\":{\"confidence\":0.9,\"rows\":150,\"covered\":"))
    #expect(TextRenderer(style: .plain).render(found).contains("90 % shortlists:"))
  }

  @Test func `shortlists without probabilities, of numbers and of too few rows say so`() throws {
    #expect(try text(iris + ["cv svm k=3 shortlist=95%"]).contains("so it makes no shortlists"))
    #expect(
      try report(["load iris", "label petal_width_cm", "features drop=species", "cv ridge k=3 shortlist=95%"])
        .error?.code == "wrong-target")
    #expect(try text(iris + ["cv bayes k=3 shortlist=99.9%"]).contains("too few training rows for 150 rows"))
    for bad in ["95", "0", "100%", "x%", "-5%"] {
      #expect(try report(iris + ["cv bayes k=3 shortlist=\(bad)"]).error?.code == "bad-value", "\(bad)")
    }
  }

  @Test func `nested choices give shortlists too`() throws {
    let out = try text(iris + ["cv tree(max-depth=1,3) k=3 inner=3 nested=yes shortlist=90%"])
    #expect(out.contains("90 % shortlists:") && out.contains("settings chosen in the inner folds"))
  }

  @Test func `a fitted model lists classes, and one without scores says how to get them`() throws {
    let json = try JSONRenderer().render(
      report(iris + ["fit bayes shortlist=yes inner=4", "predict shortlist=95% in 71..73"]))
    #expect(json.contains("\"shortlist\""))
    let out = try text(iris + ["fit bayes shortlist=yes", "predict shortlist=95%"])
    #expect(out.contains("95 % shortlists: mean size") && out.contains("calibrated on 150 rows"))
    #expect(out.contains("of 150 shortlists hold the actual class"))
    #expect(try report(iris + ["fit bayes", "predict shortlist=95%"]).error?.code == "no-calibration")
    #expect(try report(iris + ["fit svm shortlist=yes"]).error?.code == "no-probabilities")
  }

  @Test func `fit applies a threshold or costs, and a saved model keeps them`() throws {
    func virginica(_ fit: String) throws -> Int {
      JSONRenderer().render(try report(iris + [fit, "predict"])).components(separatedBy: "\"virginica\",\"virginica\"")
        .count
    }
    #expect(try virginica("fit bayes threshold=0.01 class=virginica") >= virginica("fit bayes"))
    let saved = iris + ["fit bayes threshold=0.000001 class=virginica shortlist=yes as low", "model save low"]
    let again = try report(saved + ["fit bayes as low", "model load low", "predict low shortlist=80%"])
    #expect(again.status == .ok, "\(again.error?.message ?? "")")
    #expect(JSONRenderer().render(again).contains("shortlist"))
    let record = try text(iris + ["fit bayes threshold=0.3 class=virginica"])
    #expect(record.contains("'virginica' from probability 0.3 on"))
    #expect(
      try text(tastings + ["fit logistic costs=quadratic"]).contains(
        "the class with the least expected cost (quadratic)"))
    func code(_ line: String) throws -> String? { try report(iris + [line]).error?.code }
    #expect(try code("fit bayes threshold=0.3") == "missing-argument")
    #expect(try code("fit bayes threshold=0.3 class=lily") == "unknown-class")
    #expect(try code("fit bayes class=virginica") == "unused-key")
    #expect(try code("fit svm threshold=0.3 class=virginica") == "no-probabilities")
    #expect(try code("fit bayes threshold=1.5 class=virginica") == "bad-value")
    #expect(try report(tastings + ["fit logistic threshold=0.3 class=good costs=linear"]).error?.code == "unused-key")
  }

  @Test func `the threshold of least cost needs costs`() throws {
    let base = tastings + ["cv logistic k=4 guard=no"]
    #expect(try report(base + ["threshold class=good goal=cost"]).error?.code == "no-costs")
    #expect(try report(base + ["threshold class=good costs=linear"]).error?.code == "unused-key")
    let own = try text(base + ["threshold class=good goal=cost costs=quadratic"])
    #expect(own.contains("expected_cost") && own.contains("quadratic"))
    let recall = base + ["threshold class=good goal=recall=0.9"]
    #expect(try text(recall) == text(base + ["threshold class=good recall=0.9"]))
    #expect(try report(base + ["threshold class=good goal=recall=2"]).error?.code == "bad-value")
    let kept = try text(tastings + ["cv logistic k=4 guard=no costs=quadratic", "threshold class=good goal=cost"])
    #expect(kept.contains("expected_cost"))
  }

  @Test func `comparing over tables ranks the learners and tests them`() throws {
    let tables = iris + ["load wine", "label cultivar"] + tastings
    let found = try report(tables + ["compare tree bayes on=iris,wine,tastings k=3 guard=no as over"])
    #expect(found.status == .ok, "\(found.error?.message ?? "")")
    let out = TextRenderer(style: .plain).render(found)
    #expect(out.contains("accuracy of 3 learners on 3 tables, compared with zeror") && out.contains("mean_rank"))
    #expect(out.contains("Over 3 tables,") && out.contains("the smallest possible p of Wilcoxon's test is 0.25"))
    let json = JSONRenderer().render(found)
    #expect(json.contains("\"p_f\":") && json.contains("\"sentence\":\"Over 3 tables"))
    // Each table gives the same means as a comparison on it alone.
    let alone = try report(iris + ["compare tree bayes k=3 guard=no"])
    guard case .comparison(let one)? = alone.outputs.first, case .table(let many)? = found.outputs.first else {
      Issue.record("no comparison")
      return
    }
    #expect(one.rows.compactMap(\.mean).map(Value.real) == (0..<3).compactMap { many.table["iris"]?[$0] })
  }

  @Test func `a learner that fails on one table keeps its row without a rank`() throws {
    let tables = iris + tastings
    let out = try text(tables + ["compare tree ordinal on=iris,tastings k=3 guard=no"])
    #expect(out.contains("failed on iris: learner 'ordinal' needs ordered classes"))
    #expect(out.contains("ranked      1"))
  }

  @Test func `what comparing over tables cannot do is refused`() throws {
    let tables = iris + ["load wine", "label cultivar"]
    func code(_ line: String) throws -> String? { try report(tables + [line]).error?.code }
    #expect(try code("compare tree on=iris") == "bad-value")
    #expect(try code("compare tree on=iris,wne") == "unknown-table")
    #expect(try code("compare tree on=iris,wine rope=0.01") == "unused-key")
    #expect(try code("compare tree on=iris,wine evaluators=ski.tau") == "unused-key")
    #expect(try code("compare tree on=iris,wine if hue > 1") == "unexpected-clause")
    #expect(try code("compare tree on=iris,wine measure=rmse") == "bad-value")
    let unlabelled = try report(["load iris", "load wine", "label cultivar", "compare tree on=iris,wine"])
    #expect(unlabelled.error?.code == "no-target" && unlabelled.error?.help?.contains("use iris; label") == true)
    let mixed = try report(
      tables + ["load tastings", "label altitude_m task=number", "compare tree on=iris,tastings"])
    #expect(mixed.error?.code == "mixed-targets")
  }

  @Test func `results have the same bytes with 1, 2 and 8 threads`() throws {
    let lines = [
      "cv forest(trees=8) boost(rounds=4) knn bayes lda logistic svm(probability=yes) k=4 costs=quadratic shortlist=80%",
      "tune forest(trees=4,8) k=3 inner=2", "cv ordinal ordinal(learner=bayes) k=3",
      "compare tree(max-depth=1,2) forest(trees=4) on=iris,tastings k=3 nested=yes inner=2",
      "importance forest(trees=5) k=3", "learning-curve boost(rounds=3) k=3 sizes=0.2,0.6",
      "fit forest(trees=6) shortlist=yes", "predict shortlist=80%",
    ]
    func bytes(_ threads: Int) throws -> [String] {
      var session = CommandFixture.session()
      for line in iris + tastings + ["set threads=\(threads)"] { #expect(session.report(line)?.status == .ok) }
      return try lines.map { line in
        let report = session.report(line)
        let found = try #require(report)
        #expect(found.status == .ok, "\(line): \(found.error?.message ?? "")")
        return JSONRenderer().render(found)
      }
    }
    let one = try bytes(1)
    #expect(try bytes(2) == one)
    #expect(try bytes(8) == one)
  }

  @Test func `the LaTeX in the notebook of a published comparison is what podium writes`() throws {
    let text = try String(contentsOfFile: Checkout.path("notebooks/a-comparison-to-publish.podium.md"), encoding: .utf8)
    func block(_ mark: String) -> [String] {
      text.components(separatedBy: "```\(mark)\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
    }
    var session = CommandFixture.session(folder: Checkout.path("notebooks"))
    let lines = block("podium").joined(separator: "\n").split(separator: "\n")
    for line in lines where !line.hasPrefix("compare") || line.hasSuffix(" as duel") {
      let found = session.report(String(line))
      let report = try #require(found)
      if line.hasSuffix(" as duel") {
        let written = report.outputs.map { LaTeXRenderer().render($0) }.joined(separator: "\n").split(separator: "\n")
        let shown = try #require(block("latex").first).split(separator: "\n")
        #expect(shown.allSatisfy { written.contains($0) } && shown.count > 8)
        return
      }
    }
    Issue.record("the notebook has no cell 'as duel'")
  }

  @Test func `a saved model with a rule for other classes is refused`() throws {
    var session = CommandFixture.session()
    for line in iris + ["fit bayes threshold=0.25 class=virginica shortlist=yes"] { _ = session.report(line) }
    let model = try #require(session.state.models["bayes"])
    let bytes = try JSONEncoder().encode(model)
    let again = try JSONDecoder().decode(SavedModel.self, from: bytes).model
    #expect(again.rule == model.rule && again.calibration == model.calibration && again == model)
    let text = String(decoding: bytes, as: UTF8.self)
    let damaged = text.replacing("\"classPlace\":2", with: "\"classPlace\":3")
    try #require(damaged != text)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(SavedModel.self, from: Data(damaged.utf8)) }
  }
}
