internal import PodiumCore
internal import PodiumLearn

extension Evaluation {
  /// What was done, in one line.
  var headline: String {
    var text = "\(SafeText.escape(learner)) on \(SafeText.escape(target)): "
    text += resampling.phrase(folds: foldCount) + ", "
    text += fitScope == .fold ? "recipe refitted in each fold" : "recipe fitted once on all rows"
    if resampling.shuffle || resampling.repeats > 1 { text += ", seed \(seed)" }
    return text + ", " + rows.count.counted("row")
  }

  /// The figure a person would quote.
  var sentence: String {
    guard let first = measures.first, let mean = first.mean, let sd = first.sd else {
      return "no fold could be scored"
    }
    let over = "over \(folds.count.counted("fold"))"
    guard let confusion, first.key == "accuracy" else {
      return "\(first.key) \(NumberText.significant(mean, 6)) (sd \(NumberText.significant(sd, 6)) \(over))"
    }
    let right = confusion.counts.indices.reduce(0) { $0 + confusion.counts[$1][$1] }
    let all = confusion.counts.reduce(0) { $0 + $1.reduce(0, +) }
    return "accuracy \(NumberText.fixed(mean * 100, 2)) % (sd \(NumberText.fixed(sd * 100, 2)) \(over)); "
      + "\(right) of \(all) rows right"
  }
}

extension Evaluation {
  /// What other seeds gave, where there were several.
  var seedSentence: String? {
    guard let first = measures.first, let spread = overSeeds(first.key) else { return nil }
    let isShare = first.key == "accuracy"
    func figure(_ x: Double) -> String {
      isShare ? NumberText.fixed(x * 100, 2) : NumberText.significant(x, 6)
    }
    let unit = isShare ? " %" : ""
    return "over \(spread.count) seeds: mean \(first.key) \(figure(spread.mean))\(unit) (sd \(figure(spread.sd)), from "
      + "\(figure(spread.low)) to \(figure(spread.high))); the figures of folds and rows are the first seed's"
  }
}

extension Resampling {
  /// The resampling in words.
  func phrase(folds: Int) -> String {
    var text: String
    switch kind {
    case .kfold: text = "\(folds) folds of rows in order"
    case .rolling: text = "\(folds) rolling folds over \(time ?? "time")"
    case .given: text = "\(folds) given folds"
    case .leaveOneGroupOut: text = "leave one \(group ?? "group") out (\(folds) folds)"
    case .stratified, .stratifiedLegacy, .stratifiedGroup, .group: text = "\(folds) \(kind.rawValue) folds"
    }
    if let group, kind == .group || kind == .stratifiedGroup { text += " by " + group }
    if shuffle { text = text.replacing(" of rows in order", with: "") + ", shuffled" }
    if repeats > 1 { text += ", \(repeats) times" }
    return SafeText.escape(text)
  }
}

extension Comparison {
  /// What is compared with what.
  var headline: String {
    "\(measure) of \(rows.count.counted("learner")) on the same \(folds.counted("fold"))"
      + (repeats > 1 ? " × \(repeats) repeats" : "")
      + (seeds > 1 ? ", means over \(seeds) seeds" : "") + ", differences to \(SafeText.escape(baseline))"
  }

  /// What the evaluators' figures are of.
  var figureHeading: String { "by evaluators, all tested rows together" + (seeds > 1 ? ", of the first seed" : "") }

  /// What each of the evaluators' figures says.
  var figureFooter: [String] {
    figures.map { SafeText.escape($0.name + ": " + $0.explanation) }
  }

  /// What the figures mean and what would narrow them.
  var footer: [String] {
    let tested = rows.count { $0.pHolm != nil }
    var lines =
      tested == 0
      ? []
      : ["p: corrected paired t-test (Nadeau and Bengio), two-sided; Holm over \(tested.counted("comparison"))"]
    guard rows.contains(where: { $0.ci95 != nil }) else { return lines }
    if !resampling.kind.usesK {
      lines.append("the folds are what they are: only more groups or rows would narrow the intervals")
    } else if repeats < 10 {
      lines.append("wide intervals: repeats=10 shuffle=yes or more rows would narrow them")
    }
    return lines
  }
}

extension NamedMeasure {
  /// The measure in one line: value, counts, interval, meaning.
  var sentence: String {
    var text = SafeText.escape(name) + " " + (value.map { NumberText.fixed($0, 4) } ?? TextGrid.missing)
    var details: [String] = []
    if let count { details.append("\(count.successes) of \(count.trials)") }
    if let interval {
      details.append(
        "95 % interval \(NumberText.fixed(interval.low, 3)) to \(NumberText.fixed(interval.high, 3))")
    }
    if !details.isEmpty { text += " (" + details.joined(separator: ", ") + ")" }
    return text + ": " + SafeText.escape(explanation)
  }
}
