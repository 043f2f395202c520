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

  /// What a row must reach: at most a number of times ipykernel's, at most a number, or exactly one.
  private enum Goal {
    case ratio(Double)
    case most(Double)
    case exactly(Double)
  }

  private var goals: [(start: String, goal: Goal)] {
    [
      ("start to ready", .ratio(0.2)), ("an empty cell", .ratio(1)), ("sessions intact", .exactly(Double(interrupts))),
      ("interrupt to reply", .most(1000)), ("\(cells) cells", .most(5)), ("outputs of a cell", .exactly(10_001)),
    ]
  }

  func run() throws {
    let home = BenchFolder()
    let podium = try BuiltProgram.path("podium")
    let output = try PeerScript(peer, home.path).run([
      "--podium", podium, "--rounds", String(rounds), "--cells", String(cells), "--interrupts", String(interrupts),
    ])
    var isGood = true
    var peers: [String: Double] = [:]
    let rows = output.split(separator: "\n").compactMap { line -> (name: String, kernel: String, value: Double)? in
      guard let value = try? JSONReader.value(Array(line.utf8)), let name = value["row"]?.string,
        let kernel = value["kernel"]?.string, let number = value["value"]?.number
      else { return nil }
      return (name, kernel, number)
    }
    for row in rows where row.kernel != "podium" { peers[row.name] = row.value }
    for row in rows where row.kernel == "podium" {
      var text = "\(row.name): \(NumberText.fixed(row.value, 2))"
      var isReached = true
      switch goals.first(where: { row.name.hasPrefix($0.start) })?.goal {
      case .ratio(let most):
        let peer = peers[row.name] ?? .nan
        text += ", ipykernel \(NumberText.fixed(peer, 2)): \(NumberText.fixed(row.value / peer, 3)) × (goal \(most))"
        isReached = row.value <= peer * most
      case .most(let most):
        text += " (goal at most \(NumberText.shortest(most)))"
        isReached = row.value <= most
      case .exactly(let wanted):
        text += " (goal \(NumberText.shortest(wanted)))"
        isReached = row.value == wanted
      case nil: break
      }
      print(text + (isReached ? "" : " missed"))
      isGood = isGood && isReached
    }
    if rows.count < 8 || !isGood { throw ExitCode(1) }
  }
}
