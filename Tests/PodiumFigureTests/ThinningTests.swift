import PodiumCore
import PodiumFigure
import Testing

struct ThinningTests {
  private func table(_ count: Int) throws -> Table {
    var source = Seed(3).source()
    let x = (0..<count).map { Double($0) / 10 }
    return try Table([
      Column("x", .number(x)), Column("y", .number(x.map { $0 + source.uniform() * 50 })),
      Column("kind", .category(Categorical(levels: ["a", "b"], codes: x.indices.map { Int32($0 % 3 == 0 ? 1 : 0) }))),
    ])
  }

  private func figure(_ table: Table, _ layer: Layer) -> Figure {
    Figure(
      kind: "scatter", title: "y by x", data: table, x: Axis(of: table.columns[0]), y: Axis(of: table.columns[1]),
      layers: [layer], n: table.rowCount, colors: layer.color.map { _ in ColorScale(of: table.columns[2]) })
  }

  @Test func `few points stay as they are`() throws {
    let few = figure(try table(Figure.markLimit), .point(x: "x", y: "y"))
    #expect(few.thinned() == few)
  }

  @Test(arguments: [nil, "kind"])
  func `many points become cells that count all of them`(color: String?) throws {
    let thinned = figure(try table(6000), .point(x: "x", y: "y", color: color)).thinned()
    #expect(thinned.data["rows"]?.numbers?.reduce(0, +) == 6000)
    #expect(thinned.data.names == ["x from", "x to", "y from", "y to", "rows"] + (color.map { [$0] } ?? []))
    #expect(thinned.panels[0].layers.map(\.mark) == [.cell])
    #expect(thinned.notes.first?.hasPrefix("binned: 6000 points in ") == true)
    #expect(thinned.thinned() == thinned)
    #expect(FigureSVG.bytes(of: thinned).count < 1_000_000)
    if let color { #expect(thinned.data[color]?.categorical == nil && thinned.data[color]?[0] == .text("a")) }
  }

  @Test func `many points of facets and of categories are counted by panel and category`() throws {
    let table = try table(9000)
    let faceted = figure(table, .point(x: "x", y: "y")).faceted(by: "kind").thinned()
    #expect(faceted.panels.map { panel in (panel.rows ?? []).count }.reduce(0, +) == faceted.data.rowCount)
    let rows = try #require(faceted.data["rows"]?.numbers)
    #expect(faceted.panels.map { panel in (panel.rows ?? []).reduce(0) { $0 + rows[$1] } } == [6000, 3000])
    var strip = figure(table, .point(x: "kind", y: "y", arrangement: .spread))
    strip.panels[0].x = Axis(of: table.columns[2])
    #expect(strip.thinned().data.names == ["kind", "y from", "y to", "rows"])
  }

  @Test func `a long line keeps the lowest and highest of each stretch`() throws {
    let table = try table(20_000)
    let whole = figure(table, .line(x: "x", y: "y"))
    let thinned = whole.thinned()
    #expect(thinned.data.rowCount < 5000)
    #expect(thinned.data["y"]?.numbers?.max() == table["y"]?.numbers?.max())
    #expect(thinned.data["y"]?.numbers?.min() == table["y"]?.numbers?.min())
    #expect(thinned.notes.count == 1 && thinned.thinned() == thinned)
  }
}
