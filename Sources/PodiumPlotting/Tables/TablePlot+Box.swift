internal import PodiumCore
internal import PodiumFigure

extension PlotRequest.Kind {
  public static let box = PlotRequest.Kind("box", "quartiles of a number for each category", types: numbers) {
    plot throws(Diagnostic) in
    try plot.box()
  }
}

extension TablePlot {
  /// The most categories that boxes are drawn for one by one.
  private static let mostBoxes = 60
  /// The most single values that are drawn.
  private static let mostPoints = 3000

  /// `box`: the quartiles of a number for each category; groups of fewer than ten rows as points.
  func box() throws(Diagnostic) -> Figure {
    try request.refuse(bins: true, log: [.x])
    var names = request.y.map { [$0] } ?? []
    var x = request.x
    for name in request.columns {
      if Measured(try column(name)) != nil {
        names.append(name)
      } else if x == nil, !names.isEmpty {
        x = name
      } else {
        throw wrongType(try column(name), name.span, needs: "numbers")
      }
    }
    guard let first = names.first else { throw request.wrongCount("a column of numbers") }
    for name in names { try refuseCircular(name) }
    guard names.count <= TablePlot.mostFacets else {
      throw Diagnostic(
        "too-many-values", "a picture has at most \(TablePlot.mostFacets) panels, not \(names.count)",
        span: names[TablePlot.mostFacets].span)
    }
    let facets = try facets()
    if names.count > 1, let facet = facets.name {
      throw Diagnostic(
        "conflicting-keys", "several columns have a panel each, so there is no room for panels of '\(facet)'",
        span: request.facet?.span ?? request.groups.first?.span, help: "name one column of numbers")
    }
    let all = try x.map { name throws(Diagnostic) in try Categories(try column(name), cancellation: cancellation) }
    if let all, let x, try column(x).type == .number, all.names.count > Categories.most {
      throw wrongType(try column(x), x.span, needs: "categories, not \(all.names.count) different numbers,")
    }
    let categories = all?.merged(above: TablePlot.mostBoxes, to: TablePlot.mostBoxes - 1)
    let colours = try colours(request.color, axis: categories.flatMap { found in x.map { ($0.text, found) } })
    let isOwn = colours != nil && colours?.name == x?.text
    var shown = ColumnNames([facets.name, names.count > 1 ? "column" : nil, x?.text, colours?.name])
    let band = x?.text ?? shown.add("all")
    let cells = BoxColumns(
      count: shown.add("rows"), low: shown.add("low"), q25: shown.add("q25"), median: shown.add("median"),
      q75: shown.add("q75"), high: shown.add("high"), value: shown.add(names.count > 1 ? "value" : first.text))
    var drawn = DrawnRows(shown.all)
    var (leftOut, n, few, points) = ([Figure.LeftOut](), 0, 0, 0)
    var panels: [(name: String, rows: Range<Int>)] = []
    let series = colours.map { isOwn ? 1 : $0.categories.names.count } ?? 1
    let bandNames = categories?.names ?? [""]
    for name in names {
      try cancellation.check()
      let source = try measured(name)
      let kept = try kept(
        facets,
        [
          categories.map { .code($0.codes, band) }, colours.map { .code($0.categories.codes, $0.name) },
          .value(source, isLog: request.log.contains(.y)),
        ])
      leftOut += kept.leftOut
      n = max(n, kept.rows.count)
      let groups = try RowCells(
        kept.rows, [facets.part, categories?.part, isOwn ? nil : colours?.categories.part], cancellation: cancellation
      ).groups(of: source.values)
      let start = drawn.count
      for (place, group) in groups.enumerated() where !group.isEmpty {
        let (panel, code, part) = (
          place / series / bandNames.count, place / series % bandNames.count, place % series
        )
        let sorted = try SortedNumbers.of(group, cancellation: cancellation)
        let box = BoxSummary(sorted: sorted)
        if box == nil { few += 1 }
        let keys: [(String, Value)] = [
          (facets.name ?? "", .text(facets.levels[panel])), ("column", .text(name.text)),
          (band, .text(bandNames[code])),
          (colours?.name ?? "", .text(isOwn ? bandNames[code] : colours?.categories.names[part] ?? "")),
        ]
        if let box { drawn.add(keys + cells.values(of: box)) }
        for value in box?.outliers ?? sorted {
          points += 1
          guard points <= TablePlot.mostPoints else { break }
          drawn.add(keys + [(cells.value, .real(value))])
        }
      }
      panels.append((name.text, start..<drawn.count))
    }
    let isAcross = categories.map { readsBetterAcross($0.names, panels: facets.levels.count * names.count) } ?? true
    let isLog = request.log.contains(.y)
    var bands = Axis(
      categories?.isOrdered == true ? .ordered(bandNames) : .category(bandNames), label: x?.text ?? "")
    bands.isHidden = x == nil
    var length = Axis(isLog ? .log : .linear, label: names.count > 1 ? "" : first.text, format: try format(names))
    length.isWhole = try areWhole(names)
    let layers = cells.layers(band: band, color: colours?.name, isAcross: isAcross, isDodged: series > 1)
    let data = try drawn.table()
    let subject = names.count > 1 ? names.count.counted("column") : first.text
    let by = [x?.text, isOwn ? nil : colours?.name].compactMap(\.self).joined(separator: " and ")
    var figure = Figure(
      kind: request.kind.name, title: "quartiles of \(subject)" + (by.isEmpty ? "" : " by \(by)"), data: data,
      x: isAcross ? length : bands, y: isAcross ? bands : length, layers: layers, n: n, colors: TablePlot.scale(colours)
    )
    if names.count > 1 {
      figure.panels = panels.map { name, rows in
        Panel(
          title: name, rows: Array(rows), x: isAcross ? length : bands, y: isAcross ? bands : length, layers: layers)
      }
      (figure.sharesX, figure.sharesY, figure.facet) = (!isAcross, isAcross, "column")
    }
    figure.colors?.isHidden = isOwn
    (figure.x, figure.y, figure.color) = (x?.text, names.count > 1 ? nil : first.text, colours?.name)
    figure.leftOut = leftOut
    if data[cells.median].map({ $0.missingCount < $0.count }) ?? false {
      figure.notes.append("whiskers to the last value within 1.5 interquartile ranges")
    }
    if few > 0 {
      figure.notes.append("\(few.counted("group")) of fewer than \(BoxSummary.leastRows) rows drawn as points")
    }
    if points > TablePlot.mostPoints {
      figure.notes.append("\(TablePlot.mostPoints) of \(points) single values drawn")
    }
    if let categories, categories.merged > 0 {
      figure.notes.append("'other' has the \(categories.merged) smallest of \(all?.names.count ?? 0) categories")
    }
    return finished(figure, facets)
  }
}

/// The columns of a box plot's table and what is drawn of them.
private struct BoxColumns {
  let count: String
  let low: String
  let q25: String
  let median: String
  let q75: String
  let high: String
  let value: String

  func values(of box: BoxSummary) -> [(String, Value)] {
    [
      (count, .integer(box.count)), (low, .real(box.low)), (q25, .real(box.q25)), (median, .real(box.median)),
      (q75, .real(box.q75)), (high, .real(box.high)),
    ]
  }

  func layers(band: String, color: String?, isAcross: Bool, isDodged: Bool) -> [Layer] {
    var layers: [Layer] =
      isAcross
      ? [
        .interval(y: band, low: low, high: high), .bar(x: q25, x2: q75, y: band), .rules(x: median, y: band),
        .point(x: value, y: band),
      ]
      : [
        .interval(x: band, low: low, high: high), .bar(x: band, y: q25, y2: q75), .rules(x: band, y: median),
        .point(x: band, y: value),
      ]
    for place in layers.indices {
      if place != 2 || isDodged { layers[place].color = color }
      if isDodged { layers[place].arrangement = .sideBySide }
    }
    layers[1].details = [count, low, q25, median, q75, high]
    return layers
  }
}
