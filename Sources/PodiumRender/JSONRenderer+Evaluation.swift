internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// The members of evaluations and comparisons.
extension JSONRenderer {
  static func members(_ output: EvaluationOutput) -> [(String, JSONValue)] {
    let evaluation = output.evaluation
    let resampling: JSONValue = .object([
      ("type", .string(evaluation.resampling.key)), ("k", .integer(evaluation.foldCount)),
      ("fit", .string(evaluation.fitScope.rawValue)),
      ("time", evaluation.resampling.time.map(JSONValue.string) ?? .null),
      ("repeats", .integer(evaluation.resampling.repeats)),
      ("shuffle", .bool(evaluation.resampling.shuffle)), ("seed", .integer(Int(clamping: evaluation.seed))),
      ("sentence", .string(evaluation.foldSentence)),
      (
        "settings",
        .object(
          evaluation.resampling.settings.inCodePointOrder(by: \.key).map {
            ($0.key, .string($0.value))
          })
      ),
    ])
    let intervals = evaluation.intervals(of: evaluation.measures.map(\.key))
    let measures =
      zip(evaluation.measures, intervals).map { measure, interval in
        (
          measure.key,
          JSONValue.object(
            [
              ("mean", json(measure.mean)), ("sd", json(measure.sd)), ("pooled", json(measure.pooled)),
              ("n", .integer(measure.definedFolds)), ("defined", .integer(measure.definedFolds)),
            ]
              + (interval.map { [("ci95", .array($0.map(JSONValue.number)))] } ?? [])
              + spread(evaluation.overSeeds(measure.key)))
        )
      } + output.named.map { ($0.name, json($0)) }
    let chosen: [(String, JSONValue)] =
      evaluation.chosen.map { list in
        let members = list.enumerated().map { fold, setting in
          JSONValue.object([("fold", .integer(fold)), ("setting", setting.map(JSONValue.string) ?? .null)])
        }
        return [("chosen", .array(members))]
      } ?? []
    let seeds: [(String, JSONValue)] =
      evaluation.seeds.isEmpty
      ? []
      : [("seeds", .array(evaluation.seeds.map { json($0, evaluation.measures) }))]
    let bootstrap: [(String, JSONValue)] =
      evaluation.bootstrap.map { estimate in
        [
          (
            "bootstrap632",
            .object([
              ("measure", .string(estimate.measure)), ("value", .number(estimate.value)),
              ("apparent", .number(estimate.apparent)), ("out_of_bag", .number(estimate.outOfBag)),
              ("no_information", .number(estimate.noInformation)), ("overfitting", .number(estimate.overfitting)),
              ("weight", .number(estimate.weight)), ("rows", .integer(estimate.rows)),
            ])
          )
        ]
      } ?? []
    return [
      ("learner", .string(evaluation.learner)), ("target", .string(evaluation.target)),
      ("resampling", resampling),
      ("classes", evaluation.classes.map { .array($0.map(JSONValue.string)) } ?? .null),
      ("rows", .array(evaluation.rows.map(JSONValue.integer))),
      ("fold_of_row", .array(evaluation.foldOfRow.map(JSONValue.integer))),
      ("repeat_of_row", .array(evaluation.repeatOfRow.map(JSONValue.integer))),
      ("truth", json(evaluation.truth)), ("predicted", json(evaluation.predicted)),
      (
        "probabilities",
        evaluation.probabilities.map { .array($0.map { .array($0.map(JSONValue.number)) }) } ?? .null
      ),
      ("confusion", evaluation.confusion.map { json($0.counts) } ?? .null),
      (
        "folds",
        .array(
          evaluation.folds.map { fold in
            .object(evaluation.measures.compactMap { m in fold[m.key].map { (m.key, .number($0)) } })
          })
      ),
      ("measures", .object(measures)),
      ("seconds", .number(evaluation.seconds)),
      ("notes", .array(evaluation.notes.map(JSONValue.string))),
    ] + bootstrap + seeds + chosen + decisions(evaluation)
  }

