import ArgumentParser
import FoundationEssentials
import Glibc
import PodiumCore
import PodiumFormats

/// `podium-bench read`: files of delimited text.
struct ReadBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Time the reading of a large file, and count the files of a corpus that are read.")

  @Option(help: "The folder of the large file, mixed_1000000.csv; a peer's script makes it.")
  var data: String?

  @Option(help: "A peer's script, run in turn with podium: 'python3 peer_bench.py'.")
  var peer: String?

  @Option(help: "How often each is run.")
  var runs = 5

  @Option(help: "The threads of each.")
  var threads = 2

  @Option(help: "A folder of corpora with csv/oracles.json: what other readers made of its files.")
  var corpora: String?

  func run() throws {
    guard data != nil || corpora != nil else { throw ValidationError("name --data, --corpora or both") }
    if let data { try time(data) }
    if let corpora { try ReadCorpus(corpora).report() }
  }

  // MARK: The large file

  private func time(_ folder: String) throws {
    let path = folder + "/mixed_1000000.csv"
    if access(path, R_OK) != 0 {
      guard let peer else { throw ValidationError("'\(path)' is not there; --peer makes it") }
      _ = try PeerScript(peer, folder).run(["data", "csv_1Mx10"])
    }
    var seconds: [String: [Duration]] = [:]
    var order = ["podium"]
    var size = 0
    for _ in 0..<max(1, runs) {
      let start = ContinuousClock.now
      var options = CSVOptions()
      options.threads = threads
      let bytes = try DiskFiles().read(path, shown: path)
      size = bytes.count
      let loaded = try CSVReader.read(bytes, name: path, options: options)
      seconds["podium", default: []].append(ContinuousClock.now - start)
      guard loaded.table.rowCount == 1_000_000 else { throw ValidationError("the file has other rows") }
      if let peer {
        let row = ["csv_1Mx10", "--runs", "1", "--threads", String(threads), "--wait", "0"]
        for line in try PeerScript(peer, folder).run(row).split(separator: "\n") {
          guard let found = PeerScript.summary(line) else { continue }
          if seconds[found.name] == nil { order.append(found.name) }
          seconds[found.name, default: []].append(.seconds(found.seconds))
        }
      }
    }
    // The peak is that of this process over all runs: one table at a time is alive.
    var usage = rusage()
    getrusage(0, &usage)
    print("reading \(size / 1_000_000) MB on \(threads) threads, milliseconds: minimum, median")
    for name in order {
      let spread = Spread(seconds[name] ?? [])
      print("  \(name)  \(NumberText.fixed(spread.minimum, 1))  \(NumberText.fixed(spread.median, 1))")
    }
    let peak = Double(usage.ru_maxrss) * 1024 / Double(max(1, size))
    print("peak memory of podium: \(NumberText.fixed(peak, 2)) times the file")
  }
}
