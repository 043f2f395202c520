public import PodiumCore
public import PodiumLearn
internal import PodiumOutside
public import PodiumPlugin

/// Runs jobs on the nodes of a Slurm cluster, by way of a folder that all of them see.
///
/// Where a job ran never changes a result. Interrupted, the array goes on; the same jobs asked for again take it up. Results
/// stay in the folder until `jobs clean`, so nothing else needs to keep them.
public struct ClusterExecutor: Executor {
  private let options: DriverOptions
  private let template: @Sendable () throws(Diagnostic) -> SlurmTemplate

  /// The executor of a session, for a build of podium and the file of the user's `slurm.sh`.
  public init(_ session: Session, build: String, template file: String?) {
    let (settings, isTrusted) = (session.state.settings, session.services.isTrusted)
    let options = DriverOptions(
      root: session.services.resolve(settings.clusterFolder), chunk: settings.clusterChunk, here: settings.clusterHere,
      threads: settings.threads, program: ProgramFile.path ?? "podium", build: build, command: session.commandText ?? ""
    )
    self.init(options) { () throws(Diagnostic) in
      if isTrusted { return try SlurmTemplate(file: file) }
      throw Diagnostic(
        "trust-refused", "the cluster runs programs, which an untrusted file may not ask for",
        help: "type the command at the prompt, or run the file with --trust")
    }
  }

  init(_ options: DriverOptions, template: @escaping @Sendable () throws(Diagnostic) -> SlurmTemplate) {
    (self.options, self.template) = (options, template)
  }

  public var keepsResults: Bool { true }

  /// Throws `interrupted`, what this machine lacks, what is wrong with the folder (`cluster-folder`, `damaged-run`,
  /// `run-in-use`) or the template (`cluster-template`), and why the cluster does not do the work (`no-slurm`,
  /// `cluster-refused`, `cluster-nodes`).
  public func map<Kind: JobKind>(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext,
    finished: @escaping @Sendable (Int, Result<Kind.Output, Diagnostic>) -> Void
  ) throws(Diagnostic) -> [Result<Kind.Output, Diagnostic>] {
    let template = try template()
    try context.cancellation.check()
    let queue = try JobQueue(inputs, sharing: shared, by: kind, in: context, finished: finished)
    try RunDriver(queue, context, options, template: template).run()
    return try queue.finish(threads: options.threads)
  }
}
