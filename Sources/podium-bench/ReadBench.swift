import ArgumentParser
import FoundationEssentials
import Glibc
import PodiumAssembly
import PodiumBenchmarks
import PodiumCore
import PodiumEngine
import PodiumFiles
import PodiumFormats
import PodiumPlugin
import PodiumTestKit

/// `podium-bench read`: reading files of delimited text.
struct ReadBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Time reading a large file, and count the files of a corpus that can be read.")

  @Option(help: "Folder of the large file, mixed_1000000.csv, which a peer's script writes.")
  var data: String?

  @Option(help: "Peer's script to run in turn with podium, as in 'python3 peer_bench.py'.")
  var peer: String?

  @Option(help: "Number of runs of each reader.")
  var runs = 9

  @Option(help: "Program podium, to time its whole process too.")
  var podium: String?

  @Option(help: "Number of threads of each reader.")
  var threads = 2

  @Option(help: "Folder of corpora with csv/oracles.json, the results of other readers.")
  var corpora: String?

  func run() throws {
    guard data != nil || corpora != nil else { throw ValidationError("give --data, --corpora or both") }
    if let data { try time(data) }
    if let corpora { try ReadCorpus(corpora).report() }
  }

  // MARK: The large file

  private func time(_ folder: String) throws {
    let path = folder + "/mixed_1000000.csv"
    var processPeak: Double?
    if access(path, R_OK) == 0, let podium {
      // First, because a child's peak includes the memory of the process that starts it, and the largest child counts.
      _ = try process(podium, path)
      processPeak = peak(-1)
    } else if access(path, R_OK) != 0 {
      guard let peer else { throw ValidationError("there is no file '\(path)'; use --peer to write it") }
      _ = try PeerScript(peer, folder).run(["data", "csv_1Mx10"])
    }
    var inProcess = Readers()
    var whole = Readers()
    var loads: [Duration] = []
    var size = 0
    for _ in 0..<max(1, runs) {
      let start = ContinuousClock.now
      var options = DelimitedOptions()
      options.threads = threads
      size = try read(path, options)
      inProcess.add("podium", ContinuousClock.now - start)
      loads.append(try load(path))
      if let podium { whole.add("podium", try process(podium, path)) }
      if let peer {
        let row = ["csv_1Mx10", "--runs", "1", "--threads", String(threads), "--wait", "0"]
        for line in try PeerScript(peer, folder).run(row).split(separator: "\n") {
          guard let found = PeerScript.summary(line) else { continue }
          inProcess.add(found.name, .seconds(found.seconds))
          if let wall = found.wall { whole.add(found.name, .seconds(wall)) }
        }
      }
    }
    print("reading \(size / 1_000_000) MB on \(threads) threads, milliseconds: minimum, median, median of podium's")
    inProcess.show()
    let reading = Spread(inProcess.seconds["podium"] ?? [])
    let loading = Spread(loads)
    print(
      "the load command in this process, with its report: \(NumberText.fixed(loading.minimum, 1))  "
        + "\(NumberText.fixed(loading.median, 1))  \(NumberText.fixed(loading.median / reading.median, 2))")
    if podium != nil {
      print("whole processes, from start to exit:")
      whole.show()
    }
    if let processPeak {
      print(
        "peak memory of podium's process: \(NumberText.fixed(processPeak / Double(max(1, size)), 2)) times the file")
    }
    // Only one table exists at a time, so the peak over all runs is that of one.
    let ownPeak = peak(0) / Double(max(1, size))
    print("peak memory of this process: \(NumberText.fixed(ownPeak, 2)) times the file")
  }

  /// The peak resident memory in bytes: 0 for this process, -1 for the largest child.
  private func peak(_ who: Int32) -> Double {
    var usage = rusage()
    getrusage(who, &usage)
    return Double(usage.ru_maxrss) * 1024
  }

  /// Reads the file to typed columns and drops them; returns its size.
  private func read(_ path: String, _ options: DelimitedOptions) throws -> Int {
    let bytes = try DiskFiles().read(path, shown: path)
    let loaded = try CSVReader.read(bytes, name: path, options: options)
    guard loaded.table.rowCount == 1_000_000 else { throw ValidationError("the file does not have 1,000,000 rows") }
    return bytes.count
  }

  /// The whole `load` command in a session.
  private func load(_ path: String) throws -> Duration {
    var session = try Assembly.session(folder: ".", datasets: [])
    session.state.settings.threads = threads
    let start = ContinuousClock.now
    let succeeded = session.run("load \"\(path)\"") { _ in }
    let taken = ContinuousClock.now - start
    guard succeeded else { throw ValidationError("'load \(path)' failed") }
    return taken
  }

  /// A process that loads the file and exits.
  private func process(_ podium: String, _ path: String) throws -> Duration {
    try BenchFolder().time([podium, "-c", "set threads=\(threads)", "-c", "load \"\(path)\""])
  }

  /// The times of each reader, in order.
  private struct Readers {
    private(set) var seconds: [String: [Duration]] = [:]
    private var order: [String] = []

    mutating func add(_ name: String, _ duration: Duration) {
      if seconds[name] == nil { order.append(name) }
      seconds[name, default: []].append(duration)
    }

    func show() {
      let own = Spread(seconds["podium"] ?? []).median
      for name in order {
        let spread = Spread(seconds[name] ?? [])
        print(
          "  \(name)  \(NumberText.fixed(spread.minimum, 1))  \(NumberText.fixed(spread.median, 1))  "
            + NumberText.fixed(spread.median / own, 2))
      }
    }
  }
}
