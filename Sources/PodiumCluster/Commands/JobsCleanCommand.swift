internal import PodiumCore
internal import PodiumPlugin

/// `jobs clean`: removes a run.
struct JobsCleanCommand: Command {
  let signature = Signature(
    "jobs clean", topic: .learning, summary: "Remove a run on a cluster with its results and logs.",
    parameters: [OneRun.name.any],
    examples: [
      Example(shown: "jobs clean 3f2a", "the run whose name begins so"),
      Example(shown: "jobs cancel 3f2a; jobs clean 3f2a", "one that is still running"),
      Example(shown: "jobs; jobs clean 3f2a", "find the name first"),
      Example("jobs clean 3f2a", "a run that is not there", fails: "unknown-run"),
    ], seeAlso: ["jobs", "jobs cancel"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let (list, run) = try OneRun.find(call, in: session)
    var reason: String?
    let mark = DriverMark(of: run)
    if mark.isHeld, let holder = mark.holder {
      reason = "podium on \(holder) drives run \(run.id)"
    } else if let tasks = list.tasks(of: [run]) {
      let alive = tasks[run.id]?.count(where: \.isAlive) ?? 0
      if alive > 0 {
        reason = "\(alive.counted("task")) of run \(run.id) still \(alive == 1 ? "waits or runs" : "wait or run")"
      }
    } else if let counts = try? run.counts(session.registry.learners), counts.done < counts.folds {
      reason = "Slurm's queue does not answer, and run \(run.id) is not done"
    }
    if let reason {
      throw Diagnostic(
        "run-in-use", reason, span: call.span(of: OneRun.name), help: "stop it first: jobs cancel \(run.id)")
    }
    list.remove(run)
    return [.note("removed run \(run.id)")]
  }
}
