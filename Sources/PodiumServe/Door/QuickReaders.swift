internal import Glibc
internal import PodiumPlugin
internal import Synchronization

/// Connections for answers that are read in a fraction of a millisecond, on the thread that asks: handing such work to another
/// thread would cost more than the work.
///
/// A class, because all requests share it.
final class QuickReaders: Sendable {
  private let state: Mutex<(free: [any Store], lent: Int, isOpen: Bool)>

  init(_ stores: [any Store]) { state = Mutex((stores, 0, true)) }

  /// Reads with a connection that is free; nil where none is.
  func read<Value>(_ body: (any Store) -> Value) -> Value? {
    let store = state.withLock { state -> (any Store)? in
      guard state.isOpen, let store = state.free.popLast() else { return nil }
      state.lent += 1
      return store
    }
    guard let store else { return nil }
    defer {
      state.withLock { state in
        state.free.append(store)
        state.lent -= 1
      }
    }
    return body(store)
  }

  /// Lends none any more, and closes all when they are back.
  func end() {
    state.withLock { $0.isOpen = false }
    while state.withLock({ $0.lent > 0 }) { usleep(1000) }
    for store in state.withLock({ $0.free }) { store.close() }
  }
}
