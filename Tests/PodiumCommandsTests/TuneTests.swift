import Foundation
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// `tune`, `fit … inner=` and what `compare` says beside its table.
struct TuneTests {
  @Test func `tune gives the same figure as nested cross-validation, and the flat best beside it`() throws {
    let lines = ["load iris", "label species"]
    let tuned = try report(lines[0], lines[1], "tune tree(max-depth=1,2,3) k=3 inner=2 as t")
    let nested = try report(
      lines[0], lines[1], "cv tree(max-depth=1,2,3) k=3 nested=yes inner=2 as c", "assert $c.accuracy > 0.5")
    #expect(nested.status == .ok)
    let asserted = try report(
      lines[0], lines[1], "cv tree(max-depth=1,2,3) k=3 nested=yes inner=2 as c",
      "tune tree(max-depth=1,2,3) k=3 inner=2 as t", "compare tree(max-depth=1,2,3) k=3 as d",
      "assert abs($c.accuracy - $t.nested) < 1e-12 and $t.flat >= $t.nested - 0.05 and $t.nested_folds == 3")
    #expect(asserted.status == .ok, "\(asserted.error?.message ?? "")")
    let json = JSONRenderer().render(tuned)
    #expect(
      json.contains("\"name\":\"setting\"") && json.contains("\"name\":\"inner\"")
        && json.contains("\"name\":\"chosen\""))
    #expect(json.contains("\"flat\":") && json.contains("\"nested\":") && json.contains("\"chosen\":[{\"fold\":0,"))
    #expect(!tuned.outputs.compactMap(\.remark?.code).contains("leak-chosen"))
  }

  @Test func `equal settings go to the earlier one, and a note says so`() throws {
    let out = try text(report("load iris", "label species", "tune tree(max-depth=40,50) k=2 inner=2"))
    #expect(out.contains("note: settings tied in 2 of 2 folds, and the earlier one was chosen"))
    #expect(out.contains("settings chosen in the inner folds of 2 outer folds: tree(max-depth=40) in 2"))
  }

  @Test func `a random search tries some settings of the grid, the same for a seed`() throws {
    let line = "tune knn(k=1,3,5,7,9,11) k=2 inner=2 search=random n=2"
    let first = try text(report("load iris", "label species", line))
    #expect(try first == text(report("load iris", "label species", line)))
    #expect(first.contains("2 settings, chosen by inner folds of 2 folds"))
    #expect(try report("load iris", "label species", "tune knn(k=1,3) k=2 n=2").error?.code == "unused-key")
  }

  @Test func `fit chooses a setting before it fits`() throws {
    let found = try report("load iris", "label species", "fit tree(max-depth=1,3) inner=3")
    #expect(text(found).contains("note: chose tree(max-depth=3) of 2 settings by mean accuracy"))
    #expect(text(found).contains("(n = 3)"))
    #expect(JSONRenderer().render(found).contains("\"learner\":\"tree(max-depth=3)\""))
    let groups = try report("load tastings", "label", "encode", "fit tree(max-depth=1,3) inner=3")
    #expect(text(groups).contains("session"))
    #expect(try report("load iris", "label species", "fit tree(max-depth=1,3)").error?.code == "unexpected-list")
    #expect(try report("load iris", "label species", "fit tree inner=3").error?.code == "no-choice")
    #expect(try report("load iris", "label species", "fit tree measure=kappa").error?.code == "unused-key")
  }

  @Test func `a grid is one row of a nested comparison`() throws {
    let found = try report("load iris", "label species", "compare tree(max-depth=1,3) bayes k=3 nested=yes inner=2")
    #expect(text(found).contains("best of tree(max-depth=1), tree(max-depth=3)"))
    #expect(JSONRenderer().render(found).components(separatedBy: "\"status\":\"ok\"").count == 5)
    #expect(try report("load iris", "label species", "compare tree bayes nested=yes").error?.code == "no-choice")
    #expect(try report("load iris", "label species", "compare tree bayes inner=3").error?.code == "unused-key")
  }

  @Test func `a comparison has odds, folds and a sentence`() throws {
    let found = try report("load ski-thesis", "label", "encode", "compare tree bayes k=5 rope=0.05 as duel")
    let json = JSONRenderer().render(found)
    #expect(json.contains("\"p_better\":") && json.contains("\"p_same\":") && json.contains("\"p_worse\":"))
    #expect(
      json.contains("\"resampling\":{\"type\":\"stratified\"")
        && json.contains("\"sentence\":\"With 5 stratified folds, "))
    #expect(text(found).contains("P(better)"))
    let asserted = try report(
      "load ski-thesis", "label", "encode", "compare tree bayes k=5 rope=0.05 as duel",
      "assert $duel.tree.low95 < $duel.tree.difference and $duel.tree.difference < $duel.tree.high95",
      "assert abs($duel.tree.p_better + $duel.tree.p_same + $duel.tree.p_worse - 1) < 1e-12")
    #expect(asserted.status == .ok, "\(asserted.error?.message ?? "")")
    let plain = try report("load ski-thesis", "label", "encode", "compare tree k=5")
    #expect(!JSONRenderer().render(plain).contains("p_better"))
  }
}
