internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// Fits a learner fold by fold for a command that needs more than its predictions.
struct FoldWork: Sendable {
  let plan: EvaluationPlan
  /// What was decided about the features.
  let notes: [Output]
  let pipeline: Pipeline
  let measure: Measure
  private let definition: LearnerDefinition
  private let learners: LearnerCatalogue
  private let transformers: TransformerCatalogue
  let cancellation: Cancellation
  private let threads: Int

  /// The keys of such a command: how to split rows, and by which measure.
  static let measureKey = Parameter<String?>.text(
    "measure", help: "The measure; by default accuracy, or rmse for numbers.", completion: .names(.measures))
  static let keys = ResamplingOptions.splitting + [ResamplingOptions.scale.any, measureKey.any]

  /// Plans the folds; throws what is wrong with the task, the learner, the folds or the measure.
  init(_ specs: [LearnerSpec], span: SourceSpan?, _ call: Call, in session: Session) throws(Diagnostic) {
    guard let spec = specs.first, specs.count == 1 else {
      throw Diagnostic(
        "unexpected-list", "'\(call.verb)' takes one learner, not \(specs.count)", span: span,
        help: "omit the lists of values")
    }
    let registry = session.registry
    (plan, notes) = try EvaluationRun.plan([LearnerChoice(spec)], call, in: session)
    let kind = plan.task.target.kind
    let measures = registry.measures.filter { $0.target == kind }
    let key = call[FoldWork.measureKey] ?? (kind == .classes ? "accuracy" : "rmse")
    guard let measure = measures.first(where: { $0.key == key }) else {
      throw .unknownWord("measure", key, among: measures.map(\.key), span: call.span(of: FoldWork.measureKey))
    }
    self.measure = measure
    definition = try registry.learners.require(spec.key)
    pipeline = try Pipeline(
      recipe: plan.recipe(for: LearnerChoice(spec)), learner: spec, in: registry.learners, scaleIfWanted: false)
    learners = registry.learners
    transformers = registry.transformers
    cancellation = session.cancellation
    threads = session.state.settings.threads
  }

  /// One fold of one repeat.
  struct Place: Sendable {
    let repeatIndex: Int
    let fold: Int
    let train: [Int]
    let test: [Int]
  }

  /// Does something in every fold that tests rows, on several threads; throws the first error.
  func each<Answer: Sendable>(
    _ body: @escaping @Sendable (Place) throws(Diagnostic) -> Answer
  ) throws(Diagnostic) -> [Answer] {
    var places: [Place] = []
    for number in 0..<plan.allocation.repeats {
      for fold in 0..<plan.allocation.foldCount {
        let place = Place(
          repeatIndex: number, fold: fold, train: plan.allocation.trainingRows(repeat: number, fold: fold),
          test: plan.allocation.testRows(repeat: number, fold: fold))
        if !place.test.isEmpty, !place.train.isEmpty { places.append(place) }
      }
    }
    let all = places
    let found = try cancellation.detached { () throws(Diagnostic) in
      Parallel.map(count: all.count, threads: threads) { number -> Result<Answer, Diagnostic> in
        do throws(Diagnostic) {
          // What a fold does before it fits may take long too.
          try cancellation.check()
          return .success(try body(all[number]))
        } catch { return .failure(error) }
      }
    }
    var answers: [Answer] = []
    for one in found { answers.append(try one.get()) }
    return answers
  }

  /// The pipeline fitted on some rows of a fold, as `cv` fits it.
  func fit(_ rows: [Int], at place: Place) throws(Diagnostic) -> FittedPipeline {
    try cancellation.check()
    return try pipeline.fit(
      plan.task.frame.selecting(rows: rows), plan.task.target.selecting(rows: rows),
      try plan.task.trainingOnly(for: definition, rows: rows), learners: learners, transformers: transformers,
      seed: plan.seed.derived("fit", pipeline.learner.description, place.repeatIndex, place.fold),
      cancellation: cancellation)
  }

  /// The measure of what a pipeline predicts for rows; nil where it is undefined.
  func score(_ fitted: FittedPipeline, _ frame: FeatureFrame, rows: [Int]) throws(Diagnostic) -> Double? {
    try score(try fitted.predict(frame, cancellation: cancellation), rows: rows)
  }

  /// The measure of a prediction of rows.
  func score(_ prediction: Prediction, rows: [Int]) throws(Diagnostic) -> Double? {
    try cancellation.check()
    return measure.value(ofFold: ScoredRows(target: plan.task.target.selecting(rows: rows), prediction: prediction))
  }
}
