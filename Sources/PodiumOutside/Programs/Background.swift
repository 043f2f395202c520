internal import Glibc

/// Work that nobody waits for.
enum Background {
  /// Runs it on a thread of its own; false when the system gives none.
  static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    // Signals of the terminal belong to the threads that wait for them.
    var all = sigset_t()
    sigfillset(&all)
    var before = sigset_t()
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    if pthread_create(&thread, &attributes, { runBox($0) }, box.toOpaque()) == 0 { return true }
    box.release()
    return false
  }

  fileprivate final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

private func runBox(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let pointer { Unmanaged<Background.Box>.fromOpaque(pointer).takeRetainedValue().body() }
  return nil
}
