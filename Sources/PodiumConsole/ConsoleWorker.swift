import CTerminal
import PodiumCore
import Synchronization

/// A thread for one piece of work, with a deep stack and a stack of its own for signal handlers.
///
/// The work wakes the signal pipe when it has ended, so that one wait serves the keyboard and the result.
struct ConsoleWorker<Value: Sendable> {
  private let thread: SystemThread
  private let box: ResultBox<Value>

  /// Starts the thread; nil when the system has none to give.
  init?(_ work: @escaping @Sendable () -> Value) {
    let box = ResultBox<Value>()
    guard
      let thread = SystemThread(
        stack: .deep,
        {
          let handlerStack = ct_enter_thread()
          box.set(work())
          ct_wake()
          ct_leave_thread(handlerStack)
        })
    else { return nil }
    self.thread = thread
    self.box = box
  }

  /// What the work returned; nil while it runs.
  var result: Value? { box.get() }

  /// Waits for the thread itself, a moment after its result.
  func join() { thread.join() }
}

private final class ResultBox<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  func set(_ new: Value) { value.withLock { $0 = new } }
  func get() -> Value? { value.withLock { $0 } }
}
