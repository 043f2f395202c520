internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import PodiumStatistics

/// The tests that fit some groups: sentences, their figures, and what should be known beside them.
struct GroupTests {
  let summaries: [GroupSummary]
  private(set) var facts: [(name: String, value: Value)] = []
  private(set) var sentences: [String] = []
  private(set) var notes: [String] = []
  private let names: [String]
  /// What the numbers stand for.
  private let scale: NumberScale?
  /// Whether one column is compared with a number.
  private let isSingle: Bool

  /// `within` is the number that one column is compared with, or empty for columns whose rows are pairs; nil for groups.
  init(_ numbers: GroupedNumbers, of column: Column, by group: String, isPaired: Bool, within: String? = nil) {
    scale = column.scale
    isSingle = within.map { !$0.isEmpty } ?? false
    summaries = numbers.numbers.map { GroupSummary($0) }
    names = numbers.names.enumerated().map {
      within?.isEmpty == false && $0.offset == 1 ? $0.element : Abridged.quoted($0.element)
    }
    let used = isPaired ? numbers.numbers.first?.count ?? 0 : summaries.reduce(0) { $0 + $1.count }
    let lost = within == nil ? numbers.ungrouped + numbers.missing.reduce(0, +) : numbers.incomplete
    add("n", .integer(used))
    add("groups", .integer(isSingle ? 1 : names.count))
    if isPaired, within == nil { add("incomplete_pairs", .integer(numbers.incomplete)) }
    add("left_out", .integer(lost))
    switch (names.count, isPaired) {
    case (..<2, _):
      undefined(
        "no test is possible: '\(group)' has \(names.isEmpty ? "no value" : "one value") in these rows")
    case (2, false): twoGroups(numbers.numbers)
    case (2, true): twoPaired(numbers.numbers)
    case (_, false): moreGroups(numbers.numbers)
    default: morePaired(numbers.numbers)
    }
    if lost > 0, within != nil {
      notes.append(
        "skipped \(lost) of \(numbers.rowCount.counted("row")) without a number\(isSingle ? "" : " in every column")")
    } else if lost > 0 {
      notes.append(
        "skipped \(lost) of \(numbers.rowCount.counted("row")) without a number\(isPaired ? ", group or pair" : ", group or both")"
      )
    }
    if numbers.incomplete > 0, within == nil {
      notes.append(
        "left out \(numbers.incomplete.counted("pair")) without a number in every group; \(used) \(used == 1 ? "is" : "are") tested"
      )
    }
    if names.count > 1 { judge(numbers.numbers, column.name, isPaired) }
  }

  /// The figures that fit on a line, as one row of a table.
  var record: RecordOutput {
    var record = RecordOutput()
    record.pValues = ["p", "p_ranks"]
    let first = ["n", "statistic", "df", "df2", "p", "p_ranks"]
    for name in first { if let fact = facts.first(where: { $0.name == name }) { record.add(name, fact.value) } }
    let left: Set = [
      "groups", "test", "rank_test", "rank_statistic", "rank_df", "exact", "superiority", "epsilon_squared",
    ]
    for (name, value) in facts where !left.contains(name) && !first.contains(name) { record.add(name, value) }
    return record
  }

  private mutating func add(_ name: String, _ value: Value) { facts.append((name, value)) }
  private mutating func undefined(_ text: String) { sentences.append(text) }

  private func real(_ x: Double?) -> Value { x.map(Value.real) ?? .missing }
  private func text(_ x: Double, _ digits: Int = 4) -> String { NumberText.significant(x, digits) }
  /// A number in the unit of the column.
  private func own(_ x: Double) -> String {
    guard let scale, scale.name != nil else { return text(x) }
    return scale.texts([x]).joined()
  }
  private func chance(_ p: Double?) -> String { p.map(PValue.phrase) ?? "p undefined" }

  private mutating func add(_ test: MeanTest, _ name: String, because reason: String) {
    add("test", .text(name))
    add("difference", real(test.difference))
    add("low95", real(test.ci95?.first))
    add("high95", real(test.ci95?.last))
    add("statistic", real(test.t))
    add("df", real(test.degrees))
    add("p", real(test.p))
    if let t = test.t, let degrees = test.degrees {
      sentences.append(
        "\(name) \(text(t)), \(text(degrees)) degree\(degrees == 1 ? "" : "s") of freedom, \(chance(test.p))")
    } else {
      sentences.append("\(name) is undefined: \(reason)")
    }
    guard let difference = test.difference else { return }
    let ends = test.ci95.map { ", 95 % interval \(own($0[0])) to \(own($0[1]))" } ?? ""
    sentences.append("difference \(names[0]) minus \(names[1]) \(own(difference))\(ends)")
  }

