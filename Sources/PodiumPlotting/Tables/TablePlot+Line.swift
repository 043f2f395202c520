internal import PodiumCore
internal import PodiumFigure

extension PlotRequest.Kind {
  public static let line = PlotRequest.Kind("line", "numbers along another or along time", types: measured) {
    plot throws(Diagnostic) in
    try plot.line()
  }
}

extension TablePlot {
  /// The most points of a line before neighbours are drawn together.
  private static let mostPerLine = 1500
  /// The most lines of one column of colours: more would be one grey area.
  private static let mostLines = 100

  /// `line`: numbers along another column, in its order; several rows at one place as their mean with its interval.
  func line() throws(Diagnostic) -> Figure {
    try request.refuse(bins: true)
    var names = request.columns
    let x: Measured
    if let name = request.x {
      x = try measured(name, orTime: true)
    } else if names.count + (request.y == nil ? 0 : 1) > 1 {
      x = try measured(names.removeFirst(), orTime: true)
    } else if let time = table.columns(with: .time).first.flatMap(Measured.init)
      ?? table.columns.lazy.filter({
        $0.type == .date || $0.type == .datetime
      }).compactMap(Measured.init).first
    {
      x = time
    } else {
      guard let numbers = Measured(Column("row", .integer(Array(1...max(1, table.rowCount))))) else {
        throw request.wrongCount("a column of numbers")
      }
      x = numbers
    }
    let ys = (request.y.map { [$0] } ?? []) + names
    guard !ys.isEmpty else { throw request.wrongCount("a column of numbers") }
    if request.log.contains(.x), x.isTime {
      throw Diagnostic(
        "unused-key", "'\(x.name)' is a time, which has no logarithm", span: request.logSpan, help: "omit log=x")
    }
    if ys.count > 1, let color = request.color {
      throw Diagnostic(
        "conflicting-keys", "several columns have a colour each, so color= has no use", span: color.span,
        help: "name one column of numbers")
    }
    let facets = try facets()
    let colours = try lineColours(request.color)
    let logY = request.log.contains(.y)
    var shown = ColumnNames([facets.name, x.name, ys.count > 1 ? "column" : colours?.name])
    let value = shown.add(ys.count > 1 ? "value" : ys[0].text)
    let (low, high, count, part) = (shown.add("low"), shown.add("high"), shown.add("rows"), shown.add("part"))
    let colour = ys.count > 1 ? "column" : colours?.name
    var drawn = DrawnRows(shown.all)
    var (leftOut, n) = ([Figure.LeftOut](), 0)
    var hows: Set<LinePart.How> = []
    for name in ys {
      let source = try measured(name)
      let kept = try kept(
        facets,
        [
          .value(x, isLog: request.log.contains(.x)), colours.map { .code($0.categories.codes, $0.name) },
          .value(source, isLog: logY),
        ])
      leftOut += kept.leftOut.filter { !leftOut.contains($0) }
      n = max(n, kept.rows.count)
      let series = colours?.categories.names.count ?? 1
      let values = logY ? source.positive : source.values
      for (place, rows) in try lines(of: x, facets, colours?.categories).enumerated() where !rows.isEmpty {
        try cancellation.check()
        let line = try LinePart(
          rows, x: x.values, y: values, most: TablePlot.mostPerLine, cancellation: cancellation)
        if line.how != .rows { try refuseCircular(name) }
        hows.insert(line.how)
        let places = x.values(line.points.map(\.x))
        for (point, at) in zip(line.points, places) {
          drawn.add([
            facets.name ?? "": .text(facets.levels[place / series]), x.name: at,
            colour ?? "": .text(ys.count > 1 ? name.text : colours?.categories.names[place % series] ?? ""),
            value: .real(point.y), low: .real(point.low), high: .real(point.high), count: .integer(point.rows),
            part: .integer(point.part),
          ])
        }
      }
    }
    var data = try drawn.table()
    let hasBand = data[low].map { $0.missingCount < $0.count } ?? false
    if !hasBand { data = try data.dropping(columns: [low, high, count]) }
    let isBroken = data[part].map { column in (0..<column.count).contains { column[$0] != .integer(0) } } ?? false
    if !isBroken { data = try data.dropping(columns: [part]) }
    let series = isBroken ? part : nil
    var layers: [Layer] = [.line(x: x.name, y: value, color: colour, series: series)]
    // A band from one interval to the next would claim one for the places between them.
    let isBand = hasBand && data[low].map { $0.missingCount == 0 } ?? false
    if isBand {
      layers.insert(.area(x: x.name, y: low, y2: high, color: colour, series: series), at: 0)
    } else if hasBand {
      var interval: Layer = .interval(x: x.name, low: low, high: high)
      interval.color = colour
      layers.append(interval)
    }
    // A point between two gaps has no line; few points are seen as such.
    if data.rowCount <= 60 || isBroken { layers.append(.point(x: x.name, y: value, color: colour)) }
    let subject = ys.count > 1 ? ys.map(\.text).joined(separator: ", ") : ys[0].text
    let isMean = hows.contains(.means)
    var figure = Figure(
      kind: request.kind.name,
      title: (isMean ? "mean " : "") + "\(subject) by \(x.name)" + (colours.map { " and \($0.name)" } ?? ""),
      data: data,
      x: x.axis(isLog: request.log.contains(.x)),
      y: Axis(logY ? .log : .linear, label: ys.count > 1 ? "" : ys[0].text, format: try format(ys)),
      layers: layers, n: n)
    // A mean of whole numbers is not one.
    let isWhole = hows == [.rows] ? try areWhole(ys) : false
    for place in figure.panels.indices { figure.panels[place].y.isWhole = isWhole }
    figure.colors =
      ys.count > 1
      ? ColorScale(.category(ys.map(\.text)), label: "column") : TablePlot.lineScale(colours)
    (figure.x, figure.y, figure.color) = (x.name, ys.count > 1 ? nil : ys[0].text, colours?.name)
    figure.leftOut = leftOut
    if isMean {
      let rows = (data[count]?.numbers ?? []).filter { !$0.isNaN }
      let range = "\(NumberText.shown(rows.min() ?? 1)) to \(NumberText.shown(rows.max() ?? 1))"
      figure.notes.append("\(isBand ? "band" : "bars"): 95 % interval of the mean, Student's t; \(range) rows a place")
    }
    if hows.contains(.ranges) {
      figure.notes.append(
        "thinned: neighbours drawn as their mean, the band from their smallest to their largest value")
    }
    return finished(figure, facets)
  }

