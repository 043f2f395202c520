import ArgumentParser
import FootballModel
import PodiumBenchmarks
import PodiumCore
internal import PodiumEngine
import PodiumPlugin
import PodiumTestKit

/// The speed of the football plugin, and whether its simulated seasons come true.
@main
struct FootballBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "football-bench", abstract: "Measure the football plugin.",
    subcommands: [SpeedBench.self, CalibrationBench.self, SeasonStartBench.self], defaultSubcommand: SpeedBench.self)
}

/// The speed on leagues of a simulated world.
struct SpeedBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "speed",
    abstract: "Time the import of many seasons, tables, fits, forecasts and simulated seasons.")

  @Option(help: "Number of leagues.")
  var leagues = 24

  @Option(help: "Number of seasons per league.")
  var seasons = 10

  @Option(help: "Number of clubs per league; an even number.")
  var clubs = 20

  @Option(help: "Seed for random numbers.")
  var seed: UInt64 = 1

  @Option(help: "Number of times each command is timed.")
  var runs = 7

  func validate() throws {
    guard runs > 0, (1...90).contains(leagues), (2...60).contains(seasons), (6...40).contains(clubs), clubs % 2 == 0
    else { throw ValidationError("--runs from 1, --leagues to 90, --seasons 2 to 60, --clubs an even number to 40") }
  }

  func run() throws {
    var report = BenchmarkReport()
    let folder = TemporaryFolder()
    let place = BenchmarkFolder(folder.path)
    let world = MadeWorld(leagues: leagues, seasons: seasons, clubs: clubs, seed: seed)
    let text = world.text
    let writer = try place.session("none.sqlite")
    try writer.services.files.write(Array(text.utf8), to: folder.path + "/world.csv", shown: "world.csv", mode: .new)
    print("simulated leagues: \(world.matches) matches, \(text.utf8.count / 1_000_000) MB of CSV with closing odds")
    report.head("times in ms", ["median", "minimum", "goal"])
    var imports: [Duration] = []
    var again: [Duration] = []
    for run in 0..<min(3, runs) {
      var session = try place.session("import\(run).sqlite")
      imports.append(try session.time("football import world.csv"))
      if run == 0 { again.append(try session.time("football import world.csv")) }
      session.services.store?.close()
    }
    report.time("football import, a new file", imports, goal: 1500)
    report.time("football import, the same again", again, goal: nil)
    let league = world.code(leagues / 2)
    let (last, first) = (world.season(seasons - 1), world.season(seasons - 2))
    var session = try place.session("import0.sqlite")
    _ = try session.does("workspace info")
    let middle = world.day(seasons - 1, round: clubs - 1)
    for (line, goal) in [
      ("football table \(league) \(last)", 20), ("football table \(league) \(last) asof=\(middle) form=5", 20),
      ("football matches \(league) \(last)", nil), ("football positions \(league) \(last)", nil),
      ("football elo \(league) \(last)", nil), ("football fit dixon-coles \(league) \(last)", nil),
      ("football evaluate \(league) \(last) train=\(first)", 500),
      ("football simulate \(league) \(last) asof=\(middle)", 500),
    ] as [(String, Double?)] {
      report.time(line, try (0..<runs).map { _ in try session.time(line) }, goal: goal)
    }
    session.services.store?.close()
    try fits(world, &report)
    if report.missed > 0 {
      print("\(report.missed) of \(report.goals) goals were missed")
      throw ExitCode(1)
    }
    print("all \(report.goals) goals were met")
  }

  /// The fits alone, without reading the workspace.
  private func fits(_ world: MadeWorld, _ report: inout BenchmarkReport) throws {
    for (count, goal) in [(1, 10.0), (min(10, seasons), 50)] {
      let rows = world.rows(league: 0, seasons: count)
      let teams = (0..<clubs).map { "Club \($0)" }
      var worst = 0.0
      let times = try (0..<runs).map { _ in
        let start = ContinuousClock.now
        let fit = try GoalModelFit(rows, teams: teams)
        let time = ContinuousClock.now - start
        worst = max(worst, fit.gradient)
        return time
      }
      report.time("Dixon and Coles, \(count.counted("season")), \(rows.count) matches", times, goal: goal)
      report.row(
        "  largest slope left", [NumberText.shortest(worst)], goal: "< 1e-4", isMet: worst < 1e-4)
    }
  }
}
