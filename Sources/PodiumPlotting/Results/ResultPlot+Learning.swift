public import PodiumCore
public import PodiumFigure
public import PodiumLearn

extension ResultPlot {
  /// `importance`: the mean loss of a measure when a column is shuffled, with its standard deviation over the folds.
  public static func importance(
    _ rows: [(name: String, mean: Double, sd: Double)], measure: String, learner: String, folds: Int
  ) throws(Diagnostic) -> Figure {
    let shown = Array(rows.prefix(40))
    var figure = try estimates(
      kind: "importance", title: "importance of columns to \(learner)", names: shown.map(\.name),
      label: "loss of \(measure)", values: shown.map(\.mean), low: shown.map { $0.mean - $0.sd },
      high: shown.map { $0.mean + $0.sd }, n: folds, counted: "fold")
    figure.notes = ["lines: one standard deviation over the folds to each side"]
    if rows.count > shown.count { figure.notes.append("the \(shown.count) largest of \(rows.count) columns") }
    return figure
  }

  /// `learning-curve`: a measure on training and test rows by the number of training rows.
  public static func learningCurve(
    rows: [Int], train: [Double], test: [Double], sd: [Double], measure: String, learner: String, folds: Int
  ) throws(Diagnostic) -> Figure {
    var drawn = DrawnRows(["part", "rows", measure, "low", "high"])
    for (name, values) in [("train", train), ("test", test)] {
      for place in rows.indices {
        let spread = name == "test" ? sd[place] : .nan
        drawn.add([
          "part": .text(name), "rows": .integer(rows[place]), measure: .real(values[place]),
          "low": .real(values[place] - spread), "high": .real(values[place] + spread),
        ])
      }
    }
    var figure = Figure(
      kind: "learning-curve", title: "\(measure) of \(learner) by training rows", data: try drawn.table(),
      x: Axis(.linear, label: "training rows"), y: Axis(.linear, label: measure),
      layers: [
        .area(x: "rows", y: "low", y2: "high", color: "part"), .line(x: "rows", y: measure, color: "part"),
        .point(x: "rows", y: measure, color: "part"),
      ], n: folds, counted: "fold", colors: ColorScale(.category(["train", "test"]), label: "measured on"))
    figure.notes = ["band: one standard deviation of test over the folds to each side"]
    (figure.x, figure.y, figure.color) = ("rows", measure, "part")
    return figure
  }

  /// `tune`: the inner mean of each setting with its standard deviation over the outer folds, and how often it was chosen.
  public static func tune(
    settings: [String], means: [Double], sds: [Double], chosen: [Int], measure: String, folds: Int
  ) throws(Diagnostic) -> Figure {
    var figure = try estimates(
      kind: "tune", title: "\(settings.count.counted("setting")) by inner \(measure)", names: settings,
      label: "inner \(measure)", values: means, low: zip(means, sds).map { $0 - $1 },
      high: zip(means, sds).map { $0 + $1 }, zero: false, n: folds, counted: "fold",
      extra: [whole("chosen", chosen)])
    figure.notes = ["lines: one standard deviation over the folds to each side"]
    if let best = chosen.indices.max(by: { chosen[$0] < chosen[$1] }), chosen[best] > 0 {
      figure.notes.append("chosen most often: \(settings[best]), in \(chosen[best]) of \(folds.counted("fold"))")
    }
    return figure
  }

