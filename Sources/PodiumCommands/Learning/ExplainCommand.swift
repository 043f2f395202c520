internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct ExplainCommand: Command {
  static let model = Parameter<String?>.text(
    "model", positional: true, help: "The model; optional if there is only one.", completion: .names(.models))
  static let row = Parameter<Int?>.optionalInt(
    "row", in: 1...1_000_000_000, help: "A row of the current table, from 1: its path in the tree, or its terms.")

  let signature = Signature(
    "explain", topic: .learning, summary: "Show the parts of a fitted model: coefficients, splits or weights.",
    details: """
      A tree is shown as its rules with the training rows of each; linear and logistic regression, lda, ridge, lasso, \
      ordinal and svm(kernel=linear) as coefficients, in the units of the data as loaded, whatever the recipe scales. A sum above \
      0 favours the class at the head of its column; 'b over a' compares two classes, and a sum above 0 favours b. With row=, the path \
      of a row in the tree, or what each column adds to the sum. Other learners cannot be read; importance works with all of them.
      """,
    parameters: [model.any, row.any],
    exampleLines: """
      the rules of a tree: load iris; label species; fit tree(max-depth=2); explain -> petal_
      coefficients in the units of the data: load iris; label petal_width_cm; encode; fit ridge as line; explain line \
      -> petal_length_cm
      the path of one flower: load iris; label species; fit tree(max-depth=2); explain row=60 -> versicolor
      a learner that cannot be read: load iris; label species; fit knn; explain -> !no-explanation
      without a fitted model: load iris; explain -> !no-model
      """, traits: [.calculates, .readsOnly], seeAlso: ["fit", "importance", "predict", "regress"])

  /// Reads the model; nothing is fitted.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let span = call.span(of: ExplainCommand.model) ?? call.verbSpan
    let (name, fitted) = try session.model(call[ExplainCommand.model], span: span)
    guard let readable = fitted.model as? any ExplainableModel, let explanation = readable.explanation else {
      throw Diagnostic(
        "no-explanation", "a model of '\(fitted.learner.description)' has no parts that people can read", span: span,
        help: "'importance' shows which columns matter to any learner")
    }
    let columns = readable.columnNames
    let units = columns.map { fitted.recipe.unit(of: $0) }
    let title =
      "\(fitted.target) by " + (name == fitted.learner.description ? name : "\(name), \(fitted.learner.description)")
    var values: [Double]?
    if let row = call[ExplainCommand.row] {
      values = try ExplainCommand.values(of: row, fitted, count: columns.count, call, in: session)
    }
    var output: TableOutput
    switch explanation {
    case .tree(let parts):
      let tree = ExplainedTree(parts: parts, columns: columns, units: units, classes: fitted.classes)
      output = TableOutput(try tree.table(values), title: title)
      output.digits["predicted"] = tree.digits
    case .sums(let sums):
      let sums = ExplainedSums(sums: sums, columns: columns, units: units, classes: fitted.classes)
      output = TableOutput(try sums.table(values), title: title)
    }
    return [.table(output)]
  }

  /// A row of the current table as the model sees it.
  private static func values(
    of row: Int, _ fitted: FittedModel, count: Int, _ call: Call, in session: Session
  ) throws(Diagnostic) -> [Double] {
    let table = try session.current().table
    guard row <= table.rowCount else {
      throw Diagnostic(
        "bad-row", "row \(row) does not exist: the table has \(table.rowCount.counted("row"))",
        span: call.span(of: ExplainCommand.row))
    }
    do throws(Diagnostic) {
      let features = try fitted.matrix(table, rows: [row - 1])
      guard features.columns == count else {
        throw Diagnostic(
          "damaged-model", "the model has \(count.counted("column")), but its recipe makes \(features.columns)",
          help: "fit it again")
      }
      return Array(features.row(0))
    } catch {
      throw error.at(call.span(of: ExplainCommand.row))
    }
  }
}

/// A tree in the words of a table.
struct ExplainedTree {
  let parts: [ModelExplanation.TreePart]
  let columns: [String]
  let units: [(mean: Double, sd: Double)]
  let classes: [String]?

