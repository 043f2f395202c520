import PodiumCore
import PodiumTestKit
import Testing

@testable import PodiumFigure

struct SVGTests {
  @Test(arguments: Samples.values.map(\.name))
  func `a picture is well-formed XML with its description and data`(name: String) throws {
    let values = try #require(Samples.values.first { $0.name == name }).values
    for figure in Samples.figures(of: try Samples.table(values)) {
      let bytes = FigureSVG.bytes(of: figure)
      #expect(XMLCheck.fault(bytes) == nil, "\(figure.kind)")
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("<script") && !text.contains("nan") && !text.contains("inf\""), "\(figure.kind)")
      #expect(text.contains("role=\"img\"") && text.contains("<title>") && text.contains("<desc>"))
      #expect(FigureMetadata.read(bytes) == FigureMetadata.json(of: figure), "\(figure.kind)")
    }
  }

  @Test func `the same figure gives the same bytes`() throws {
    for figure in Samples.figures(of: try Samples.table((0..<30).map { Double($0 % 7) })) {
      #expect(FigureSVG.bytes(of: figure) == FigureSVG.bytes(of: figure))
    }
  }

  @Test func `a bar has a title with its values and begins at 0`() throws {
    let figure = Samples.figures(of: try Samples.table([2, 4], names: ["a", "b"]))[0]
    let scene = FigureLayout.scene(of: figure)
    #expect(FigureSVG.text(of: figure).contains("<title>name: b\nvalue: 4</title>"))
    let bars = scene.nodes.flatMap { node -> [Box] in
      guard case .group("f c0", let nodes) = node else { return [] }
      return nodes.compactMap { if case .shape(.rect(let box), _, _) = $0 { box } else { nil } }
    }
    try #require(bars.count == 2)
    #expect(bars[0].bottom == bars[1].bottom)
    #expect((bars[1].height - 2 * bars[0].height).magnitude < 1e-9)
  }

  @Test func `colours stop at eight and a log axis says so`() throws {
    let many = Samples.figures(of: try Samples.table((0..<12).map { Double($0 + 1) }, names: (0..<12).map { "n\($0)" }))
    let scatter = FigureSVG.text(of: try #require(many.first { $0.kind == "scatter" }))
    #expect(scatter.contains(">4 others<") && !scatter.contains(">n8<"))
    #expect(FigureSVG.text(of: try #require(many.first { $0.kind == "log" })).contains("(log scale)"))
  }

  @Test func `lines beyond the colours are grey and solid, as in the legend, and under the others`() throws {
    let rows = 0..<24
    let names = rows.map { "n\($0 / 2)" }
    let table = try Table([
      Column("x", .number(rows.map { Double($0 % 2) })), Column("y", .number(rows.map(Double.init))),
      Column("name", .category(Categorical(names))),
    ])
    let figure = Figure(
      kind: "line", title: "", data: table, x: Axis(.linear, label: "x"), y: Axis(.linear, label: "y"),
      layers: [.line(x: "x", y: "y", color: "name")], n: 24, colors: ColorScale(of: table.columns[2]))
    let text = FigureSVG.text(of: figure)
    #expect(text.matches(of: /class="l m"/).count == 5)
    #expect(!text.contains("class=\"l m e"))
    let (grey, blue) = (text.firstRange(of: "<title>n9</title>"), text.firstRange(of: "<title>n0</title>"))
    #expect(try #require(grey).lowerBound < #require(blue).lowerBound)
  }

  @Test func `a scale of one value has one colour in the legend`() throws {
    let table = try Table([
      Column("a", .category(Categorical(["x", "y"]))), Column("b", .category(Categorical(["u", "v"]))),
      Column("rows", .integer([7, 7])),
    ])
    let figure = Figure(
      kind: "heatmap", title: "", data: table, x: Axis(of: table.columns[0]), y: Axis(of: table.columns[1]),
      layers: [.cell(x: "a", y: "b", color: "rows")], n: 14, colors: ColorScale(.sequential(nil), label: "rows"))
    #expect(FigureSVG.text(of: figure).matches(of: />7</).count == 1)
  }

  @Test func `points that are coloured by a number are never as pale as the background`() throws {
    let table = try Table([
      Column("x", .number((0..<9).map(Double.init))), Column("y", .number([1, 2, 3, 4, 5, 6, 7, 8, 9])),
    ])
    let figure = Figure(
      kind: "scatter", title: "", data: table, x: Axis(.linear, label: "x"), y: Axis(.linear, label: "y"),
      layers: [.point(x: "x", y: "y", color: "y")], n: 9, colors: ColorScale(.sequential(nil), label: "y"))
    let text = FigureSVG.text(of: figure)
    #expect(text.contains(" s2") && text.contains(" s8"))
    #expect(text.matches(of: /class="[^"]*\bs[01]\b/).isEmpty)
  }

  @Test func `steps show their values to a pointer`() throws {
    let table = try Table([Column("x", .number([0, 1, 2])), Column("y", .number([0, 1, 3]))])
    let figure = Figure(
      kind: "line", title: "", data: table, x: Axis(.linear, label: "x"), y: Axis(.linear, label: "y"),
      layers: [.line(x: "x", y: "y", isStepped: true)], n: 3)
    #expect(FigureSVG.text(of: figure).contains("class=\"t"))
    #expect(FigureSVG.text(of: figure).contains("y: 3") || FigureSVG.text(of: figure).contains("(2, 3)"))
  }

  @Test func `the caption has n and what was left out`() throws {
    let figure = Samples.figures(of: try Samples.table([1, 2], names: ["a", "b"]))[0]
    #expect(figure.caption.hasPrefix("n = 2 · 2 rows left out: without </svg><script>alert(1)</script>"))
    #expect(FigureMetadata.json(of: figure)["left_out"] == .integer(2))
  }

  @Test(arguments: [
    "", "<svg>", "<metadata>", "<metadata></metadata>", "<metadata>{}</metadata>", "<metadata>[1,2</metadata>",
    "<metadata>&amp;&lt;&unknown;</metadata>", "<metadata>{\"podium_figure\":\"1\"}</metadata>",
    "</metadata><metadata>",
    "<metadata>" + String(repeating: "[", count: 5000) + "</metadata>",
  ])
  func `a picture without our metadata has none`(text: String) { #expect(FigureMetadata.read(Array(text.utf8)) == nil) }

  @Test func `damaged bytes never crash the reader of metadata`() throws {
    let bytes = FigureSVG.bytes(of: Samples.figures(of: try Samples.table([1, 2, 3]))[0])
    var source = Seed(7).source()
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0..<(1 + source.below(20)) { damaged[source.below(damaged.count)] = UInt8(source.below(256)) }
      _ = FigureMetadata.read(Array(damaged.prefix(source.below(damaged.count))))
      _ = FigureMetadata.read(damaged)
    }
  }

  @Test func `a small picture is small`() throws {
    let table = try Samples.table((0..<12).map { Double($0) }, names: (0..<12).map { "name \($0)" })
    for figure in Samples.figures(of: table) { #expect(FigureSVG.bytes(of: figure).count < 20_000, "\(figure.kind)") }
  }

  @Test func `a scatter plot of 150 rows in three colours is below 20 KB`() throws {
    let rows = 0..<150
    let table = try Table([
      Column("petal_length_cm", .number(rows.map { Double($0 * 37 % 61) / 10 + 1 })),
      Column("petal_width_cm", .number(rows.map { Double($0 * 53 % 23) / 10 })),
      Column("species", .category(Categorical(rows.map { ["setosa", "versicolor", "virginica"][$0 / 50] }))),
    ])
    let figure = Figure(
      kind: "scatter", title: "petal_width_cm by petal_length_cm and species", data: table,
      x: Axis(of: table.columns[0]), y: Axis(of: table.columns[1]),
      layers: [.point(x: "petal_length_cm", y: "petal_width_cm", color: "species")], n: 150,
      colors: ColorScale(of: table.columns[2]))
    let text = FigureSVG.text(of: figure)
    #expect(text.utf8.count <= 20_000, "\(text.utf8.count)")
    // Each point still shows its values.
    #expect(text.contains("<title>(1, 0) setosa</title>"))
    #expect(text.matches(of: /<path [^>]*><title>/).count == 150)
  }

  @Test func `steps between points never add up their rounding`() throws {
    let places = (0..<400).map { Point(Double($0) * 1.23456, 50 + Double($0 % 7) * 0.777) }
    let text = SVGWriter.document(
      Scene(width: 500, height: 100, nodes: [.shape(.path([places], isClosed: false), classes: "l", title: nil)]),
      title: "", description: "", metadata: "")
    let path = try #require(text.firstMatch(of: /<path d="([^"]*)"/)).1
    let drawn = try PathSteps.points(String(path))
    #expect(drawn.count == places.count)
    for (drawn, place) in zip(drawn, places) {
      #expect((drawn.x - place.x).magnitude < 0.051 && (drawn.y - place.y).magnitude < 0.051)
    }
  }
}

/// Reads the paths of lines that the writer makes: `M` with a place, then steps by `l`, `h` and `v`.
private enum PathSteps {
  struct Fault: Error {}

  static func points(_ path: String) throws -> [Point] {
    var points: [Point] = []
    for part in path.matches(of: /([Mlhv])([^Mlhvz]*)/) {
      let numbers = part.2.matches(of: /-?[0-9]*\.?[0-9]+/).compactMap {
        Double($0.0.hasPrefix(".") ? "0" + $0.0 : $0.0)
      }
      var rest = numbers[...]
      while let first = rest.popFirst() {
        let from = points.last ?? Point(0, 0)
        switch part.1 {
        case "h": points.append(Point(from.x + first, from.y))
        case "v": points.append(Point(from.x, from.y + first))
        default:
          guard let second = rest.popFirst() else { throw Fault() }
          points.append(part.1 == "M" ? Point(first, second) : Point(from.x + first, from.y + second))
        }
      }
    }
    return points
  }
}
