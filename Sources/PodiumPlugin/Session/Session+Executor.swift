public import PodiumLearn

extension Session {
  /// What does jobs: the executor that was set, with as many threads or processes as were set.
  public var executor: any Executor {
    let settings = state.settings
    let entry = registry.executors[settings.executor] ?? .threads
    return entry.make(settings.threads, services.version)
  }

  /// What jobs of any kind find: the catalogues of the session, its clock and its flag.
  public var jobContext: JobContext {
    JobContext(
      learners: registry.learners, transformers: registry.transformers, clock: services.clock,
      cancellation: cancellation)
  }
}
