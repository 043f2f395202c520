import ArgumentParser
import PodiumBenchmarks
import PodiumCore
internal import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import SkiStudies

/// The accuracy and speed of the ski plugin.
@main
struct SkiBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ski-bench", abstract: "Measure the speed and the accuracy of the ski plugin.",
    subcommands: [TeamBench.self, TeamFiles.self, ChanceAccuracy.self], defaultSubcommand: TeamBench.self)
}

/// A team whose true values are known.
struct TeamBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "team",
    abstract: "Time the import, listings and advice for a simulated team, and compare the advice with the truth.")

  @OptionGroup var size: TeamSize

  @Option(help: "Number of times each command is timed.")
  var runs = 7

  @Option(help: "Number of simulated races to check shortlists against.")
  var races = 2000

  func validate() throws {
    guard runs > 0, races >= 0 else { throw ValidationError("--runs must be at least 1, --races at least 0") }
  }

  func run() throws {
    var report = BenchmarkReport()
    let folder = TemporaryFolder()
    let place = BenchmarkFolder(folder.path)
    try times(place, folder.path, &report)
    var session = try place.session("recommend.sqlite")
    let truth = try GroundTruth { try place.text("team/" + $0) }
    try AdviceAccuracy(truth: truth, seed: size.seed).recovery(&session, &report)
    if races > 0 { try AdviceAccuracy(truth: truth, seed: size.seed).coverage(races, &session, &report) }
    session.services.store?.close()
    try SkiThesis.run(&report)
    if report.missed > 0 {
      print("\(report.missed) of \(report.goals) goals were missed")
      throw ExitCode(1)
    }
    print("all \(report.goals) goals were met")
  }

  /// The times that a user waits for.
  private func times(_ place: BenchmarkFolder, _ folder: String, _ report: inout BenchmarkReport) throws {
    let team = try size.write(to: folder + "/team")
    print(
      "a simulated team: \(size.athletes) athletes, \(team.pairs.count) ski pairs, \(team.sessions.count) sessions, "
        + "\(team.participations) participations, \(team.glides) glides")
    report.head("times in ms", ["median", "minimum", "goal"])

    var imports: [Duration] = []
    for run in 0..<min(3, runs) {
      var session = try place.session("import\(run).sqlite")
      imports.append(try session.time("ski import team"))
      session.services.store?.close()
    }
    report.time("ski import team", imports, goal: 1000)

    // Opening the file is timed separately: its pages are checked once per session.
    var session = try place.session("import0.sqlite")
    report.time("opening the workspace", [try session.time("workspace info")], goal: nil)
    let newest = try session.does("ski sessions limit=1").column("session").first ?? "M1"
    let pair = try session.does("ski pairs limit=1").column("serial_number").first ?? "01001"
    for line in [
      "ski sessions", "ski pairs", "ski athletes", "ski session \(newest)", "ski pair \(pair)", "ski matrix",
      "ski order \(newest)", "ski next \(newest) goal=best", "ski labels \(newest)",
    ] {
      report.time(line, try (0..<runs).map { _ in try session.time(line) }, goal: 10)
    }
    session.services.store?.close()

    let advice = "ski recommend type=Classic athlete=\"Athlete 01\" air=-5 new=50 old=50 shortlist=95%"
    var first: [Duration] = []
    for _ in 0..<runs {
      var fresh = try place.session("import0.sqlite")
      _ = try fresh.does("workspace info")
      first.append(try fresh.time(advice))
      fresh.services.store?.close()
    }
    report.time("ski recommend, first of a session", first, goal: 200)
    var again = try place.session("import0.sqlite")
    _ = try again.does(advice)
    report.time(
      "ski recommend, again", try (0..<runs).map { _ in try again.time(advice) }, goal: 200)
    again.services.store?.close()
    try place.copy("import0.sqlite", to: "recommend.sqlite")
  }
}
