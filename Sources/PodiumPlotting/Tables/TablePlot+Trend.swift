internal import Glibc
internal import PodiumCore
internal import PodiumFigure

extension TablePlot {
  /// The places along the line at which its interval is drawn.
  private static let trendPlaces = 41

  /// Adds the line of least squares of y on x with the 95 % interval of its height, on the scales of the axes.
  ///
  /// The interval is that of the mean at x: ŷ ± t(n − 2) s √(1/n + (x − x̄)²/Σ(x − x̄)²).
  func addTrend(
    _ figure: inout Figure, _ rows: [Int], _ x: Measured, _ y: Measured, isLog: (x: Bool, y: Bool), hasPanels: Bool
  ) throws(Diagnostic) {
    guard !hasPanels else {
      throw Diagnostic(
        "unused-key", "trend=yes draws one line, and the picture has panels", span: request.span,
        help: "choose the rows of one panel with 'if'")
    }
    let points = rows.map { row in
      (isLog.x ? log10(x.values[row]) : x.values[row], isLog.y ? log10(y.values[row]) : y.values[row])
    }
    let n = Double(points.count)
    let (meanX, meanY) = (points.reduce(0) { $0 + $1.0 } / n, points.reduce(0) { $0 + $1.1 } / n)
    let (sxx, sxy) = points.reduce((0, 0)) {
      ($0.0 + ($1.0 - meanX) * ($1.0 - meanX), $0.1 + ($1.0 - meanX) * ($1.1 - meanY))
    }
    guard points.count > 2, sxx > 0, sxx.isFinite, sxy.isFinite else {
      figure.notes.append("no trend: it needs three points with different \(x.name)")
      return
    }
    let slope = sxy / sxx
    let residuals = points.reduce(0) {
      let rest = $1.1 - meanY - slope * ($1.0 - meanX)
      return $0 + rest * rest
    }
    let factor = StudentT.quantile(0.975, df: n - 2) * (residuals / (n - 2)).squareRoot()
    let ends = (points.lazy.map(\.0).min() ?? meanX, points.lazy.map(\.0).max() ?? meanX)
    var lines: (x: [Double], y: [Double], low: [Double], high: [Double]) = ([], [], [], [])
    for place in 0..<TablePlot.trendPlaces {
      let at = ends.0 + (ends.1 - ends.0) * Double(place) / Double(TablePlot.trendPlaces - 1)
      let height = meanY + slope * (at - meanX)
      let half = factor * (1 / n + (at - meanX) * (at - meanX) / sxx).squareRoot()
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
    let r = sxy / (sxx * points.reduce(0) { $0 + ($1.1 - meanY) * ($1.1 - meanY) }).squareRoot()
    let isStraight = !isLog.x && !isLog.y && !x.isTime && !y.isTime
    figure.notes.append(
      "line: least squares" + (isLog.x || isLog.y ? " of the logarithms" : "")
        + (isStraight ? ", slope \(NumberText.significant(slope, 4))" : "")
        + ", r \(NumberText.significant(r, 3)), n \(points.count)"
        + "; band: 95 % interval of the mean")
  }
}
