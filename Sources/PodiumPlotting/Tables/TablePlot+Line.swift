internal import PodiumCore
internal import PodiumFigure

extension TablePlot {
  /// The most points of a line before neighbours are drawn together.
  private static let mostPerLine = 1500

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
    let colours = try colours(request.color)
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
      // Rows without a value are gaps in their line; those that lack anything else belong to no line.
      var groups = [[Int]](repeating: [], count: facets.levels.count * series)
      for row in 0..<table.rowCount where !x.values[row].isNaN {
        guard facets.name == nil || facets.codes[row] != nil,
          let code = colours.map({ $0.categories.codes[row] }) ?? 0
        else { continue }
        if request.log.contains(.x), x.values[row] <= 0 { continue }
        groups[facets.panel(row) * series + code].append(row)
      }
      for (place, rows) in groups.enumerated() where !rows.isEmpty {
        try cancellation.check()
        let line = LinePart(
          rows, x: x.values, y: source.values.map { logY && $0 <= 0 ? .nan : $0 }, most: TablePlot.mostPerLine)
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
    var layers: [Layer] = [
      .line(x: x.name, y: value, color: colour, series: isBroken ? part : nil)
    ]
    if hasBand {
      layers.insert(.area(x: x.name, y: low, y2: high, color: colour, series: isBroken ? part : nil), at: 0)
    }
    // A point between two gaps has no line; few points are seen as such.
    if data.rowCount <= 60 || isBroken { layers.append(.point(x: x.name, y: value, color: colour)) }
    let subject = ys.count > 1 ? ys.map(\.text).joined(separator: ", ") : ys[0].text
    let isMean = hows.contains(.means)
    var figure = Figure(
      kind: request.kind.rawValue,
      title: (isMean ? "mean " : "") + "\(subject) by \(x.name)" + (colours.map { " and \($0.name)" } ?? ""),
      data: data,
      x: x.axis(isLog: request.log.contains(.x)),
      y: Axis(logY ? .log : .linear, label: ys.count > 1 ? "" : ys[0].text), layers: layers, n: n)
    figure.colors =
      ys.count > 1
      ? ColorScale(.category(ys.map(\.text)), label: "column") : TablePlot.scale(colours)
    (figure.x, figure.y, figure.color) = (x.name, ys.count > 1 ? nil : ys[0].text, colours?.name)
    figure.leftOut = leftOut
    if isMean { figure.notes.append("band: 95 % interval of the mean, Student's t") }
    if hows.contains(.ranges) {
      figure.notes.append("thinned: neighbours drawn as their mean, the band from their least to their largest value")
    }
    return finished(figure, facets)
  }
}

/// One line of a plot: its points in order, in parts where values are missing between them.
struct LinePart {
  /// What a point stands for.
  enum How: Hashable {
    /// A row each.
    case rows
    /// The mean of the rows at one place, with its interval.
    case means
    /// The mean of neighbours, with their least and largest value.
    case ranges
  }

  struct Point {
    var x: Double
    var y: Double
    var low = Double.nan
    var high = Double.nan
    var rows = 1
    var part = 0
  }

  private(set) var points: [Point] = []
  private(set) var how = How.rows

  init(_ rows: [Int], x: [Double], y: [Double], most: Int) {
    let order = rows.sorted { x[$0] != x[$1] ? x[$0] < x[$1] : $0 < $1 }
    var part = 0
    var place = 0
    var hasGap = false
    while place < order.count {
      let here = x[order[place]]
      var values: [Double] = []
      while place < order.count, x[order[place]] == here {
        if !y[order[place]].isNaN { values.append(y[order[place]]) }
        place += 1
      }
      guard let mean = MeanInterval(values) else {
        hasGap = true
        continue
      }
      if hasGap, !points.isEmpty { part += 1 }
      hasGap = false
      if values.count > 1 { how = .means }
      points.append(
        Point(x: here, y: mean.mean, low: mean.low ?? .nan, high: mean.high ?? .nan, rows: values.count, part: part))
    }
    guard points.count > most, let first = points.first?.x, let last = points.last?.x, first < last else { return }
    how = .ranges
    var thinned: [Point] = []
    var bin = -1
    for point in points {
      // Halves, since the whole range may be beyond the largest number.
      let share = (point.x / 2 - first / 2) / (last / 2 - first / 2)
      let own = share.isFinite ? min(most / 2 - 1, max(0, Int(share * Double(most / 2)))) : 0
      if own != bin || thinned.isEmpty {
        bin = own
        thinned.append(Point(x: point.x, y: point.y, low: point.y, high: point.y, rows: point.rows))
      } else {
        let end = thinned.count - 1
        let all = thinned[end].rows + point.rows
        thinned[end].y += (point.y - thinned[end].y) * Double(point.rows) / Double(all)
        thinned[end].low = min(thinned[end].low, point.y)
        thinned[end].high = max(thinned[end].high, point.y)
        thinned[end].rows = all
      }
    }
    points = thinned
  }
}
