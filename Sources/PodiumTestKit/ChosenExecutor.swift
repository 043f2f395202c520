public import PodiumCore
public import PodiumEngine
public import PodiumLearn
public import PodiumPlugin
internal import Synchronization

/// A plugin whose executor is the one that a test chooses last.
public final class ChosenExecutor: Plugin {
  public let name = "chosen"
  public let version = "1"
  public let summary = "Tests."
  private let executor = Mutex<any Executor>(ThreadExecutor(threads: 1))

  public init() {}

  public func register(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(
      ExecutorEntry("chosen.jobs", summary: "for tests") { [self] _ in executor.withLock { $0 } })
  }

  /// Lets a session that has this plugin do its jobs with an executor from now on.
  public func use(_ executor: any Executor, in session: inout Interpreter) {
    self.executor.withLock { $0 = executor }
    session.state.settings.executor = "chosen.jobs"
  }
}
