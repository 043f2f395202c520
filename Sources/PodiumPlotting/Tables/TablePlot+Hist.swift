internal import PodiumCore
internal import PodiumFigure

extension PlotRequest.Kind {
  public static let hist = PlotRequest.Kind("hist", "how often values of a number or date occur", types: measured) {
    plot throws(Diagnostic) in
    try plot.hist()
  }
}

extension TablePlot {
  /// `hist`: values counted in bins; several columns side by side, each with its own axis.
  func hist() throws(Diagnostic) -> Figure {
    try request.refuse(y: true, log: [.y])
    let names = request.columns + (request.x.map { [$0] } ?? [])
    guard let first = names.first else { throw request.wrongCount("a column of numbers or dates") }
    if names.count > 1 { return try histograms(names) }
    let source = try measured(first, orTime: true)
    if source.isTime, request.log.contains(.x) {
      throw Diagnostic(
        "unused-key", "'\(source.name)' is a time, which has no logarithm", span: request.logSpan, help: "omit log=x")
    }
    let facets = try facets()
    let colours = try colours(request.color)
    let isLog = request.log.contains(.x)
    let kept = try kept(
      facets, [.value(source, isLog: isLog), colours.map { .code($0.categories.codes, $0.name) }])
    let sorted = try SortedNumbers.of(source.values(at: kept.rows), cancellation: cancellation)
    try cancellation.check()
    let bins = bins(source, sorted, isLog: isLog)
    var shown = ColumnNames([facets.name, colours?.name])
    let (from, to, count) = (shown.add("from"), shown.add("to"), shown.add("rows"))
    let series = colours?.categories.names.count ?? 1
    let size = max(0, (bins?.edges.count ?? 1) - 1)
    let counts = try RowCells(
      kept.rows,
      [facets.part, colours?.categories.part, .bins(bins ?? HistogramBins(edges: []), of: source.values)],
      cancellation: cancellation
    ).counts
    let edges = source.values(bins?.edges ?? [])
    var drawn = DrawnRows(shown.all)
    for (panel, level) in facets.levels.enumerated() {
      for part in 0..<series {
        for bin in 0..<size {
          let number = counts[(panel * series + part) * size + bin]
          // An empty bin of one colour has no bar; of all together it shows where there are no values.
          if number == 0, colours != nil { continue }
          drawn.add([
            facets.name ?? "": .text(level), colours?.name ?? "": .text(colours?.categories.names[part] ?? ""),
            from: edges[bin], to: edges[bin + 1], count: .integer(number),
          ])
        }
      }
    }
    var figure = Figure(
      kind: request.kind.name, title: "distribution of \(source.name)" + (colours.map { " by \($0.name)" } ?? ""),
      data: try drawn.table(), x: source.axis(isLog: isLog), y: Axis(.linear, label: "rows", includesZero: true),
      layers: [
        .bar(x: from, x2: to, y: count, color: colours?.name, arrangement: colours == nil ? .overlaid : .stacked)
      ], n: kept.rows.count, colors: TablePlot.scale(colours))
    (figure.x, figure.color) = (source.name, colours?.name)
    figure.leftOut = kept.leftOut
    figure.notes += TablePlot.widthNote(bins, source, isLog: isLog)
    return finished(figure, facets)
  }

  func bins(_ source: Measured, _ sorted: [Double], isLog: Bool = false) -> HistogramBins? {
    let range = (sorted.last ?? 0) - (sorted.first ?? 0)
    let isClock = source.format != .number && (30...86_400 * 30).contains(range)
    if source.isTime || isClock, request.bins == nil { return TimeBins.bins(sorted, isDays: source.kind == .day) }
    return HistogramBins(sorted: sorted, count: request.bins, wholeNumbers: source.kind == .whole, isLog: isLog)
  }

  private static func widthNote(_ bins: HistogramBins?, _ source: Measured, isLog: Bool) -> [String] {
    guard let edges = bins?.edges, edges.count > 2, !isLog, !source.isTime else { return [] }
    let width = edges[1] - edges[0]
    guard zip(edges, edges.dropFirst()).dropLast().allSatisfy({ ($1 - $0 - width).magnitude <= 1e-6 * width }) else {
      return []
    }
    let format = source.format == .time ? .duration : source.format
    let rounded = Double(NumberText.significant(width, 4)) ?? width
    return ["bins of \(NumberTicks.shown(rounded, format: format))"]
  }

  /// Several columns, a panel each with its own axes.
  private func histograms(_ names: [PlotRequest.Name]) throws(Diagnostic) -> Figure {
    if let facet = request.facet ?? request.groups.first {
      throw Diagnostic(
        "conflicting-keys", "several columns have a panel each, so there is no room for panels of '\(facet.text)'",
        span: facet.span, help: "name one column")
    }
    try request.refuse(color: true)
    guard names.count <= TablePlot.mostFacets else {
      throw Diagnostic(
        "too-many-values", "a picture has at most \(TablePlot.mostFacets) panels, not \(names.count)",
        span: names[TablePlot.mostFacets].span)
    }
    var panels: [Distributions.Part] = []
    for name in names {
      try cancellation.check()
      let source = try measured(name, orTime: true)
      let isLog = request.log.contains(.x) && !source.isTime
      let kept = try KeptRows(table.rowCount, [.value(source, isLog: isLog)], cancellation: cancellation)
      let values = try SortedNumbers.of(source.values(at: kept.rows), cancellation: cancellation)
      panels.append(
        .numbers(source, bins(source, values, isLog: isLog), values, leftOut: kept.leftOut, isLog: isLog))
    }
    return try Distributions.figure(kind: request.kind.name, panels, rows: table.rowCount)
  }
}
