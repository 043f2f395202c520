public import PodiumCore
internal import PodiumLearn
public import PodiumPlugin

/// What this target adds to podium: the executor `slurm` and the commands about its runs.
public enum Cluster {
  public static func register(into registry: inout Registry, build: String, template: String?) throws(Diagnostic) {
    try registry.add(
      ExecutorEntry("slurm", summary: "tasks of a Slurm cluster, which go on when podium ends") { session in
        // A replay that only compares leaves no run on a cluster, and results do not depend on where they come from.
        session.services.keepsWrites
          ? ClusterExecutor(session, build: build, template: template) as any Executor
          : ThreadExecutor(threads: session.state.settings.threads)
      })
    for command in [JobsCommand(), RunCommand.log, RunCommand.cancel, RunCommand.clean] as [any Command] {
      try registry.add(command)
    }
  }

  /// The error of what an untrusted file must not do.
  static func untrusted(_ message: String) -> Diagnostic {
    Diagnostic("trust-refused", message, help: "type the command at the prompt, or run the file with --trust")
  }
}
