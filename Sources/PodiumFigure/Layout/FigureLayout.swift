internal import PodiumCore

/// Places everything of a figure in pixels.
package struct FigureLayout {
  /// The default width of a picture.
  package static let width = 640.0
  /// The widths and heights that a picture may have; a height also grows to what the texts need.
  package static let range: ClosedRange<Double> = 160...8000

  private static let margin = 14.0
  private static let titleSize = 15.0
  private static let labelSize = 11.5
  private static let captionSize = 11.0

  private let figure: Figure
  private let models: [PanelModel]
  private let colors: ColorClasses
  private let width: Double
  private let height: Double?

  private init(_ figure: Figure, width: Double?, height: Double?) {
    self.figure = figure
    models = PanelModel.models(of: figure)
    colors = ColorClasses(figure, models: models)
    func bounded(_ value: Double) -> Double {
      min(max(value.isFinite ? value : 0, FigureLayout.range.lowerBound), FigureLayout.range.upperBound)
    }
    self.width = bounded(width ?? figure.size.width.map(Double.init) ?? FigureLayout.width)
    self.height = (height ?? figure.size.height.map(Double.init)).map(bounded)
  }

  /// The picture of a figure; the sizes given come before those of the figure.
  package static func scene(of figure: Figure, width: Double? = nil, height: Double? = nil) -> Scene {
    FigureLayout(figure, width: width, height: height).scene()
  }

  private var inner: Double { width - 2 * FigureLayout.margin }

  private func scene() -> Scene {
    var nodes: [Node] = []
    var top = FigureLayout.margin
    func line(_ text: String, size: Double, step: Double, isBold: Bool = false, classes: String = "") {
      top += step
      nodes.append(
        .text(
          SceneText(text, x: FigureLayout.margin, y: top - size * 0.3, size: size, isBold: isBold, classes: classes)))
    }
    let heading = SafeText.escape(figure.title)
    for text in TextAdvance.lines(heading, width: inner, size: FigureLayout.titleSize, isBold: true, atMost: 2) {
      line(text, size: FigureLayout.titleSize, step: 20, isBold: true, classes: "h")
    }
    for text in TextAdvance.lines(SafeText.escape(figure.subtitle ?? ""), width: inner, size: 12, atMost: 2) {
      line(text, size: 12, step: 17, classes: "q")
    }
    top += 4
    let legend = LegendLayout(figure, colors: colors, models: models).nodes(
      left: FigureLayout.margin, top: top, width: inner)
    nodes += legend.nodes
    top += legend.height + 4

    let caption = TextAdvance.lines(figure.caption, width: inner, size: FigureLayout.captionSize, atMost: 4)
    let captionHeight = Double(caption.count) * 15 + 6
    let grid = grid(top: top, below: captionHeight)
    nodes += grid.nodes
    top = grid.bottom + 6
    for text in caption { line(text, size: FigureLayout.captionSize, step: 15, classes: "q") }
    return Scene(width: width, height: (top + FigureLayout.margin - 4).rounded(.up), nodes: nodes)
  }

  // MARK: The grid of panels

  /// What one panel needs around its plot area.
  private struct Frame {
    var left = 0.0
    var bottom = 0.0
  }

  private var columns: Int {
    let count = models.count
    if let wanted = figure.columns { return min(max(1, wanted), max(1, count)) }
    // Panels over one horizontal axis with values of different kinds belong one below the other.
    if figure.sharesX, !figure.sharesY, count < 6 { return 1 }
    let most = max(1, whole((inner + 16) / 176))
    guard count > most else { return max(1, count) }
    // As even as the width allows: 7 panels in 4 columns are 4 and 3.
    let rows = (count + most - 1) / most
    return (count + rows - 1) / rows
  }

  private func grid(top: Double, below: Double) -> (nodes: [Node], bottom: Double) {
    guard !models.isEmpty else {
      return (nothing(Box(FigureLayout.margin, top, width - FigureLayout.margin, top + 60)), top + 60)
    }
    let columns = columns
    let rows = (models.count + columns - 1) / columns
    let (sharesX, sharesY) = (shares(figure.sharesX) { $0.x.axis }, shares(figure.sharesY) { $0.y.axis })
    let gap = 16.0
    let hasTitles = models.contains { !($0.panel.title ?? "").isEmpty }
    // One label of a shared axis for all panels.
    let commonY = sharesY && models.count > 1
    let commonX = sharesX && models.count > 1
    let labelY = models.contains { !$0.y.title.isEmpty && !$0.y.axis.isHidden } ? 17.0 : 0
    let head = (commonY ? 0 : labelY) + (hasTitles ? 18 : 0) + 6
    var top = top
    var nodes: [Node] = []
    if commonY, labelY > 0, let first = models.first {
      nodes += yLabel(first.y, x: FigureLayout.margin, y: top + 11, room: inner)
      top += labelY
    }
    let labelX = models.contains { !$0.x.title.isEmpty && !$0.x.axis.isHidden } ? 17.0 : 0

    // Two rounds: the room of the texts depends on the size of the plot area, and that on the room.
    let beside = sharesY ? min(inner * 0.38, 200) : min((inner / Double(columns) - gap) * 0.45, 200)
    var plotHeight = 200.0
    var left = 40.0
    var bottom = 20.0
    var plotWidth = 100.0
    for _ in 0..<2 {
      let taken = sharesY ? left + Double(columns - 1) * gap : Double(columns) * left + Double(columns - 1) * gap
      plotWidth = max(30, (inner - taken) / Double(columns))
      plotHeight =
        height.map { whole in
          let around = top + below + 20 + Double(rows) * head + (commonX ? labelX : labelX * Double(rows))
          let labels = sharesX ? bottom + Double(rows - 1) * 8 : bottom * Double(rows)
          return max(40, (whole - around - labels) / Double(rows))
        } ?? natural(plotWidth)
      left = models.reduce(0) { widest, model in
        let labels = AxisLabels.beside(model.y.along(plotHeight, 0).inOrder, widest: beside)
        return max(widest, labels.room, min(AxisLabels.overhang(model.x.along(0, plotWidth)), beside * 0.4))
      }
      bottom = models.reduce(0) { most, model in
        let labels = AxisLabels.below(
          model.x.along(left, left + plotWidth), limits: 0...(left + plotWidth + gap / 2), roomBelow: plotHeight * 0.6)
        return max(most, labels.room)
      }
    }
    let taken = sharesY ? left + Double(columns - 1) * gap : Double(columns) * left + Double(columns - 1) * gap
    plotWidth = max(30, (inner - taken) / Double(columns))

    var y = top
    for row in 0..<rows {
      y += head
      var showsTicks = false
      for column in 0..<columns where row * columns + column < models.count {
        let place = row * columns + column
        let model = models[place]
        let x =
          FigureLayout.margin + (sharesY ? left : Double(column + 1) * left)
          + Double(column) * (plotWidth + gap)
        let area = Box(x, y, x + plotWidth, y + plotHeight)
        // The last panel of its column has the ticks of a shared axis.
        let isLast = place + columns >= models.count
        showsTicks = showsTicks || !sharesX || row == rows - 1
        nodes += panel(
          model, area,
          show: Show(
            x: !sharesX || isLast, y: !sharesY || column == 0, labelX: !commonX, labelY: !commonY,
            left: !sharesY || column == 0 ? left : gap / 2,
            right: column == columns - 1 ? FigureLayout.margin : gap / 2,
            head: head - 6, bottom: bottom))
      }
      // Labels below a panel that has none under it reach into the next row's empty cell.
      y += plotHeight + (showsTicks ? bottom + (commonX ? 0 : labelX) : 8)
    }
    if commonX, labelX > 0, let first = models.first {
      nodes += xLabel(first.x, right: width - FigureLayout.margin, y: y + 12, room: inner)
      y += labelX
    }
    return (nodes, y)
  }

  /// Whether all panels have one axis, so that its texts are needed once.
  private func shares(_ wanted: Bool, _ axis: (PanelModel) -> Axis) -> Bool {
    guard let first = models.first.map(axis) else { return true }
    return wanted && models.allSatisfy { axis($0) == first }
  }

  /// The height of plot areas that suits what is in them.
  private func natural(_ plotWidth: Double) -> Double {
    let single = models.count == 1
    let share = single ? 0.56 : columns == 1 ? 0.3 : 0.72
    let plain = min(max(plotWidth * share, single ? 150 : 100), single ? 340 : 220)
    return models.reduce(0) { most, model in
      guard !model.y.axis.isHidden, let levels = model.y.axis.scale.levels, !levels.isEmpty else {
        return max(most, plain)
      }
      let isGrid = model.x.isBanded
      let count = Double(levels.count)
      let step = isGrid ? min(max(plotWidth / max(1, model.x.limits.upperBound), 16), 44) : count > 30 ? 16 : 24
      return max(most, max(count * step, 48))
    }
  }

  private struct Show {
    var x: Bool
    var y: Bool
    var labelX: Bool
    var labelY: Bool
    var left: Double
    var right: Double
    var head: Double
    var bottom: Double
  }

  private func panel(_ model: PanelModel, _ area: Box, show: Show) -> [Node] {
    var nodes: [Node] = []
    var top = area.top - 6 - show.head
    if let title = model.panel.title, !title.isEmpty {
      let room = area.width + show.right
      nodes.append(
        .text(
          SceneText(
            TextAdvance.cut(SafeText.escape(title), to: room, size: 12, isBold: true), x: area.left, y: top + 13,
            size: 12,
            isBold: true)))
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
  private func endRoom(_ model: PanelModel, _ area: Box) -> (right: Double, top: Double) {
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

  private func texts(_ below: AxisLabels, at bottom: Double) -> [Node] {
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

  private func yLabel(_ axis: AxisMapping, x: Double, y: Double, room: Double) -> [Node] {
    let title = axis.title
    guard !title.isEmpty else { return [] }
    let text = TextAdvance.cut((axis.isBanded ? "" : "↑ ") + title, to: room, size: FigureLayout.labelSize)
    return [.text(SceneText(text, x: x, y: y, size: FigureLayout.labelSize, classes: "q"))]
  }

  private func xLabel(_ axis: AxisMapping, right: Double, y: Double, room: Double) -> [Node] {
    let title = axis.title
    guard !title.isEmpty else { return [] }
    let arrow = axis.isBanded ? "" : " →"
    let text = TextAdvance.cut(title, to: room - 20, size: FigureLayout.labelSize) + arrow
    return [.text(SceneText(text, x: right, y: y, size: FigureLayout.labelSize, anchor: .end, classes: "q"))]
  }

  /// Lines at the ticks: across the axis of values where there are bars, both ways elsewhere, none under cells.
  private func gridLines(
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
  private func baseline(_ model: PanelModel, x: AxisMapping, y: AxisMapping, area: Box) -> [Node] {
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

  private func nothing(_ area: Box) -> [Node] {
    let text = TextAdvance.cut("no values", to: area.width, size: 12)
    return [
      .text(
        SceneText(
          text, x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 + 4, size: 12, anchor: .middle,
          classes: "q"))
    ]
  }
}

extension AxisMapping {
  /// Categories run from top to bottom, numbers from bottom to top.
  package var inOrder: AxisMapping { isBanded && start > end ? along(end, start) : self }
}
