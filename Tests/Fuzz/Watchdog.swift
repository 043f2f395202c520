import Glibc
import PodiumCore
import Synchronization

/// Cancels work that takes longer than a second, as Ctrl-C does: what does not stop then is found as a hang.
///
/// A class because its thread and the one that works share it.
final class Watchdog: Sendable {
  private let watched = Mutex<(work: Cancellation?, ticks: Int)>((nil, 0))

  /// Watches this work from now on, or none.
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