  private mutating func addRanks(_ name: String, _ statistic: Double?, _ p: Double?, _ more: [(String, Value)]) {
    add("rank_test", .text(name))
    add("rank_statistic", real(statistic))
    add("p_ranks", real(p))
    for (name, value) in more { add(name, value) }
  }

  private mutating func twoGroups(_ numbers: [[Double]]) {
    let few = summaries.contains { $0.count < 2 }
    add(
      MeanTest(numbers[0], numbers[1]), "Welch's t",
      because: few ? "each group needs two numbers" : "neither group varies, or the numbers are too large")
    let ranks = RankSumTest(numbers[0], numbers[1])
    addRanks(
      "rank-sum", ranks?.u, ranks?.p,
      [("superiority", real(ranks?.superiority)), ("exact", ranks.map { .boolean($0.isExact) } ?? .missing)])
    guard let ranks, ranks.p != nil else {
      return undefined(
        "the rank-sum test is undefined: \(ranks == nil ? "a group is empty" : "all numbers are equal" + butRounding(numbers))"
      )
    }
    addMerged(ranks.merged)
    let kind = ranks.isExact ? "exact" : "normal approximation, corrected for ties and continuity"
    sentences.append("rank-sum U \(text(ranks.u, 6)), \(chance(ranks.p)) (\(kind))")
    sentences.append(
      "a number of \(names[0]) is larger in \(text(ranks.superiority * 100, 3)) % of all pairs, equal ones counted half"
    )
  }

  private mutating func twoPaired(_ numbers: [[Double]]) {
    let differences = zip(numbers[0], numbers[1]).map { $0 - $1 }.filter(\.isFinite)
    add(
      MeanTest(differences: differences), isSingle ? "one-sample t" : "paired t",
      because: differences.count < 2
        ? "it needs two \(isSingle ? "numbers" : "pairs")" : "all \(isSingle ? "numbers" : "differences") are equal")
    let unit = numbers.joined().reduce(0) { max($0, $1.magnitude) }
    let rounded = WilcoxonSignedRank.differences(numbers[0], numbers[1])
    let ranks = WilcoxonSignedRank(rounded.values, unit: unit)
    if rounded.rounded > 0, ranks != nil {
      notes.append(
        "counted \(rounded.rounded.counted(isSingle ? "number" : "pair")) as equal in the signed-rank test, since rounding explains the difference"
      )
    }
    addRanks("signed-rank", ranks?.statistic, ranks?.p, [("exact", ranks.map { .boolean($0.isExact) } ?? .missing)])
    guard let ranks else {
      return undefined(
        "the signed-rank test is undefined: no \(isSingle ? "number" : "pair") differs"
          + (rounded.rounded > 0 ? " by more than rounding" : ""))
    }
    let equal = differences.count - ranks.count
    sentences.append(
      "signed-rank W \(text(ranks.statistic, 6)), \(chance(ranks.p)) (\(ranks.isExact ? "exact" : "normal approximation"))"
        + (equal > 0
          ? ", without \(equal.counted(isSingle ? "number" : "pair")) \(isSingle ? "equal to it" : "of equal numbers")"
          : ""))
  }

  private mutating func moreGroups(_ numbers: [[Double]]) {
    let anova = WelchAnova(numbers)
    add("test", .text("Welch's F"))
    for (name, value) in [
      ("omega_squared", anova?.omegaSquared), ("low95", anova?.ci95?.first), ("high95", anova?.ci95?.last),
      ("statistic", anova?.f), ("df", anova?.degrees[0]), ("df2", anova?.degrees[1]), ("p", anova?.p),
    ] { add(name, real(value)) }
    if let anova {
      let ends = anova.ci95.map { ", 95 % interval \(text($0[0])) to \(text($0[1]))" } ?? ""
      sentences.append(
        "Welch's F \(text(anova.f)), \(text(anova.degrees[0])) and \(text(anova.degrees[1])) degrees of freedom, \(chance(anova.p))"
      )
      sentences.append("omega squared \(text(anova.omegaSquared))\(ends)")
    } else {
      let few = zip(names, summaries).filter { $1.count < 2 || $1.distinct < 2 }.map(\.0)
      sentences.append(
        "Welch's F is undefined: "
          + (few.isEmpty
            ? "the numbers are too far apart"
            : "\(Self.listed(few)) \(few.count == 1 ? "lacks" : "lack") two different numbers"))
    }
    let ranks = KruskalWallis(numbers)
    addRanks(
      "Kruskal-Wallis", ranks?.h, ranks?.p,
      [("rank_df", ranks.map { .integer($0.degrees) } ?? .missing), ("epsilon_squared", real(ranks?.epsilonSquared))])
    guard let ranks else {
      let apart = summaries.count { $0.count > 0 } > 1 ? butRounding(numbers) : ""
      return undefined("the Kruskal-Wallis test is undefined: all numbers are equal\(apart), or in one group")
    }
    addMerged(ranks.merged)
    sentences.append(
      "Kruskal-Wallis H \(text(ranks.h)), \(ranks.degrees.counted("degree")) of freedom, \(chance(ranks.p)) "
        + "(by chi-square); epsilon squared \(text(ranks.epsilonSquared))")
  }

