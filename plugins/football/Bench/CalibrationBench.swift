import ArgumentParser
import FootballModel
import FootballStudies
import PodiumBenchmarks
import PodiumCore

/// Whether the chances of `football simulate` come true, on leagues with known strengths.
struct CalibrationBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibration",
    abstract: "Compare the chances of simulated seasons with what came true in made leagues.")

  @Option(help: "Number of leagues.")
  var leagues = 400

  @Option(help: "Number of clubs per league; an even number.")
  var clubs = 12

  @Option(help: "Number of simulated seasons per league.")
  var runs = 2000

  @Option(help: "Seed for random numbers.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (2...100_000).contains(leagues), (4...40).contains(clubs), clubs % 2 == 0, (10...100_000).contains(runs)
    else { throw ValidationError("--leagues from 2, --clubs an even number from 4 to 40, --runs from 10") }
  }

  func run() throws {
    var report = BenchmarkReport()
    for played in [0.25, 0.5, 0.75] {
      report.head(
        "\(leagues) leagues, \(NumberText.shortest(played)) of the season played",
        ["chances", "said", "came", "errors", "goal"])
      let experiment = try SimulationExperiment(
        .init(leagues: leagues, clubs: clubs, played: played, runs: runs), seed: Seed(seed),
        threads: Parallel.processors)
      for bucket in experiment.buckets {
        let name = bucket.lower.map { "from \(NumberText.fixed($0, 1))" } ?? "the highest"
        let distance = bucket.distance
        // One of twenty buckets is beyond two errors by chance; these are asked for.
        let isAsked = bucket.lower == nil || bucket.lower == 0.9
        report.row(
          "\(bucket.event.rawValue), \(name)",
          [
            String(bucket.count), NumberText.fixed(bucket.said, 4), NumberText.fixed(bucket.came, 4),
            distance.map { NumberText.fixed($0, 2) } ?? "",
          ], goal: isAsked ? "±2" : nil, isMet: isAsked ? distance.map { abs($0) <= 2 } : nil)
      }
    }
    if report.missed > 0 { throw ExitCode(1) }
  }
}
