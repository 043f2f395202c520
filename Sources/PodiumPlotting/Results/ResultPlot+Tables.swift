public import PodiumCore
public import PodiumFigure

extension ResultPlot {
  /// `describe`: the distribution of each column, at most 24.
  public static func distributions(of table: Table, cancellation: Cancellation) throws(Diagnostic) -> Figure {
    let shown = table.columns.prefix(TablePlot.mostFacets)
    var parts: [Distributions.Part] = []
    for column in shown {
      try cancellation.check()
      if let source = Measured(column) {
        let kept = try KeptRows(table.rowCount, [.value(source, isLog: false)], cancellation: cancellation)
        let values = try SortedNumbers.of(source.values(at: kept.rows), cancellation: cancellation)
        let bins =
          source.isTime
          ? TimeBins.bins(values, isDays: source.kind == .day)
          : HistogramBins(sorted: values, wholeNumbers: source.kind == .whole)
        parts.append(.numbers(source, bins, values, leftOut: kept.leftOut, isLog: false))
      } else {
        let categories = try Categories(column, cancellation: cancellation)
        parts.append(.categories(column.name, categories.merged(above: 8, to: 7)))
      }
    }
    var figure = try Distributions.figure(kind: "describe", parts, rows: table.rowCount)
    if shown.count < table.columns.count {
      figure.notes.append(
        "the first \(shown.count) of \(table.columns.count) columns; 'describe COLUMN…' chooses others")
    }
    return figure
  }

  /// `count` of one column: its bars, at most the 11 largest and the rest together.
  public static func counts(
    of name: String, names: [String], counts: [Int], isOrdered: Bool, missing: String?
  ) throws(Diagnostic) -> Figure {
    let all = Categories(names: names, counts: counts, isOrdered: isOrdered)
    let merged = all.merged()
    let n = counts.reduce(0, +)
    let isAcross = readsBetterAcross(merged.names, panels: 1)
    var columns = ColumnNames([name])
    let rows = columns.add("rows")
    let data = try Table([text(name, merged.names), whole(rows, merged.counts)])
    let bands = Axis(isOrdered ? .ordered(merged.names) : .category(merged.names), label: name)
    let length = Axis(.linear, label: "rows", includesZero: true)
    var figure = Figure(
      kind: "count", title: "rows by \(name)", data: data, x: isAcross ? length : bands, y: isAcross ? bands : length,
      layers: [isAcross ? .bar(x: rows, y: name) : .bar(x: name, y: rows)], n: n)
    figure.x = name
    if merged.merged > 0 {
      figure.notes.append("the \(merged.names.count - 1) largest of \(names.count) categories; 'other' has the rest")
    }
    if let missing, let place = names.firstIndex(of: missing) {
      figure.notes.append("\(counts[place]) of \(n) missing")
    }
    return figure
  }

  /// `count` of two columns: a heatmap of the counts.
  public static func crossTable(
    rows: (name: String, names: [String]), columns: (name: String, names: [String]), counts: [[Int]]
  ) throws(Diagnostic) -> Figure {
    var names = ColumnNames([columns.name, rows.name])
    let (count, share, label) = (names.add("rows"), names.add("share"), names.add("text"))
    var drawn = DrawnRows(names.all)
    let hasTexts = rows.names.count * columns.names.count <= TablePlot.mostTexts
    for (i, row) in rows.names.enumerated() {
      let sum = counts[i].reduce(0, +)
      for (j, column) in columns.names.enumerated() {
        let own = sum == 0 ? Double.nan : Double(counts[i][j]) / Double(sum)
        drawn.add([
          columns.name: .text(column), rows.name: .text(row), count: .integer(counts[i][j]), share: .real(own),
          label: hasTexts ? .text(String(counts[i][j])) : .missing,
        ])
      }
    }
    var figure = Figure(
      kind: "count", title: "\(rows.name) by \(columns.name)", data: try drawn.table(),
      x: Axis(.category(columns.names), label: columns.name), y: Axis(.category(rows.names), label: rows.name),
      layers: [
        .cell(x: columns.name, y: rows.name, color: share, text: hasTexts ? label : nil).detailed([count])
      ], n: counts.reduce(0) { $0 + $1.reduce(0, +) },
      colors: ColorScale(.sequential(0...1), label: "share of the row", format: .percent))
    (figure.x, figure.y) = (columns.name, rows.name)
    return figure
  }

  /// `correlate`: a heatmap of the pairs, both ways, with the figures.
  public static func correlations(
    _ pairs: [(first: String, second: String, r: Double?, n: Int)], names: [String], measure: String, rows: Int
  ) throws(Diagnostic) -> Figure {
    var drawn = DrawnRows(["first", "second", measure, "n", "text"])
    let hasTexts = names.count <= 14
    for pair in pairs {
      for (a, b) in [(pair.first, pair.second), (pair.second, pair.first)] {
        drawn.add([
          "first": .text(a), "second": .text(b), measure: pair.r.map(Value.real) ?? .missing, "n": .integer(pair.n),
          "text": hasTexts ? .text(pair.r.map { NumberText.fixed($0, 2) } ?? "–") : .missing,
        ])
      }
    }
    var figure = Figure(
      kind: "correlate", title: "correlations of \(names.count.counted("column"))", data: try drawn.table(),
      x: Axis(.category(names), label: ""), y: Axis(.category(names), label: ""),
      layers: [
        .cell(x: "second", y: "first", color: measure, text: hasTexts ? "text" : nil).detailed(["n"])
      ], n: rows, colors: ColorScale(.diverging(middle: 0, reach: 1), label: measure))
    (figure.x, figure.y, figure.color) = ("second", "first", measure)
    let undefined = pairs.count { $0.r == nil }
    if undefined > 0 { figure.notes.append("\(undefined.counted("pair")) without a correlation") }
    return figure
  }

  /// `missing`: which columns are missing together, the most frequent combination first.
  public static func missing(
    columns: [String], patterns: [(missing: [Int], rows: Int)], complete: Int, rows: Int
  ) throws(Diagnostic) -> Figure {
    var drawn = DrawnRows(["rows", "column", "missing"])
    var names: [String] = []
    let all = (complete > 0 ? [(missing: [Int](), rows: complete)] : []) + patterns
    for (rank, pattern) in all.enumerated() {
      // Several combinations may have as many rows, so each has its rank.
      let name = "\(rank + 1). \(pattern.rows.counted("row"))"
      names.append(name)
      for (place, column) in columns.enumerated() {
        drawn.add([
          "rows": .text(name), "column": .text(column),
          "missing": .text(pattern.missing.contains(place) ? "missing" : "present"),
        ])
      }
    }
    var figure = Figure(
      kind: "missing", title: "values missing together", data: try drawn.table(),
      x: Axis(.category(columns), label: ""), y: Axis(.category(names), label: ""),
      layers: [.cell(x: "column", y: "rows", color: "missing")], n: rows,
      colors: ColorScale(.ordered(["present", "missing"]), label: ""))
    figure.color = "missing"
    let left = rows - all.reduce(0) { $0 + $1.rows }
    if left > 0 { figure.leftOut = [Figure.LeftOut(left, "rarer combinations")] }
    return figure
  }
}
