internal import Glibc
internal import PodiumCore
internal import PodiumPlugin
internal import Synchronization

/// Threads that work on requests, each with a connection to the workspace of its own; only so much waits.
final class Lanes: Sendable {
  typealias Work = @Sendable (any Store) -> Void

  private let most: Int
  private let state = Mutex<(waiting: [Work], isOpen: Bool, threads: [SystemThread])>(([], true, []))
  /// How many works wait, and at the end how many threads are to end.
  private nonisolated(unsafe) let signals = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// Starts a thread for each store; at most `most` works wait.
  init(_ stores: [any Store], waiting most: Int) {
    self.most = most
    sem_init(signals, 0, 0)
    let threads = stores.compactMap { store in
      SystemThread(stack: .deep) { [self] in
        while let work = next() { work(store) }
        store.close()
      }
    }
    state.withLock { $0.threads = threads }
  }

  /// Waits for work; nil once there is none to come.
  private func next() -> Work? {
    while sem_wait(signals) != 0 {}
    return state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  /// Adds work; false where too much waits already, or none is taken any more.
  func add(_ work: @escaping Work) -> Bool {
    let isTaken = state.withLock { state in
      guard state.isOpen, state.waiting.count < most, !state.threads.isEmpty else { return false }
      state.waiting.append(work)
      return true
    }
    if isTaken { sem_post(signals) }
    return isTaken
  }

  /// Takes no more work, and waits until what there is has been done and every store is closed.
  func end() {
    let ending = state.withLock { state in
      defer { (state.isOpen, state.threads) = (false, []) }
      return state.threads
    }
    for _ in ending { sem_post(signals) }
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
