import FoundationEssentials
import Glibc
import PodiumAssembly
import PodiumBenchmarks
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit

/// What one program took for a row: podium, or a peer.
struct ShapeSide: Codable {
  var row: String?
  var peer: String?
  /// The least and the median time of the work in the process, in seconds.
  let least: Double
  let median: Double
  /// The time of the whole process, which reads the table first.
  var whole: Double?
  let memory: Double
  /// How much more memory the process uses after the line, in MB; nil where that is not measured.
  var growth: Double?

  enum CodingKeys: String, CodingKey {
    case row, peer
    case least = "least_s"
    case median = "work_s"
    case whole = "wall_s"
    case memory = "peak_mb"
    case growth = "growth_mb"
  }

  /// Runs a row in this process, as the child that `measure` starts.
  static func work(_ row: ShapeRow, folder: String, runs: Int, threads: Int) throws -> ShapeSide {
    var session = try Assembly.session(folder: folder, datasets: [])
    session.state.settings.threads = threads
    try session.does("load other.csv")
    try session.does("load made.csv")
    if let before = row.before { try session.does(before) }
    var durations: [Duration] = []
    for _ in 0..<runs {
      var copy = session
      let start = work()
      let wall = try copy.time(row.line)
      durations.append(row.isWork ? work() - start : wall)
    }
    let (spread, peak) = (Spread(durations), PeakMemory.megabytes ?? .nan)
    var growth: Double?
    if row.growth != nil {
      let before = ResidentMemory.used()
      try session.does(row.line)
      growth = Double(ResidentMemory.used() - before) / 1e6
    }
    return ShapeSide(
      least: spread.minimum / 1000, median: spread.median / 1000, memory: peak, growth: growth)
  }

  /// The time that processors have worked for this process.
  private static func work() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Runs a row of podium in a process of its own.
  static func measure(_ row: ShapeRow, folder: String, runs: Int, threads: Int) throws -> ShapeSide {
    let home = BenchFolder()
    let start = ContinuousClock.now
    let run = try ProgramRun(
      [
        "/proc/self/exe", "shape", "--child", row.name, "--data", folder, "--runs", String(runs), "--threads",
        String(threads),
      ], environment: home.environment)
    let wall = (ContinuousClock.now - start) / .seconds(1)
    guard run.status == 0 else { throw Diagnostic("bench", "\(row.name): \(run.outputText)\(run.errorText)") }
    var side = try JSONDecoder().decode(ShapeSide.self, from: Data(run.outputText.utf8))
    (side.row, side.peer, side.whole) = (row.name, "podium", wall)
    return side
  }

  /// Runs a row of each peer of a script.
  static func peers(_ row: ShapeRow, script: String, folder: String, runs: Int, threads: Int) throws -> [ShapeSide] {
    let output = try PeerScript(script, folder).run(
      [row.name, "--runs", String(runs), "--threads", String(threads)])
    return try output.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
      try JSONDecoder().decode(ShapeSide.self, from: Data($0.utf8))
    }
  }
}

/// A row of the table that `shape` prints, and of its JSON.
struct ShapeResult: Codable {
  let row: String
  let rows: Int
  let threads: Int
  let sides: [ShapeSide]
  /// The fastest peer's time, by the least of its runs, against podium's; nil without peers.
  let ratio: Double?
  /// The smallest peak memory of a peer against podium's.
  let memory: Double?
  /// Processors that other programs kept busy meanwhile.
  let others: Double
  let goal: String
  let isMet: Bool
}
