internal import Glibc
internal import Synchronization

extension Cancellation {
  /// Runs work on a separate thread, and abandons it if it does not stop soon after cancellation.
  ///
  /// For work that only computes: sorting, writing a table as bytes, calling a model. A loop that polls this flag ends
  /// by itself; work that cannot poll it (a sort, a growing dictionary, someone else's code) runs on unseen, and its
  /// result is dropped. So the work may change only its own values: no file, no workspace, no terminal.
  ///
  /// Throws what the work throws, and `interrupted`.
  public func detached<Value: Sendable>(
    _ work: @escaping @Sendable () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    try check()
    let task = DetachedTask(work)
    // Without memory for a thread, work that nothing can interrupt is better than none.
    guard task.start() else { return try work() }
    var turnsLeft = abandonAfterTurns
    while true {
      if let result = task.result(within: turnInMilliseconds) { return try result.get() }
      if !isCancelled { continue }
      turnsLeft -= 1
      if turnsLeft <= 0 { throw .interrupted }
    }
  }
}

/// How long it takes until a cancellation is seen.
private let turnInMilliseconds = 10
/// How many turns to wait for work that was asked to stop.
private let abandonAfterTurns = 3

/// Work on a separate thread. The thread and the waiter both hold it; the last one releases it.
private final class DetachedTask<Value: Sendable>: Sendable {
  private let work: @Sendable () throws(Diagnostic) -> Value
  private let outcome = Mutex<Result<Value, Diagnostic>?>(nil)
  private let done = Gate()

  init(_ work: @escaping @Sendable () throws(Diagnostic) -> Value) { self.work = work }

  /// Whether a thread was available.
  func start() -> Bool {
    DetachedThread.take(DetachedBody(run: { self.run() }, signalDone: { self.done.open() }))
  }

  private func run() {
    let result: Result<Value, Diagnostic>
    do throws(Diagnostic) { result = .success(try work()) } catch { result = .failure(error) }
    outcome.withLock { $0 = result }
  }

  /// The result; nil while it runs.
  func result(within milliseconds: Int) -> Result<Value, Diagnostic>? {
    done.wait(milliseconds: milliseconds) ? outcome.withLock { $0.take() } : nil
  }
}

/// Work, and how whoever waits for it learns that it is done.
private struct DetachedBody: Sendable {
  let run: @Sendable () -> Void
  let signalDone: @Sendable () -> Void
}

/// A thread for detached work. One that is done with its work waits for the next: a command detaches work twice or
/// three times, and a thread takes a third of a millisecond to make.
private final class DetachedThread: Sendable {
  /// The one that waits, if any.
  private static let idle = Mutex<DetachedThread?>(nil)

  private let body: Mutex<DetachedBody?>
  private let wakeUp = Gate()

  private init(_ body: DetachedBody) { self.body = Mutex(body) }

  /// Gives work to the thread that waits, or to a new one; false when none is available.
  static func take(_ body: DetachedBody) -> Bool {
    if let thread = idle.withLock({ $0.take() }) {
      thread.body.withLock { $0 = body }
      thread.wakeUp.open()
      return true
    }
    return DetachedThread(body).start()
  }

  private func start() -> Bool { SystemThread.detach(stack: .deep) { self.live() } }

  private func live() {
    while runOnce() { wakeUp.waitAndClose() }
  }

  /// Does the work it holds; whether it waits for more, as one thread does.
  private func runOnce() -> Bool {
    guard let work = body.withLock({ $0.take() }) else { return false }
    work.run()
    // Before it signals that the work is done: the next work is given at once.
    let waits = DetachedThread.idle.withLock { idle in
      guard idle == nil else { return false }
      idle = self
      return true
    }
    work.signalDone()
    return waits
  }
}

/// What one thread waits at until another opens it; a class, since what the system waits with must not move.
private final class Gate: @unchecked Sendable {
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

  /// Whether it was opened in time.
  func wait(milliseconds: Int) -> Bool {
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

extension Cancellation {
  /// Waits for some seconds, at most a twentieth of a second longer than until the flag is set.
  public func wait(seconds: Double) {
    let tick = 0.05
    var left = seconds
    while left > 0, !isCancelled {
      usleep(UInt32(min(tick, left) * 1e6))
      left -= tick
    }
  }
}
