internal import Glibc

/// A POSIX thread; every thread of podium starts here.
package struct SystemThread: Sendable {
  private let handle: pthread_t

  /// How much stack a thread may use. Stacks are reserved, not used, until something recurses.
  package enum Stack: Sendable {
    /// The default of the system.
    case standard
    /// 64 MB: deep trees and expressions fit with room to spare.
    case working
    /// 256 MB for whole commands.
    case deep

    /// Sizes in bytes, the first to be tried first. Below a limit of the address space, stacks leave most of it to the data.
    func sizes(within limit: Int) -> [Int?] {
      switch self {
      case .standard: [nil]
      case .working: Stack.upTo(64 << 20, within: limit)
      case .deep: Stack.upTo(256 << 20, within: limit)
      }
    }

    private static func upTo(_ most: Int, within limit: Int) -> [Int] {
      [256 << 20, 64 << 20, 16 << 20].filter { $0 <= most && $0 <= limit / 8 } + [8 << 20]
    }
  }

  /// Starts a thread that is joined later; nil when the system has none to give.
  package init?(stack: Stack, _ body: @escaping @Sendable () -> Void) {
    guard let handle = SystemThread.create(stack, isDetached: false, body) else { return nil }
    self.handle = handle
  }

  /// Waits until the thread has ended; call it once.
  package func join() { pthread_join(handle, nil) }

  /// Starts a detached thread; false when the system cannot make one.
  ///
  /// With `blockingSignals` no signal is handled on it: those of the terminal belong to the threads that wait for them.
  package static func detach(
    stack: Stack = .standard, blockingSignals: Bool = false, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    guard blockingSignals else { return create(stack, isDetached: true, body) != nil }
    // A thread inherits the mask of the one that starts it.
    var all = sigset_t()
    sigfillset(&all)
    var before = sigset_t()
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return create(stack, isDetached: true, body) != nil
  }

  private static func create(
    _ stack: Stack, isDetached: Bool, _ body: @escaping @Sendable () -> Void
  ) -> pthread_t? {
    let retained = Unmanaged.passRetained(ThreadBody(body))
    for size in stack.sizes(within: MemoryRoom.addressLimit) {
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      defer { pthread_attr_destroy(&attributes) }
      if let size { pthread_attr_setstacksize(&attributes, size) }
      if isDetached { pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) }
      var thread = pthread_t()
      if pthread_create(&thread, &attributes, runThreadBody, retained.toOpaque()) == 0 { return thread }
    }
    retained.release()
    return nil
  }
}

/// A class: it crosses to the thread as a pointer.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThreadBody(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let pointer { Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run() }
  return nil
}