  /// The costs that decided the classes, and the shortlists.
  private static func decisions(_ evaluation: Evaluation) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = []
    if let costs = evaluation.costs {
      members.append(
        (
          "costs",
          .object([
            ("name", .string(costs.name)), ("values", .array(costs.values.map { .array($0.map(JSONValue.number)) })),
          ])
        ))
    }
    guard let lists = evaluation.shortlists else { return members }
    var found: [(String, JSONValue)] = [("confidence", .number(lists.confidence))]
    if case .classes(let codes) = evaluation.truth,
      let coverage = lists.coverage(codes, classCount: evaluation.classes?.count ?? 0)
    {
      found += [
        ("rows", .integer(coverage.rows)), ("covered", .integer(coverage.covered)),
        ("coverage", .number(Double(coverage.covered) / Double(coverage.rows))), ("low95", .number(coverage.low95)),
        ("high95", .number(coverage.high95)), ("mean_size", .number(coverage.meanSize)),
        ("sizes", .array(coverage.sizes.map(JSONValue.integer))),
        ("class_rows", .array(coverage.classRows.map(JSONValue.integer))),
        ("class_covered", .array(coverage.classCovered.map(JSONValue.integer))),
      ]
    }
    found.append(("lists", json(lists.lists)))
    return members + [("shortlist", .object(found))]
  }

  /// The mean of the first measure, which the text quotes, and those of all.
  private static func json(_ seed: SeedOutcome, _ measures: [MeasureSummary]) -> JSONValue {
    .object([
      ("seed", .integer(seed.number)), ("mean", json(measures.first.flatMap { seed.means[$0.key] })),
      ("means", .object(measures.map { ($0.key, json(seed.means[$0.key])) })),
    ])
  }

  private static func spread(_ spread: SeedSpread?) -> [(String, JSONValue)] {
    spread.map { [("seeds_mean", .number($0.mean)), ("seeds_sd", json($0.sd))] } ?? []
  }

  private static func json(_ measure: NamedMeasure) -> JSONValue {
    var members: [(String, JSONValue)] = [("mean", .null), ("sd", .null), ("pooled", json(measure.value))]
    if let count = measure.count {
      members += [("k", .integer(count.successes)), ("n", .integer(count.trials))]
    }
    if let interval = measure.interval {
      members.append(("ci95", .array([.number(interval.low), .number(interval.high)])))
    }
    return .object(members)
  }

  static func members(_ comparison: Comparison) -> [(String, JSONValue)] {
    [
      ("baseline", .string(comparison.baseline)), ("measure", .string(comparison.measure)),
      (
        "rows",
        .array(
          comparison.rows.map { row in
            .object(
              [
                ("learner", .string(row.learner)), ("mean", json(row.mean)), ("sd", json(row.sd)),
                ("difference", json(row.difference)),
                ("ci95", row.ci95.map { .array($0.map(JSONValue.number)) } ?? .null), ("p", json(row.p)),
                ("p_holm", json(row.pHolm)), ("seconds", json(row.seconds)), ("status", .string(row.status)),
              ] + scores(of: row) + odds(of: row, in: comparison) + seeds(of: row) + figures(of: row))
          })
      ),
      ("folds", .integer(comparison.folds)), ("repeats", .integer(comparison.repeats)),
      ("resampling", resampling(comparison)), ("sentence", comparison.sentence.map(JSONValue.string) ?? .null),
    ] + (comparison.rope.map { [("rope", .number($0))] } ?? [])
      + (comparison.seeds > 1 ? [("seeds", .integer(comparison.seeds))] : [])
  }

  private static func resampling(_ comparison: Comparison) -> JSONValue {
    .object([
      ("type", .string(comparison.resampling.key)), ("k", .integer(comparison.folds)),
      ("repeats", .integer(comparison.repeats)), ("shuffle", .bool(comparison.resampling.shuffle)),
      ("sentence", comparison.foldSentence.map(JSONValue.string) ?? .null),
      (
        "settings",
        .object(
          comparison.resampling.settings.inCodePointOrder(by: \.key).map {
            ($0.key, .string($0.value))
          })
      ),
    ])
  }

  /// How probable it is that the learner is better, the same or worse, where a region was given.
  private static func odds(of row: Comparison.Row, in comparison: Comparison) -> [(String, JSONValue)] {
    guard comparison.rope != nil else { return [] }
    return [
      ("p_better", json(row.odds?.better)), ("p_same", json(row.odds?.same)), ("p_worse", json(row.odds?.worse)),
    ]
  }

  /// The measure in each fold, in how many it is defined, and in how many the baseline's is as well.
  private static func scores(of row: Comparison.Row) -> [(String, JSONValue)] {
    guard let scores = row.scores else { return [] }
    return [
      ("n", json(row.definedFolds)), ("n_difference", json(row.pairs)), ("scores", .array(scores.map(json))),
    ]
  }

  private static func seeds(of row: Comparison.Row) -> [(String, JSONValue)] {
    if row.seedMeans.isEmpty { return [] }
    let seeds = row.seedMeans.enumerated().map { number, mean in
      JSONValue.object([("seed", .integer(number)), ("mean", json(mean))])
    }
    return [("seeds", .array(seeds)), ("seeds_sd", json(row.overSeeds?.sd))]
  }

  /// What evaluators say of a learner, in the form of an evaluation's measures.
  private static func figures(of row: Comparison.Row) -> [(String, JSONValue)] {
    if row.figures.isEmpty { return [] }
    let members = row.figures.map { figure in
      var own: [(String, JSONValue)] = [
        ("mean", json(figure.mean)), ("sd", json(figure.sd)), ("pooled", json(figure.pooled)),
        ("folds", json(figure.definedFolds)),
      ]
      if let count = figure.count, count.count == 2 {
        own += [("k", .integer(count[0])), ("n", .integer(count[1]))]
      }
      if let ends = figure.ci95 { own.append(("ci95", .array(ends.map(JSONValue.number)))) }
      return (figure.name, JSONValue.object(own))
    }
    return [("measures", .object(members))]
  }
}
