internal import PodiumCore

// The grid of panels.
extension FigureLayout {
  var columns: Int {
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

  func grid(top: Double, below: Double) -> (nodes: [Node], bottom: Double) {
    guard !models.isEmpty else {
      return (nothing(Box(FigureLayout.margin, top, width - FigureLayout.margin, top + 60)), top + 60)
    }
    if models.allSatisfy({ $0.panel.isRound && $0.x.isBanded }) { return roses(top: top, below: below) }
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
  func shares(_ wanted: Bool, _ axis: (PanelModel) -> Axis) -> Bool {
    guard let first = models.first.map(axis) else { return true }
    return wanted && models.allSatisfy { axis($0) == first }
  }

  /// The height of plot areas that suits what is in them.
  func natural(_ plotWidth: Double) -> Double {
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
}
