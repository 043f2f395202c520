internal import Glibc
internal import Synchronization

/// Threads that wait for their next work: to make one takes a third of a millisecond, as long as a pass over a column.
final class WaitingThreads: Sendable {
  /// For whole commands: one is run on such a thread, and detaches work two or three times, one after another.
  static let deep = WaitingThreads(.deep, atMost: 2)
  /// For the parts of a loop.
  static let working = WaitingThreads(.working, atMost: min(16, max(1, Parallel.processors - 1)))

  private let stack: SystemThread.Stack
  private let limit: Int
  private let idle = Mutex<[WaitingThread]>([])

  private init(_ stack: SystemThread.Stack, atMost limit: Int) { (self.stack, self.limit) = (stack, limit) }

  /// Gives work to a thread that waits, or to a new one; false when none is available.
  ///
  /// What `run` holds is released before `signalDone` is called.
  func take(run: @escaping @Sendable () -> Void, signalDone: @escaping @Sendable () -> Void) -> Bool {
    let body = WaitingThread.Body(run: run, signalDone: signalDone)
    if let thread = idle.withLock({ $0.popLast() }) {
      thread.give(body)
      return true
    }
    let thread = WaitingThread(body)
    return SystemThread.detach(stack: stack) { thread.live(in: self) }
  }

  /// How many threads wait for work.
  var idleCount: Int { idle.withLock { $0.count } }

  /// Whether a thread that is done is to wait for more.
  fileprivate func keeps(_ thread: WaitingThread) -> Bool {
    idle.withLock { idle in
      guard idle.count < limit else { return false }
      idle.append(thread)
      return true
    }
  }
}

/// One of them.
private final class WaitingThread: Sendable {
  /// Work, and how whoever waits for it learns that it is done.
  struct Body: Sendable {
    let run: @Sendable () -> Void
    let signalDone: @Sendable () -> Void
  }

  private let body: Mutex<Body?>
  private let wakeUp = Gate()

  init(_ body: Body) { self.body = Mutex(body) }

  func give(_ work: Body) {
    body.withLock { $0 = work }
    wakeUp.open()
  }

  func live(in threads: WaitingThreads) {
    while runOnce(threads) { wakeUp.waitAndClose() }
  }

  /// Does the work it holds; whether it waits for more.
  private func runOnce(_ threads: WaitingThreads) -> Bool {
    guard let signalDone = runWork() else { return false }
    // Before it signals that the work is done: the next work is given at once.
    let waits = threads.keeps(self)
    signalDone()
    return waits
  }

  /// A function of its own, so that nothing of the work is held once it is done.
  @inline(never)
  private func runWork() -> (@Sendable () -> Void)? {
    guard let work = body.withLock({ $0.take() }) else { return nil }
    work.run()
    return work.signalDone
  }
}

/// What one thread waits at until another opens it; a class, since what the system waits with must not move.
final class Gate: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Read and written under the mutex.
  private var isOpen = false

  init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // The wall clock may jump.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func open() {
    pthread_mutex_lock(mutex)
    isOpen = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Waits until it is open, and closes it again; false if it was not opened in time.
  func waitAndClose(milliseconds: Int) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    end.tv_nsec += milliseconds * 1_000_000
    end.tv_sec += end.tv_nsec / 1_000_000_000
    end.tv_nsec %= 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isOpen {
      if pthread_cond_timedwait(condition, mutex, &end) != 0 { break }
    }
    defer { isOpen = false }
    return isOpen
  }

  /// Waits without a limit, then closes it again.
  func waitAndClose() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isOpen { pthread_cond_wait(condition, mutex) }
    isOpen = false
  }
}
