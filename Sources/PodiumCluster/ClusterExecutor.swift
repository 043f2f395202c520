internal import PodiumCore
internal import PodiumLearn
internal import PodiumOutside
internal import PodiumPlugin

/// Runs jobs on the nodes of a Slurm cluster, by way of a folder that all of them see.
///
/// Where a job ran never changes a result. Interrupted, the array goes on; the same jobs asked for again take it up. Results
/// stay in the folder until `jobs clean`, so nothing else needs to keep them.
struct ClusterExecutor: Executor {
  /// The folder that all nodes see.
  let root: String
  /// The path of podium, on this machine and on the nodes, its build, and the command that asks for the run.
  let program: String
  let build: String
  var command = ""
  /// The seconds of a chunk, and below how many seconds of work nothing is submitted.
  var chunk = 300.0
  var here = 60.0
  var threads = 1
  /// Where Slurm's commands are; nil for those on PATH.
  var commands: String?
  /// The seconds that this process fits to estimate times, and after that while the queue starts.
  var sample = 10.0
  var share = 10.0
  /// Scales the waits; tests wait less.
  var pace = 1.0
  /// What the site needs; throws `cluster-template` and `trust-refused`.
  let template: @Sendable () throws(Diagnostic) -> SlurmTemplate

  var keepsResults: Bool { true }

  /// Throws `interrupted`, what this machine lacks, what is wrong with the folder (`cluster-folder`, `damaged-run`,
  /// `run-in-use`) or the template (`cluster-template`), and why the cluster does not do the work (`no-slurm`,
  /// `cluster-refused`, `cluster-nodes`).
  func map<Kind: JobKind>(
    _ inputs: [Kind.Input], sharing shared: Kind.Shared, by kind: Kind, in context: JobContext,
    finished: @escaping @Sendable (Int, Result<Kind.Output, Diagnostic>) -> Void
  ) throws(Diagnostic) -> [Result<Kind.Output, Diagnostic>] {
    try context.cancellation.check()
    let queue = try JobQueue(inputs, sharing: shared, by: kind, in: context, finished: finished)
    try RunDriver(queue, context, self).run()
    return try queue.finish(threads: threads)
  }
}

extension ClusterExecutor {
  /// The executor of a session, for a build of podium and the file of the user's `slurm.sh`.
  init(_ session: Session, build: String, template file: String?) {
    let (services, settings) = (session.services, session.state.settings)
    let isTrusted = services.isTrusted
    self.init(
      root: services.resolve(settings.clusterFolder), program: ProgramFile.path ?? "podium", build: build,
      command: session.commandText ?? "", chunk: settings.clusterChunk, here: settings.clusterHere,
      threads: settings.threads
    ) { () throws(Diagnostic) in
      if isTrusted { return try SlurmTemplate(file: file) }
      throw Cluster.untrusted("the cluster runs programs, which an untrusted file may not ask for")
    }
  }
}
