internal import PodiumCore
internal import PodiumPlugin
internal import Synchronization

/// Passes changes on to those who listen, each as far as they may see them: what changed, and no values.
///
/// A class, because all streams share it.
final class EventHub: Sendable {
  static let type = "text/event-stream"
  /// How many changes are sent again to someone who was away.
  private static let mostReplayed = 1000
  /// How long a stream lasts, and how often one that is silent shows that it is there, in seconds.
  private static let longest = 30 * 60.0
  private static let silence = 15.0
  static let mostOfOne = 6

  private let rules: ServedRules
  private let most: Int
  private let state: Mutex<State>

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
    /// The number of the last change that was passed on.
    var last: Int
    var isOpen = true
  }

  private struct Listener: Sendable {
    let account: Account
    let visitor: Admission.Visitor
    let owner: String
    let kinds: Set<String>
    /// The number of the change that it saw last before it began, until what it missed is sent; nil for one that is new.
    var missed: Int?
    let sink: AsyncStream<[UInt8]>.Continuation
    let start: Double
    var spoke: Double
  }

  /// A hub for at most so many streams, 0 for any number, that passes on what follows a change.
  init(_ rules: ServedRules, most: Int, after last: Int = 0) {
    (self.rules, self.most) = (rules, most)
    state = Mutex(State(last: last))
  }

  /// Listens, from the next look on, to what follows a change that was seen before, or to what is new. Throws
  /// `too-many-streams`.
  func listen(
    _ visitor: Admission.Visitor, _ account: Account, owner: String, kinds: Set<String>, after seen: Int?,
    at seconds: Double
  ) throws(Diagnostic) -> AsyncStream<[UInt8]> {
    let (stream, sink) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingOldest(256))
    let listener = Listener(
      account: account, visitor: visitor, owner: owner, kinds: kinds, missed: seen, sink: sink, start: seconds,
      spoke: seconds)
    let number: Int? = state.withLock { state in
      let own = state.listeners.values.count { $0.owner == owner }
      guard state.isOpen, most == 0 || state.listeners.count < most && own < EventHub.mostOfOne else { return nil }
      state.next += 1
      state.listeners[state.next] = listener
      return state.next
    }
    guard let number else {
      throw Diagnostic("too-many-streams", "too many streams are open", help: "close one, or poll")
    }
    sink.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[number] = nil } }
    sink.yield(Array("retry: 3000\n\n".utf8))
    return stream
  }

  static func event(_ change: Change) -> [UInt8] {
    let data = JSONValue.object([
      ("kind", .string(change.kind)), ("record", .string(change.record.text)), ("revision", .integer(change.revision)),
      ("action", .string(change.action.rawValue)),
    ])
    return Array("id: \(change.number)\nevent: change\ndata: \(data.text)\n\n".utf8)
  }

  /// Passes on what has changed since it looked last, ends what is over, and shows that silent streams are there.
  ///
  /// `current` is the account that a visitor's cookie or token lets in now: a stream ends with what let its reader in.
  func look(in base: any Store, at seconds: Double, current: (Admission.Visitor) -> Account?) {
    guard let now = try? base.lastChange() else { return }
    // Who listens from now on is passed what follows this.
    let (last, listeners) = state.withLock { state in
      defer {
        state.last = now
        for number in state.listeners.keys { state.listeners[number]?.missed = nil }
      }
      return (state.last, state.listeners)
    }
    var seen: [String: [Change]?] = [:]
    for (number, listener) in listeners {
      let isOver = seconds - listener.start > EventHub.longest
      guard !isOver, listener.account.name.isEmpty || current(listener.visitor) == listener.account else {
        end(number, listener)
        continue
      }
      let store = GuardedStore(base, for: listener.account, rules)
      let start = listener.missed ?? last
      let key = "\(start) " + store.scope
      let changes = seen[key] ?? EventHub.changes(after: start, to: now, store)
      seen[key] = changes
      guard let changes else {
        send(Array("id: \(now)\nevent: reset\ndata: {}\n\n".utf8), number, listener, seconds)
        continue
      }
      let own = changes.filter { listener.kinds.contains($0.kind) }
      if !own.isEmpty {
        send(own.flatMap(EventHub.event), number, listener, seconds)
      } else if seconds - listener.spoke > EventHub.silence {
        send(Array(": keep\n\n".utf8), number, listener, seconds)
      }
    }
  }

  /// The changes between two that an account sees; nil where they are too many, and where there are fewer now than there were, as
  /// in a workspace that was restored.
  private static func changes(after start: Int, to now: Int, _ store: GuardedStore) -> [Change]? {
    guard start != now else { return [] }
    guard start < now, let all = try? store.base.changes(after: start, kinds: nil, limit: mostReplayed),
      all.count < mostReplayed
    else { return nil }
    return try? store.seen(all.filter { $0.number <= now })
  }

  private func send(_ bytes: [UInt8], _ number: Int, _ listener: Listener, _ seconds: Double) {
    state.withLock { $0.listeners[number]?.spoke = seconds }
    // Who does not read what is sent has to come again.
    if case .dropped = listener.sink.yield(bytes) { end(number, listener) }
  }

  private func end(_ number: Int, _ listener: Listener) {
    state.withLock { $0.listeners[number] = nil }
    listener.sink.finish()
  }

  /// Says goodbye to all and takes no more.
  func stop() {
    let listeners = state.withLock { state in
      state.isOpen = false
      defer { state.listeners = [:] }
      return state.listeners
    }
    for listener in listeners.values {
      listener.sink.yield(Array("event: bye\ndata: {}\n\n".utf8))
      listener.sink.finish()
    }
  }
}
