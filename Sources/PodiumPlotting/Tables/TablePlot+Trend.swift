internal import Glibc
internal import PodiumCore
internal import PodiumFigure

extension TablePlot {
  /// The places along the line at which its interval is drawn.
  private static let trendPlaces = 41

  /// Adds the line of least squares of y on x with the 95 % interval of its height, on the scales of the axes.
  func addTrend(
    _ figure: inout Figure, _ rows: [Int], _ x: Measured, _ y: Measured, isLog: (x: Bool, y: Bool), hasPanels: Bool
  ) throws(Diagnostic) {
    guard !hasPanels else {
      throw Diagnostic(
        "unused-key", "trend=yes draws one line, and the picture has panels", span: request.span,
        help: "choose the rows of one panel with 'if'")
    }
    let (ownX, ownY) = (isLog.x ? x.logarithms : x.values, isLog.y ? y.logarithms : y.values)
    guard let trend = TrendLine(rows, x: ownX, y: ownY) else {
      figure.notes.append("no trend: it needs three points with different \(x.name)")
      return
    }
    var lines: (x: [Double], y: [Double], low: [Double], high: [Double]) = ([], [], [], [])
    for place in 0..<TablePlot.trendPlaces {
      let at = trend.low + (trend.high - trend.low) * Double(place) / Double(TablePlot.trendPlaces - 1)
      let (height, half) = trend.height(at: at)
      func shown(_ value: Double, _ isLog: Bool) -> Double { isLog ? pow(10, value) : value }
      lines.x.append(shown(at, isLog.x))
      lines.y.append(shown(height, isLog.y))
      lines.low.append(shown(height - half, isLog.y))
      lines.high.append(shown(height + half, isLog.y))
    }
    // The line has columns of its own beside those of the points, whose rows it does not share.
    let count = max(figure.data.rowCount, TablePlot.trendPlaces)
    var names = ColumnNames(figure.data.names)
    let own = (names.add("trend_x"), names.add("trend"), names.add("trend_low95"), names.add("trend_high95"))
    func column(_ name: String, _ values: [Value]) -> Column {
      Column(name, values: values + Array(repeating: .missing, count: count - values.count))
    }
    let padded = figure.data.columns.map { old in
      Column(old.name, values: (0..<count).map { $0 < old.count ? old[$0] : .missing })
    }
    figure.data = try Table(
      (count == figure.data.rowCount ? figure.data.columns : padded) + [
        column(own.0, x.values(lines.x)), column(own.1, y.values(lines.y)), column(own.2, y.values(lines.low)),
        column(own.3, y.values(lines.high)),
      ], rowCount: count)
    for place in figure.panels.indices {
      figure.panels[place].layers.insert(.area(x: own.0, y: own.2, y2: own.3), at: 0)
      figure.panels[place].layers.append(.line(x: own.0, y: own.1))
    }
    let isStraight = !isLog.x && !isLog.y && !x.isTime && !y.isTime
    figure.notes.append(
      "line: least squares" + (isLog.x || isLog.y ? " of the logarithms" : "")
        + (isStraight ? ", slope \(NumberText.significant(trend.slope, 4))" : "")
        + ", r \(NumberText.significant(trend.r, 3)), n \(trend.count)"
        + "; band: 95 % interval of the mean")
  }
}
