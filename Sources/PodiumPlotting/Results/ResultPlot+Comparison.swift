public import PodiumCore
public import PodiumFigure
public import PodiumLearn

extension ResultPlot {
  /// `compare`: the difference of each learner from the baseline with its 95 % interval, in the order given.
  public static func comparison(_ comparison: Comparison) throws(Diagnostic) -> Figure {
    let rows = comparison.rows
    let names = unique(rows.map(\.learner))
    let data = try Table([
      text("learner", names), numbers("difference", rows.map { $0.isBaseline ? 0 : $0.difference ?? .nan }),
      numbers("low95", rows.map { $0.ci95?.first ?? .nan }), numbers("high95", rows.map { $0.ci95?.last ?? .nan }),
      numbers("mean", rows.map { $0.mean ?? .nan }), numbers("p", rows.map { $0.p ?? .nan }),
      numbers("p_holm", rows.map { $0.pHolm ?? .nan }),
      whole("folds", rows.map { $0.pairs ?? ColumnValues.missingInteger }),
    ])
    var layers: [Layer] = [.rule(x: 0, label: "baseline \(comparison.baseline)", isDashed: true)]
    if let rope = comparison.rope {
      layers += [
        .rule(x: -rope, label: "practically the same", isDashed: true, tone: .muted),
        .rule(x: rope, isDashed: true, tone: .muted),
      ]
    }
    layers += [
      .interval(y: "learner", low: "low95", high: "high95"),
      .point(x: "difference", y: "learner").detailed(["mean", "low95", "high95", "p", "p_holm", "folds"]),
    ]
    let failed = rows.count { $0.status != "ok" }
    let better = comparison.higherIsBetter.map { $0 ? " (more is better)" : " (less is better)" } ?? ""
    var figure = Figure(
      kind: "compare", title: "\(comparison.measure) beside \(comparison.baseline)", data: data,
      x: Axis(.linear, label: "difference in \(comparison.measure)" + better), y: Axis(.category(names), label: ""),
      layers: layers, n: comparison.folds * max(1, comparison.repeats), counted: "fold")
    figure.subtitle = comparison.foldSentence
    figure.notes = ["intervals: 95 %, corrected for shared training rows (Nadeau and Bengio)"]
    let without = rows.count { !$0.isBaseline && $0.status == "ok" && $0.ci95 == nil }
    if without > 0 { figure.notes.append("\(without.counted("learner")) without an interval: no variance") }
    if failed > 0 { figure.notes.append("\(failed.counted("learner")) failed") }
    (figure.x, figure.y) = ("difference", "learner")
    figure.summary =
      "\(comparison.measure) beside \(comparison.baseline): "
      + zip(names, rows).filter { !$1.isBaseline }.map { name, row in
        guard let difference = row.difference else { return "\(name) failed" }
        let ends =
          row.ci95.map { ", 95 % interval \(NumberText.significant($0[0], 3)) to \(NumberText.significant($0[1], 3))" }
        return "\(name) \(difference >= 0 ? "+" : "")\(NumberText.significant(difference, 3))" + (ends ?? "")
      }.joined(separator: "; ") + "."
    return figure
  }

  /// Names that differ, by a number after those that come again.
  static func unique(_ names: [String]) -> [String] {
    var seen: [String: Int] = [:]
    return names.map { name in
      let count = seen[name, default: 0] + 1
      seen[name] = count
      return count == 1 ? name : "\(name) (\(count))"
    }
  }

  /// Estimates with intervals, each a line: loss by column, glide by pair, …
  ///
  /// `low` and `high` are missing where no interval is known.
  public static func estimates(
    kind: String, title: String, names: [String], label: String, values: [Double], low: [Double], high: [Double],
    unit: String? = nil, zero: Bool = true, n: Int, counted: String, extra: [Column] = []
  ) throws(Diagnostic) -> Figure {
    let names = unique(names)
    var columns = ColumnNames(["name", label])
    let (lowest, highest) = (columns.add("low"), columns.add("high"))
    let data = try Table(
      [text("name", names), numbers(label, values), numbers(lowest, low), numbers(highest, high)]
        + extra.filter { column in !columns.all.contains(column.name) })
    var figure = Figure(
      kind: kind, title: title, data: data, x: Axis(.linear, label: label, unit: unit),
      y: Axis(.category(names), label: ""),
      layers: (zero ? [.rule(x: 0, isDashed: true, tone: .muted)] : []) + [
        .interval(y: "name", low: lowest, high: highest),
        .point(x: label, y: "name").detailed(
          [lowest, highest] + extra.map(\.name).filter { !columns.all.contains($0) }),
      ], n: n, counted: counted)
    (figure.x, figure.y) = (label, "name")
    return figure
  }
}
