public import PodiumCore

/// The folds of an evaluation as a kind of jobs.
public struct EvaluationJobs: JobKind {
  public let key = "evaluation"

  public init() {}

  /// The learner of the fold.
  public func learners(of job: EvaluationJob) -> [String] { [job.learner.key] }

  /// Throws `other-task` and `other-splits` where the data do not match the job, and `other-learner` where
  /// its learner is another program here.
  public func require(
    _ job: EvaluationJob, sharing data: EvaluationData, in context: JobContext
  ) throws(Diagnostic) {
    let definition = try context.learners.require(job.learner.key)
    guard definition.identity == job.learnerIdentity else { throw .otherLearner(job.learner.key) }
    let hash = data.hash(for: definition)
    guard hash == job.dataHash, data.task.targetName == job.target else {
      throw Diagnostic("other-task", "the data do not match the job")
    }
    guard data.splits[job.splits] != nil else {
      throw Diagnostic("other-splits", "the splits do not match the job")
    }
  }

  /// Fits and predicts a fold; a failure is a result too, so this throws only what stops the work.
  public func run(
    _ job: EvaluationJob, sharing data: EvaluationData, in context: JobContext
  ) throws(Diagnostic) -> EvaluationResult {
    let own = EvaluationContext(
      task: data.task, splits: data.splits, learners: context.learners, transformers: context.transformers,
      clock: context.clock, cancellation: context.cancellation)
    let prepared = job.fitScope == .all ? data.prepared(job.pipeline.recipe, own) : nil
    return try JobRun(job: job, context: own).result(prepared)
  }

  /// Whether the result has the job's name, its fold and its rows.
  public func fits(_ result: EvaluationResult, _ job: EvaluationJob, sharing data: EvaluationData) -> Bool {
    guard result.jobID == job.id, result.repeatIndex == job.repeatIndex, result.fold == job.fold else { return false }
    switch result.outcome {
    case .failed: return true
    case .predicted(let prediction):
      return result.rows == data.splits[job.splits]?.testRows(job.split)
        && prediction.fits(data.task.target, rows: result.rows.count)
    }
  }

  /// The task and the splits, each after its length.
  public func bytes(ofShared data: EvaluationData, by coder: any JobCoder) throws(Diagnostic) -> [UInt8] {
    try data.bytes()
  }

  /// Reads what `bytes(ofShared:by:)` wrote; throws `damaged-evaluation`, `damaged-task` and `damaged-splits`.
  public func shared(_ bytes: [UInt8], by coder: any JobCoder) throws(Diagnostic) -> EvaluationData {
    try EvaluationData(bytes: bytes)
  }
}
