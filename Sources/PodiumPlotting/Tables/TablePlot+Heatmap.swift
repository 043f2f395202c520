internal import PodiumCore
internal import PodiumFigure

extension PlotRequest.Kind {
  /// `heatmap`.
  public static let heatmap = PlotRequest.Kind("heatmap", "counts or means of two columns") { plot throws(Diagnostic) in
    try plot.heatmap()
  }
}

extension TablePlot {
  /// The most bands of an axis.
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
    let (wide, high) = (x.count, y.count)
    var counts = [Int](repeating: 0, count: facets.levels.count * wide * high)
    var sums = [Double](repeating: 0, count: measured == nil ? 0 : counts.count)
    for row in kept.rows {
      guard let i = x.place(row), let j = y.place(row) else { continue }
      let place = (facets.panel(row) * wide + i) * high + j
      counts[place] += 1
      // A running mean stays finite where a sum would not.
      if let measured { sums[place] += (measured.values[row] - sums[place]) / Double(counts[place]) }
    }
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
        (value, measured == nil ? .integer(number) : .real(sums[place])), (rowsColumn, .integer(number)),
        (text, .text(measured == nil ? String(number) : NumberText.significant(sums[place], 3))),
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
    guard let source = Measured(column), source.kind != .whole || request.bins != nil || !hasFew(source) else {
      let categories = try Categories(column, cancellation: cancellation)
      return HeatmapSide(column.name, categories.merged(above: TablePlot.mostBands, to: TablePlot.mostBands - 1))
    }
    let sorted = try SortedNumbers.of(source.values, cancellation: cancellation)
    try cancellation.check()
    return HeatmapSide(source, bins(source, sorted))
  }

  /// Whether whole numbers are so few different ones that each has a band.
  private func hasFew(_ source: Measured) -> Bool {
    var seen = Set<Double>()
    for value in source.values where !value.isNaN {
      if seen.insert(value).inserted, seen.count > Categories.most { return false }
    }
    return true
  }
}

/// One axis of a heatmap.
private struct HeatmapSide {
  let name: String
  let axis: Axis
  let need: KeptRows.Need
  let count: Int
  /// The edges of bins; empty for categories.
  let edges: [Value]
  let merged: Int
  private let names: [String]
  private let bins: HistogramBins?
  private let codes: [Int?]
  private let values: [Double]

  init(_ name: String, _ categories: Categories) {
    self.name = name
    axis = Axis(
      categories.isOrdered ? .ordered(categories.names) : .category(categories.names), label: name)
    need = .code(categories.codes, name)
    (count, names, codes, merged) = (categories.names.count, categories.names, categories.codes, categories.merged)
    (edges, bins, values) = ([], nil, [])
  }

  init(_ source: Measured, _ bins: HistogramBins?) {
    name = source.name
    axis = source.axis()
    need = .value(source, isLog: false)
    count = max(0, (bins?.edges.count ?? 1) - 1)
    edges = source.values(bins?.edges ?? [])
    (self.bins, values, names, codes, merged) = (bins, source.values, [], [], 0)
  }

  func place(_ row: Int) -> Int? { edges.isEmpty ? codes.isEmpty ? nil : codes[row] : bins?.place(of: values[row]) }
  func start(_ place: Int) -> Value { edges.isEmpty ? .text(names[place]) : edges[place] }
  func end(_ place: Int) -> Value { edges.isEmpty ? .missing : edges[place + 1] }
}
