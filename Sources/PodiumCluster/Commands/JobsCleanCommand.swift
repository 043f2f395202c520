internal import PodiumCore
internal import PodiumPlugin

extension RunCommand {
  /// `jobs clean`: removes a run.
  static let clean = RunCommand(
    "jobs clean", "Remove a run on a cluster with its results and logs.",
    Example(shown: "jobs cancel 3f2a; jobs clean 3f2a", "one that is still running"), seeAlso: ["jobs", "jobs cancel"]
  ) { list, run, session throws(Diagnostic) in
    var reason: String?
    var mark = DriverMark(of: run)
    defer { mark.release() }
    // On a full disk nothing can be written, and a run be removed.
    if (try? mark.claim()) == false {
      reason = "podium on \(mark.holder ?? "another machine") drives run \(run.id)"
    } else if let tasks = list.tasks(of: [run]) {
      let alive = tasks[run.id]?.count(where: \.isAlive) ?? 0
      if alive > 0 {
        reason = "\(alive.counted("task")) of run \(run.id) still \(alive == 1 ? "waits or runs" : "wait or run")"
      }
    } else if let counts = try? run.counts(session.registry.learners), counts.done < counts.folds {
      reason = "Slurm's queue does not answer, and run \(run.id) is not done"
    }
    if let reason { throw Diagnostic("run-in-use", reason, help: "stop it first: jobs cancel \(run.id)") }
    list.remove(run)
    return [.note("removed run \(run.id)")]
  }
}