  /// All rules, children indented below their parents; or the path of a row.
  func table(_ values: [Double]?) throws(Diagnostic) -> Table {
    var (rules, rows, answers, shares, numbers) = ([String](), [Int](), [String](), [Double](), [Double]())
    // A list instead of recursion: a tree may be a chain of many thousand nodes.
    var waiting: [(node: Int, rule: String, depth: Int)] = [(0, "all rows", 0)]
    while let next = waiting.popLast() {
      let part = parts[next.node]
      rules.append(String(repeating: "  ", count: values == nil ? min(next.depth, 40) : 0) + next.rule)
      rows.append(part.rows)
      let (answer, share) = answer(part)
      answers.append(answer)
      shares.append(share)
      numbers.append(part.column == nil ? part.values.first ?? .nan : .nan)
      guard let column = part.column else { continue }
      let unit = units[column]
      let threshold = ExplainedTree.text(part.threshold, part.isRounded, unit)
      let left = (part.left, "\(columns[column]) <= \(threshold)", next.depth + 1)
      let right = (part.right, "\(columns[column]) > \(threshold)", next.depth + 1)
      if let values {
        waiting.append(part.goesLeft(values[column]) ? left : right)
      } else {
        waiting += [right, left]
      }
    }
    return try Table(
      [
        Column("rule", .text(rules)), Column("rows", .integer(rows)),
        classes == nil ? Column("predicted", .number(numbers)) : Column("predicted", .text(answers)),
      ] + (classes == nil ? [] : [Column("share", .number(shares))]))
  }

  /// A threshold in the units of the data, in six digits, or in more where fewer would name another place among the numbers
  /// that the split tells apart.
  static func text(_ threshold: Double, _ isRounded: Bool, _ unit: (mean: Double, sd: Double)) -> String {
    let value = threshold * unit.sd + unit.mean
    let step = isRounded ? Double(Float(threshold).ulp) : threshold.ulp * 4
    for digits in 6..<17 {
      let text = NumberText.significant(value, digits)
      if let read = Double(decimal: text), (read - value).magnitude <= step * unit.sd.magnitude { return text }
    }
    return NumberText.shortest(value)
  }

  /// The digits that tell the numbers of the leaves apart, at least six.
  var digits: Int {
    let known = Set(parts.compactMap { $0.column == nil ? $0.values.first : nil })
    return (6..<17).first { digits in Set(known.map { NumberText.significant($0, digits) }).count == known.count } ?? 17
  }

  /// What a leaf predicts, and the share of that class; nothing for a split.
  func answer(_ part: ModelExplanation.TreePart) -> (String, Double) {
    guard part.column == nil else { return ("", .nan) }
    guard let classes else { return ("", .nan) }
    var best = 0
    for place in part.values.indices where part.values[place] > part.values[best] { best = place }
    return (classes[best], part.values[best])
  }
}

/// Weighted sums as a table.
struct ExplainedSums {
  let sums: [ModelExplanation.WeightedSum]
  let columns: [String]
  let units: [(mean: Double, sd: Double)]
  let classes: [String]?

  /// The coefficients in the units of the data, or what each column adds for a row.
  func table(_ values: [Double]?) throws(Diagnostic) -> Table {
    var list = [Column("column", .text(["(intercept)"] + columns))]
    if let values {
      list.append(
        Column("value", .number([.nan] + values.indices.map { values[$0] * units[$0].sd + units[$0].mean })))
    }
    for sum in sums {
      let coefficients = zip(sum.coefficients, units).map { $0 / $1.sd }
      let intercept = sum.intercept - zip(coefficients, units).reduce(0) { $0 + $1.0 * $1.1.mean }
      let cells = coefficients.indices.map { place in
        values.map { coefficients[place] * ($0[place] * units[place].sd + units[place].mean) } ?? coefficients[place]
      }
      list.append(Column(heading(sum.meaning, isRow: values != nil), .number([intercept] + cells)))
    }
    return try Table(list)
  }

  private func heading(_ meaning: ModelExplanation.WeightedSum.Meaning, isRow: Bool) -> String {
    let names = classes ?? []
    switch meaning {
    case .number: return isRow ? "term" : "coefficient"
    case .score(let code): return names[code]
    case .pair(let first, let second): return "\(names[second]) over \(names[first])"
    case .above(let code): return "above \(names[code])"
    }
  }
}
