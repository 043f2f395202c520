package import PodiumCore
package import PodiumLearn
internal import Synchronization

/// The waiting jobs, the results so far, and what went wrong: the
/// rules of every executor that runs jobs in other processes.
///
/// A class: the threads of an executor share it.
package final class JobQueue<Kind: JobKind>: Sendable {
  package typealias Outcome = Result<Kind.Output, Diagnostic>

  /// The data that the jobs share, as bytes.
  package let blobs = MemoryBlobs()
  private let kind: Kind
  private let inputs: [Kind.Input]
  private let shared: Kind.Shared
  private let context: JobContext
  private let coder = JSONJobCoder()
  package let sharedHash: String
  private let programs: [String: LearnerProgram]
  private let finished: @Sendable (Int, Outcome) -> Void
  private let state: Mutex<State>

  private struct State: Sendable {
    var waiting: [Int]
    /// The jobs that only this process can run.
    var own: [Int]
    var outcomes: [Outcome?]
    var attempts: [Int]
    var failure: Diagnostic?
  }

  /// Encodes the data that the jobs share; `finished` is called with the index of a job and its result, one call at a
  /// time.
  package init(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext,
    finished: @escaping @Sendable (Int, Outcome) -> Void
  ) throws(Diagnostic) {
    self.kind = kind
    self.inputs = inputs
    self.shared = shared
    self.context = context
    self.finished = finished
    // An external learner is sent as a description, if it has one.
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

  /// The number of waiting jobs.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// The message for a job.
  package func order(at place: Int) throws(Diagnostic) -> WorkOrder {
    let input = try coder.bytes(of: inputs[place])
    return WorkOrder(
      kind: kind.key, shared: sharedHash, input: String(decoding: input, as: UTF8.self),
      programs: kind.learners(of: inputs[place]).compactMap { programs[$0] })
  }

  package var isStopped: Bool { context.cancellation.isCancelled || failure != nil }

  /// Why no job can be run at all.
  package var failure: Diagnostic? { state.withLock { $0.failure } }

  /// The next job; nil if none waits or the work is to stop.
  package func next() -> Int? {
    if isStopped { return nil }
    return state.withLock { $0.waiting.popLast() }
  }

  /// Stores what a worker answered and reports it; false if its bytes are not an output of the job.
  package func receive(_ answer: Result<[UInt8], Diagnostic>, at place: Int) -> Bool {
    switch answer {
    case .failure(let error): take(.failure(error), at: place)
    case .success(let bytes):
      guard let output = try? kind.output(bytes, by: coder, in: context),
        kind.fits(output, inputs[place], sharing: shared)
      else { return false }
      take(.success(output), at: place)
    }
    return true
  }

  /// Stores the result of a job and reports it.
  private func take(_ outcome: Outcome, at place: Int) {
    state.withLock {
      $0.outcomes[place] = outcome
      finished(place, outcome)
    }
  }

  /// Lets another worker retry a job, unless too many were lost with it: then it has failed.
  package func giveBack(_ place: Int, because reason: String) {
    let isOver = state.withLock { state in
      state.attempts[place] += 1
      if state.attempts[place] < ProcessExecutor.attempts {
        state.waiting.append(place)
        return false
      }
      return true
    }
    if isOver { lose(place, because: reason, help: "use set executor=threads to run it in podium itself") }
  }

  /// Whether another machine should try a job that was taken, after some attempts or a refusal. If not, it has failed, or it is
  /// run here.
  package func tries(
    _ place: Int, after attempts: Int, refused: Diagnostic?, because reason: String, help: String
  ) -> Bool {
    if let refused, refused.isOfWorker || refused.code == "other-learner" {
      // This process can.
      keep([place])
    } else if attempts >= ProcessExecutor.attempts {
      lose(place, because: refused?.message ?? reason, help: help)
    } else {
      return true
    }
    return false
  }

  /// Lets a job fail that ended each worker it was given to.
  private func lose(_ place: Int, because reason: String, help: String) {
    let lost = Diagnostic(
      "worker-lost", "no worker finished this job in \(ProcessExecutor.attempts) attempts: " + reason, help: help)
    take(.failure(lost), at: place)
  }

  /// Takes all waiting jobs, in order: the caller sees to them.
  package func drain() -> [Int] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting.reversed()
    }
  }

  /// Lets jobs that were taken run in this process.
  package func keep(_ places: [Int]) { state.withLock { $0.own += places } }

  /// The keys of the learners of a job.
  package func learners(at place: Int) -> [String] { kind.learners(of: inputs[place]) }

  /// Runs a job in this process and answers as a worker would; `stop` takes the place of the session's flag. Nil where it was
  /// stopped, or all work is to stop.
  package func answer(at place: Int, stoppedBy stop: Cancellation) -> Result<[UInt8], Diagnostic>? {
    var context = context
    context.cancellation = stop
    guard let outcome = outcome(at: place, in: context) else { return nil }
    return Result { () throws(Diagnostic) in try kind.bytes(ofOutput: try outcome.get(), by: coder) }
  }

  /// Runs a job in this process, without storing the result; nil where it was interrupted, or all work is to stop.
  private func outcome(at place: Int, in context: JobContext) -> Outcome? {
    let outcome = Outcome { () throws(Diagnostic) in try kind.run(inputs[place], sharing: shared, in: context) }
    guard case .failure(let error) = outcome, error.stopsWork else { return outcome }
    give(up: error)
    return nil
  }

  /// Handles a job that a worker refused.
  ///
  /// Jobs that no worker can run are run here; a program that has changed has changed for every worker, and what a worker's
  /// machine lacks is lacking here.
  package func refused(_ place: Int, because error: Diagnostic) {
    if error.isOfMachine == true { return give(up: error) }
    if error.isOfWorker { return keep([place]) }
    if error.code == "other-learner" {
      take(.failure(error), at: place)
    } else {
      giveBack(place, because: error.message)
    }
  }

  /// Stops all work for a reason.
  package func give(up error: Diagnostic) {
    state.withLock { $0.failure = $0.failure ?? (error.code == Diagnostic.interrupted.code ? nil : error) }
  }

  /// Runs what only this process can run, and gives the results of all jobs, in order.
  ///
  /// Throws `interrupted`, and why all work was stopped.
  package func finish(threads: Int) throws(Diagnostic) -> [Outcome] {
    try context.cancellation.check()
    if failure == nil { doOwn(threads: threads) }
    if let failure { throw failure }
    let outcomes = state.withLock { $0.outcomes.compactMap(\.self) }
    if outcomes.count < inputs.count { throw .interrupted }
    return outcomes
  }

  private func doOwn(threads: Int) {
    let places = state.withLock { $0.own }
    _ = Parallel.map(count: places.count, threads: threads) { [self] number in
      let place = places[number]
      if context.cancellation.isCancelled { return }
      if let outcome = outcome(at: place, in: context) { take(outcome, at: place) }
    }
  }
}

extension Diagnostic {
  /// Whether no worker can run a job that one refuses so: what it needs exists only in the program that asks.
  package var isOfWorker: Bool {
    ["unknown-job-kind", "unknown-learner", "unknown-step", "unknown-evaluator"].contains(code)
  }
}
