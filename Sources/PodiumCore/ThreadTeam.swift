internal import Glibc
internal import Synchronization

/// Threads that wait for work, for a solver with thousands of parts too short for threads of their own.
///
/// A class: it owns the threads, which end with it.
package final class ThreadTeam {
  private let shared: Shared
  private let workers: [SystemThread]

  /// Starts threads so that, with the calling one, at most `threads` work; the system may have fewer to give.
  package init(threads: Int) {
    let shared = Shared()
    self.shared = shared
    workers = (1..<max(1, Parallel.affordable(threads))).compactMap { _ in
      SystemThread(stack: .working) { shared.serve() }
    }
    shared.workers = workers.count
  }

  deinit {
    shared.close()
    for worker in workers { worker.join() }
  }

  /// How many threads work, the calling one too.
  package var threads: Int { workers.count + 1 }

  /// Calls `body` for 0 ..< count and returns when all calls have; which thread makes which call is left open.
  package func run(count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    if workers.isEmpty || count <= 1 {
      for number in 0..<max(0, count) { body(number) }
      return
    }
    shared.run(count, body)
  }

  /// Calls `body` for pieces of 0 ..< count, one after another where they are few.
  package func run(pieces count: Int, atLeast size: Int = 1 << 12, _ body: @escaping @Sendable (Range<Int>) -> Void) {
    let pieces = max(1, min(4 * threads, count / max(1, size)))
    if workers.isEmpty || pieces == 1 { return body(0..<count) }
    run(count: pieces) { piece in body((piece * count / pieces)..<((piece + 1) * count / pieces)) }
  }

  /// What the threads share: the work of the moment, and two conditions to wait for.
  ///
  /// Unchecked: `body` and `count` are written under the lock, while no worker reads them.
  private final class Shared: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
    private let started: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)
    private let finished: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)
    private let round = Atomic<Int>(0)
    private let next = Atomic<Int>(0)
    private let busy = Atomic<Int>(0)
    private var body: (@Sendable (Int) -> Void)?
    private var count = 0
    var workers = 0

    /// How often a thread looks before it sleeps: some microseconds, in which the next part mostly comes.
    private static let looks = 2000
    /// The round that ends the threads.
    private static let last = -1

    init() {
      pthread_mutex_init(lock, nil)
      pthread_cond_init(started, nil)
      pthread_cond_init(finished, nil)
    }

    deinit {
      pthread_mutex_destroy(lock)
      pthread_cond_destroy(started)
      pthread_cond_destroy(finished)
      lock.deallocate()
      started.deallocate()
      finished.deallocate()
    }

    func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
      pthread_mutex_lock(lock)
      self.body = body
      self.count = count
      next.store(0, ordering: .relaxed)
      busy.store(workers, ordering: .relaxed)
      round.wrappingAdd(1, ordering: .releasing)
      pthread_cond_broadcast(started)
      pthread_mutex_unlock(lock)
      work(count, body)
      var looks = 0
      while busy.load(ordering: .acquiring) > 0, looks < Shared.looks { looks += 1 }
      pthread_mutex_lock(lock)
      while busy.load(ordering: .acquiring) > 0 { pthread_cond_wait(finished, lock) }
      self.body = nil
      pthread_mutex_unlock(lock)
    }

    func serve() {
      var seen = 0
      while true {
        var looks = 0
        while round.load(ordering: .acquiring) == seen, looks < Shared.looks { looks += 1 }
        pthread_mutex_lock(lock)
        while round.load(ordering: .acquiring) == seen { pthread_cond_wait(started, lock) }
        seen = round.load(ordering: .acquiring)
        let (count, body) = (count, body)
        pthread_mutex_unlock(lock)
        guard seen != Shared.last, let body else { return }
        work(count, body)
        if busy.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
          pthread_mutex_lock(lock)
          pthread_cond_signal(finished)
          pthread_mutex_unlock(lock)
        }
      }
    }

    func close() {
      pthread_mutex_lock(lock)
      round.store(Shared.last, ordering: .releasing)
      pthread_cond_broadcast(started)
      pthread_mutex_unlock(lock)
    }

    private func work(_ count: Int, _ body: @Sendable (Int) -> Void) {
      while true {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        if number >= count { return }
        body(number)
      }
    }
  }
}
