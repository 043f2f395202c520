import ArgumentParser
import PodiumBenchmarks
import PodiumCore
import PodiumTestKit

/// `podium-bench cluster`: the executor `slurm` on the cluster that SLURM_CONF names, beside threads and submitit.
struct ClusterBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cluster",
    abstract: "Same results, time, files and calls of the executor slurm on a real cluster, with and without faults.",
    discussion: """
      It needs the commands of Slurm and a cluster of two nodes that see the folder of --work. Where the interpreter has \
      submitit, that is timed on the same nodes in the same run. The status is 1 where a goal is missed.
      """)

  @Option(help: ArgumentHelp("Folder that the nodes see.", valueName: "dir"))
  var work: String

  @Option(help: ArgumentHelp("Rows to run, by the beginning of their names; all by default.", valueName: "name,…"))
  var only = ""

  @Option(
    help: ArgumentHelp(
      "Command that makes something go wrong: it takes 'lose NODE', 'silence NODE', 'back NODE', 'stop' and 'go'.",
      valueName: "cmd"))
  var fault = ""

  @Option(help: "Partition whose jobs preempt those of others.")
  var partition = ""

  @Option(help: "Processors of a task, one run of the commands for each.")
  var cpus = "1,2"

  @Option(
    help: ArgumentHelp(
      "The client, as in 'VENV/bin/python Sources/podium-bench/Peers/cluster_peers.py'.", valueName: "cmd"))
  var peer: String

  private static let goals = PeerGoals(
    key: "system",
    goals: [
      ("equal commands", .exactly(9)), ("differs", .exactly(0)), ("speed-up", .least(1.7)), ("40 folds", .ratio(0.6)),
      ("sbatch calls", .exactly(1)), ("squeue calls", .most(1)), ("files a chunk", .most(3)),
      ("worker, small", .most(60)), ("worker, 40 MB", .most(360)), ("driver killed: same", .exactly(1)),
      ("driver killed: orders", .exactly(0)), ("two sessions: sbatch calls", .exactly(1)),
      ("two sessions, one killed: same bytes", .exactly(1)), ("two sessions: orders", .exactly(0)),
    ]
      + [
        "kill -9", "scancel", "preempted", "time limit", "node lost", "node silent", "controller stopped 30 s",
        "all together",
      ].map { ("fault \($0): same bytes", PeerGoals.Goal.exactly(1)) }
      // The two chunks that a node works at, and those of all the faults.
      + [("fault all together: orders", .most(48)), ("fault", .most(16))])

  func run() throws {
    let output = try PeerScript(peer, work).run(
      [
        "--podium", try BuiltProgram.path("podium"), "--only=" + only, "--cpus", cpus, "--partition=" + partition,
        "--fault=" + fault,
      ].map(ShellWord.quoted))
    let (count, isGood) = ClusterBench.goals.report(output)
    if count == 0 || !isGood { throw ExitCode(1) }
  }
}
