internal import Glibc
internal import PodiumCore
internal import PodiumPlugin
internal import Synchronization

/// Threads that work on requests, each with a connection to the workspace of its own; only so much waits.
///
/// Unchecked: what is shared is read and written under the lock alone.
final class Lanes: @unchecked Sendable {
  typealias Work = @Sendable (any Store) -> Void

  private let lock: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
  private let changed: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)
  private let most: Int
  private var waiting: [Work] = []
  private var isOpen = true
  private var threads: [SystemThread] = []

  /// Starts a thread for each store; at most `most` works wait.
  init(_ stores: [any Store], waiting most: Int) {
    self.most = most
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
    threads = stores.compactMap { store in
      SystemThread(stack: .deep) { [self] in
        while let work = next() { work(store) }
        store.close()
      }
    }
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  /// Waits for work; nil once there is none to come.
  private func next() -> Work? {
    locked {
      while waiting.isEmpty, isOpen { pthread_cond_wait(changed, lock) }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }

  /// Adds work; false where too much waits already, or none is taken any more.
  func add(_ work: @escaping Work) -> Bool {
    locked {
      guard isOpen, waiting.count < most, !threads.isEmpty else { return false }
      waiting.append(work)
      pthread_cond_signal(changed)
      return true
    }
  }

  /// Takes no more work, and waits until what there is has been done and every store is closed.
  func end() {
    let ending = locked {
      defer { threads = [] }
      isOpen = false
      pthread_cond_broadcast(changed)
      return threads
    }
    for thread in ending { thread.join() }
  }
}

/// Stops commands that take too long.
///
/// A class, because the thread that looks and those that work share it.
final class Deadlines: Sendable {
  private let running = Mutex<[ObjectIdentifier: (cancellation: Cancellation, end: Double)]>([:])

  /// Runs something that is stopped at a time.
  func run<Value>(_ cancellation: Cancellation, until end: Double, _ body: () -> Value) -> Value {
    running.withLock { $0[ObjectIdentifier(cancellation)] = (cancellation, end) }
    defer { running.withLock { $0[ObjectIdentifier(cancellation)] = nil } }
    return body()
  }

  /// Stops what is over time.
  func look(at seconds: Double) {
    running.withLock { running in
      for entry in running.values where entry.end < seconds { entry.cancellation.cancel() }
    }
  }
}
