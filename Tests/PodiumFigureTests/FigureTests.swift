import PodiumCore
import PodiumFigure
import Testing

struct FigureTests {
  private let data: Table
  private let figure: Figure

  init() throws {
    data = try Table([
      Column("site", .category(Categorical(["b", "a", nil, "b"]))), Column("depth", .number([1, 2, 3, .nan])),
    ])
    figure = Figure(
      kind: "scatter", title: "depth", data: data, x: Axis(of: data.columns[0]), y: Axis(of: data.columns[1]),
      layers: [.point(x: "site", y: "depth")], n: 4)
  }

  @Test func `a column of categories gives an axis with the levels in use`() {
    let wide = Column("site", .category(Categorical(levels: ["a", "b", "c"], codes: [2, 0, -1])))
    #expect(Axis(of: wide).scale == .category(["a", "c"]))
    #expect(Axis(of: Column("yes", .boolean([true, nil, false]))).scale == .category(["true", "false"]))
  }

  @Test func `numbers are linear and days are in time`() {
    #expect(Axis(of: data.columns[1]).scale == .linear)
    #expect(Axis(of: Column("day", .date([]))).scale == .time)
  }

  @Test func `facets have the rows of their level, and rows without one are in no panel`() {
    let faceted = figure.faceted(by: "site")
    #expect(faceted.panels.map(\.title) == ["a", "b"])
    #expect(faceted.panels.map(\.rows) == [[1], [0, 3]])
    #expect(faceted.facet == "site")
    #expect(figure.faceted(by: "nowhere") == figure)
  }

  @Test func `a tone and a dash are for the layer they are given to`() {
    let rule = Layer.rule(x: 0, isDashed: true, tone: .muted).labelled("no difference")
    #expect(rule.x == .number(0) && rule.y == nil && rule.isDashed && rule.label == "no difference")
  }
}
