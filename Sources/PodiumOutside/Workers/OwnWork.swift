package import PodiumCore
package import PodiumLearn
internal import Synchronization

/// Jobs that were taken from a queue and that this process runs itself, while others run on other machines. A class: the threads
/// of the jobs and who waits for them share it.
package final class OwnWork<Kind: JobKind>: Sendable {
  /// A number that the caller gave a job, what a worker would answer, and how long it took.
  package typealias Fit = (order: Int, outcome: Result<[UInt8], Diagnostic>, seconds: Double)

  package let orders: Set<Int>
  private let deadline: Double
  private let stopping = Cancellation()
  private let state = Mutex<(fits: [Fit], isOver: Bool)>(([], false))

  /// Starts to run jobs, for so many seconds at most; `places` has the job of each number.
  package init(_ list: [Int], at places: [Int], of queue: JobQueue<Kind>, threads: Int, seconds: Double) {
    (orders, deadline) = (Set(list), ChildProcess.now() + seconds)
    let isStarted = SystemThread.detach(stack: .deep) { [self] in
      _ = Parallel.map(count: list.count, threads: threads) { [self] number in
        let start = ChildProcess.now()
        if stopping.isCancelled { return }
        guard let outcome = queue.answer(at: places[list[number]], stoppedBy: stopping) else { return }
        state.withLock { $0.fits.append((list[number], outcome, ChildProcess.now() - start)) }
      }
      state.withLock { $0.isOver = true }
    }
    if !isStarted { stop() }
  }

  package func stop() { stopping.cancel() }

  /// What has ended since the last call, and whether more may come.
  package func news() -> (fits: [Fit], goesOn: Bool) {
    if ChildProcess.now() >= deadline { stop() }
    return state.withLock { state in
      defer { state.fits = [] }
      return (state.fits, !state.isOver && !stopping.isCancelled)
    }
  }
}
