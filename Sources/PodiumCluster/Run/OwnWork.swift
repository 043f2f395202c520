internal import PodiumCore
internal import PodiumLearn
internal import PodiumOutside
internal import Synchronization

/// Orders that this process fits itself while the driver goes on. A class: the threads of the fits and the driver share it.
final class OwnWork<Kind: JobKind>: Sendable {
  typealias Fit = (order: Int, outcome: JobQueue<Kind>.Outcome, seconds: Double)

  let orders: Set<Int>
  let deadline: Double
  private let stopping = Cancellation()
  private let state = Mutex<(fits: [Fit], count: Int)>(([], 0))

  /// Starts to fit orders, for so many seconds at most; `places` has the job of each order.
  init(_ list: [Int], at places: [Int], of queue: JobQueue<Kind>, threads: Int, seconds: Double) {
    (orders, deadline) = (Set(list), ChildProcess.now() + seconds)
    let isStarted = SystemThread.detach(stack: .deep) { [self] in
      _ = Parallel.map(count: list.count, threads: threads) { [self] number in
        if stopping.isCancelled { return }
        let start = ChildProcess.now()
        let outcome = queue.outcome(at: places[list[number]], stoppedBy: stopping)
        state.withLock { $0.fits.append((list[number], outcome, ChildProcess.now() - start)) }
      }
    }
    if !isStarted { stop() }
  }

  func stop() { stopping.cancel() }

  /// What has ended since the last call, and whether more may come.
  func news() -> (fits: [Fit], goesOn: Bool) {
    if ChildProcess.now() >= deadline { stop() }
    return state.withLock { state in
      defer { state.fits = [] }
      state.count += state.fits.count
      return (state.fits, state.count < orders.count && !stopping.isCancelled)
    }
  }
}
