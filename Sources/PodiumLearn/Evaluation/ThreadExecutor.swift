public import PodiumCore
internal import Synchronization

/// Does jobs on threads of this process; the number of threads never changes a result.
public struct ThreadExecutor: Executor {
  private let threads: Int

  /// An executor of at most this many threads (at least one).
  public init(threads: Int) { self.threads = max(1, threads) }

  /// Does the jobs; throws only `interrupted`.
  public func run(_ jobs: [EvaluationJob], in context: EvaluationContext) throws(Diagnostic)
    -> [EvaluationResult]
  {
    try context.cancellation.check()
    // Recipes fitted on all rows are fitted once, here, for all folds and learners.
    var shared: [Recipe: Prepared] = [:]
    for job in jobs where job.fitScope == .all && shared[job.recipe] == nil {
      shared[job.recipe] = try context.cancellation.leaving { Prepared(job.recipe, context) }
    }
    let prepared = shared
    let counter = Mutex(0)
    let results = Parallel.map(count: jobs.count, threads: threads) { number -> EvaluationResult? in
      if context.cancellation.isCancelled { return nil }
      let result = JobRun(job: jobs[number], context: context).result(prepared[jobs[number].recipe])
      if result.outcome == .failed(.interrupted) { return nil }
      counter.withLock {
        $0 += 1
        context.progress?($0, jobs.count)
        context.finished?(result)
      }
      return result
    }
    let done = results.compactMap(\.self)
    if done.count < jobs.count { throw .interrupted }
    return done
  }
}

/// All rows of a task as a recipe fitted on all of them leaves them, or why it cannot be.
private struct Prepared: Sendable {
  let names: [String]
  let features: Result<Matrix, Diagnostic>

  init(_ recipe: Recipe, _ context: EvaluationContext) {
    var found: [String] = []
    do throws(Diagnostic) {
      let frame = context.task.frame
      let baked = try recipe.fit(frame, using: context.transformers).apply(frame)
      found = baked.names
      features = .success(try baked.matrix())
    } catch {
      features = .failure(error)
    }
    names = found
  }
}

private struct JobRun {
  let job: EvaluationJob
  let context: EvaluationContext

  /// The most rows of which a fold is worked out on the thread that asks.
  private static let smallTable = 500

  func result(_ prepared: Prepared?) -> EvaluationResult {
    let tested = context.allocation.testRows(repeat: job.repeatIndex, fold: job.fold)
    let start = context.clock()
    var outcome: EvaluationResult.Outcome
    do throws(Diagnostic) {
      // Steps and models poll no flag. A fold of a small table is over before anyone waits for it.
      outcome =
        context.task.rowCount > JobRun.smallTable
        ? .predicted(
          try context.cancellation.leaving { () throws(Diagnostic) in try predict(tested, prepared) })
        : .predicted(try predict(tested, prepared))
    } catch {
      outcome = .failed(error)
    }
    return EvaluationResult(
      jobID: job.id, repeatIndex: job.repeatIndex, fold: job.fold, rows: tested, outcome: outcome,
      seconds: max(0, context.clock() - start))
  }

  private func predict(_ tested: [Int], _ prepared: Prepared?) throws(Diagnostic) -> Prediction {
    let task = context.task
    let training = context.allocation.trainingRows(repeat: job.repeatIndex, fold: job.fold)
    let definition = try context.learners.definition(job.learner.key)
    try definition.requireTarget(task.target.kind)
    let learner = try definition.learner(job.learner)
    let names: [String]
    let (trainFeatures, testFeatures): (Matrix, Matrix)
    if !definition.capabilities.usesFeatures {
      names = []
      trainFeatures = Matrix(rows: training.count, columns: 0)
      testFeatures = Matrix(rows: tested.count, columns: 0)
    } else if job.fitScope == .all, let prepared {
      let all = try prepared.features.get()
      names = prepared.names
      (trainFeatures, testFeatures) = (all.selecting(rows: training), all.selecting(rows: tested))
    } else {
      let frame = task.frame.selecting(rows: training)
      let fitted = try job.recipe.fit(frame, using: context.transformers)
      let baked = try fitted.apply(frame)
      names = baked.names
      trainFeatures = try baked.matrix()
      testFeatures = try fitted.apply(task.frame.selecting(rows: tested)).matrix()
    }
    try context.cancellation.check()
    let data = try TrainingData(
      features: trainFeatures, featureNames: names, target: task.target.selecting(rows: training),
      groups: definition.capabilities.usesGroups ? task.groups.map { all in training.map { all[$0] } } : nil)
    let model = try learner.fit(data, seed: job.stream, cancellation: context.cancellation)
    let prediction = try model.predict(testFeatures)
    try require(prediction, rows: tested.count)
    return prediction
  }

  /// A learner from outside may answer anything.
  private func require(_ prediction: Prediction, rows: Int) throws(Diagnostic) {
    var isGood = prediction.rowCount == rows
    switch (prediction, context.task.target) {
    case (.classes(let codes, let probabilities), .classes(let target)):
      isGood = isGood && codes.allSatisfy { target.classes.indices.contains($0) }
      if let probabilities {
        isGood = isGood && probabilities.rows == rows && probabilities.columns == target.classes.count
        isGood = isGood && probabilities.elements.allSatisfy { $0.isFinite }
      }
    case (.numbers(let values), .numbers): isGood = isGood && values.allSatisfy { $0.isFinite }
    default: isGood = false
    }
    if !isGood {
      throw Diagnostic(
        "bad-prediction",
        "learner '\(job.learner.key)' gave a prediction that does not fit its \(rows) test rows")
    }
  }
}
