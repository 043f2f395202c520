internal import PodiumCore
internal import PodiumFigure
internal import PodiumPlugin

/// The estimates of an order with their 95 % intervals.
struct OrderPicture: Sendable {
  let title: String
  /// The table of `ski order`.
  let table: Table
  let unit: String
  let glides: Int
  /// The degrees of freedom of the errors; nil for large samples, whose intervals are normal.
  let degrees: Int?

  var picture: ResultPicture { ResultPicture("ski.order", keeping: [table]) { _ throws(Diagnostic) in try figure() } }

  private func figure() throws(Diagnostic) -> Figure {
    let serials = (0..<table.rowCount).map { table.columns[0][$0].fileText }
    let estimates = try table.column("estimate").numbers ?? []
    let errors = try table.column("se").numbers ?? []
    let reach = degrees.map { $0 > 0 ? StudentT.quantile(0.975, df: Double($0)) : .nan } ?? 1.959963984540054
    let low = zip(estimates, errors).map { $0 - reach * $1 }
    let high = zip(estimates, errors).map { $0 + reach * $1 }
    var columns = [
      Column("serial", .text(serials)), Column("estimate", .number(estimates)), Column("low95", .number(low)),
      Column("high95", .number(high)),
    ]
    let parts = table["part"]
    if let parts { columns.append(parts) }
    var figure = Figure(
      kind: "ski.order", title: title, data: try Table(columns), x: Axis(.linear, label: "estimate", unit: unit),
      y: Axis(.category(serials), label: "pair"),
      layers: [
        .interval(y: "serial", low: "low95", high: "high95"), .point(x: "estimate", y: "serial", color: parts?.name),
      ], n: glides, counted: "glide")
    if let parts {
      figure.colors = ColorScale(.category(Axis.levels(of: parts)), label: "part")
      figure.notes.append("pairs of different parts are not compared")
    }
    (figure.x, figure.y, figure.color) = ("estimate", "serial", parts?.name)
    figure.notes.append(low.contains { $0.isFinite } ? "intervals: 95 %" : "too few glides for intervals")
    let still = estimates.count(where: \.isNaN)
    if still > 0 { figure.notes.append("\(still.counted("pair")) without a glide") }
    return figure
  }
}
