internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

extension TextGrid {
  /// A measure to four decimals; errors of numbers may be of any size.
  static func measure(_ x: Double?, signed: Bool = false) -> String {
    guard let x else { return missing }
    let text = x.magnitude < 1000 ? NumberText.fixed(x, 4) : NumberText.shown(x)
    return signed && x > 0 ? "+" + text : text
  }

  fileprivate static func share(_ x: Double?) -> String { x.map { NumberText.fixed($0, 3) } ?? missing }

  /// An end of an interval; its last digits would say more than it knows.
  fileprivate static func bound(_ x: Double?) -> String {
    guard let x else { return missing }
    return (x > 0 ? "+" : "") + (x.magnitude < 1000 ? NumberText.fixed(x, 3) : NumberText.shown(x))
  }

  fileprivate static func chance(_ p: Double?) -> String { p.map(PValue.cell) ?? missing }
}

extension Evaluation {
  /// The measures as columns for people.
  var strips: [TextGrid.Strip] {
    let spreads = measures.map { overSeeds($0.key) }
    func numbers(_ heading: String, _ values: [Double?]) -> TextGrid.Strip {
      .init(heading: heading, cells: values.map { TextGrid.measure($0) }, isNumeric: true)
    }
    var strips = [
      TextGrid.Strip(heading: "measure", cells: measures.map(\.key), isNumeric: false),
      numbers("mean", measures.map(\.mean)), numbers("sd", measures.map(\.sd)),
      numbers("pooled", measures.map(\.pooled)),
    ]
    if measures.contains(where: { (1..<folds.count).contains($0.definedFolds) }) {
      let cells = measures.map { "\($0.definedFolds) of \(folds.count)" }
      strips.append(.init(heading: "folds", cells: cells, isNumeric: true))
    }
    if !seeds.isEmpty {
      strips += [numbers("mean (seeds)", spreads.map { $0?.mean }), numbers("sd (seeds)", spreads.map { $0?.sd })]
    }
    return strips
  }
}

extension Comparison {
  /// The learners as columns for people.
  var strips: [TextGrid.Strip] {
    func numbers(_ heading: String, isKept: Bool = false, _ cell: (Row) -> String) -> TextGrid.Strip {
      .init(heading: heading, cells: rows.map(cell), isNumeric: true, isKept: isKept)
    }
    var strips = [
      TextGrid.Strip(heading: "learner", cells: rows.map { SafeText.escape($0.learner) }, isNumeric: false),
      numbers("mean") { TextGrid.measure($0.mean) }, numbers("sd") { TextGrid.measure($0.sd) },
    ]
    if rows.contains(where: { (1..<allFolds).contains($0.definedFolds ?? 0) }) {
      strips.append(numbers("folds") { row in row.definedFolds.map { "\($0) of \(allFolds)" } ?? TextGrid.missing })
    }
    strips += [
      numbers("difference") { TextGrid.measure($0.difference, signed: true) },
      numbers("95 % interval") { row in
        row.ci95.map { "\(TextGrid.bound($0.first)) to \(TextGrid.bound($0.last))" } ?? TextGrid.missing
      },
      numbers("p") { TextGrid.chance($0.p) }, numbers("p Holm") { TextGrid.chance($0.pHolm) },
    ]
    if rope != nil {
      strips += [
        numbers("P(better)", isKept: true) { TextGrid.chance($0.odds?.better) },
        numbers("P(same)", isKept: true) { TextGrid.chance($0.odds?.same) },
        numbers("P(worse)", isKept: true) { TextGrid.chance($0.odds?.worse) },
      ]
    }
    if seeds > 1 { strips.append(numbers("sd (seeds)") { TextGrid.measure($0.overSeeds?.sd) }) }
    return strips
  }

  /// The columns that stay together on a page that is too narrow for all.
  static var blocks: [[String]] {
    [["mean", "sd", "folds"], ["difference", "95 % interval", "p", "p Holm"], ["P(better)", "P(same)", "P(worse)"]]
  }

  /// What evaluators say of the learners, one column per figure; nil where none was asked.
  var figureStrips: [TextGrid.Strip]? {
    if figures.isEmpty { return nil }
    return [TextGrid.Strip(heading: "learner", cells: rows.map { SafeText.escape($0.learner) }, isNumeric: false)]
      + figures.map { figure in
        let cells = rows.map { row in row.figures.first { $0.name == figure.name }.map(Comparison.cell) }
        return .init(
          heading: SafeText.escape(figure.name), cells: cells.map { $0 ?? TextGrid.missing }, isNumeric: true)
      }
  }

  /// A value with its counts.
  private static func cell(_ figure: Figure) -> String {
    guard let count = figure.count, count.count == 2 else { return TextGrid.measure(figure.pooled) }
    return "\(count[0])/\(count[1]) \(TextGrid.share(figure.pooled))"
  }
}

extension ConfusionOutput {
  /// What the matrix is of.
  var headline: String { "confusion matrix of \(SafeText.escape(learner)), all folds pooled" }

  /// The matrix as columns for people: one row per class, precision below.
  var strips: [TextGrid.Strip] {
    let names = matrix.classes.map(SafeText.escape)
    var strips = [
      TextGrid.Strip(
        heading: "actual ↓  predicted →", cells: names + ["precision"], isNumeric: false, label: "actual",
        lastLabel: "measure")
    ]
    for (place, name) in names.enumerated() {
      let cells = matrix.counts.map { String($0[place]) } + [TextGrid.share(matrix.precision[place])]
      strips.append(.init(heading: name, cells: cells, isNumeric: true, label: "predicted " + name, lastLabel: name))
    }
    strips.append(
      .init(heading: "rows", cells: matrix.counts.map { String($0.reduce(0, +)) } + [""], isNumeric: true))
    strips.append(.init(heading: "recall", cells: matrix.recall.map(TextGrid.share) + [""], isNumeric: true))
    strips.append(.init(heading: "f1", cells: matrix.f1.map(TextGrid.share) + [""], isNumeric: true))
    return strips
  }
}
