internal import PodiumCore
internal import PodiumLearn
internal import Synchronization

/// Which jobs wait, what came of the others, and what went wrong: what the threads of a `ProcessExecutor` share.
///
/// A class: they share it.
final class JobQueue<Kind: JobKind>: Sendable {
  typealias Outcome = Result<Kind.Output, Diagnostic>

  /// The bytes of what the jobs share.
  let blobs = MemoryBlobs()
  private let kind: Kind
  private let inputs: [Kind.Input]
  private let shared: Kind.Shared
  private let context: JobContext
  private let coder = JSONJobCoder()
  private let sharedHash: String
  private let programs: [String: LearnerProgram]
  private let finished: @Sendable (Int, Outcome) -> Void
  private let state: Mutex<State>

  private struct State: Sendable {
    var waiting: [Int]
    /// The jobs that only this process can do.
    var own: [Int]
    var outcomes: [Outcome?]
    var attempts: [Int]
    var failure: Diagnostic?
  }

  /// Writes down what the jobs share; `finished` is called with the place of a job and what came of it, one call at a
  /// time.
  init(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext,
    finished: @escaping @Sendable (Int, Outcome) -> Void
  ) throws(Diagnostic) {
    self.kind = kind
    self.inputs = inputs
    self.shared = shared
    self.context = context
    self.finished = finished
    // A learner that is a program goes along as a description of it, where there is one.
    var programs: [String: LearnerProgram] = [:]
    var bound: Set<String> = []
    for key in Set(inputs.flatMap { kind.learners(of: $0) }) {
      guard let definition = context.learners[key], !definition.identity.isEmpty else { continue }
      if let program = definition.program() { programs[key] = program } else { bound.insert(key) }
    }
    self.programs = programs
    let own = inputs.indices.filter { !bound.isDisjoint(with: kind.learners(of: inputs[$0])) }
    let waiting = inputs.indices.filter { bound.isDisjoint(with: kind.learners(of: inputs[$0])) }
    let coder = coder
    sharedHash =
      waiting.isEmpty
      ? ""
      : blobs.put(
        try context.cancellation.detached { () throws(Diagnostic) in try kind.bytes(ofShared: shared, by: coder) })
    state = Mutex(
      State(
        waiting: waiting.reversed(), own: own, outcomes: [Outcome?](repeating: nil, count: inputs.count),
        attempts: [Int](repeating: 0, count: inputs.count)))
  }

  /// How many jobs wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// The order of a job.
  func order(at place: Int) throws(Diagnostic) -> WorkOrder {
    let input = try coder.bytes(of: inputs[place])
    return WorkOrder(
      kind: kind.key, shared: sharedHash, input: String(decoding: input, as: UTF8.self),
      programs: kind.learners(of: inputs[place]).compactMap { programs[$0] })
  }

  var isStopped: Bool { context.cancellation.isCancelled || failure != nil }

  /// Why no job can be done at all.
  var failure: Diagnostic? { state.withLock { $0.failure } }

  /// The next job; nil when none waits or the work is to stop.
  func next() -> Int? {
    if isStopped { return nil }
    return state.withLock { $0.waiting.popLast() }
  }

  /// The output that bytes hold; nil where they hold none that fits the job.
  func output(_ bytes: [UInt8], at place: Int) -> Kind.Output? {
    guard let output = try? kind.output(bytes, by: coder, in: context),
      kind.fits(output, inputs[place], sharing: shared)
    else { return nil }
    return output
  }

  /// Keeps what came of a job and reports it.
  func take(_ outcome: Outcome, at place: Int) {
    state.withLock {
      $0.outcomes[place] = outcome
      finished(place, outcome)
    }
  }

  /// Lets another worker do a job, unless too many were lost over it: then that is what came of it.
  func giveBack(_ place: Int, because reason: String) {
    let isOver = state.withLock { state in
      state.attempts[place] += 1
      if state.attempts[place] < ProcessExecutor.attempts {
        state.waiting.append(place)
        return false
      }
      return true
    }
    guard isOver else { return }
    let lost = Diagnostic(
      "worker-lost", "no worker finished this job in \(ProcessExecutor.attempts) attempts: " + reason,
      help: "run it in podium itself with set executor=threads")
    take(.failure(lost), at: place)
  }

  /// Decides what becomes of a job that a worker refused.
  ///
  /// What no worker knows is done here; a program that is another one now is so for every worker.
  func refused(_ place: Int, because error: Diagnostic) {
    switch error.code {
    case "unknown-job-kind", "unknown-learner", "unknown-step", "unknown-evaluator":
      state.withLock { $0.own.append(place) }
    case "other-learner": take(.failure(error), at: place)
    default: giveBack(place, because: error.message)
    }
  }

  /// Ends all work for one reason.
  func give(up error: Diagnostic) {
    state.withLock { $0.failure = $0.failure ?? (error.code == Diagnostic.interrupted.code ? nil : error) }
  }

  /// Does on threads what only this process can do.
  func doOwn(threads: Int) {
    let places = state.withLock { $0.own }
    _ = Parallel.map(count: places.count, threads: threads) { [self] number in
      let place = places[number]
      if context.cancellation.isCancelled { return }
      let outcome = Outcome { () throws(Diagnostic) in try kind.run(inputs[place], sharing: shared, in: context) }
      if case .failure(.interrupted) = outcome { return }
      take(outcome, at: place)
    }
  }

  /// What came of the jobs, in their order, as far as there is anything.
  var outcomes: [Outcome] { state.withLock { $0.outcomes.compactMap(\.self) } }
}
