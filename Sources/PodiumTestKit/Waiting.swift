import Glibc

/// Waits for the effects of another process.
public enum Waiting {
  /// Checks until a condition holds; false after some five minutes, which only something that hangs takes.
  ///
  /// It counts checks instead of measuring time, so that a busy machine gets more of it.
  public static func until(_ holds: () -> Bool) -> Bool {
    for _ in 0..<30_000 {
      if holds() { return true }
      usleep(10_000)
    }
    return holds()
  }

  /// Waits a moment.
  public static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }
}