  private mutating func morePaired(_ numbers: [[Double]]) {
    let pairs = numbers[0].indices.map { pair in numbers.map { $0[pair] } }
    let all = numbers.joined()
    let most = Rounding.most(from: all.min() ?? 0, to: all.max() ?? 0)
    let ranks = pairs.map { Correlation.roundedRanks($0, most: most) }
    let test = FriedmanTest(ranks: ranks)
    let merged = zip(pairs, ranks).reduce(0) { $0 + Correlation.merged($1.0, in: $1.1) }
    let scale = Double(pairs.count * (names.count - 1))
    add("test", .text("Friedman's chi-square"))
    for (name, value) in [
      ("kendalls_w", test.map { $0.chiSquared / scale }), ("statistic", test?.chiSquared),
      ("df", test.map { _ in Double(names.count - 1) }), ("p", test?.pChiSquared),
    ] { add(name, real(value)) }
    guard let test else {
      return undefined(
        "Friedman's test is undefined: "
          + (pairs.count < 2
            ? "it needs two complete pairs"
            : "the numbers of each pair are equal\(merged > 0 ? " but for rounding" : "")"))
    }
    addMerged(merged)
    sentences.append(
      "Friedman's chi-square \(text(test.chiSquared)), \((names.count - 1).counted("degree")) of freedom, "
        + "\(chance(test.pChiSquared)); Kendall's W \(text(test.chiSquared / scale))")
  }

  private mutating func addMerged(_ count: Int) {
    guard count > 0 else { return }
    notes.append(
      "ranked \(count.counted("number")) as equal to \(count == 1 ? "another" : "others"), since rounding explains the difference"
    )
  }

  /// What to add where numbers that are not the same count as equal.
  private func butRounding(_ numbers: [[Double]]) -> String {
    Set(numbers.joined()).count > 1 ? " but for rounding" : ""
  }

  /// Notes on assumptions that look bad.
  private mutating func judge(_ numbers: [[Double]], _ column: String, _ isPaired: Bool) {
    let rank = isPaired ? "signed-rank test" : names.count == 2 ? "rank-sum test" : "Kruskal-Wallis test"
    let mean = isSingle ? "one-sample t" : isPaired ? "paired t" : names.count == 2 ? "Welch's t" : "Welch's F"
    if isPaired, names.count > 2 { return }
    // Where the test of means is undefined, there is nothing to choose between.
    let hasMean = facts.contains { $0.name == "statistic" && !$0.value.isMissing }
    let judged =
      isPaired
      ? [GroupSummary(zip(numbers[0], numbers[1]).map { $0 - $1 }.filter(\.isFinite))] : summaries
    let doubtful = judged.indices.filter {
      judged[$0].count > 2 && judged[$0].count < 30
        && ((judged[$0].skewness ?? 0).magnitude > 1 || judged[$0].outliers > 0)
    }
    if hasMean, !doubtful.isEmpty {
      let who = isSingle ? "the numbers" : isPaired ? "the differences" : Self.listed(doubtful.map { names[$0] })
      let isOne = !isPaired && doubtful.count == 1
      notes.append(
        "\(who) \(isOne ? "has" : "have") fewer than 30 numbers and \(isOne ? "is" : "are") skewed or "
          + "\(isOne ? "has" : "have") outliers: trust the \(rank) more than \(mean)")
    }
    let spreads = summaries.indices.filter { summaries[$0].count >= 5 && (summaries[$0].sd ?? 0) > 0 }
    let order = spreads.sorted { (summaries[$0].sd ?? 0) < (summaries[$1].sd ?? 0) }
    if !isPaired, let low = order.first, let high = order.last, let a = summaries[low].sd, let b = summaries[high].sd,
      b / a >= 3
    {
      notes.append(
        "the sd of \(names[high]) is \(text(b / a, 2)) times that of \(names[low]): "
          + (hasMean ? "\(mean) allows for that, but the \(rank) then" : "the \(rank)") + " compares spreads too")
    }
    guard summaries.allSatisfy({ $0.distinct <= 5 }) else { return }
    let different = Set(numbers.joined()).count
    if different > 1, different <= 5, numbers.reduce(0, { $0 + $1.count }) > 10 {
      notes.append("'\(column)' has only \(different) different values here, so most ranks are ties")
    }
  }

  private static func listed(_ names: [String]) -> String {
    let shown = names.prefix(4)
    guard let last = shown.last, shown.count > 1 || names.count > 1 else { return names.first ?? "" }
    if names.count > 4 { return shown.joined(separator: ", ") + " and \(names.count - 4) more" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }
}
