internal import PodiumCore
internal import PodiumPlugin

/// `jobs cancel`: stops the tasks of a run.
struct JobsCancelCommand: Command {
  let signature = Signature(
    "jobs cancel", topic: .learning, summary: "Stop the tasks of a run on a cluster; its results stay.",
    parameters: [OneRun.name.any],
    examples: [
      Example(shown: "jobs cancel 3f2a", "the run whose name begins so"),
      Example(shown: "jobs cancel 3f2a; jobs clean 3f2a", "stop it and remove what it has"),
      Example(shown: "jobs; jobs cancel 3f2a", "find the name first"),
      Example("jobs cancel 3f2a", "a run that is not there", fails: "unknown-run"),
    ], seeAlso: ["jobs", "jobs clean"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let (list, run) = try OneRun.find(call, in: session)
    try list.cancel(run)
    return [.note("asked Slurm to stop the tasks of run \(run.id); the same command takes it up again")]
  }
}
