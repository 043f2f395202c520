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
        span: word?.span ?? call.verbSpan, help: "'fit tree' gives one; 'explain' shows other models")
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
          number.column.name, .number(values), role: number.column.role, scale: number.column.scale))
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

  /// The values of a column along the picture, and the most rows that are predicted at each.
  private static let places = 40
  private static let rows = 1000

  /// The mean prediction over the rows if a column had one value in all of them (J. Friedman, *Greedy function
  /// approximation*, Annals of Statistics 2001, section 8.2).
  func dependence(_ words: ArraySlice<Word>) throws(Diagnostic) -> Figure {
    guard let word = words.first else {
      throw Diagnostic(
        "missing-argument", "'plot dependence' needs a column", span: call.verbSpan,
        help: "write: plot dependence COLUMN [MODEL]")
    }
    let named = words.dropFirst().first
    let (_, fitted) = try session.model(named?.text, span: named?.span ?? call.verbSpan)
    guard fitted.features.contains(word.text) else {
      throw Diagnostic.unknown("feature", word.text, among: fitted.features, span: word.span)
    }
    let whole = try session.current().table
    let table = call.rows.map { whole.selecting(rows: $0) } ?? whole
    let column = try table.column(word.text, at: word.span)
    // The column is set in each row, so that rows without its value count too.
    let rows = Thinning.sample(Array(0..<table.rowCount), of: ModelDrawing.rows)
    let values = ModelDrawing.values(of: column)
    guard !values.isEmpty else {
      throw Diagnostic("no-rows", "column '\(word.text)' has no values", span: word.span)
    }
    var means: [[Double]] = []
    for value in values {
      try session.cancellation.check()
      let columns = table.columns.map { other in
        other.name == column.name ? column.selecting([Int](repeating: value, count: rows.count)) : other.selecting(rows)
      }
      let (grid, cancellation) = (try Table(columns, rowCount: rows.count), session.cancellation)
      let prediction = try cancellation.detached { () throws(Diagnostic) in
        try fitted.predict(grid, cancellation: cancellation)
      }
      means.append(ModelDrawing.means(prediction, classes: fitted.classes?.count ?? 0))
    }
    var figure = try ResultPlot.dependence(
      title: "\(fitted.target) by \(word.text), \(fitted.learner.description)", column: column.selecting(values),
      target: fitted.target, classes: fitted.classes, means: means, n: rows.count)
    if rows.count < table.rowCount {
      figure.notes.append("\(rows.count) of \(table.rowCount) rows predicted, evenly chosen")
    }
    return figure
  }

  /// Rows with the values to draw: all distinct ones, or evenly many of the sorted values.
  private static func values(of column: Column) -> [Int] {
    let grouping = Grouping(of: [column], rows: nil, count: column.count)
    let distinct = grouping.firsts.filter { !column[$0].isMissing }
    if let levels = column.categorical?.levels {
      let rank = Dictionary(levels.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      return Array(distinct.sorted { rank[column[$0].fileText] ?? 0 < rank[column[$1].fileText] ?? 0 }.prefix(places))
    }
    guard let numbers = column.numbers else { return Array(distinct.prefix(places)) }
    let sorted = distinct.sorted { numbers[$0] < numbers[$1] }
    guard sorted.count > places else { return sorted }
    // By the rows, so that the picture has most places where the rows are.
    let all = (0..<column.count).filter { numbers[$0].isFinite }.sorted { numbers[$0] < numbers[$1] }
    var chosen: [Int] = []
    for place in 0..<places {
      let row = all[place * (all.count - 1) / (places - 1)]
      if chosen.last.map({ numbers[$0] != numbers[row] }) ?? true { chosen.append(row) }
    }
    return chosen
  }

  /// The mean probability of each class, their shares without probabilities, or the mean number.
  private static func means(_ prediction: Prediction, classes: Int) -> [Double] {
    switch prediction {
    case .numbers(let numbers): return [numbers.mean ?? 0]
    case .classes(let codes, let probabilities):
      return (0..<classes).map { place in
        let sum = probabilities.map { $0.column(place).reduce(0, +) } ?? Double(codes.count { $0 == place })
        return sum / Double(max(1, codes.count))
      }
    }
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
