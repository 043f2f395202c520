internal import Synchronization

/// A flag that asks running work to stop; long loops poll it (Ctrl-C must return the prompt within 100 ms).
///
/// A class because the thread that works and the one that reads the keyboard share one flag.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  /// How much memory the work may make: whoever can ask for time to stop can ask for this too.
  public let memory: MemoryLimits

  /// Makes a flag that is not set; only tests change the limits of memory.
  public init(memory: MemoryLimits = MemoryLimits()) { self.memory = memory }

  /// Asks the work to stop; it may be called from any thread and more than once.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// Whether the work was asked to stop.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Throws `interrupted` when the work was asked to stop.
  public func check() throws(Diagnostic) {
    if isCancelled { throw .interrupted }
  }
}
