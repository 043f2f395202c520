import ArgumentParser
import PodiumBenchmarks
import PodiumCore
import PodiumTestKit

/// `podium-bench kernel`: the Jupyter kernel beside ipykernel.
struct KernelBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kernel",
    abstract: "Start, cells, interrupts and memory of the Jupyter kernel, next to ipykernel.",
    discussion: """
      One client speaks to both kernels in turn, in the same run: compare the ratios and not the milliseconds. The status is \
      1 where a goal is missed.
      """)

  @Option(help: "Number of starts of each kernel.")
  var rounds = 9

  @Option(help: "Number of cells that must not take more memory.")
  var cells = 10_000

  @Option(help: "Number of interrupts at random moments.")
  var interrupts = 100

  @Option(
    help: ArgumentHelp(
      "The client, as in 'VENV/bin/python Sources/podium-bench/Peers/kernel_peers.py'.", valueName: "cmd"))
  var peer: String

  private var goals: PeerGoals {
    PeerGoals(
      key: "kernel",
      goals: [
        ("start to ready", .ratio(0.2)), ("an empty cell", .ratio(1)),
        ("sessions intact", .exactly(Double(interrupts))),
        ("interrupt to reply", .most(1000)), ("\(cells) cells", .most(5)), ("outputs of a cell", .exactly(10_001)),
      ])
  }

  func run() throws {
    let home = BenchFolder()
    let podium = try BuiltProgram.path("podium")
    let output = try PeerScript(peer, home.path).run([
      "--podium", podium, "--rounds", String(rounds), "--cells", String(cells), "--interrupts", String(interrupts),
    ])
    let (count, isGood) = goals.report(output)
    if count < 8 || !isGood { throw ExitCode(1) }
  }
}
