internal import PodiumCore
internal import PodiumPlotting
internal import PodiumPlugin
internal import PodiumShaping

struct DescribeCommand: Command {
  static let columns = Parameter<[String]>.columns("columns", help: "The columns; all by default.")

  let signature = Signature(
    "describe", topic: .data, summary: "Summarize columns: counts, mean, sd, quantiles, histogram and top values.",
    details: """
      sd uses divisor n - 1; quantiles are interpolated between neighbouring values. The histogram divides the range into \
      eight equal bins, or at most eight of whole steps where the values go in steps; bars are as high as their rows per step. The number of decimal places follows the sd (two; fewer \
      from 100 up, more below 0.1), while files and JSON keep every digit. Among equally frequent top values, the \
      smallest come first, or for text the first in code-point order. Mean and sd of a circular column, such as a \
      direction, are circular: the mean of 350 and 10 degrees is 0. A circle has no least value, so quantiles are \
      undefined, and its histogram goes once around from 0.
      """,
    parameters: [columns.any],
    exampleLines: """
      one column: load iris; describe petal_length_cm -> 3.76
      one row for each group: load iris; by species: describe petal_length_cm -> virginica
      in some rows: load iris; describe petal_length_cm if species == "setosa" -> 1.46
      a misspelt column: load iris; describe petal_lenght_cm -> !unknown-column
      """, traits: [.rows, .groups, .calculates, .readsOnly], seeAlso: ["columns", "head"])

  /// One row for each column.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var table = try session.current().table
    if call.has(DescribeCommand.columns) { table = try table.selecting(columns: call[DescribeCommand.columns]) }
    let (threads, cancellation) = (session.state.settings.threads, session.cancellation)
    if let rows = call.rows { table = table.selecting(rows: rows, threads: threads) }
    let columns = table.columns
    // A group of few rows is summarised before other threads are awake.
    let summaries = Parallel.map(count: columns.count, threads: table.rowCount < 1000 ? 1 : threads) {
      ColumnSummary(columns[$0], cancellation: cancellation)
    }
    try cancellation.check()
    func figure(_ name: String, _ value: (ColumnSummary) -> Double?) -> Column {
      Column(name, .number(summaries.map { value($0) ?? .nan }))
    }
    var figures = [
      Column("column", .text(table.names)), Column("type", .text(table.columns.map(\.typeName))),
      Column("rows", .integer(summaries.map { table.rowCount - $0.missing })),
      Column("missing", .integer(summaries.map(\.missing))),
      Column("distinct", .integer(summaries.map(\.distinct))),
    ]
    if summaries.contains(where: { $0.histogram != nil }) {
      figures += [figure("mean") { $0.mean }, figure("sd") { $0.sd }]
      for (place, name) in ["min", "q25", "median", "q75", "max"].enumerated() {
        figures.append(figure(name) { $0.quantiles?[place] })
      }
    }
    if summaries.contains(where: { $0.histogram != nil }) {
      figures.append(Column("histogram", .text(summaries.map(\.histogram))))
    }
    figures.append(Column("top", .text(summaries.map(\.topText))))
    let isWhole = summaries.allSatisfy { $0.missing == 0 }
    var footer =
      isWhole ? [] : ["of \(table.rowCount.counted("row")), each column skips those where its value is missing"]
    let circular = zip(columns, summaries).filter { $0.0.circle != nil }
    if !circular.isEmpty {
      let names = circular.map(\.0.name).joined(separator: ", ")
      footer.append("\(names): circular, so mean and sd are circular and quantiles are undefined")
      let lost = circular.filter { $1.mean == nil && $1.distinct > 0 }.map(\.0.name)
      if !lost.isEmpty {
        footer.append("\(lost.joined(separator: ", ")): the values cancel out, so mean and sd are undefined")
      }
    }
    var output = TableOutput(try Table(figures), footer: footer)
    output.rowDecimals = summaries.map(\.decimals)
    if columns.contains(where: { $0.scale?.name != nil }) { output.rowScales = columns.map(\.scale) }
    output.blocks = [
      ["type", "rows", "missing", "distinct"], ["mean", "sd", "min", "q25", "median", "q75", "max"],
      ["histogram", "top"],
    ]
    let drawn = table
    output.picture = ResultPicture("describe", keeping: [drawn]) { cancellation throws(Diagnostic) in
      try ResultPlot.distributions(of: drawn, cancellation: cancellation)
    }
    return [.table(output)]
  }
}
