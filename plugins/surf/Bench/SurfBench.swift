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
    commandName: "surf-bench", abstract: "Time the import of buoys and forecasts, and what is asked of them.",
    subcommands: [Simulate.self, Week.self])

  @Option(help: "Number of stations with a year of samples every 10 minutes.")
  var stations = 50

  @Option(help: "Number of spots with a year of daily forecasts.")
  var spots = 200

  @Option(help: "Number of days with a forecast.")
  var days = 365

  @Option(help: "Number of times each command is timed.")
  var runs = 7

  func validate() throws {
    guard runs > 0, (0...200).contains(stations), (0...1000).contains(spots), (2...365).contains(days) else {
      throw ValidationError("--runs from 1, --stations and --spots from 0 to 200 and 1000, --days from 2 to 365")
    }
  }

  func run() throws {
    var report = BenchmarkReport()
    let folder = TemporaryFolder()
    let place = BenchmarkFolder(folder.path)
    report.head("times in ms", ["median", "minimum", "goal"])
    if stations > 0 { try buoys(place, folder.path, &report) }
    if spots > 0 { try forecasts(place, folder.path, &report) }
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
    size(of: path + "/buoys.sqlite", goal: 400, &report)
  }

  /// A year of daily issues of a week by the hour, for many spots, and a check of as many preferences.
  private func forecasts(_ place: BenchmarkFolder, _ path: String, _ report: inout BenchmarkReport) throws {
    var session = try place.session("forecasts.sqlite")
    for spot in 0..<spots {
      _ = try session.time(
        "surf spot add \"Spot \(spot)\" \(30 + spot / 20).5,-\(100 + spot % 20).5 zone=UTC facing=\(spot % 360)")
    }
    var total = Duration.zero
    let sea = MadeForecasts(days: days)
    for spot in 0..<spots {
      try session.services.files.write(
        sea.text(seed: UInt64(spot)), to: path + "/issues.csv", shown: "issues", mode: .replace)
      total += try session.time("surf import forecast issues.csv spot=\(spot + 1) model=made")
    }
    report.time("surf import forecast, \(spots) spots, \(days) issues of 168 hours", [total], goal: nil)
    let (last, middle) = (sea.issued(days - 1), sea.issued(days / 2))
    for line in ["surf forecast 1 asof=\(last)", "surf forecast \(max(1, spots / 2)) asof=\(middle) days=7"] {
      report.time(line, try (0..<runs).map { _ in try session.time(line) }, goal: 20)
    }
    report.time(
      "surf verify 1 variable=wave_height", [try session.time("surf verify 1 variable=wave_height")], goal: nil)
    for wish in 0..<spots {
      _ = try session.time(
        "surf prefer wish\(wish) height=\(1 + wish % 5)..\(3 + wish % 5) wind=..\(4 + wish % 9) time=6..\(12 + wish % 8)"
      )
    }
    let check = "surf check now=\(last) days=7"
    report.time(
      "\(check), \(spots) preferences on \(spots) spots", try (0..<runs).map { _ in try session.time(check) },
      goal: 1000)
    session.services.store?.close()
    size(of: path + "/forecasts.sqlite", goal: 1000, &report)
  }

  private func size(of path: String, goal: Int, _ report: inout BenchmarkReport) {
    var size = stat()
    stat(path, &size)
    report.row(
      "  size of the workspace in MB", [NumberText.fixed(Double(size.st_size) / 1e6, 1)], goal: "< \(goal)",
      isMet: size.st_size < goal * 1_000_000)
  }
}
