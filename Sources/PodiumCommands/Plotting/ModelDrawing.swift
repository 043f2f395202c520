internal import PodiumCore
internal import PodiumFigure
internal import PodiumLearn
internal import PodiumPlotting
internal import PodiumPlugin

/// Pictures of fitted models.
struct ModelDrawing {
  let call: Call
  let session: Session

  /// The cells of the grid along each axis, and the most rows drawn as points.
  private static let cells = 48
  private static let points = 600

  /// The rules of a tree.
  func tree(_ word: Word?) throws(Diagnostic) -> Figure {
    let (name, fitted) = try session.model(word?.text, span: word?.span ?? call.verbSpan)
    guard let readable = fitted.model as? any ExplainableModel, case .tree(let parts)? = readable.explanation else {
      throw Diagnostic(
        "no-picture", "the model '\(name)' of '\(fitted.learner.description)' is not a tree",
        span: word?.span ?? call.verbSpan, help: "fit tree gives one; 'explain' shows other models")
    }
    let columns = readable.columnNames
    let drawn = ExplainedTree(
      parts: parts, columns: columns, units: columns.map { fitted.recipe.unit(of: $0) }, classes: fitted.classes)
    return try ResultPlot.tree(
      parts, rules: drawn.rules, answers: drawn.answers, title: "\(fitted.target) by \(fitted.learner.description)")
  }

  /// What a model of two numbers predicts over their range, with the rows of the current table.
  func boundary(_ word: Word?) throws(Diagnostic) -> Figure {
    let span = word?.span ?? call.verbSpan
    let (name, fitted) = try session.model(word?.text, span: span)
    guard fitted.features.count == 2 else {
      throw Diagnostic(
        "no-picture",
        "the model '\(name)' has \(fitted.features.count.counted("feature")), and a boundary is drawn of two numbers",
        span: span, help: "choose two before fit, as in: features COLUMN COLUMN")
    }
    let whole = try session.current().table
    let table = call.rows.map { whole.selecting(rows: $0) } ?? whole
    var numbers: [(column: Column, values: [Double])] = []
    for feature in fitted.features {
      let column = try table.column(feature, at: span)
      guard column.type.isNumeric, let values = column.numbers else {
        throw Diagnostic(
          "wrong-column-type",
          "column '\(feature)' has type \(column.type.rawValue), and a boundary is drawn of two numbers", span: span,
          help: "choose two numbers before fit, as in: features COLUMN COLUMN")
      }
      numbers.append((column, values))
    }
    let kept = (0..<table.rowCount).filter { row in numbers.allSatisfy { $0.values[row].isFinite } }
    let edges = numbers.map { column in ModelDrawing.edges(kept.map { column.values[$0] }) }
    let middles = edges.map { edges in zip(edges, edges.dropFirst()).map { $0 + ($1 - $0) / 2 } }
    let (across, up) = (middles[0], middles[1])
    var columns: [Column] = []
    for (place, number) in numbers.enumerated() {
      let values = across.flatMap { x in up.map { y in place == 0 ? x : y } }
      columns.append(
        Column(
          number.column.name, .number(values), role: number.column.role, circle: number.column.circle))
    }
    let grid = try Table(columns, rowCount: across.count * up.count)
    let (cancellation, model) = (session.cancellation, fitted)
    let prediction = try cancellation.detached { () throws(Diagnostic) in
      try model.predict(grid, cancellation: cancellation)
    }
    let predicted: [Double] =
      switch prediction {
      case .classes(let codes, _): codes.map(Double.init)
      case .numbers(let values): values
      }
    let target = table[fitted.target]
    let shown = Thinning.sample(kept, of: ModelDrawing.points)
    var figure = try ResultPlot.boundary(
      title: "\(fitted.target) by \(fitted.learner.description)", x: fitted.features[0], y: fitted.features[1],
      target: fitted.target,
      grid: ResultPlot.Grid(xs: edges[0], ys: edges[1], classes: fitted.classes, predicted: predicted),
      rows: shown.map { row in
        let answer = target?[row] ?? .missing
        return (
          numbers[0].values[row], numbers[1].values[row],
          fitted.classes == nil ? answer : answer.isMissing ? .missing : .text(answer.fileText)
        )
      }, n: kept.count)
    if kept.count < table.rowCount {
      figure.leftOut = [
        Figure.LeftOut(table.rowCount - kept.count, "\(fitted.features.joined(separator: " or ")) is missing")
      ]
    }
    if shown.count < kept.count { figure.notes.append("\(shown.count) of \(kept.count) rows drawn, evenly chosen") }
    return figure
  }

  /// Edges of cells over the range of some values, a twentieth wider on each side.
  private static func edges(_ values: [Double]) -> [Double] {
    guard let low = values.min(), let high = values.max() else { return [] }
    let margin = low < high ? (high - low) / 20 : max(0.5, low.magnitude / 20)
    let (start, end) = (low - margin, high + margin)
    guard (end - start).isFinite, start < end else { return [] }
    return (0...cells).map { start + (end - start) * (Double($0) / Double(cells)) }
  }
}

extension ExplainedTree {
  /// The rule of each node that is a split.
  var rules: [String?] {
    parts.map { part in
      part.column.map { column in
        "\(columns[column]) <= \(ExplainedTree.text(part.threshold, part.isRounded, units[column]))"
      }
    }
  }

  /// What each leaf predicts.
  var answers: [String] {
    guard classes == nil else { return parts.map { answer($0).0 } }
    let digits = digits
    return parts.map { part in
      part.column == nil ? part.values.first.map { NumberText.significant($0, digits) } ?? "" : ""
    }
  }
}
