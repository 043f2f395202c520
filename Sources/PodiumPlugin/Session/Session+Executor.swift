public import PodiumLearn

extension Session {
  /// What does jobs: the executor that was set.
  public var executor: any Executor { (registry.executors[state.settings.executor] ?? .threads).make(self) }

  /// What jobs of any kind find: the catalogues of the session, its clock and its flag.
  public var jobContext: JobContext {
    var context = JobContext(
      learners: registry.learners, transformers: registry.transformers, clock: services.clock,
      cancellation: cancellation)
    if let progressed {
      let task = commandText ?? ""
      context.elsewhere = { jobs in
        var progress = Progress(task)
        progress.elsewhere = jobs
        progressed(progress)
      }
    }
    return context
  }
}
