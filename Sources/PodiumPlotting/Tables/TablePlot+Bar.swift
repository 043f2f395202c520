internal import PodiumCore
internal import PodiumFigure

extension PlotRequest.Kind {
  public static let bar = PlotRequest.Kind("bar", "counts of categories, or a mean for each") {
    plot throws(Diagnostic) in
    try plot.bar()
  }
}

extension TablePlot {
  /// `bar`: the rows of each category, or with `y=` the mean of a number with its interval.
  func bar() throws(Diagnostic) -> Figure {
    try request.refuse(bins: true, log: [.x, .y])
    var (x, y, color) = (request.x, request.y, request.color)
    for name in request.columns {
      if x == nil {
        x = name
      } else if y == nil, try column(name).type.isNumeric {
        y = name
      } else if color == nil {
        color = name
      } else {
        throw request.wrongCount("one column, and a second one for colours or means")
      }
    }
    guard let x else { throw request.wrongCount("a column of categories") }
    let source = try column(x)
    let all = try Categories(source, cancellation: cancellation)
    if source.type == .number, all.names.count > Categories.most {
      throw wrongType(source, x.span, needs: "categories, not \(all.names.count) different numbers,")
    }
    let categories = all.merged()
    let facets = try facets()
    let colours = try colours(color, axis: (x.text, categories))
    let measured = try y.map { name throws(Diagnostic) in try self.measured(name) }
    if let y { try refuseCircular(y) }
    let series = colours?.categories.names.count ?? 1
    let size = categories.names.count
    let kept = try kept(
      facets,
      [
        .code(categories.codes, x.text), colours.map { .code($0.categories.codes, $0.name) },
        measured.map { .value($0, isLog: false) },
      ])
    let cells = try RowCells(
      kept.rows, [facets.part, colours?.categories.part, categories.part], cancellation: cancellation)
    let (counts, groups) = (cells.counts, measured.map { cells.groups(of: $0.values) } ?? [])
    var shown = ColumnNames([facets.name, x.text, colours?.name])
    let value = shown.add(measured?.name ?? "rows")
    let ends = measured == nil ? nil : (low: shown.add("low95"), high: shown.add("high95"), rows: shown.add("rows"))
    var drawn = DrawnRows(shown.all)
    for (panel, level) in facets.levels.enumerated() {
      for part in 0..<series {
        for code in 0..<size {
          let place = (panel * series + part) * size + code
          if counts[place] == 0, measured != nil || colours != nil { continue }
          let mean = measured == nil ? nil : MeanInterval(groups[place])
          drawn.add([
            facets.name ?? "": .text(level), x.text: .text(categories.names[code]),
            colours?.name ?? "": .text(colours?.categories.names[part] ?? categories.names[code]),
            value: mean.map { .real($0.mean) } ?? .integer(counts[place]),
            ends?.low ?? "": mean?.low.map(Value.real) ?? .missing,
            ends?.high ?? "": mean?.high.map(Value.real) ?? .missing, ends?.rows ?? "": .integer(counts[place]),
          ])
        }
      }
    }
    let isAcross = readsBetterAcross(categories.names, panels: facets.levels.count)
    let bands = Axis(
      categories.isOrdered ? .ordered(categories.names) : .category(categories.names), label: x.text)
    let isMean = counts.contains { $0 > 1 }
    let length = Axis(
      .linear, label: measured.map { isMean ? "mean \($0.name)" : $0.name } ?? "rows", includesZero: true,
      format: measured?.format ?? .number)
    // The colour of a category's own bar needs no place beside others.
    let isOwn = colours?.name == x.text
    let arrangement: Layer.Arrangement = colours == nil || isOwn ? .overlaid : measured == nil ? .stacked : .sideBySide
    var layers: [Layer] = [
      isAcross
        ? .bar(x: value, y: x.text, color: colours?.name, arrangement: arrangement)
        : .bar(x: x.text, y: value, color: colours?.name, arrangement: arrangement)
    ]
    if let ends {
      layers[0].details = [ends.rows]
      var interval: Layer =
        isAcross
        ? .interval(y: x.text, low: ends.low, high: ends.high, arrangement: arrangement, tone: .ink)
        : .interval(x: x.text, low: ends.low, high: ends.high, arrangement: arrangement, tone: .ink)
      if arrangement == .sideBySide { interval.color = colours?.name }
      layers.append(interval)
    }
    let by = colours.flatMap { isOwn ? nil : " and \($0.name)" } ?? ""
    var figure = Figure(
      kind: request.kind.name,
      title: measured.map { (isMean ? "mean " : "") + "\($0.name) by \(x.text)" + by } ?? "rows by \(x.text)" + by,
      data: try drawn.table(), x: isAcross ? length : bands, y: isAcross ? bands : length, layers: layers,
      n: kept.rows.count,
      colors: TablePlot.scale(colours))
    figure.colors?.isHidden = isOwn
    (figure.x, figure.y, figure.color) = (x.text, measured?.name, colours?.name)
    figure.leftOut = kept.leftOut
    if measured != nil, isMean { figure.notes.append("intervals: 95 %, Student's t") }
    if categories.merged > 0 {
      figure.notes.append(
        "the \(categories.names.count - 1) largest of \(all.names.count) categories; 'other' has the rest")
    }
    return finished(figure, facets)
  }
}
