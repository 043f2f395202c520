internal import PodiumCore
internal import Synchronization

/// What the thread of a cell has for the thread of the sockets, in the order in which it is sent; and the cell, for what the
/// session asks of its client.
///
/// A class: both threads share it.
final class Outbox: Sendable {
  enum Item: Sendable {
    /// A message to all subscribers, as an answer to the running cell.
    case publish(String, JSONValue)
    /// A question to the person.
    case ask(String)
    /// The cell has ended, with the content of its reply.
    case done(JSONValue, failed: Bool)
  }

  private let items = Mutex<[Item]>([])
  private let running = Mutex<KernelCell?>(nil)
  private let waker: Waker

  init(waker: Waker) { self.waker = waker }

  /// The cell that runs.
  var cell: KernelCell? {
    get { running.withLock { $0 } }
    set { running.withLock { $0 = newValue } }
  }

  func post(_ item: Item) {
    items.withLock { $0.append(item) }
    waker.wake()
  }

  /// What was posted since it was last asked for.
  func take() -> [Item] {
    items.withLock { items in
      defer { items = [] }
      return items
    }
  }
}