  /// `tree`: a decision tree from the root down, at most `depth` splits deep.
  ///
  /// `rules` are the texts of the nodes' splits, nil for leaves; `answers` what leaves predict.
  public static func tree(
    _ parts: [ModelExplanation.TreePart], rules: [String?], answers: [String], title: String, depth most: Int = 5
  ) throws(Diagnostic) -> Figure {
    guard !parts.isEmpty, rules.count == parts.count, answers.count == parts.count else {
      throw Diagnostic("no-picture", "the tree has no nodes")
    }
    var drawn = DrawnRows(["node", "text", "rows", "x", "depth", "x_to", "depth_to"])
    var place: [Int: (x: Double, depth: Int)] = [:]
    var (leaves, hidden) = (0.0, 0)
    // Children first, without recursion: a tree may be a chain of many thousand nodes.
    var waiting: [(node: Int, depth: Int, isDone: Bool)] = [(0, 0, false)]
    var order: [Int] = []
    while let next = waiting.popLast() {
      let part = parts[next.node]
      let isCut = part.column != nil && next.depth == most
      if isCut { hidden += 1 }
      guard part.column != nil, !isCut, parts.indices.contains(part.left), parts.indices.contains(part.right) else {
        place[next.node] = (leaves, next.depth)
        leaves += 1
        order.append(next.node)
        continue
      }
      if next.isDone {
        let (left, right) = (place[part.left]?.x ?? leaves, place[part.right]?.x ?? leaves)
        place[next.node] = ((left + right) / 2, next.depth)
        order.append(next.node)
      } else {
        waiting.append((next.node, next.depth, true))
        waiting.append((part.right, next.depth + 1, false))
        waiting.append((part.left, next.depth + 1, false))
      }
    }
    var texts: [Int: [(x: Double, width: Double)]] = [:]
    for node in order.sorted() {
      guard let own = place[node] else { continue }
      let part = parts[node]
      let isSplit = part.column != nil && place[part.left] != nil && place[part.right] != nil
      let text = isSplit ? rules[node] ?? "" : (part.column == nil ? answers[node] : "…") + " (\(part.rows))"
      texts[own.depth, default: []].append((own.x, min(160, TextAdvance.width(of: text, size: 11))))
      drawn.add([
        "node": .integer(node + 1), "text": .text(text), "rows": .integer(part.rows),
        "x": .real(own.x), "depth": .real(-Double(own.depth)),
      ])
      guard isSplit else { continue }
      for child in [part.left, part.right] {
        guard let end = place[child] else { continue }
        drawn.add([
          "x": .real(own.x), "depth": .real(-Double(own.depth)), "x_to": .real(end.x),
          "depth_to": .real(-Double(end.depth)),
        ])
      }
    }
    let width = treeWidth(texts.values.map { $0 }, leaves: leaves)
    // Where not all texts have room, a level less has.
    if width > widestTree, most > 1 {
      return try tree(parts, rules: rules, answers: answers, title: title, depth: most - 1)
    }
    var figure = Figure(
      kind: "tree", title: title, data: try drawn.table(), x: .hidden(), y: .hidden(),
      layers: [
        .rules(x: "x", y: "depth", x2: "x_to", y2: "depth_to", tone: .muted), .text(x: "x", y: "depth", text: "text"),
      ], n: parts.first?.rows ?? 0)
    // Half a step on both sides, so that the texts at the borders stay over their lines.
    for panel in figure.panels.indices { figure.panels[panel].x.domain = -0.5...(leaves - 0.5) }
    figure.size.width = max(640, min(widestTree, width))
    figure.notes = ["left where the rule holds; training rows in parentheses"]
    if hidden > 0 { figure.notes.append("\(hidden.counted("node")) below \(most) splits not drawn") }
    return figure
  }

  /// The most pixels of a tree.
  private static let widestTree = 1600

  /// The width in pixels at which no text of a tree touches the one beside it, so that a page need not shrink it more than
  /// it must.
  private static func treeWidth(_ levels: [[(x: Double, width: Double)]], leaves: Double) -> Int {
    var unit = 40.0
    for level in levels {
      let level = level.sorted { $0.x < $1.x }
      for (left, right) in zip(level, level.dropFirst()) where left.x < right.x {
        let room = (left.width + right.width) / 2 + 10
        unit = max(unit, room / (right.x - left.x))
      }
    }
    return Int((unit * leaves + 28).rounded(.up))
  }
}
