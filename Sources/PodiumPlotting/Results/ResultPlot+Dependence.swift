public import PodiumCore
public import PodiumFigure

extension ResultPlot {
  /// `dependence`: the mean prediction at each value of a column, a line or bars for each class.
  public static func dependence(
    title: String, column: Column, target: String, classes: [String]?, means: [[Double]], n: Int
  ) throws(Diagnostic) -> Figure {
    var shown = ColumnNames([column.name])
    let answer = shown.add(classes == nil ? target : "probability")
    let part = classes.map { _ in shown.add(target) }
    var drawn = DrawnRows(shown.all)
    for (row, means) in means.enumerated() {
      for (place, mean) in means.enumerated() {
        drawn.add(
          [(column.name, column[row]), (answer, .real(mean))]
            + (part.map { [($0, .text(classes?[place] ?? ""))] } ?? []))
      }
    }
    let data = try drawn.table()
    let isLine = column.type.isNumeric || column.type == .date || column.type == .datetime
    let names = (0..<column.count).map { column[$0].fileText }
    let x = Axis(
      isLine ? column.type.isNumeric ? .linear : .time : .category(names), label: column.name)
    var figure = Figure(
      kind: "dependence", title: title, data: data, x: x, y: Axis(.linear, label: "mean \(answer)"),
      layers: isLine
        ? [.line(x: column.name, y: answer, color: part), .point(x: column.name, y: answer, color: part)]
        : [.point(x: column.name, y: answer, color: part)],
      n: n, colors: classes.map { ColorScale(.category($0), label: target) })
    figure.notes = ["each row with each value of \(column.name) in place of its own; other columns stay"]
    (figure.x, figure.y, figure.color) = (column.name, answer, part)
    return figure
  }
}
