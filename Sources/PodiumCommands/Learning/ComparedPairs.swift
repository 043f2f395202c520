internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import PodiumStatistics

/// `compare … pairs=yes`: every pair of learners on the same folds.
enum ComparedPairs {
  private struct Pair {
    let first: String
    let second: String
    let difference: Double?
    var ci95: [Double]?
    var p: Double?
    var pHolm: Double?
    /// The better of the two, where the test says so.
    var winner: String?
  }

  /// The pairs in a table, with how often each learner wins; McNemar's test takes the place of the corrected t-test where there is
  /// one split into training and test rows.
  static func output(
    _ entries: EvaluationRun.Entries, measure: String, in plan: EvaluationPlan, higherIsBetter: Bool?
  ) throws(Diagnostic) -> Output {
    let found = entries.compactMap { entry in (try? entry.outcome.get()).map { (entry.learner.description, $0) } }
    let isOneSplit = plan.allocation.foldCount * plan.allocation.repeats == 1 && plan.task.classes != nil
    var pairs: [Pair] = []
    for (place, (name, first)) in found.enumerated() {
      for (other, second) in found.dropFirst(place + 1) {
        let scores = Comparison.pairs(first, second, measure)
        let test = PairedTest(scores, testShare: plan.testShare)
        var pair = Pair(first: name, second: other, difference: test?.mean, ci95: test?.ci95, p: test?.p)
        if isOneSplit { (pair.ci95, pair.p) = (nil, ComparedPairs.mcnemar(first, second)) }
        pairs.append(pair)
      }
    }
    let tested = pairs.indices.filter { pairs[$0].p != nil }
    let compared = pairs.count { $0.difference != nil }
    for (place, p) in zip(tested, Comparison.holm(tested.compactMap { pairs[$0].p }, of: compared)) {
      pairs[place].pHolm = p
      guard p < 0.05, let difference = pairs[place].difference, difference != 0, let higherIsBetter else { continue }
      pairs[place].winner = (difference > 0) == higherIsBetter ? pairs[place].first : pairs[place].second
    }
    let folds = plan.allocation.foldCount * plan.allocation.repeats
    return .table(
      try table(pairs, names: found.map(\.0), measure, isOneSplit, folds: folds, hasBest: higherIsBetter != nil))
  }

  /// McNemar's p of which rows are right; nil where the two were not tested on the same rows.
  private static func mcnemar(_ a: Evaluation, _ b: Evaluation) -> Double? {
    guard a.rows == b.rows, case .classes(let truth) = a.truth, case .classes(let x) = a.predicted,
      case .classes(let y) = b.predicted
    else { return nil }
    var changes = [0, 0]
    for (place, actual) in truth.enumerated() where (x[place] == actual) != (y[place] == actual) {
      changes[x[place] == actual ? 0 : 1] += 1
    }
    return McNemar(changes[0], changes[1]).p
  }

  private static func table(
    _ pairs: [Pair], names: [String], _ measure: String, _ isOneSplit: Bool, folds: Int, hasBest: Bool
  ) throws(Diagnostic) -> TableOutput {
    func numbers(_ name: String, _ value: (Pair) -> Double?) -> Column {
      Column(name, .number(pairs.map { value($0) ?? .nan }))
    }
    let wins = names.map { name in (name: name, count: pairs.count { $0.winner == name }) }
    let winners = wins.filter { $0.count > 0 }.map { "\($0.name) \($0.count)" }
    var output = TableOutput(
      try Table([
        Column("first", .text(pairs.map(\.first))), Column("second", .text(pairs.map(\.second))),
        numbers("difference") { $0.difference }, numbers("low95") { $0.ci95?.first },
        numbers("high95") { $0.ci95?.last },
        numbers("p") { $0.p }, numbers("p_holm") { $0.pHolm },
        Column("better", .text(pairs.map(\.winner))),
      ]),
      title:
        "\(measure) of \(pairs.count < 2 ? pairs.count.counted("pair") : "all \(pairs.count) pairs"), first minus second",
      footer: [
        isOneSplit
          ? "p: McNemar's test of which rows are right, for one split; Holm correction over the pairs"
          : "p: corrected paired t-test (Nadeau and Bengio); Holm correction over the pairs",
        !hasBest
          ? "no wins: it is not known which side of \(measure) is better"
          : "wins, by p_holm below 0.05: " + (winners.isEmpty ? "none" : winners.joined(separator: ", ")),
      ], decimals: ["difference": 4, "low95": 3, "high95": 3])
    output.pValues = ["p", "p_holm"]
    output.essential = ["first", "second", "p_holm", "better"]
    output.isAside = true
    output.facts =
      [("pairs", .integer(pairs.count)), ("folds", .integer(folds))]
      + wins.map { ("\($0.name).wins", .integer($0.count)) }
    return output
  }
}
