internal import PodiumCore
internal import PodiumPlugin

extension RunCommand {
  /// `jobs cancel`: stops the tasks of a run, and a podium that drives it.
  static let cancel = RunCommand(
    "jobs cancel", "Stop the tasks of a run on a cluster; its results stay.",
    Example(shown: "jobs cancel 3f2a; jobs clean 3f2a", "stop it and remove what it has"),
    seeAlso: ["jobs", "jobs clean"]
  ) { list, run, _ throws(Diagnostic) in
    try RunFolder.write([], to: run.at("cancelled"))
    list.slurm.cancel(run.readableRounds)
    return [.note("asked Slurm to stop the tasks of run \(run.id); the same command takes it up again")]
  }
}
