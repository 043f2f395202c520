public import PodiumLearn

/// An executor, by the name that `set executor=` takes.
public struct ExecutorEntry: Sendable {
  public let key: String
  /// Where it runs jobs, in one line.
  public let summary: String
  /// Makes the executor for the settings, files, clock and progress of a session.
  public let make: @Sendable (Session) -> any Executor

  /// Names a way to do jobs.
  public init(_ key: String, summary: String, make: @escaping @Sendable (Session) -> any Executor) {
    self.key = key
    self.summary = summary
    self.make = make
  }

  /// The threads of podium itself.
  public static let threads = ExecutorEntry("threads", summary: "threads of the podium process") { session in
    ThreadExecutor(threads: session.state.settings.threads)
  }
}
