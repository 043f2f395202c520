public import PodiumLearn

extension Session {
  /// What does the jobs of an evaluation: the executor that was set, with as many threads or processes as were set.
  public var executor: any Executor {
    let settings = state.settings
    if let own = services.executor { return own(settings.threads) }
    let entry = registry.executors[settings.executor] ?? .threads
    return entry.make(settings.threads, services.version)
  }
}
