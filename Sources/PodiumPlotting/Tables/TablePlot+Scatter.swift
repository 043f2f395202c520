internal import PodiumCore
internal import PodiumFigure

extension PlotRequest.Kind {
  public static let scatter = PlotRequest.Kind("scatter", "two numbers, a point a row", types: measured) {
    plot throws(Diagnostic) in
    try plot.scatter()
  }
}

extension TablePlot {
  /// The most points that are drawn one by one.
  static let mostPlaces = 3000
  /// The cells along each axis where there are more.
  private static let cells = (x: 40, y: 30)

  /// `scatter`: a point a row; more than 3,000 are counted in cells, or thinned where they have colours.
  func scatter() throws(Diagnostic) -> Figure {
    try request.refuse(bins: true)
    let names = (request.x.map { [$0] } ?? []) + request.columns
    var axes = names
    if let y = request.y { axes.insert(y, at: min(1, axes.count)) }
    guard axes.count == 2 else {
      throw request.wrongCount("two columns of numbers, x and y", isTooMany: axes.count > 2)
    }
    let (x, y) = (try measured(axes[0], orTime: true), try measured(axes[1], orTime: true))
    for (axis, source) in [(PlotRequest.LogAxis.x, x), (.y, y)] where request.log.contains(axis) && source.isTime {
      throw Diagnostic(
        "unused-key", "'\(source.name)' is a time, which has no logarithm", span: request.logSpan,
        help: "omit log=\(axis.rawValue)")
    }
    let facets = try facets()
    let gradient = try request.color.flatMap { name throws(Diagnostic) in
      let column = try column(name)
      return column.type.isNumeric ? Measured(column) : nil
    }
    let colours = gradient == nil ? try colours(request.color) : nil
    let (logX, logY) = (request.log.contains(.x), request.log.contains(.y))
    let kept = try kept(
      facets,
      [
        .value(x, isLog: logX), .value(y, isLog: logY), colours.map { .code($0.categories.codes, $0.name) },
        gradient.map { .value($0, isLog: false) },
      ])
    let colour = colours?.name ?? gradient?.name
    let title = "\(y.name) by \(x.name)" + (colour.map { " and \($0)" } ?? "")
    var figure: Figure
    if kept.rows.count > TablePlot.mostPlaces, colour == nil {
      figure = try binned(kept.rows, x, y, facets, title: title)
    } else {
      let rows = Thinning.sample(kept.rows, of: TablePlot.mostPlaces)
      var columns: [Column] = []
      for name in ColumnNames([x.name, y.name, gradient?.name]).all {
        columns.append(try table.column(name).selecting(rows))
      }
      func add(_ name: String, _ values: [String]) {
        if !columns.contains(where: { $0.name == name }) { columns.append(Column(name, .text(values))) }
      }
      if let colours { add(colours.name, rows.map { colours.categories.names[colours.categories.codes[$0] ?? 0] }) }
      if let name = facets.name { add(name, rows.map { facets.levels[facets.panel($0)] }) }
      figure = Figure(
        kind: request.kind.name, title: title, data: try Table(columns, rowCount: rows.count),
        x: x.axis(isLog: logX), y: y.axis(isLog: logY), layers: [.point(x: x.name, y: y.name, color: colour)],
        n: kept.rows.count)
      figure.colors =
        gradient.map { ColorScale(.sequential(nil), label: $0.name, format: $0.format) } ?? TablePlot.scale(colours)
      if rows.count < kept.rows.count {
        figure.notes.append("thinned: \(rows.count) of \(kept.rows.count) points, evenly chosen")
      }
    }
    (figure.x, figure.y, figure.color) = (x.name, y.name, colour)
    if request.hasTrend { try addTrend(&figure, kept.rows, x, y, isLog: (logX, logY), hasPanels: facets.name != nil) }
    figure.leftOut = kept.leftOut
    return finished(figure, facets)
  }

  /// Points counted in cells.
  private func binned(
    _ rows: [Int], _ x: Measured, _ y: Measured, _ facets: Facets, title: String
  ) throws(Diagnostic) -> Figure {
    let (logX, logY) = (request.log.contains(.x), request.log.contains(.y))
    func bins(_ source: Measured, _ count: Int, _ isLog: Bool) -> HistogramBins? {
      guard let (low, high) = source.range(at: rows) else { return nil }
      return HistogramBins(sorted: [low, high], count: count, isLog: isLog)
    }
    let cells = TablePlot.cells
    guard let across = bins(x, cells.x, logX), let up = bins(y, cells.y, logY) else {
      return Figure(kind: request.kind.name, title: title, data: .empty, x: x.axis(), y: y.axis(), layers: [], n: 0)
    }
    let (wide, high) = (across.edges.count - 1, up.edges.count - 1)
    let counts = try RowCells(
      rows, [facets.part, .bins(across, of: x.values), .bins(up, of: y.values)], cancellation: cancellation
    ).counts
    var shown = ColumnNames([facets.name])
    let (x1, x2, y1, y2) = (
      shown.add(x.name), shown.add(x.name + "_to"), shown.add(y.name), shown.add(y.name + "_to")
    )
    let count = shown.add("rows")
    let (columns, lines) = (x.values(across.edges), y.values(up.edges))
    var drawn = DrawnRows(shown.all)
    for (place, number) in counts.enumerated() where number > 0 {
      let (i, j) = (place / high % wide, place % high)
      drawn.add([
        facets.name ?? "": .text(facets.levels[place / high / wide]), x1: columns[i], x2: columns[i + 1],
        y1: lines[j], y2: lines[j + 1],
        count: .integer(number),
      ])
    }
    var figure = Figure(
      kind: request.kind.name, title: title, data: try drawn.table(), x: x.axis(isLog: logX),
      y: y.axis(isLog: logY),
      layers: [.cell(x: x1, x2: x2, y: y1, y2: y2, color: count)], n: rows.count,
      colors: ColorScale(.sequential(nil), label: "rows"))
    figure.notes.append("binned: \(rows.count) points in \(wide) × \(high) cells")
    return figure
  }
}
