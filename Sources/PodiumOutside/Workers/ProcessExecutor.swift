internal import Glibc
public import PodiumCore
public import PodiumLearn
internal import Synchronization

/// Runs jobs in processes of podium itself, so that a crash costs only a retry.
///
/// The number of processes never changes a result. A job that loses three workers has failed. A job that no worker can
/// run (a learner that exists only in this process, an external evaluator) is run here on threads.
public struct ProcessExecutor: Executor {
  /// The maximum number of workers that one job may lose.
  public static let attempts = 3

  private let processes: Int
  private let command: String
  private let version: String
  private let silence: Double

  /// An executor with at most this many processes, at least one.
  ///
  /// `program` is the path of podium; nil for the running one.
  public init(processes: Int, version: String, program: String? = nil) {
    let path = program ?? ProgramFile.path ?? "podium"
    self.init(
      processes: processes, version: version,
      command: "OPENBLAS_NUM_THREADS=1 exec \(ShellWord.quoted(path)) worker")
  }

  /// An executor whose workers are started by a shell command.
  init(processes: Int, version: String, command: String, silence: Double = WorkerWire.silence) {
    self.processes = max(1, processes)
    self.command = command
    self.version = version
    self.silence = silence
  }

  /// Throws `interrupted`, `worker-not-started`, `other-worker`, and what this machine lacks.
  public func map<Kind: JobKind>(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext,
    finished: @escaping @Sendable (Int, Result<Kind.Output, Diagnostic>) -> Void
  ) throws(Diagnostic) -> [Result<Kind.Output, Diagnostic>] {
    try context.cancellation.check()
    let queue = try JobQueue(inputs, sharing: shared, by: kind, in: context, finished: finished)
    let width = min(processes, queue.waitingCount)
    _ = Parallel.map(count: width, threads: width) { _ in Lane(executor: self, queue: queue).work() }
    return try queue.finish(threads: processes)
  }

  /// Runs workers one after another, each taking one job after another.
  private struct Lane<Kind: JobKind> {
    let executor: ProcessExecutor
    let queue: JobQueue<Kind>

    func work() {
      var process: WorkerProcess?
      defer { process?.end() }
      while let place = queue.next() {
        var current: WorkerProcess
        if let process {
          current = process
        } else {
          do throws(Diagnostic) {
            current = try WorkerProcess(
              executor.command, version: executor.version, silence: executor.silence,
              atOnce: executor.processes
            ) { queue.isStopped }
          } catch {
            queue.give(up: error)
            return
          }
        }
        var lost: String?
        switch reply(of: &current, at: place) {
        case .outcome(let answer):
          if !queue.receive(answer, at: place) { lost = "sent something other than a result of the job" }
        case .refused(let error):
          // It may have lost the data.
          current.forgetData()
          queue.refused(place, because: error)
        case .lost(let reason): lost = reason
        case .stopped: break
        }
        process = current
        guard let lost else { continue }
        current.end()
        process = nil
        queue.giveBack(place, because: "the worker " + lost)
      }
    }

    private func reply(of process: inout WorkerProcess, at place: Int) -> WorkerProcess.Reply {
      do throws(Diagnostic) {
        let order = try queue.order(at: place)
        try process.send(order, from: queue.blobs)
        return process.reply(to: order.id, silence: executor.silence, isStopped: { queue.isStopped })
      } catch {
        return .outcome(.failure(error))
      }
    }
  }
}
