import PodiumCore
import PodiumFigure
import PodiumLearn
import Testing

@testable import PodiumPlotting

struct ResultPlotTests {
  @Test func `a confusion matrix is drawn with its counts and the shares of its rows`() throws {
    let matrix = ConfusionMatrix(classes: ["a", "b"], truth: [0, 0, 0, 1], predicted: [0, 0, 1, 1])
    let figure = try ResultPlot.confusion([("tree", matrix)])
    #expect(figure.data["rows"]?.numbers == [2, 1, 0, 1])
    #expect(figure.data["share"]?.numbers?.map { ($0 * 3).rounded() } == [2, 1, 0, 3])
    #expect(figure.n == 4)
  }

  @Test func `cells of one prediction become one area`() {
    let grid = ResultPlot.Grid(xs: [0, 1, 2], ys: [0, 1, 2, 3], classes: ["a", "b"], predicted: [0, 0, 1, 0, 0, 1])
    let areas = grid.areas()
    #expect(areas.count == 2)
    #expect(areas[0].x == 0...2 && areas[0].y == 0...2 && areas[0].value == 0)
    #expect(areas[1].y == 2...3 && areas[1].value == 1)
  }

  @Test func `a tree places parents between their children, and a deep one is cut`() throws {
    typealias Part = ModelExplanation.TreePart
    func leaf(_ rows: Int) -> Part { Part(column: nil, threshold: 0, left: 0, right: 0, rows: rows, values: [1]) }
    let parts = [
      Part(column: 0, threshold: 1, left: 1, right: 2, rows: 5, values: []), leaf(2),
      Part(column: 0, threshold: 2, left: 3, right: 4, rows: 3, values: []), leaf(1), leaf(2),
    ]
    let rules = parts.map { $0.column == nil ? nil : "x <= 1" }
    let figure = try ResultPlot.tree(parts, rules: rules, answers: parts.map { _ in "a" }, title: "t")
    let x = try #require(figure.data["x"]?.numbers)
    // The first row is the root: between its left leaf (0) and the split on the right (1.5).
    #expect(x[0] == 0.75)
    #expect(figure.data["node"]?.numbers?.count { !$0.isNaN } == 5)
    let cut = try ResultPlot.tree(parts, rules: rules, answers: parts.map { _ in "a" }, title: "t", depth: 1)
    #expect(cut.data["node"]?.numbers?.count { !$0.isNaN } == 3)
    #expect(cut.notes.contains { $0.contains("not drawn") })
  }

  /// A full tree: so many splits, and a leaf more.
  private func fullTree(splits: Int) -> [ModelExplanation.TreePart] {
    (0..<(2 * splits + 1)).map { node in
      node < splits
        ? .init(column: 0, threshold: 1, left: 2 * node + 1, right: 2 * node + 2, rows: 8, values: [])
        : .init(column: nil, threshold: 0, left: 0, right: 0, rows: 1, values: [1])
    }
  }

  @Test func `a tree is as wide as its texts need, and all of them are drawn`() throws {
    let parts = fullTree(splits: 7)
    let rules = (0..<15).map { $0 < 7 ? "petal_length_cm <= 4.\($0)5" : nil }
    let figure = try ResultPlot.tree(parts, rules: rules, answers: parts.map { _ in "setosa" }, title: "t")
    #expect(try #require(figure.size.width) <= 800)
    let text = FigureSVG.text(of: figure)
    for rule in rules.compactMap(\.self) { #expect(text.contains(">" + rule.replacing("<", with: "&lt;") + "</text>")) }
    #expect(text.matches(of: />setosa \(1\)<\/text>/).count == 8)
  }

  @Test func `a tree that is too wide for its texts has a level less`() throws {
    let parts = fullTree(splits: 31)
    let rules = (0..<63).map { $0 < 31 ? "a column with a long name, \($0) <= 4.75" : nil }
    let figure = try ResultPlot.tree(parts, rules: rules, answers: parts.map { _ in "a" }, title: "t")
    #expect(try #require(figure.size.width) <= 1600)
    let drawn = figure.data["node"]?.numbers?.count { !$0.isNaN } ?? 0
    #expect(drawn == 31 && figure.notes.contains { $0.contains("below 4 splits not drawn") })
    // Each node that is drawn has its text.
    #expect(FigureSVG.text(of: figure).matches(of: /<rect class="n"|class="n"/).count == drawn)
  }

  @Test func `a long rule shows its threshold`() throws {
    typealias Part = ModelExplanation.TreePart
    let parts = [
      Part(column: 0, threshold: 1, left: 1, right: 2, rows: 2, values: []),
      Part(column: nil, threshold: 0, left: 0, right: 0, rows: 1, values: [1]),
      Part(column: nil, threshold: 0, left: 0, right: 0, rows: 1, values: [1]),
    ]
    let rule = String(repeating: "a long name ", count: 10) + "<= 4.75"
    let figure = try ResultPlot.tree(parts, rules: [rule, nil, nil], answers: ["", "a", "b"], title: "t")
    #expect(FigureSVG.text(of: figure).contains("&lt;= 4.75</text>"))
  }

  @Test func `learners of one name stay apart`() {
    #expect(ResultPlot.unique(["tree", "tree", "svm"]) == ["tree", "tree (2)", "svm"])
  }

  @Test func `correlations are drawn both ways`() throws {
    let figure = try ResultPlot.correlations(
      [("a", "b", 0.5, 10), ("a", "c", nil, 10)], names: ["a", "b", "c"], measure: "r", rows: 10)
    #expect(figure.data.rowCount == 4)
    #expect(figure.notes == ["1 pair without a correlation"])
  }

  @Test func `combinations of missing values count all rows`() throws {
    let figure = try ResultPlot.missing(
      columns: ["a", "b"], patterns: [(missing: [0], rows: 3), (missing: [0, 1], rows: 3)], complete: 4, rows: 12)
    #expect(figure.data.rowCount == 6)
    #expect(figure.leftOut.map(\.count) == [2])
    let labels = try figure.data.column("rows")
    #expect(Axis.levels(of: labels) == ["1. 4 rows", "2. 3 rows", "3. 3 rows"])
  }
}
