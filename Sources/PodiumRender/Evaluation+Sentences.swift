internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

extension Evaluation {
  /// What was done, in one line.
  var headline: String {
    var text = "\(SafeText.escape(learner)) on \(SafeText.escape(target)): "
    text += SafeText.escape(foldSentence) + ", "
    text += fitScope == .fold ? "recipe fitted in each fold" : "recipe fitted once on all rows"
    if drawsFolds == true || resampling.repeats > 1 { text += ", seed \(seed)" }
    return text + ", " + rows.count.counted("row")
  }

  /// The main result.
  var sentence: String {
    guard let first = measures.first, let mean = first.mean else {
      // Folds of one row have no rmse, but all rows together have.
      guard let first = measures.first(where: { $0.pooled != nil }), let pooled = first.pooled else {
        return "no fold could be evaluated"
      }
      return "\(first.key) \(NumberText.shown(pooled)) (\(rows.count.counted("row")) together)"
    }
    let part = first.definedFolds < folds.count ? "\(first.definedFolds) of " : ""
    let over = "over \(part)\(folds.count.counted("fold"))"
    guard let confusion, first.key == "accuracy" else {
      let sd = first.sd.map { "sd \(NumberText.shown($0)) " } ?? ""
      return "\(first.key) \(NumberText.shown(mean)) (\(sd)\(over))"
    }
    let sd = first.sd.map { "sd \(NumberText.fixed($0 * 100, 2)) " } ?? ""
    let right = confusion.counts.indices.reduce(0) { $0 + confusion.counts[$1][$1] }
    let all = confusion.counts.reduce(0) { $0 + $1.reduce(0, +) }
    return "accuracy \(NumberText.fixed(mean * 100, 2)) % (\(sd)\(over)); "
      + "\(right) of \(all.counted("row")) correct"
  }
}

extension Evaluation {
  /// What else was done and found, each in one line: other seeds, costs, shortlists.
  var moreSentences: [String] {
    [seedSentence, intervalSentence, bootstrapSentence, costSentence, shortlistSentence].compactMap(\.self)
  }

  /// The interval of the mean of the first measure; nil where it is unknown.
  private var intervalSentence: String? {
    guard let first = measures.first, first.mean != nil, let ends = intervals(of: [first.key])[0] else { return nil }
    let isShare = confusion != nil && first.key == "accuracy"
    func text(_ x: Double) -> String { isShare ? NumberText.fixed(x * 100, 2) : NumberText.shown(x) }
    let over = folds.count { $0[first.key] != nil }.counted("fold")
    return
      "95 % interval of the mean \(text(ends[0])) to \(text(ends[1]))\(isShare ? " %" : ""), corrected t over \(over)"
  }

  /// The .632+ estimate with what it was made of; nil for other splits.
  private var bootstrapSentence: String? {
    guard let bootstrap else { return nil }
    func text(_ x: Double) -> String {
      confusion != nil ? NumberText.fixed(x * 100, 2) + " %" : NumberText.shown(x)
    }
    return
      ".632+ estimate of \(bootstrap.measure) \(text(bootstrap.value)), from \(text(bootstrap.outOfBag)) out of bag "
      + "(\(bootstrap.rows.counted("row"))) and \(text(bootstrap.apparent)) on the training rows; overfitting "
      + NumberText.fixed(bootstrap.overfitting, 2)
  }

  /// How costs decided the classes; nil without costs.
  private var costSentence: String? {
    guard let costs, let pooled = self[CostMatrix.measureKey]?.pooled else { return nil }
    let decided = probabilities == nil ? "costs" : "classes with the least expected cost"
    return "\(decided) by \(SafeText.escape(costs.name)): mean cost \(NumberText.shown(pooled)) over "
      + rows.count.counted("row")
  }

  /// How often shortlists hold the actual class; nil where there are none.
  private var shortlistSentence: String? {
    guard let shortlists, case .classes(let codes) = truth, let classes,
      let found = shortlists.coverage(codes, classCount: classes.count)
    else { return nil }
    func share(_ x: Double) -> String { NumberText.fixed(x * 100, 1) }
    var text =
      "\(NumberText.significant(shortlists.confidence * 100, 6)) % shortlists: \(found.covered) of \(found.rows) hold the actual "
      + "class (\(share(Double(found.covered) / Double(found.rows))) %, 95 % interval \(share(found.low95)) to \(share(found.high95)) %), "
      + "mean size \(NumberText.fixed(found.meanSize, 2))"
    let parts = classes.indices.filter { found.classRows[$0] > 0 }.map {
      "\(SafeText.escape(classes[$0])) \(found.classCovered[$0]) of \(found.classRows[$0])"
    }
    if parts.count > 1, parts.count <= 8 { text += "; " + parts.joined(separator: ", ") }
    if shortlists.unlimited > 0 {
      text += "; too few training rows for \(shortlists.unlimited.counted("row")), which list every class"
    }
    return text
  }

