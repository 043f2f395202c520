internal import Glibc
public import PodiumCore
public import PodiumLearn
internal import Synchronization

/// Does jobs in processes of podium itself, so that one that crashes costs a retry and nothing else.
///
/// The number of processes never changes a result. A job whose worker is lost three times is a failed fold; a job whose
/// learner is a program of its own runs on threads here, since that program is a process already.
public struct ProcessExecutor: Executor {
  /// The most workers that one job may take with it.
  public static let attempts = 3

  private let processes: Int
  private let command: String
  private let folder: String
  private let version: String
  private let silence: Double

  /// An executor of at most this many processes (at least one).
  ///
  /// `program` is the file of podium; nil for the running one.
  public init(processes: Int, version: String, program: String? = nil) {
    let path = program ?? ProcessExecutor.running
    self.init(
      processes: processes, version: version,
      command: "OPENBLAS_NUM_THREADS=1 exec '" + path.replacing("'", with: "'\\''") + "' worker")
  }

  /// An executor whose workers a command of the shell starts.
  init(processes: Int, version: String, command: String, silence: Double = WorkerWire.silence) {
    self.processes = max(1, processes)
    self.command = command
    self.version = version
    self.silence = silence
    folder = "/"
  }

  /// The file of the running program.
  private static var running: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : "podium"
  }

  /// Does the jobs; throws `interrupted`, `worker-not-started` and `other-worker`.
  public func run(_ jobs: [EvaluationJob], in context: EvaluationContext) throws(Diagnostic) -> [EvaluationResult] {
    try context.cancellation.check()
    let own = jobs.indices.filter { jobs[$0].learnerIdentity.isEmpty }
    let ledger = Ledger(jobs, own, context)
    try ledger.order(own.isEmpty ? nil : context)
    let width = min(processes, own.count)
    _ = Parallel.map(count: width, threads: width) { _ in Lane(executor: self, ledger: ledger).work() }
    try context.cancellation.check()
    if let failure = ledger.failure { throw failure }
    let others = jobs.indices.filter { !jobs[$0].learnerIdentity.isEmpty }
    if !others.isEmpty {
      var here = context
      here.finished = { ledger.finished($0) }
      here.progress = nil
      let results = try ThreadExecutor(threads: processes).run(others.map { jobs[$0] }, in: here)
      for (place, result) in zip(others, results) { ledger.keep(result, at: place) }
    }
    let results = ledger.results
    if results.count < jobs.count { throw .interrupted }
    return results
  }

  /// One process after another, each doing job after job.
  private struct Lane {
    let executor: ProcessExecutor
    let ledger: Ledger

    func work() {
      var process: WorkerProcess?
      defer { process?.end() }
      while let place = ledger.next() {
        var current: WorkerProcess
        if let process {
          current = process
        } else {
          do throws(Diagnostic) {
            current = try WorkerProcess(
              executor.command, folder: executor.folder, version: executor.version, silence: executor.silence
            ) { ledger.isStopped }
          } catch {
            ledger.give(up: error)
            return
          }
        }
        switch reply(of: &current, at: place) {
        case .result(let result): ledger.take(result, at: place)
        case .failure(let error):
          // It may have lost the data.
          current.forgetData()
          ledger.giveBack(place, because: error.message)
        case .lost(let reason):
          current.end()
          process = nil
          ledger.giveBack(place, because: "the worker " + reason)
          continue
        case .stopped: break
        }
        process = current
      }
    }

    private func reply(of process: inout WorkerProcess, at place: Int) -> WorkerProcess.Reply {
      guard let order = ledger.order(at: place) else { return .failure(Diagnostic("no-order", "the job has no order")) }
      do throws(Diagnostic) { try process.send(order, from: ledger.blobs) } catch { return .failure(error) }
      let reply = process.reply(silence: executor.silence) { ledger.isStopped }
      guard case .result(let result) = reply else { return reply }
      return ledger.fits(result, at: place) ? reply : .lost("answered another job")
    }
  }
}
