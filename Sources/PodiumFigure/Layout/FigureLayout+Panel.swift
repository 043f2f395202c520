internal import PodiumCore

// One panel: its axes, marks and texts.
extension FigureLayout {
  struct Show {
    var x: Bool
    var y: Bool
    var labelX: Bool
    var labelY: Bool
    var left: Double
    var right: Double
    var head: Double
    var bottom: Double
  }

  func panel(_ model: PanelModel, _ area: Box, show: Show) -> [Node] {
    var nodes: [Node] = []
    var top = area.top - 6 - show.head
    if let title = model.panel.title, !title.isEmpty {
      let room = area.width + show.right
      // With the titles of the other panels, so that it differs from theirs.
      let names = [SafeText.escape(title)] + models.compactMap(\.panel.title).map(SafeText.escape)
      let text = Apart.cut(names, size: 12, isBold: true) { _ in room }[0]
      nodes.append(.text(SceneText(text, x: area.left, y: top + 13, size: 12, isBold: true)))
      top += 18
    }
    if show.labelY, !model.y.axis.isHidden {
      nodes += yLabel(model.y, x: area.left - show.left, y: top + 11, room: area.width + show.left)
    }
    guard !model.isEmpty else { return nodes + nothing(area) }
    let ends = endRoom(model, area)
    let x = model.x.along(area.left, area.right - ends.right)
    let y = model.y.along(area.bottom, area.top + ends.top).inOrder
    let beside = AxisLabels.beside(y, widest: show.left - 6)
    let below = AxisLabels.below(
      x, limits: (area.left - show.left)...(area.right + show.right),
      roomBelow: min(area.height * 0.6, show.bottom * 1.5))
    nodes += gridLines(model, x: x, y: y, area: area, beside: beside, below: below)
    var marks = MarkDrawing(figure: figure, model: model, colors: colors, x: x, y: y, room: area)
    nodes += marks.nodes()
    nodes += baseline(model, x: x, y: y, area: area)
    if show.y {
      nodes += beside.labels.map {
        .text(SceneText($0.text, x: area.left - 6, y: $0.at + 4, size: AxisLabels.size, anchor: .end))
      }
    }
    if show.x { nodes += texts(below, at: area.bottom) }
    if show.labelX, !model.x.axis.isHidden {
      nodes += xLabel(model.x, right: area.right, y: area.bottom + show.bottom + 12, room: area.width + show.left)
    }
    return nodes
  }

  /// Room beyond the longest bar for the text at its end.
  func endRoom(_ model: PanelModel, _ area: Box) -> (right: Double, top: Double) {
    var (right, top) = (0.0, 0.0)
    for values in model.layers where values.layer.mark == .bar {
      guard let name = values.layer.text, let column = figure.data[name] else { continue }
      if values.isVertical(model.panel) {
        top = 15
      } else {
        let widest = values.rows.reduce(0) { most, row in
          row < 0
            ? most
            : max(most, TextAdvance.width(of: MarkDrawing.shown(column[row], .number), size: AxisLabels.size))
        }
        right = max(right, min(widest + 6, area.width * 0.3))
      }
    }
    return (right, top)
  }

  func texts(_ below: AxisLabels, at bottom: Double) -> [Node] {
    below.labels.flatMap { label -> [Node] in
      switch below.turn {
      case 45:
        [
          .text(
            SceneText(label.text, x: label.at + 3, y: bottom + 11, size: AxisLabels.size, anchor: .end, turn: 45))
        ]
      case 90:
        [
          .text(SceneText(label.text, x: label.at + 4, y: bottom + 5, size: AxisLabels.size, anchor: .end, turn: 90))
        ]
      default:
        [.text(SceneText(label.text, x: label.at, y: bottom + 15, size: AxisLabels.size, anchor: .middle))]
          + (label.context.map {
            [
              .text(
                SceneText($0, x: label.at, y: bottom + 29, size: AxisLabels.size, anchor: .middle, classes: "q"))
            ]
          } ?? [])
      }
    }
  }

  func yLabel(_ axis: AxisMapping, x: Double, y: Double, room: Double) -> [Node] {
    let title = axis.title
    guard !title.isEmpty else { return [] }
    let text = TextAdvance.cut((axis.isBanded ? "" : "↑ ") + title, to: room, size: FigureLayout.labelSize)
    return [.text(SceneText(text, x: x, y: y, size: FigureLayout.labelSize, classes: "q"))]
  }

  func xLabel(_ axis: AxisMapping, right: Double, y: Double, room: Double) -> [Node] {
    let title = axis.title
    guard !title.isEmpty else { return [] }
    let arrow = axis.isBanded ? "" : " →"
    let text = TextAdvance.cut(title, to: room - 20, size: FigureLayout.labelSize) + arrow
    return [.text(SceneText(text, x: right, y: y, size: FigureLayout.labelSize, anchor: .end, classes: "q"))]
  }

  /// Lines at the ticks: across the axis of values where there are bars, both ways elsewhere, none under cells.
  func gridLines(
    _ model: PanelModel, x: AxisMapping, y: AxisMapping, area: Box, beside: AxisLabels, below: AxisLabels
  ) -> [Node] {
    if model.layers.contains(where: { $0.layer.mark == .cell }) { return [] }
    let bars = model.layers.filter { $0.layer.mark == .bar && !$0.rows.isEmpty }
    var lines: [[Point]] = []
    if !y.isBanded, !y.axis.isHidden, bars.allSatisfy({ $0.isVertical(model.panel) }) {
      lines += beside.ticks.map { [Point(area.left, $0), Point(area.right, $0)] }
    }
    if !x.isBanded, !x.axis.isHidden, bars.allSatisfy({ !$0.isVertical(model.panel) }) {
      lines += below.ticks.map { [Point($0, area.top), Point($0, area.bottom)] }
    }
    return lines.isEmpty ? [] : [.shape(.path(lines, isClosed: false), classes: "g", title: nil)]
  }

  /// The line that bars begin at, and that of categories.
  func baseline(_ model: PanelModel, x: AxisMapping, y: AxisMapping, area: Box) -> [Node] {
    let bars = model.layers.filter { [.bar, .area].contains($0.layer.mark) && !$0.rows.isEmpty }
    var lines: [[Point]] = []
    if bars.contains(where: { $0.isVertical(model.panel) && ($0.y2.isEmpty || $0.layer.arrangement == .stacked) }) {
      lines.append([Point(area.left, y.base), Point(area.right, y.base)])
    }
    if bars.contains(where: { !$0.isVertical(model.panel) && ($0.x2.isEmpty || $0.layer.arrangement == .stacked) }) {
      lines.append([Point(x.base, area.top), Point(x.base, area.bottom)])
    }
    return lines.isEmpty ? [] : [.shape(.path(lines, isClosed: false), classes: "x", title: nil)]
  }

  func nothing(_ area: Box) -> [Node] {
    let text = TextAdvance.cut("no values", to: area.width, size: 12)
    return [
      .text(
        SceneText(
          text, x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 + 4, size: 12, anchor: .middle,
          classes: "q"))
    ]
  }
}
