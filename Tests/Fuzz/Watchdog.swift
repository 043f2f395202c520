import Glibc
import PodiumCore
import Synchronization

/// Cancels work that takes longer than a second, like Ctrl-C; if it does not stop then, it is reported as a hang.
///
/// A class because its thread and the one that works share it.
final class Watchdog: Sendable {
  private let watched = Mutex<(work: Cancellation?, ticks: Int)>((nil, 0))

  /// Watches this work from now on; nil for none.
  func watch(_ work: Cancellation?) { watched.withLock { $0 = (work, 0) } }

  func start() {
    _ = SystemThread.detach {
      while true {
        usleep(100_000)
        self.watched.withLock {
          $0.ticks += 1
          if $0.ticks > 10 { $0.work?.cancel() }
        }
      }
    }
  }
}
