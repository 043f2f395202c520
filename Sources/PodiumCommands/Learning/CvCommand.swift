internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct CvCommand: Command {
  static let learners = Parameter<[LearnerSpec]>.learners(
    "learner", required: true, help: "The learner to evaluate; lists of values in its parentheses make a grid.")
  static let measure = Parameter<String?>.text(
    "measure",
    help:
      "The measure shown first, by which nested=yes chooses; by default accuracy, rmse for numbers, and the cost with costs=.",
    completion: .names(.measures))
  static let evaluators = EvaluatorOptions.evaluators

  let signature = Signature(
    "cv", topic: .learning, summary: "Evaluate a learner by cross-validation.",
    details: """
      Every step of the recipe is refitted on the training rows of each fold. Folds are not shuffled unless \
      shuffle=yes. mean and sd (divisor n) are taken over the folds; the 95 % interval of the mean is corrected for the training \
      rows that folds share (Nadeau and Bengio 2003). pooled is the measure over all predictions \
      together. With seeds=N, a learner that uses random numbers is fitted with N seeds: the output adds the mean and \
      spread over seeds, and all other values are those of the first seed. With nested=yes, the best learner of a grid \
      is chosen within each fold by inner folds of its training rows. Recipe and learners are refitted in the inner \
      folds, which are split by the method of folds=, so that groups and time order are respected there too. \
      folds=bootstrap repeats=200 adds the .632+ estimate (Efron and Tibshirani 1997). \
      costs= says what each error costs. Learners with probabilities predict the class with the least expected cost, and \
      expected_cost is the mean cost of all learners. A file of costs has the actual class in its first column and a column \
      for each predicted class. shortlist=95% lists for each row the classes that cannot be ruled out (conformal \
      prediction); inner folds of the training rows calibrate the lists, and the output says how many hold the actual class.
      """,
    parameters: [learners.any] + ResamplingOptions.all + [
      NestedOptions.nested.any, NestedOptions.inner.any, NestedOptions.innerFolds.any, measure.any, evaluators.any,
      StoredEvaluation.positive.any, CostOptions.costs.any, ShortlistOptions.shortlist.any,
    ],
    exampleLines: """
      ten stratified folds: load tastings; label; encode; cv tree k=10 -> accuracy
      hyperparameters in parentheses: load iris; label species; cv tree(criterion=gini,max-depth=3) k=5 \
      -> tree(criterion=gini,max-depth=3)
      one session held out at a time: load tastings; label; encode; cv tree folds=leave-one-group-out group=session \
      -> leave one session out
      choose the best of a grid without using the test rows: load iris; label species; \
      cv tree(max-depth=1,2,4) k=5 nested=yes -> best of tree(max-depth=1)
      the spread over seeds: load iris; label species; cv ann(hidden=3,epochs=5) k=3 seeds=3 -> over 3 seeds
      the .632+ bootstrap: load iris; label species; cv tree folds=bootstrap repeats=20 -> .632+ estimate of accuracy
      an error two classes away costs four times as much: load tastings; label; encode; \
      cv logistic k=5 costs=quadratic -> expected_cost
      also precision, recall, f1 and pr_auc of one class: load iris; label species; cv bayes k=5 class=virginica \
      -> pr_auc
      lists that hold the actual class: load iris; label species; cv bayes k=5 shortlist=95% -> shortlists
      costs by distance need an order: load iris; label species; cv bayes k=5 costs=linear -> !unordered-classes
      a misspelt learner: load iris; label species; cv tre k=10 -> !unknown-learner
      """, traits: [.rows, .groups, .openKeys, .readsOnly], seeAlso: ["confusion", "compare", "learners"])

  /// Evaluates each learner; a fold that fails does not affect the others.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let scorers = try evaluators(call, in: session)
    let measure = MeasureOptions.asked(CvCommand.measure, call)
    let request = EvaluationRun.Request(
      measure: measure, takesCosts: true, byClass: CvCommand.measure,
      leads: true, shortlist: try ShortlistOptions.request(call, measure: measure, in: session))
    let place = session
    let found = try EvaluationRun.evaluate(try learners(call, in: session), call, in: session, request) {
      kind throws(Diagnostic) in
      try MeasureOptions.require(CvCommand.measure, kind, call, in: place)
      try ShortlistOptions.require(kind, call)
    }
    found.finish()
    let (entries, plan, notes) = (found.entries, found.plan, found.notes)
    // Rows are tested once per repeat; counting all repeats would inflate n and narrow the intervals.
    let evaluated = entries.compactMap { try? $0.outcome.get().only(repeat: 0) }
    let scores = try session.scores(evaluated, by: scorers.map(\.0))
    var outputs: [Output] = []
    var number = 0
    for entry in entries {
      let evaluation: Evaluation
      switch entry.outcome {
      case .success(let found):
        evaluation = try BootstrapCorrection.corrected(found, of: entry.learner, plan, in: session)
      case .failure(let error):
        // The other members of a grid are still worth showing.
        if entries.count == 1 { throw error.at(call.span(of: CvCommand.learners)) }
        outputs.append(.warning("\(entry.learner.description) failed: " + error.inOneLine))
        continue
      }
      var named: [NamedMeasure] = []
      defer { number += 1 }
      for (place, (scorer, isAsked)) in scorers.enumerated() {
        do throws(Diagnostic) {
          named += try scores[place * evaluated.count + number].get()
        } catch {
          // An evaluator the user did not name may not fit this target.
          if isAsked { throw error.at(call.span(of: CvCommand.evaluators)) }
          outputs.append(.note("\(scorer.key) does not apply: " + error.message))
        }
      }
      outputs.append(.evaluation(EvaluationOutput(evaluation, named: named)))
      outputs += ShortlistOptions.notes(evaluation, call)
      if call[ResamplingOptions.repeats] > 1, !named.isEmpty {
        outputs.append(.note("\(named.map(\.name).joined(separator: ", ")): computed on the first repeat"))
      }
    }
    // If nothing could be evaluated, the reason is the answer.
    if !outputs.contains(where: \.isResult), case .failure(let error)? = entries.first?.outcome {
      throw EvaluationRun.failure(of: entries, first: error).at(call.span(of: CvCommand.learners))
    }
    return outputs + LeakChecks.warnings(of: plan, call) + notes
  }

  /// The candidates to evaluate: each learner, or with nested=yes the best of them.
  private func learners(_ call: Call, in session: Session) throws(Diagnostic) -> [LearnerChoice] {
    let specs = call[CvCommand.learners]
    guard call[NestedOptions.nested] else {
      if !call.has(ShortlistOptions.shortlist) { try NestedOptions.refuseUnused(call) }
      return specs.map { LearnerChoice($0) }
    }
    let inner = try NestedOptions.folds(call, measure: MeasureOptions.asked(CvCommand.measure, call), in: session)
    return try Diagnostic.located(
      at: call.span(of: CvCommand.learners), [try LearnerChoice(bestOf: specs, inner: inner)])
  }

  private func evaluators(
    _ call: Call, in session: Session
  ) throws(Diagnostic) -> [(scorer: any Evaluator, isAsked: Bool)] {
    let asked = call[CvCommand.evaluators]
    let declared = try session.current().evaluators
    return try EvaluatorOptions.found(asked ?? declared, CvCommand.evaluators, call, in: session)
      .map { ($0, asked != nil) }
  }
}