  /// The categories that have a line each: all of them, since one line through the rows of several would show rises and
  /// falls that none of them has.
  ///
  /// Throws `too-many-values` above a hundred.
  private func lineColours(
    _ name: PlotRequest.Name?
  ) throws(Diagnostic) -> (name: String, categories: Categories)? {
    guard let name, let found = try colours(name) else { return nil }
    guard found.categories.merged > 0 else { return found }
    let all = try Categories(try column(name), cancellation: cancellation)
    guard all.names.count <= TablePlot.mostLines else {
      throw Diagnostic(
        "too-many-values",
        "'\(found.name)' has \(all.names.count) values, and a picture has at most \(TablePlot.mostLines) lines",
        span: name.span, help: "choose some with 'if', or draw the mean of all without color=")
    }
    return (found.name, all)
  }

  /// Colours of lines: where there are more categories than colours, the largest have one, and the others are grey.
  private static func lineScale(_ colours: (name: String, categories: Categories)?) -> ColorScale? {
    guard let (name, all) = colours, all.names.count > Categories.colours else { return scale(colours) }
    let largest = Set(
      all.names.indices.sorted { all.counts[$0] != all.counts[$1] ? all.counts[$0] > all.counts[$1] : $0 < $1 }
        .prefix(ColorScale.limit))
    let order = all.names.indices.filter(largest.contains) + all.names.indices.filter { !largest.contains($0) }
    return ColorScale(.category(order.map { all.names[$0] }), label: name)
  }

  /// The rows of each line, panel by panel: rows without a value are gaps in their line, those that lack anything else
  /// belong to no line.
  private func lines(
    of x: Measured, _ facets: Facets, _ colours: Categories?
  ) throws(Diagnostic) -> [[Int]] {
    let rows = x.rows(above: request.log.contains(.x) ? 0 : -Double.infinity)
    return try RowCells(rows, [facets.part, colours?.part], cancellation: cancellation).groups
  }
}
