internal import PodiumCore

// Panels whose categories go around, such as the compass rose of directions.
extension FigureLayout {
  /// Panels side by side, as many as have room.
  func roses(top: Double, below: Double) -> (nodes: [Node], bottom: Double) {
    let columns = max(1, min(models.count, figure.columns ?? max(1, whole(inner / 220))))
    let rows = (models.count + columns - 1) / columns
    let hasTitles = models.contains { !($0.panel.title ?? "").isEmpty }
    let head = 22.0 + (hasTitles ? 18 : 0)
    let cell = inner / Double(columns)
    let given = height.map { ($0 - top - below - 20) / Double(rows) - head }
    let side = max(80, min(cell - 8, given ?? (models.count == 1 ? 400 : 260)))
    var nodes: [Node] = []
    for (place, model) in models.enumerated() {
      let left = FigureLayout.margin + Double(place % columns) * cell
      let y = top + Double(place / columns) * (side + head + 10)
      let middle = Point(left + cell / 2, y + head + side / 2)
      nodes += rose(model, left: left, top: y, width: cell - 8, middle: middle, radius: side / 2 - 26)
    }
    return (nodes, top + Double(rows) * (side + head + 10))
  }

  private func rose(
    _ model: PanelModel, left: Double, top: Double, width: Double, middle: Point, radius: Double
  ) -> [Node] {
    var nodes: [Node] = []
    var top = top
    if let title = model.panel.title, !title.isEmpty {
      let text = TextAdvance.cut(SafeText.escape(title), to: width, size: 12, isBold: true)
      nodes.append(.text(SceneText(text, x: left, y: top + 13, size: 12, isBold: true)))
      top += 18
    }
    let labels = [model.x.title, model.y.title].filter { !$0.isEmpty }.joined(separator: "; length: ")
    let text = TextAdvance.cut(labels, to: width, size: FigureLayout.labelSize)
    nodes.append(.text(SceneText(text, x: left, y: top + 11, size: FigureLayout.labelSize, classes: "q")))
    guard !model.isEmpty else {
      return nodes + nothing(Box(left, middle.y - radius, left + width, middle.y + radius))
    }
    let drawing = RoundDrawing(
      figure: figure, model: model, colors: colors, middle: middle, radius: max(20, radius))
    return nodes + drawing.nodes()
  }
}

/// Draws one round panel: rings at the ticks, the names around, sectors, points and rays.
private struct RoundDrawing {
  let figure: Figure
  let model: PanelModel
  let colors: ColorClasses
  let middle: Point
  let radius: Double

  private var y: AxisMapping { model.y.along(0, radius) }
  private var levels: [String] { model.x.axis.scale.levels ?? [] }
  private var turn: Double { 360 / Double(max(1, levels.count)) }

  /// A place at a distance from the middle, by degrees clockwise from the top.
  private func point(_ degrees: Double, _ distance: Double) -> Point {
    let (sine, cosine) = Circle.degrees.components(degrees)
    return Point(middle.x + distance * sine, middle.y - distance * cosine)
  }

  func nodes() -> [Node] {
    let ticks = y.ticks(5).filter { y.place($0.value) > 1 && y.place($0.value) <= radius + 0.5 }
    var nodes = [Node.group("g", ticks.map { ring(y.place($0.value)) })]
    let marks = MarkDrawing(figure: figure, model: model, colors: colors, x: model.x, y: y, room: Box(0, 0, 0, 0))
    for values in model.layers where !values.rows.isEmpty {
      switch values.layer.mark {
      case .bar:
        nodes += marks.grouped(shapes(values, marks) { sector(values, $0) }, over: "f")
      case .point:
        nodes += marks.grouped(
          shapes(values, marks) {
            .circle(point(values.x[$0] * turn, y.clamped(values.y[$0])), radius: 3.2)
          }, over: "f")
      case .rule: nodes += values.x.map { ray($0, values) }
      case .line, .area, .interval, .cell, .text: continue
      }
    }
    return nodes + names() + tickTexts(ticks)
  }

  private func shapes(
    _ values: LayerValues, _ marks: MarkDrawing, _ shape: (Int) -> Shape
  ) -> [(classes: String, node: Node)] {
    values.rows.indices.compactMap { place in
      // What is at 0 would cover the middle.
      guard place < values.x.count, place < values.y.count, y.place(values.y[place]) > 1,
        let color = colors.mark(values, place)
      else { return nil }
      return (color, .shape(shape(place), classes: "", title: marks.title(values, place)))
    }
  }

  private func ring(_ distance: Double) -> Node {
    .shape(.path([arc(0, 360, distance)], isClosed: true), classes: "", title: nil)
  }

  /// Points along a circle, close enough to look round.
  private func arc(_ from: Double, _ to: Double, _ distance: Double) -> [Point] {
    let parts = max(2, whole(((to - from) / 4).rounded(.up)))
    return (0...parts).map { point(from + (to - from) * Double($0) / Double(parts), distance) }
  }

  /// A bar as a sector, a little narrower than its category.
  private func sector(_ values: LayerValues, _ place: Int) -> Shape {
    let (from, to) = ((values.x[place] - 0.42) * turn, (values.x[place] + 0.42) * turn)
    let inner = place < values.y2.count ? y.clamped(values.y2[place]) : y.base
    let outer = arc(from, to, y.clamped(values.y[place]))
    return .path([outer + (inner > 0 ? arc(from, to, inner).reversed() : [middle])], isClosed: true)
  }

  private func ray(_ value: Double, _ values: LayerValues) -> Node {
    let classes = "r " + ColorClasses.tone(values.layer.tone) + (values.layer.isDashed ? " e1" : "")
    let title = values.layer.label.map(SafeText.escape)
    return .shape(.path([[middle, point(value * turn, radius + 6)]], isClosed: false), classes: classes, title: title)
  }

  /// The names of the categories; of many those at the quarters are darker.
  private func names() -> [Node] {
    let quarter = levels.count % 4 == 0 && levels.count > 8 ? levels.count / 4 : 1
    return levels.enumerated().map { place, name in
      let at = point(Double(place) * turn, radius + 15)
      let text = TextAdvance.cut(SafeText.escape(name), to: 60, size: AxisLabels.size)
      return .text(
        SceneText(
          text, x: at.x, y: at.y + 4, size: AxisLabels.size, anchor: .middle, classes: place % quarter == 0 ? "" : "q"))
    }
  }

  /// The texts of the rings, between the two neighbours that leave them the most room.
  private func tickTexts(_ ticks: [Tick]) -> [Node] {
    var reach = [Double](repeating: 0, count: max(1, levels.count))
    for values in model.layers where values.layer.mark == .bar || values.layer.mark == .point {
      for place in values.rows.indices where place < values.x.count && place < values.y.count {
        let level = whole(values.x[place])
        if reach.indices.contains(level) { reach[level] = max(reach[level], values.y[place]) }
      }
    }
    func room(_ place: Int) -> Double { -(reach[place] + reach[(place + 1) % reach.count]) }
    let gap = reach.indices.max { (room($0), -$0) < (room($1), -$1) } ?? 0
    return ticks.map { tick in
      let at = point((Double(gap) + 0.5) * turn, y.place(tick.value))
      return .text(
        SceneText(tick.label, x: at.x, y: at.y + 4, size: AxisLabels.size, anchor: .middle, classes: "q"))
    }
  }
}
