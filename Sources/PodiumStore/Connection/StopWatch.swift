internal import CSQLite
internal import PodiumCore

/// Stops a statement of the workspace, or the wait for another process, when the user interrupts it.
///
/// A class: SQLite holds a pointer to it as long as the connection is open. It is used under the workspace's lock
/// only, also by SQLite.
final class StopWatch {
  /// The interrupt flag of the running command; nil for what must not be interrupted (a commit, a rollback).
  var stop: Cancellation?
  /// Milliseconds between attempts to get another process's lock.
  private let turns: Int32
  private static let milliseconds: Int32 = 10

  init(patience: Double, stop: Cancellation?) {
    self.stop = stop
    turns = Int32(clamping: Int((patience * 1000 / Double(StopWatch.milliseconds)).rounded(.up)))
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> StopWatch? {
    pointer.map { Unmanaged<StopWatch>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Makes a connection consult this watch, which must outlive the connection.
  func guardStatements(of handle: OpaquePointer) {
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(handle, 20_000, { StopWatch.of($0)?.stop?.isCancelled == true ? 1 : 0 }, pointer)
    sqlite3_busy_handler(
      handle,
      { pointer, count in
        guard let watch = StopWatch.of(pointer), count < watch.turns, watch.stop?.isCancelled != true else { return 0 }
        sqlite3_sleep(StopWatch.milliseconds)
        return 1
      }, pointer)
  }
}
