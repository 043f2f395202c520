internal import PodiumCore

extension Comparison {
  /// The result in one sentence to quote; nil where no learner has a mean.
  ///
  /// Means over different folds have no best.
  public var sentence: String? {
    let measured = rows.filter { $0.mean != nil }
    let isHigh = higherIsBetter ?? true
    guard
      let best = measured.max(by: { a, b in
        let (x, y) = (a.mean ?? 0, b.mean ?? 0)
        // Of equal means the earlier row is the best.
        return isHigh ? x < y : x > y
      })
    else { return nil }
    func number(_ x: Double) -> String {
      x.magnitude < 1000 ? NumberText.fixed(x, 3) : NumberText.shown(x)
    }
    func folds(_ row: Row) -> String { "\(row.definedFolds ?? allFolds) of \(allFolds.counted("fold"))" }
    let none = rows.filter { $0.mean == nil }.map(\.learner)
    let rest = none.isEmpty ? "" : "; \(Comparison.listed(none)) \(none.count == 1 ? "has" : "have") no \(measure)"
    let place = foldSentence.map { "With \($0)" } ?? "On the same folds"
    let defined = measured.map { $0.scores?.map { $0 != nil } }
    guard defined.allSatisfy({ $0 == defined[0] }) else {
      let parts = measured.map { "\($0.learner) in \(folds($0))" }
      return "\(place), no learner is the best by \(measure), since their means are over different folds: "
        + Comparison.listed(parts) + rest + "."
    }
    let spread = best.sd.map { ", sd \(number($0))" } ?? ""
    let part = best.definedFolds.map { $0 < allFolds } ?? false ? ", over the \(folds(best)) where it is defined" : ""
    if measured.count == 1, rows.count > 1 {
      return
        "\(place), only \(best.learner) has a mean \(measure) (\(best.mean.map(number) ?? "")\(spread)\(part))\(rest)."
    }
    let shared = Comparison.shared(
      measured.filter { $0.learner != best.learner }.map { ($0.learner, $0.mean) }, best.mean)
    var text =
      "\(place), \(best.learner) had the \(isHigh ? "highest" : "lowest") mean \(measure) "
      + "(\(best.mean.map(number) ?? "")\(spread)\(part)) of \(measured.count.counted("learner"))"
      + shared + rest
    var compared = best
    if best.isBaseline {
      text += ", and is the baseline of the comparison"
      let others = measured.filter { $0.isCompared }
      guard
        let next = others.max(by: { a, b in
          let (x, y) = (a.mean ?? 0, b.mean ?? 0)
          return isHigh ? x < y : x > y
        })
      else { return text + "." }
      compared = next
    }
    guard let difference = compared.difference, let pairs = compared.pairs else { return text + "." }
    let whose =
      best.isBaseline ? "the difference of the next best, \(compared.learner)," : "its difference from \(baseline)"
    text += "; \(whose) is \(difference > 0 ? "+" : "")\(number(difference))"
    guard let ci = compared.ci95, ci.count == 2, let p = compared.pHolm else {
      return text + " in \(pairs.counted("fold")), without an interval."
    }
    let chance = PValue.phrase(p)
    return text
      + " (95 % interval \(number(ci[0])) to \(number(ci[1])), \(chance) after Holm's correction, corrected paired t-test "
      + "over \(pairs.counted("fold")))."
  }

  /// The others that have the figure of the best too, but for rounding.
  static func shared(_ others: [(learner: String, figure: Double?)], _ best: Double?) -> String {
    guard let best else { return "" }
    let equal = others.filter {
      $0.figure.map { ($0 - best).magnitude <= 1e-12 * max(best.magnitude, $0.magnitude) } ?? false
    }
    return equal.isEmpty ? "" : ", equal to that of \(listed(equal.map(\.learner)))"
  }

  /// Names in a sentence: a, b and c.
  private static func listed(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
