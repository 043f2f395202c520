public import PodiumCore
internal import Synchronization

/// The folds of an evaluation as a kind of jobs.
public struct EvaluationJobs: JobKind {
  /// The name.
  public let key = "evaluation"

  /// Makes the kind.
  public init() {}

  /// The learner of the fold.
  public func learners(of job: EvaluationJob) -> [String] { [job.learner.key] }

  /// Throws `other-task` and `other-splits` where the data are not those that the job names, and `other-learner` where
  /// its learner is another program here.
  public func require(
    _ job: EvaluationJob, sharing data: EvaluationData, in context: JobContext
  ) throws(Diagnostic) {
    let definition = try context.learners.definition(job.learner.key)
    guard definition.identity == job.learnerIdentity else { throw .otherLearner(job.learner.key) }
    let hash = data.hash(withGroups: definition.capabilities.usesGroups)
    guard hash == job.dataHash, data.task.targetName == job.target else {
      throw Diagnostic("other-task", "the data are not those that the job names")
    }
    guard data.splits[job.splits] != nil else {
      throw Diagnostic("other-splits", "the splits are not those that the job names")
    }
  }

  /// Fits and predicts a fold; what fails is a result too, so this throws `interrupted` only.
  public func run(
    _ job: EvaluationJob, sharing data: EvaluationData, in context: JobContext
  ) throws(Diagnostic) -> EvaluationResult {
    let own = EvaluationContext(
      task: data.task, splits: data.splits, learners: context.learners, transformers: context.transformers,
      clock: context.clock, cancellation: context.cancellation)
    let prepared = job.fitScope == .all ? data.prepared(job.pipeline.recipe, own) : nil
    let result = JobRun(job: job, context: own).result(prepared)
    if result.outcome == .failed(.interrupted) { throw .interrupted }
    return result
  }

  /// Whether the result has the job's name, its fold and its rows.
  public func fits(_ result: EvaluationResult, _ job: EvaluationJob, sharing data: EvaluationData) -> Bool {
    guard result.jobID == job.id, result.repeatIndex == job.repeatIndex, result.fold == job.fold else { return false }
    switch result.outcome {
    case .failed: return true
    case .predicted(let prediction):
      return result.rows == data.splits[job.splits]?.testRows(job.split) && prediction.rowCount == result.rows.count
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

/// What the folds of an evaluation share: the rows, and the splits by their hash.
///
/// A class: it keeps what jobs on any thread work out of it once.
public final class EvaluationData: Sendable {
  /// The rows.
  public let task: LearningTask
  /// The splits by their hash.
  public let splits: [String: RepeatFolds]
  private let known = Mutex(Known())

  private struct Known {
    var hashes: [Bool: String] = [:]
    var prepared: [Recipe: PreparedFeatures] = [:]
  }

  /// Joins rows with the splits that jobs name.
  public init(task: LearningTask, splits: [String: RepeatFolds]) {
    self.task = task
    self.splits = splits
  }

  /// The task's hash: working it out takes as long as a short fit.
  func hash(withGroups: Bool) -> String {
    if let found = known.withLock({ $0.hashes[withGroups] }) { return found }
    let found = task.dataHash(withGroups: withGroups)
    known.withLock { $0.hashes[withGroups] = found }
    return found
  }

  /// All rows as a recipe fitted on all of them leaves them.
  func prepared(_ recipe: Recipe, _ context: EvaluationContext) -> PreparedFeatures {
    if let found = known.withLock({ $0.prepared[recipe] }) { return found }
    let found = PreparedFeatures(recipe, context)
    known.withLock { $0.prepared[recipe] = found }
    return found
  }

  /// The bytes of a length.
  private static let lengthBytes = 8

  func bytes() throws(Diagnostic) -> [UInt8] {
    var out: [UInt8] = []
    func put(_ part: [UInt8]) {
      for place in 0..<EvaluationData.lengthBytes { out.append(UInt8(truncatingIfNeeded: part.count >> (8 * place))) }
      out += part
    }
    put(try TaskData.bytes(of: task))
    for name in splits.keys.sorted(by: CodePointOrder.precedes) {
      if let folds = splits[name] { put(folds.bytes) }
    }
    return out
  }

  convenience init(bytes: [UInt8]) throws(Diagnostic) {
    var parts: [[UInt8]] = []
    var place = 0
    while place < bytes.count {
      let start = place + EvaluationData.lengthBytes
      guard start <= bytes.count else { throw EvaluationData.damaged }
      let count = bytes[place..<start].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard count <= UInt64(bytes.count - start) else { throw EvaluationData.damaged }
      place = start + Int(count)
      parts.append(Array(bytes[start..<place]))
    }
    guard let first = parts.first else { throw EvaluationData.damaged }
    var splits: [String: RepeatFolds] = [:]
    for part in parts.dropFirst() {
      let folds = try RepeatFolds(bytes: part)
      splits[folds.hash] = folds
    }
    self.init(task: try TaskData.task(first), splits: splits)
  }

  private static var damaged: Diagnostic { Diagnostic("damaged-evaluation", "the bytes hold no task with its splits") }
}
