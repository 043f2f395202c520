internal import PodiumCore

/// All rows of a task as a recipe fitted on all of them leaves them, or why it cannot be.
struct PreparedFeatures: Sendable {
  let names: [String]
  let features: Result<Matrix, Diagnostic>

  init(_ recipe: Recipe, _ context: EvaluationContext) {
    var found: [String] = []
    do throws(Diagnostic) {
      let training = StepTraining(
        context.task.frame, target: context.task.target, seed: Seed(1), cancellation: context.cancellation)
      let prepared = try recipe.fit(training, using: context.transformers)
      if prepared.rows != nil {
        throw Diagnostic(
          "bad-value", "a step of the recipe repeats or drops training rows, so it cannot be fitted on all rows",
          help: "omit fit=all", subject: "fit")
      }
      found = prepared.frame.names
      features = .success(try prepared.frame.matrix(allowingMissing: true))
    } catch {
      features = .failure(error)
    }
    names = found
  }
}

struct JobRun {
  let job: EvaluationJob
  let context: EvaluationContext

  /// The maximum number of rows of a fold that runs on the calling thread.
  private static let smallTable = 500

  /// The prediction of the fold, or why it failed; throws what stops the work (`Diagnostic.stopsWork`).
  func result(_ prepared: PreparedFeatures?) throws(Diagnostic) -> EvaluationResult {
    let start = context.clock()
    var tested: [Int] = []
    var outcome: EvaluationResult.Outcome
    var isConstant = false
    do throws(Diagnostic) {
      let rows = try context.rows(of: job)
      tested = rows.test
      // Steps and models poll no flag. A fold of a small table is over before anyone waits for it.
      let found: (prediction: Prediction, isConstant: Bool) =
        context.task.rowCount > JobRun.smallTable
        ? try context.cancellation.detached { () throws(Diagnostic) in try predict(rows, prepared) }
        : try predict(rows, prepared)
      (outcome, isConstant) = (.predicted(found.prediction), found.isConstant)
    } catch {
      if error.stopsWork { throw error }
      outcome = .failed(error)
    }
    return EvaluationResult(
      jobID: job.id, repeatIndex: job.repeatIndex, fold: job.fold, rows: tested, outcome: outcome,
      seconds: max(0, context.clock() - start), isConstant: isConstant)
  }

  private func predict(_ rows: Split, _ prepared: PreparedFeatures?) throws(Diagnostic) -> (Prediction, Bool) {
    let task = context.task
    let (learners, cancellation) = (context.learners, context.cancellation)
    let definition = try learners.require(job.learner.key)
    let target = task.target.selecting(rows: rows.train)
    let trainingOnly = try task.trainingOnly(for: definition, rows: rows.train)
    let prediction: Prediction
    let isConstant: Bool
    if job.fitScope == .all, definition.capabilities.usesFeatures, let prepared {
      let all = try prepared.features.get()
      let model = try job.pipeline.fit(
        all.selecting(rows: rows.train), names: prepared.names, target, trainingOnly, by: definition,
        seed: job.stream, threads: context.threads, cancellation: cancellation)
      isConstant = model.isConstant
      prediction = try model.predict(
        all.selecting(rows: rows.test), threads: context.threads, cancellation: cancellation)
    } else {
      let fitted = try job.pipeline.fit(
        task.frame.selecting(rows: rows.train), target, trainingOnly, learners: learners,
        transformers: context.transformers, seed: job.stream, threads: context.threads, cancellation: cancellation)
      isConstant = fitted.model.isConstant
      prediction = try fitted.predict(
        task.frame.selecting(rows: rows.test), threads: context.threads, cancellation: cancellation)
    }
    try require(prediction, rows: rows.test.count)
    // No setting teaches a fold whose training rows have one value of a target that has others.
    return (prediction, isConstant && (!target.isConstant || task.target.isConstant))
  }

  /// An external learner may return anything.
  private func require(_ prediction: Prediction, rows: Int) throws(Diagnostic) {
    if !prediction.fits(context.task.target, rows: rows) {
      throw Diagnostic(
        "bad-prediction",
        "learner '\(job.learner.key)' returned a prediction that does not fit its \(rows) test rows")
    }
  }
}

extension Prediction {
  /// Whether it has finite numbers, or classes of a target, for so many rows.
  func fits(_ target: Target, rows: Int) -> Bool {
    guard rowCount == rows else { return false }
    switch (self, target) {
    case (.classes(let codes, let probabilities), .classes(let target)):
      return codes.allSatisfy(target.classes.indices.contains)
        && probabilities.map {
          $0.rows == rows && $0.columns == target.classes.count && $0.elements.allSatisfy(\.isFinite)
        } ?? true
    case (.numbers(let values), .numbers): return values.allSatisfy(\.isFinite)
    default: return false
    }
  }
}
