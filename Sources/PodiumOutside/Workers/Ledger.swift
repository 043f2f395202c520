internal import PodiumCore
internal import PodiumLearn
internal import Synchronization

/// Which jobs wait, which are done, and what went wrong: what the threads of a `ProcessExecutor` share.
///
/// A class: they share it.
final class Ledger: Sendable {
  /// The bytes of the task and of the splits.
  let blobs = MemoryBlobs()
  private let jobs: [EvaluationJob]
  private let ids: [String]
  private let context: EvaluationContext
  private let state: Mutex<State>

  private struct State: Sendable {
    var waiting: [Int]
    var orders: [WorkOrder?]
    var results: [EvaluationResult?]
    var attempts: [Int]
    var done = 0
    var failure: Diagnostic?
  }

  init(_ jobs: [EvaluationJob], _ own: [Int], _ context: EvaluationContext) {
    self.jobs = jobs
    self.context = context
    ids = jobs.map(\.id)
    state = Mutex(
      State(
        waiting: own.reversed(), orders: [WorkOrder?](repeating: nil, count: jobs.count),
        results: [EvaluationResult?](repeating: nil, count: jobs.count),
        attempts: [Int](repeating: 0, count: jobs.count)))
  }

  /// Writes the data down and names them in an order for each waiting job; throws what is wrong with the task.
  func order(_ context: EvaluationContext?) throws(Diagnostic) {
    guard let context else { return }
    let task = blobs.put(
      try context.cancellation.detached { () throws(Diagnostic) in try TaskData.bytes(of: context.task) })
    var hashes: [String: String] = [:]
    for place in state.withLock({ $0.waiting }) {
      let job = jobs[place]
      let splits: String
      if let known = hashes[job.splits] {
        splits = known
      } else {
        splits = blobs.put(context.splits[job.splits]?.bytes ?? [])
        hashes[job.splits] = splits
      }
      state.withLock { $0.orders[place] = WorkOrder(job: job, task: task, splits: splits) }
    }
  }

  /// The order of a job.
  func order(at place: Int) -> WorkOrder? { state.withLock { $0.orders[place] } }

  var isStopped: Bool { context.cancellation.isCancelled || failure != nil }

  /// Why no job can be done at all.
  var failure: Diagnostic? { state.withLock { $0.failure } }

  /// The next job; nil when none waits or the work is to stop.
  func next() -> Int? {
    if isStopped { return nil }
    return state.withLock { $0.waiting.popLast() }
  }

  /// Whether a result is that of a job: its name, its fold and its rows.
  func fits(_ result: EvaluationResult, at place: Int) -> Bool {
    guard result.jobID == ids[place], result.repeatIndex == jobs[place].repeatIndex, result.fold == jobs[place].fold
    else { return false }
    switch result.outcome {
    case .failed: return true
    case .predicted(let prediction):
      let tested = context.splits[jobs[place].splits]?.testRows(jobs[place].split)
      return result.rows == tested && prediction.rowCount == result.rows.count
    }
  }

  /// Keeps a result and reports it.
  func take(_ result: EvaluationResult, at place: Int) {
    state.withLock { $0.results[place] = result }
    finished(result)
  }

  /// Keeps a result that was reported already.
  func keep(_ result: EvaluationResult, at place: Int) { state.withLock { $0.results[place] = result } }

  /// Reports a result, one call at a time.
  func finished(_ result: EvaluationResult) {
    state.withLock { state in
      state.done += 1
      context.progress?(state.done, jobs.count)
      context.finished?(result)
    }
  }

  /// Lets another worker do a job, unless too many were lost over it: then it is a failed fold.
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
    let job = jobs[place]
    let rows = context.splits[job.splits]?.testRows(job.split) ?? []
    let lost = Diagnostic(
      "worker-lost", "no worker finished this fold in \(ProcessExecutor.attempts) attempts: " + reason,
      help: "set executor=threads runs it in podium itself")
    take(
      EvaluationResult(
        jobID: ids[place], repeatIndex: job.repeatIndex, fold: job.fold, rows: rows, outcome: .failed(lost), seconds: 0),
      at: place)
  }

  /// Ends all work for one reason.
  func give(up error: Diagnostic) {
    state.withLock { $0.failure = $0.failure ?? (error.code == Diagnostic.interrupted.code ? nil : error) }
  }

  /// The results in the order of the jobs, as far as there are any.
  var results: [EvaluationResult] { state.withLock { $0.results.compactMap(\.self) } }
}
