public import PodiumCore
internal import Synchronization

/// Runs jobs with data from a store: the part of an executor that runs elsewhere.
///
/// A failure of the work is its outcome; a faulty order (data missing or altered, another program under a learner's
/// name) and what this machine lacks are thrown, since another worker may be able to run it. A class: it keeps what it has read.
public final class Worker: Sendable {
  private let kinds: [String: any JobKind]
  private let blobs: any BlobStore
  private let coder: any JobCoder
  private let context: JobContext
  private let remake: @Sendable (LearnerProgram) throws(Diagnostic) -> LearnerDefinition
  private let known = Mutex(Known())

  private struct Known {
    /// What the jobs share that were asked for last.
    var shared: (order: String, value: any Sendable)?
    var learners: [LearnerProgram: LearnerDefinition] = [:]
  }

  /// Makes a worker that knows some kinds of jobs.
  ///
  /// `remake` makes a learner of a program; without it programs are refused.
  public init(
    _ kinds: [any JobKind], blobs: any BlobStore, coder: any JobCoder, in context: JobContext,
    remake: @escaping @Sendable (LearnerProgram) throws(Diagnostic) -> LearnerDefinition = {
      (program) throws(Diagnostic) in throw .otherLearner(program.key)
    }
  ) {
    self.kinds = Dictionary(kinds.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    self.blobs = blobs
    self.coder = coder
    self.context = context
    self.remake = remake
  }

  /// Carries an order out; returns the output's bytes, or why the work failed.
  ///
  /// Throws `unknown-job-kind`, `unknown-learner`, `other-learner`, `missing-blob`, `altered-blob`, `bad-message`, what
  /// the kind says of bytes that hold none of its data or of the wrong ones, what the machine lacks, and `interrupted`.
  public func run(_ order: WorkOrder) throws(Diagnostic) -> Result<[UInt8], Diagnostic> {
    guard let kind = kinds[order.kind] else {
      throw Diagnostic("unknown-job-kind", "unknown kind of job '\(order.kind)'")
    }
    return try run(order, as: kind)
  }

  private func run<Kind: JobKind>(
    _ order: WorkOrder, as kind: Kind
  ) throws(Diagnostic) -> Result<[UInt8], Diagnostic> {
    var context = context
    for program in order.programs {
      if context.learners[program.key] != nil { throw .otherLearner(program.key) }
      context.learners.append(try learner(program))
    }
    let input = try coder.value(Array(order.input.utf8)) { try Kind.Input(from: $0) }
    for key in kind.learners(of: input) { _ = try context.learners.require(key) }
    let shared = try shared(of: order, as: kind)
    try kind.require(input, sharing: shared, in: context)
    let output: Kind.Output
    do throws(Diagnostic) { output = try kind.run(input, sharing: shared, in: context) } catch {
      if error.stopsWork { throw error }
      return .failure(error)
    }
    return .success(try kind.bytes(ofOutput: output, by: coder))
  }

  private func shared<Kind: JobKind>(of order: WorkOrder, as kind: Kind) throws(Diagnostic) -> Kind.Shared {
    let name = order.kind + " " + order.shared
    if let known = known.withLock({ $0.shared }), known.order == name, let value = known.value as? Kind.Shared {
      return value
    }
    let value = try kind.shared(try blobs.get(order.shared), by: coder)
    known.withLock { $0.shared = (name, value) }
    return value
  }

  private func learner(_ program: LearnerProgram) throws(Diagnostic) -> LearnerDefinition {
    if let found = known.withLock({ $0.learners[program] }) { return found }
    let found = try remake(program)
    guard found.identity == program.identity, found.key == program.key else {
      var error = Diagnostic.otherLearner(program.key)
      error.help = program.remedy
      throw error
    }
    known.withLock { $0.learners[program] = found }
    return found
  }
}

extension Diagnostic {
  /// The error of a learner whose program is not the one that a job names.
  public static func otherLearner(_ key: String) -> Diagnostic {
    Diagnostic("other-learner", "the program of learner '\(key)' changed after the job was created")
  }
}
