import ArgumentParser
import Glibc
import PodiumStore
import PodiumTestKit

/// `podium-bench crash kill`: kill -9 at random moments of a stream of acknowledged steps.
struct CrashKill: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kill", abstract: "Kill the writer at random moments; no acknowledged step may be lost.")

  @Option(help: "Number of kills.")
  var rounds = 200
  @Option(help: "Random seed.")
  var seed: UInt64 = 7

  func run() throws {
    let folder = TemporaryFolder()
    let file = folder.path + "/workspace.sqlite"
    var random = SplitMix(seed)
    var tally = CrashTally()
    var acknowledged = 0
    var slowest = Duration.zero
    let clock = ContinuousClock()
    for _ in 0..<rounds {
      let program = try CrashProcess.writer(file, count: 1_000_000)
      // Some are killed before their first step, while they check what the previous one left.
      if random.next() % 8 != 0 { try program.wait(for: "ack ") }
      usleep(UInt32(random.next() % 60_000))
      kill(program.processID, SIGKILL)
      _ = try program.finish()
      acknowledged = max(acknowledged, CrashProcess.acknowledged(program.output))
      let start = clock.now
      let first = CrashKinds.workspace(file)
      _ = try? first.kinds()
      _ = try? first.info()
      slowest = max(slowest, start.duration(to: clock.now))
      first.close()
      tally.count(CrashVerdict(file), acknowledged: acknowledged)
    }
    print("kill -9: \(tally.text); \(acknowledged) acknowledged; slowest opening \(slowest)")
    if !tally.isClean || acknowledged == 0 || slowest > .seconds(1) { throw ExitCode(1) }
  }
}

/// The random numbers of these modes (SplitMix64, Steele, Lea and Flood): the same seed gives the same moments.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
