internal import Glibc
internal import PodiumCore
internal import PodiumPlugin
internal import Synchronization

/// Connections for answers that are read in a fraction of a millisecond, on the thread that asks: handing such work to another
/// thread would cost more than the work.
///
/// A class, because all requests share it.
final class QuickReaders: Sendable {
  private let state: Mutex<(free: [Reader], lent: Int, isOpen: Bool)>

  /// A connection with the answers that it gave since the workspace last changed.
  struct Reader: Sendable {
    let store: any Store
    private var mark: StoreMark?
    private var answers: [[UInt8]: ServedAnswer] = [:]
    private var bytes = 0

    /// How much is kept of one connection.
    private static let (mostAnswers, mostBytes) = (256, 4 << 20)

    init(_ store: any Store) { self.store = store }

    /// The answer that was given before, as long as nothing has changed since; otherwise what `make` gives, which is kept where
    /// it holds records as JSON. Who asks again each second costs no query.
    mutating func answer(_ key: [UInt8], _ make: (any Store) -> ServedAnswer) -> ServedAnswer {
      // Read before the records are: what changes meanwhile has another mark.
      guard let now = try? store.mark() else { return make(store) }
      if now != mark { (mark, answers, bytes) = (now, [:], 0) }
      if let known = answers[key] { return known }
      let answer = make(store)
      guard answer.status == 200, answer["Content-Type"] == "application/json" else { return answer }
      if answers.count >= Reader.mostAnswers || bytes > Reader.mostBytes { (answers, bytes) = ([:], 0) }
      answers[key] = answer
      bytes += answer.body.count + key.count
      return answer
    }
  }

  init(_ stores: [any Store]) { state = Mutex((stores.map { Reader($0) }, 0, true)) }

  /// Reads with a connection that is free; nil where none is, and where another program holds the workspace: who waits for that
  /// here holds up all connections of this thread.
  func read(_ key: [UInt8], _ make: (any Store) -> ServedAnswer) -> ServedAnswer? {
    let lent = state.withLock { state -> Reader? in
      guard state.isOpen, let reader = state.free.popLast() else { return nil }
      state.lent += 1
      return reader
    }
    guard var reader = lent else { return nil }
    let answer = reader.answer(key, make)
    state.withLock { state in
      state.free.append(reader)
      state.lent -= 1
    }
    return answer.reason?.code == "workspace-busy" ? nil : answer
  }

  /// Lends none any more, and closes all when they are back.
  func end() {
    state.withLock { $0.isOpen = false }
    while state.withLock({ $0.lent > 0 }) { usleep(1000) }
    for reader in state.withLock({ $0.free }) { reader.store.close() }
  }
}
