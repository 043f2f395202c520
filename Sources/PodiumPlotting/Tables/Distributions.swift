internal import PodiumCore
internal import PodiumFigure

/// Small multiples: the distribution of each of several columns, with axes of its own.
enum Distributions {
  /// One column with what is drawn of it.
  enum Part {
    case numbers(Measured, HistogramBins?, [Double], leftOut: [Figure.LeftOut], isLog: Bool)
    case categories(String, Categories)
  }

  static func figure(kind: String, _ parts: [Part], rows: Int) throws(Diagnostic) -> Figure {
    var drawn = DrawnRows(["column", "from", "to", "from_time", "to_time", "value", "rows"])
    var panels: [Panel] = []
    var missing: [String] = []
    for part in parts {
      let start = drawn.count
      switch part {
      case .numbers(let source, let bins, let values, let own, let isLog):
        let counts = bins?.counts(of: values) ?? []
        let (from, to) = source.isTime ? ("from_time", "to_time") : ("from", "to")
        let edges = source.values(bins?.edges ?? [])
        for (bin, count) in counts.enumerated() {
          drawn.add([
            "column": .text(source.name), from: moment(edges[bin]), to: moment(edges[bin + 1]),
            "rows": .integer(count),
          ])
        }
        missing += own.map { "\($0.count) \($0.reason)" }
        var axis = source.axis(isLog: isLog)
        axis.label = ""
        panels.append(
          Panel(
            title: source.name, rows: Array(start..<drawn.count), x: axis,
            y: Axis(.linear, label: "rows", includesZero: true), layers: [.bar(x: from, x2: to, y: "rows")]))
      case .categories(let name, let categories):
        for (place, value) in categories.names.enumerated() {
          drawn.add(["column": .text(name), "value": .text(value), "rows": .integer(categories.counts[place])])
        }
        if categories.missing > 0 { missing.append("\(categories.missing) without \(name)") }
        let scale: Scale = categories.isOrdered ? .ordered(categories.names) : .category(categories.names)
        panels.append(
          Panel(
            title: name, rows: Array(start..<drawn.count), x: Axis(.linear, label: "rows", includesZero: true),
            y: Axis(scale, label: ""), layers: [.bar(x: "rows", y: "value")]))
      }
    }
    let used = try drawn.table()
    // A column that no panel needs would be a column of gaps in the file.
    let needed = used.columns.filter { $0.name == "column" || $0.name == "rows" || $0.missingCount < $0.count }
    var figure = Figure(
      kind: kind, title: "distribution of \(parts.count.counted("column"))",
      data: try Table(needed, rowCount: used.rowCount), panels: panels, n: rows, sharesX: false, sharesY: false)
    // A row is in the panels of the columns where it has a value, so none is left out of the picture.
    if !missing.isEmpty {
      figure.notes.append(missing.prefix(6).joined(separator: ", ") + (missing.count > 6 ? ", …" : ""))
    }
    figure.facet = "column"
    return figure
  }

  /// Days and moments in one column are all moments.
  private static func moment(_ value: Value) -> Value {
    if case .date(let day) = value { return .datetime(Moment(startOf: day)) }
    return value
  }
}
