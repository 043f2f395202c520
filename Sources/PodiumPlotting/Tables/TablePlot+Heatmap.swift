internal import PodiumCore
internal import PodiumFigure

extension PlotRequest.Kind {
  public static let heatmap = PlotRequest.Kind("heatmap", "counts or means of two columns") { plot throws(Diagnostic) in
    try plot.heatmap()
  }
}

extension TablePlot {
  private static let mostBands = 60
  /// The most cells with their numbers on them.
  static let mostTexts = 200

  /// `heatmap`: the rows at each pair of two columns, or with `color=` the mean of a number there.
  func heatmap() throws(Diagnostic) -> Figure {
    try request.refuse(log: [.x, .y])
    var axes = (request.x.map { [$0] } ?? []) + request.columns
    if let y = request.y { axes.insert(y, at: min(1, axes.count)) }
    guard axes.count == 2 else { throw request.wrongCount("two columns, x and y", isTooMany: axes.count > 2) }
    let measured = try request.color.map { name throws(Diagnostic) in try self.measured(name) }
    if let color = request.color { try refuseCircular(color) }
    let facets = try facets()
    let (x, y) = (try side(axes[0]), try side(axes[1]))
    let kept = try kept(
      facets, [x.need, y.need, measured.map { .value($0, isLog: false) }])
    let (wide, high) = (x.part.count, y.part.count)
    let cells = try RowCells(kept.rows, [facets.part, x.part, y.part], cancellation: cancellation)
    let (counts, means) = (cells.counts, measured.map { cells.means(of: $0.values) } ?? [])
    var shown = ColumnNames([facets.name, x.name, y.name])
    let x2 = x.edges.isEmpty ? nil : shown.add(x.name + "_to")
    let y2 = y.edges.isEmpty ? nil : shown.add(y.name + "_to")
    let value = shown.add(measured?.name ?? "rows")
    let rowsColumn = measured == nil ? value : shown.add("rows")
    let text = shown.add("text")
    var drawn = DrawnRows(shown.all)
    let hasTexts = wide * high * facets.levels.count <= TablePlot.mostTexts
    for (place, number) in counts.enumerated() where number > 0 {
      let (i, j) = (place / high % wide, place % high)
      drawn.add([
        (facets.name ?? "", .text(facets.levels[place / high / wide])), (x.name, x.start(i)), (y.name, y.start(j)),
        (x2 ?? "", x.end(i)), (y2 ?? "", y.end(j)),
        (value, measured == nil ? .integer(number) : .real(means[place])), (rowsColumn, .integer(number)),
        (text, .text(measured == nil ? String(number) : NumberText.significant(means[place], 3))),
      ])
    }
    var data = try drawn.table()
    if !hasTexts || data.rowCount == 0 { data = try data.dropping(columns: [text]) }
    var layer = Layer.cell(
      x: x.name, x2: x2, y: y.name, y2: y2, color: value, text: data[text] == nil ? nil : text)
    layer.details = measured == nil ? [] : [rowsColumn]
    var figure = Figure(
      kind: request.kind.name,
      title: (measured.map { "mean \($0.name)" } ?? "rows") + " by \(x.name) and \(y.name)",
      data: data, x: x.axis, y: y.axis, layers: [layer], n: kept.rows.count,
      colors: ColorScale(
        .sequential(nil), label: measured.map { "mean \($0.name)" } ?? "rows", format: measured?.format ?? .number))
    (figure.x, figure.y, figure.color) = (x.name, y.name, measured?.name)
    figure.leftOut = kept.leftOut
    for side in [x, y] where side.merged > 0 {
      figure.notes.append("'other' has the \(side.merged) smallest categories of \(side.name)")
    }
    return finished(figure, facets)
  }

  /// A column as one axis of a heatmap: categories, or numbers and times in bins.
  private func side(_ name: PlotRequest.Name) throws(Diagnostic) -> HeatmapSide {
    let column = try column(name)
    guard let source = Measured(column), source.kind != .whole || request.bins != nil || !source.hasFew(Categories.most)
    else {
      let categories = try Categories(column, cancellation: cancellation)
      return HeatmapSide(column.name, categories.merged(above: TablePlot.mostBands, to: TablePlot.mostBands - 1))
    }
    let sorted = try SortedNumbers.of(source.values, cancellation: cancellation)
    try cancellation.check()
    return HeatmapSide(source, bins(source, sorted))
  }
}

private struct HeatmapSide {
  let name: String
  let axis: Axis
  let need: KeptRows.Need
  /// The edges of bins; empty for categories.
  let edges: [Value]
  let merged: Int
  let part: RowCells.Part
  private let names: [String]

  init(_ name: String, _ categories: Categories) {
    self.name = name
    axis = Axis(
      categories.isOrdered ? .ordered(categories.names) : .category(categories.names), label: name)
    need = .code(categories.codes, name)
    (part, names, merged, edges) = (categories.part, categories.names, categories.merged, [])
  }

  init(_ source: Measured, _ bins: HistogramBins?) {
    name = source.name
    axis = source.axis()
    need = .value(source, isLog: false)
    edges = source.values(bins?.edges ?? [])
    (part, names, merged) = (.bins(bins ?? HistogramBins(edges: []), of: source.values), [], 0)
  }

  func start(_ place: Int) -> Value { edges.isEmpty ? .text(names[place]) : edges[place] }
  func end(_ place: Int) -> Value { edges.isEmpty ? .missing : edges[place + 1] }
}