  /// What other seeds gave, where there were several.
  private var seedSentence: String? {
    guard let first = measures.first, let spread = overSeeds(first.key) else { return nil }
    let isShare = first.key == "accuracy"
    func figure(_ x: Double) -> String {
      isShare ? NumberText.fixed(x * 100, 2) : NumberText.shown(x)
    }
    let unit = isShare ? " %" : ""
    let part = spread.count < seeds.count ? "\(spread.count) of " : ""
    guard let sd = spread.sd else {
      return
        "over \(part)\(seeds.count) seeds: mean \(first.key) \(figure(spread.mean))\(unit); folds and "
        + "rows are those of the first seed"
    }
    return "over \(part)\(seeds.count) seeds: mean \(first.key) \(figure(spread.mean))\(unit) (sd \(figure(sd)), from "
      + "\(figure(spread.low)) to \(figure(spread.high))); folds and rows are those of the first seed"
  }
}

extension Comparison {
  /// What is compared with what.
  var headline: String {
    "\(measure) of \(rows.count.counted("learner")) on the same "
      // A method with one split per repeat (a holdout, a bootstrap) has no folds.
      + (folds == 1
        ? (repeats > 1 ? repeats.counted("split") : "split")
        : folds.counted("fold") + (repeats > 1 ? " × \(repeats) repeats" : ""))
      + (seeds > 1 ? ", means over \(seeds) seeds" : "") + ", differences from \(SafeText.escape(baseline))"
  }

  /// What the evaluators' values refer to.
  var figureHeading: String { "evaluators, all test rows pooled" + (seeds > 1 ? ", first seed" : "") }

  /// What each of the evaluators' values means.
  var figureFooter: [String] {
    figures.map { SafeText.escape($0.name + ": " + $0.explanation) }
  }

  /// What the figures mean and what would narrow them.
  var footer: [String] {
    let tested = rows.count(where: \.isCompared)
    var lines =
      !rows.contains { $0.pHolm != nil }
      ? []
      : [
        "p: corrected paired t-test (Nadeau and Bengio), two-sided; Holm correction over \(tested.counted("comparison"))"
      ]
    if let wide { lines.append(wide) }
    if let rope {
      lines.append(
        "P: correlated Bayesian t-test (Corani and Benavoli); same is a difference of at most "
          + NumberText.shortest(rope))
    }
    if let sentence { lines.append(SafeText.escape(sentence)) }
    return lines
  }

  /// How many intervals are wide, and what would narrow them; nil where none is.
  ///
  /// Wide is more than a tenth: of the measure's range where it is a share or a correlation, else of the baseline's mean.
  private var wide: String? {
    let widths = rows.compactMap { row in row.ci95.map { ($0.last ?? 0) - ($0.first ?? 0) } }
    let unit = Comparison.unbounded.contains(measure) ? rows.first(where: \.isBaseline)?.mean?.magnitude : 1
    guard let unit, unit > 0 else { return nil }
    let count = widths.count { $0 > unit / 10 }
    guard count > 0 else { return nil }
    let limit = unit == 1 ? "0.1" : "a tenth of the mean of \(SafeText.escape(baseline))"
    let verb = count == 1 ? "is" : "are"
    let remedy: String =
      switch refinement {
      case .none: "only more groups or rows"
      case .repeats(let shuffle) where repeats < 10:
        (shuffle ? "repeats=10 shuffle=yes" : "repeats=\(repeats < 3 ? 10 : 30)") + " or more rows"
      case .repeats, .folds: "more rows"
      }
    return "\(count) of \(widths.count.counted("interval")) \(verb) wider than \(limit): \(remedy) would narrow "
      + (count == 1 ? "it" : "them")
  }

  /// Measures whose size depends on the unit of the target, or has no upper end.
  private static let unbounded = ["rmse", "mae", "log_loss", "expected_cost"]
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
