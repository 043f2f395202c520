import PodiumCore
import Testing

@testable import PodiumFigure

/// No text of a picture is clipped or over another, whatever is drawn.
struct LayoutTests {
  @Test func `names that begin alike keep their ends where they are cut`() throws {
    let names = (0..<8).map { "measurement of the number \($0)" }
    let table = try Table([
      Column("name", .category(Categorical(names))), Column("value", .integer((1...8).map(\.self))),
    ])
    var figure = Figure(
      kind: "bar", title: "", data: table, x: Axis(of: table.columns[0]), y: Axis(.linear, label: "value"),
      layers: [.bar(x: "name", y: "value")], n: 8)
    func texts(_ figure: Figure) -> [String] {
      FigureSVG.text(of: figure).matches(of: /<text[^>]*>([^<]*)</).map { String($0.1) }
    }
    for place in 0..<8 { #expect(texts(figure).count { $0.hasSuffix("\(place)") && $0.contains("…") } == 1) }
    let narrow = (FigureTerminal.lines(of: figure, options: .init(width: 30)) ?? []).joined()
    for place in 0..<8 { #expect(narrow.contains("er \(place)")) }
    figure = figure.faceted(by: "name", levels: names)
    figure.size.width = 400
    for place in 0..<8 { #expect(texts(figure).contains { $0.hasPrefix("m") && $0.hasSuffix(" \(place)") }) }
    // Names that differ at their beginning are cut at their end.
    #expect(Apart.cut(["alpha and omega", "beta and omega"], toWidth: 6) == ["alpha…", "beta …"])
  }

  @Test(arguments: Samples.values.map(\.name), [160.0, 390, 640, 1280])
  func `texts are within the picture and apart`(name: String, width: Double) throws {
    let values = try #require(Samples.values.first { $0.name == name }).values
    for figure in Samples.figures(of: try Samples.table(values)) {
      check(FigureLayout.scene(of: figure, width: width), figure.kind, name)
      if width == 390 { check(FigureLayout.scene(of: figure, width: width, height: 60), figure.kind + " low", name) }
    }
  }

  @Test(arguments: [1, 3, 7, 24], [390.0, 1280])
  func `panels keep their texts apart`(count: Int, width: Double) throws {
    let values = (0..<24).map { Double($0 * 31 % 47) }
    let table = try Samples.table(values).setting(
      Column("part", .text((0..<24).map { "part \($0 % count) " + Samples.names[$0 % count % Samples.names.count] })))
    for figure in Samples.figures(of: table) where figure.kind != "heatmap" {
      var faceted = figure.faceted(by: "part")
      #expect(faceted.panels.count == count)
      check(FigureLayout.scene(of: faceted, width: width), figure.kind, "\(count) panels")
      (faceted.sharesX, faceted.sharesY) = (false, false)
      check(FigureLayout.scene(of: faceted, width: width), figure.kind, "\(count) panels of their own")
      faceted.sharesX = true
      check(FigureLayout.scene(of: faceted, width: width), figure.kind, "\(count) panels over one axis")
    }
  }

  @Test(arguments: [1, 3, 40, 500, 4000, 100_000, 3_600_000])
  func `texts of times are apart`(hours: Int) throws {
    let start = 1_709_164_800
    let moments = (0..<12).map { Moment(microseconds: (start + $0 * hours * 300) * 1_000_000) }
    let table = try Table([
      Column("time", .datetime(moments)), Column("value", .number(moments.indices.map { Double($0) })),
    ])
    for isX in [true, false] {
      let (time, value) = (Axis(.time, label: "time"), Axis(.linear, label: "value"))
      let figure = Figure(
        kind: "line", title: "time", data: table, x: isX ? time : value, y: isX ? value : time,
        layers: [isX ? .line(x: "time", y: "value") : .line(x: "value", y: "time")], n: 12)
      check(FigureLayout.scene(of: figure, width: 390), "line", "\(hours) hours")
    }
  }

  private func check(_ scene: Scene, _ kind: String, _ name: String) {
    let texts = scene.texts.filter { !$0.text.isEmpty }
    for text in texts {
      let corners = text.corners
      let isInside = corners.allSatisfy {
        $0.x >= -0.5 && $0.x <= scene.width + 0.5 && $0.y >= 0 && $0.y <= scene.height + 0.5
      }
      if !isInside { Issue.record("\(kind), \(name): '\(text.text)' is clipped at \(corners)") }
    }
    // Most pairs are far apart: their upright boxes say so at once.
    let corners = texts.map(\.corners)
    let boxes = corners.map { points in
      points.reduce(Box(.infinity, .infinity, -.infinity, -.infinity)) {
        Box(min($0.left, $1.x), min($0.top, $1.y), max($0.right, $1.x), max($0.bottom, $1.y))
      }
    }
    for place in texts.indices {
      for other in (place + 1)..<max(place + 1, texts.count) where boxes[place].overlaps(boxes[other], by: 0.6) {
        if areOver(corners[place], corners[other]) {
          Issue.record("\(kind), \(name): '\(texts[place].text)' is over '\(texts[other].text)' at \(boxes[place])")
        }
      }
    }
  }

  /// Whether two turned boxes share a place: no axis along a side of either separates them.
  private func areOver(_ a: [Point], _ b: [Point]) -> Bool {
    for box in [a, b] {
      for side in 0..<2 {
        let along = (x: box[side + 1].x - box[side].x, y: box[side + 1].y - box[side].y)
        let length = max((along.x * along.x + along.y * along.y).squareRoot(), 1e-9)
        func reach(_ points: [Point]) -> ClosedRange<Double> {
          let places = points.map { ($0.x * along.x + $0.y * along.y) / length }
          return (places.min() ?? 0)...(places.max() ?? 0)
        }
        let (first, second) = (reach(a), reach(b))
        if first.upperBound - 0.6 <= second.lowerBound || second.upperBound - 0.6 <= first.lowerBound { return false }
      }
    }
    return true
  }
}

extension SceneText {
  /// The corners of its box after the turn.
  fileprivate var corners: [Point] {
    let box = box
    let (sine, cosine) =
      switch turn {
      case 45: (0.5.squareRoot(), 0.5.squareRoot())
      case 90: (1.0, 0.0)
      default: (0.0, 1.0)
      }
    return [(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)].map {
      let (dx, dy) = ($0.0 - x, $0.1 - y)
      return Point(x + dx * cosine + dy * sine, y - dx * sine + dy * cosine)
    }
  }
}
