import ArgumentParser
import Glibc
import PodiumBenchmarks
import PodiumCore
internal import PodiumEngine
import PodiumPlugin
import PodiumTestKit

/// The speed of the surf plugin on simulated buoys and forecasts.
@main
struct SurfBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "surf-bench", abstract: "Time the import of buoys and forecasts, and what is asked of them.")

  @Option(help: "Number of stations with a year of samples every 10 minutes.")
  var stations = 50

  @Option(help: "Number of spots with a year of daily forecasts.")
  var spots = 200

  @Option(help: "Number of days with a forecast.")
  var days = 365

  @Option(help: "Number of times each command is timed.")
  var runs = 7

  func validate() throws {
    guard runs > 0, (1...200).contains(stations), (0...1000).contains(spots), (1...365).contains(days) else {
      throw ValidationError("--runs from 1, --stations to 200, --spots to 1000, --days to 365")
    }
  }

  func run() throws {
    var report = BenchmarkReport()
    let folder = TemporaryFolder()
    let place = BenchmarkFolder(folder.path)
    report.head("times in ms", ["median", "minimum", "goal"])
    try buoys(place, folder.path, &report)
    if report.missed > 0 {
      print("\(report.missed) of \(report.goals) goals were missed")
      throw ExitCode(1)
    }
    print("all \(report.goals) goals were met")
  }

  private func buoys(_ place: BenchmarkFolder, _ path: String, _ report: inout BenchmarkReport) throws {
    var session = try place.session("buoys.sqlite")
    var rows = 0
    for station in 0..<stations {
      let year = MadeBuoy(seed: UInt64(station)).year
      rows += year.rows
      try session.services.files.write(
        year.text, to: path + "/\(10000 + station)h2025.txt", shown: "a buoy", mode: .new)
    }
    var total = Duration.zero
    for station in 0..<stations { total += try session.time("surf import ndbc \(10000 + station)h2025.txt") }
    report.time("surf import ndbc, \(stations) stations, \(rows) rows", [total], goal: 8000)
    var again = Duration.zero
    for station in 0..<stations { again += try session.time("surf import ndbc \(10000 + station)h2025.txt") }
    report.time("surf import ndbc, the same again", [again], goal: nil)
    for line in ["surf observations 10000 last=24h", "surf observations 10000 every=day"] {
      report.time(line, try (0..<runs).map { _ in try session.time(line) }, goal: nil)
    }
    session.services.store?.close()
    var size = stat()
    stat(path + "/buoys.sqlite", &size)
    report.row(
      "  size of the workspace in MB", [NumberText.fixed(Double(size.st_size) / 1e6, 1)], goal: "< 400",
      isMet: size.st_size < 400_000_000)
  }
}
