public import PodiumCore
internal import Synchronization

/// A job with the names of the data it needs: all that another process must be handed to do it.
public struct WorkOrder: Sendable, Codable, Equatable {
  /// The job.
  public let job: EvaluationJob
  /// The hash of the task's bytes (`TaskData`).
  public let task: String
  /// The hash of the bytes of the splits that the job names (`RepeatFolds.bytes`).
  public let splits: String

  /// Names the data of a job.
  public init(job: EvaluationJob, task: String, splits: String) {
    self.job = job
    self.task = task
    self.splits = splits
  }
}

/// Does jobs whose data it takes from a store: the part of an executor that runs elsewhere.
///
/// What goes wrong with a fit is a result; what goes wrong with the order (data missing or altered, another learner under
/// the same name) is thrown, since another worker may do it. A class: it keeps the tasks and splits it has read.
public final class Worker: Sendable {
  private let blobs: any BlobStore
  private let learners: LearnerCatalogue
  private let transformers: TransformerCatalogue
  private let clock: @Sendable () -> Double
  private let cancellation: Cancellation
  private let known = Mutex(Known())

  /// A task with the hashes that jobs may name it by: hashing takes as long as a short fit.
  private struct KnownTask {
    let blob: String
    let task: LearningTask
    var hashes: [Bool: String] = [:]
  }

  private struct Known {
    var task: KnownTask?
    var splits: [String: RepeatFolds] = [:]
    var prepared: [Recipe: PreparedFeatures] = [:]
  }

  /// Makes a worker of some catalogues.
  public init(
    blobs: any BlobStore, learners: LearnerCatalogue, transformers: TransformerCatalogue = .builtIn,
    clock: @escaping @Sendable () -> Double = { 0 }, cancellation: Cancellation = Cancellation()
  ) {
    self.blobs = blobs
    self.learners = learners
    self.transformers = transformers
    self.clock = clock
    self.cancellation = cancellation
  }

  /// Does a job.
  ///
  /// Throws `missing-blob`, `altered-blob`, `damaged-task`, `damaged-splits`, `other-task` and `other-splits` (the bytes
  /// are not those that the job names), `unknown-learner`, `other-learner` (another program under the learner's name),
  /// and `interrupted`.
  public func run(_ order: WorkOrder) throws(Diagnostic) -> EvaluationResult {
    let job = order.job
    let definition = try learners.definition(job.learner.key)
    guard definition.identity == job.learnerIdentity else {
      throw Diagnostic("other-learner", "the learner '\(job.learner.key)' is another program here")
    }
    let task = try task(order.task, of: job, usesGroups: definition.capabilities.usesGroups)
    let splits = try splits(order.splits, of: job)
    let context = EvaluationContext(
      task: task, splits: [job.splits: splits], learners: learners, transformers: transformers, clock: clock,
      cancellation: cancellation)
    let result = JobRun(job: job, context: context).result(
      job.fitScope == .all ? prepared(job.pipeline.recipe, context) : nil)
    if result.outcome == .failed(.interrupted) { throw .interrupted }
    return result
  }

  private func task(_ hash: String, of job: EvaluationJob, usesGroups: Bool) throws(Diagnostic) -> LearningTask {
    var found: KnownTask
    if let known = known.withLock({ $0.task }), known.blob == hash {
      found = known
    } else {
      found = KnownTask(blob: hash, task: try TaskData.task(try blobs.get(hash)))
      known.withLock { $0.prepared = [:] }
    }
    let dataHash = found.hashes[usesGroups] ?? found.task.dataHash(withGroups: usesGroups)
    found.hashes[usesGroups] = dataHash
    known.withLock { [found] in $0.task = found }
    guard dataHash == job.dataHash, found.task.targetName == job.target else {
      throw Diagnostic("other-task", "the data are not those that the job names")
    }
    return found.task
  }

  private func splits(_ hash: String, of job: EvaluationJob) throws(Diagnostic) -> RepeatFolds {
    if let found = known.withLock({ $0.splits[job.splits] }) { return found }
    let found = try RepeatFolds(bytes: try blobs.get(hash))
    guard found.hash == job.splits else {
      throw Diagnostic("other-splits", "the splits are not those that the job names")
    }
    known.withLock { $0.splits[job.splits] = found }
    return found
  }

  private func prepared(_ recipe: Recipe, _ context: EvaluationContext) -> PreparedFeatures {
    if let found = known.withLock({ $0.prepared[recipe] }) { return found }
    let found = PreparedFeatures(recipe, context)
    known.withLock { $0.prepared[recipe] = found }
    return found
  }
}
