internal import Glibc
internal import PodiumCore
internal import PodiumFiles
internal import PodiumOutside
internal import PodiumPlugin

extension RunCommand {
  /// `jobs clean`: removes a run.
  static let clean = RunCommand(
    "jobs clean", "Remove a run on a cluster with its results and logs.",
    Example(shown: "jobs cancel 3f2a; jobs clean 3f2a", "one that is still running"), seeAlso: ["jobs", "jobs cancel"]
  ) { list, run, session throws(Diagnostic) in
    var reason: String?
    var lease = run.lease
    defer { lease.release() }
    let tasks = list.tasks(of: [run])?[run.id, default: []]
    // On a full disk nothing can be written, and a run be removed.
    if (try? lease.holds()) == false {
      reason = "podium on \(lease.holder ?? "another machine") drives run \(run.id)"
    } else if let alive = tasks?.count(where: \.isAlive) {
      if alive > 0 { reason = "run \(run.id) still has \(alive.counted("task")) in Slurm's queue" }
    } else if let counts = try? run.counts(session.registry.learners), counts.done < counts.folds {
      reason = "Slurm's queue does not answer, and run \(run.id) is not done"
    }
    if let reason { throw Diagnostic("run-in-use", reason, help: "stop it first: jobs cancel \(run.id)") }
    // Those that are held would run when somebody lets them go.
    list.slurm.cancel((tasks ?? []).filter(\.isHeld))
    // Gone as a whole: of a part of it nothing could be done.
    let trash = FilePath.join(FilePath.join(run.root, "runs"), "." + RunFolder.random)
    DiskFiles.remove(tree: rename(run.path, trash) == 0 ? trash : run.path)
    // Data go too, unless another run needs them, and with them the drafts of a podium that was killed: HASH.DIGITS.
    let (used, data) = (Set(list.own().compactMap { try? $0.plan()?.shared }), run.data)
    for name in (try? DiskFiles().list(data, shown: data)) ?? [] where !used.contains(String(name.prefix(64))) {
      if name.utf8.count >= 64, name.allSatisfy({ $0.isHexDigit || $0 == "." }) { unlink(FilePath.join(data, name)) }
    }
    return [.note("removed run \(run.id)")]
  }
}
