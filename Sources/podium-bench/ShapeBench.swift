import ArgumentParser
import FoundationEssentials
import Glibc
import PodiumBenchmarks
import PodiumCore
import PodiumFiles
import PodiumPlugin
import PodiumTestKit

/// `podium-bench shape`: the verbs that shape tables, on a million rows of ten columns, next to peers.
struct ShapeBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shape",
    abstract: "Time filter, derive, sort, summarize, join, pivot and sql on a table of many rows, next to peers.",
    discussion: """
      Each row is a process that reads the table and runs the line several times, as a person types it; the state is put back \
      before each run. The table is made: two columns of categories (8 and 1,000 values), three of numbers, two of whole \
      numbers, dates, text and the number of the row, 5 % of some cells missing. A peer's script is called as PEER ROW --runs N \
      --threads N --data DIR; it reads the same files, and prints an object for each peer with least_s, work_s, wall_s and \
      peak_mb.
      """)

  @Option(help: "Number of rows.")
  var rows = 1_000_000

  @Option(help: "Number of timed runs of each line.")
  var runs = 7

  @Option(help: "Number of threads of each side.")
  var threads = 2

  @Option(help: ArgumentHelp("Rows to run; all by default.", valueName: "name,…"))
  var only = ""

  @Option(
    help: ArgumentHelp("Peer's script, as in 'python3 Sources/podium-bench/Peers/shape_peers.py'.", valueName: "cmd"))
  var peer: String?

  @Option(help: ArgumentHelp("Folder of the tables; they are written if they are not there.", valueName: "dir"))
  var data: String?

  @Option(help: ArgumentHelp("File for the results, an object a line.", valueName: "file"))
  var json: String?

  @Option(help: .hidden)
  var child: String?

  func validate() throws {
    guard runs > 0, threads > 0, rows > 0 else {
      throw ValidationError("--rows, --runs and --threads must be at least 1")
    }
    let known = ShapeRow.all.map(\.name)
    for name in wanted + (child.map { [$0] } ?? []) where !known.contains(name) {
      throw ValidationError("there is no row '\(name)'; rows: " + known.joined(separator: ", "))
    }
  }

  private var wanted: [String] { only.split(separator: ",").map { String($0) } }

  func run() throws {
    let home = BenchFolder()
    let folder = data ?? home.path
    do {
      if let child, let row = ShapeRow.all.first(where: { $0.name == child }) {
        let side = try ShapeSide.work(row, folder: folder, runs: runs, threads: threads)
        print(String(decoding: try JSONEncoder().encode(side), as: UTF8.self))
        return
      }
      if data == nil || access(folder + "/made.csv", R_OK) != 0 { try ShapeTable.write(to: folder, rows: rows) }
      var results: [ShapeResult] = []
      head()
      for row in ShapeRow.all where wanted.isEmpty || wanted.contains(row.name) {
        let result = try measure(row, folder)
        show(result)
        results.append(result)
      }
      if let json {
        let lines = try results.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }
        try DiskFiles().write(Array(lines.joined().utf8), to: json, shown: json, mode: .replace)
      }
      let missed = results.filter { !$0.isMet }.map(\.row)
      guard missed.isEmpty else {
        print("missed: " + missed.joined(separator: ", "))
        throw ExitCode(1)
      }
    } catch let error as Diagnostic {
      print(error.message)
      throw ExitCode(1)
    }
  }

  private func measure(_ row: ShapeRow, _ folder: String) throws -> ShapeResult {
    let load = MachineLoad()
    let own = try ShapeSide.measure(row, folder: folder, runs: runs, threads: threads)
    let peers =
      try peer.map {
        try ShapeSide.peers(row, script: $0, folder: folder, runs: runs, threads: threads)
      } ?? []
    let ratio = peers.map(\.least).min().map { $0 / own.least }
    let memory = peers.map(\.memory).min().map { $0 / own.memory }
    var goals: [String] = []
    var isMet = true
    if let least = row.ratio, let ratio {
      goals.append("≥ \(NumberText.fixed(least, 1)) ×")
      isMet = ratio >= least
    }
    if let most = row.seconds {
      goals.append("≤ \(NumberText.fixed(most, 1)) s")
      isMet = isMet && own.least <= most
    }
    if let memory, row.ratio != nil || row.name == "describe" {
      goals.append("memory ≥ 1 ×")
      isMet = isMet && memory >= 1
    }
    if let growth = own.growth, let most = row.growth {
      let limit = most * Double(rows) / 1e6
      goals.append("grows by \(NumberText.fixed(growth, 1)), ≤ \(NumberText.fixed(limit, 1)) MB")
      isMet = isMet && growth <= limit
    }
    return ShapeResult(
      row: row.name, rows: rows, threads: threads, sides: [own] + peers, ratio: ratio, memory: memory,
      others: load.others, goal: goals.joined(separator: ", "), isMet: isMet)
  }

  private func head() {
    print(
      "row".padded(toWidth: 17) + "side".padded(toWidth: 9) + "     min ms  median ms    whole s    peak MB")
  }

  /// A line for each side, and one with the ratios and the goals.
  private func show(_ result: ShapeResult) {
    func right(_ value: Double?, _ digits: Int) -> String {
      let text = value.map { NumberText.fixed($0, digits) } ?? "-"
      return String(repeating: " ", count: max(1, 11 - text.count)) + text
    }
    for side in result.sides {
      print(
        result.row.padded(toWidth: 17) + (side.peer ?? "").padded(toWidth: 9) + right(side.least * 1000, 1)
          + right(side.median * 1000, 1) + right(side.whole, 2) + right(side.memory, 0))
    }
    let ratio = result.ratio.map { "\(NumberText.fixed($0, 2)) × the best peer" } ?? "no peer"
    let memory = result.memory.map { ", memory \(NumberText.fixed($0, 2)) ×" } ?? ""
    print(
      "  \(ratio)\(memory); goal \(result.goal.isEmpty ? "-" : result.goal): \(result.isMet ? "met" : "missed"); "
        + "others kept \(NumberText.fixed(result.others, 2)) processors busy")
  }
}
