import ArgumentParser
import PodiumBenchmarks
import PodiumCore
internal import PodiumEngine
import PodiumPlugin
import PodiumTestKit

/// What the ski plugin is worth and how long it takes, on a team whose truth is known.
@main
struct SkiBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ski-bench",
    abstract: "Time a made team's import, listings and advice, and hold the advice against the truth.")

  @Option(help: "The athletes of the team.")
  var athletes = 20

  @Option(help: "The ski pairs of each athlete.")
  var pairs = 50

  @Option(help: "The seasons.")
  var seasons = 10

  @Option(help: "The sessions of a season.")
  var sessions = 200

  @Option(help: "The pairs in a session.")
  var entries = 10

  @Option(help: "Where chance begins.")
  var seed: UInt64 = 1

  @Option(help: "How often each command is timed.")
  var runs = 7

  @Option(help: "The races whose shortlists are held against the truth.")
  var races = 2000

  func validate() throws {
    guard runs > 0, races >= 0 else { throw ValidationError("--runs must be at least 1, --races at least 0") }
  }

  func run() throws {
    var report = BenchmarkReport()
    let folder = TemporaryFolder()
    let place = BenchmarkFolder(folder.path)
    try times(place, &report)
    var session = try place.session("recommend.sqlite")
    let truth = try GroundTruth { try place.text("team/" + $0) }
    try AdviceAccuracy(truth: truth, seed: seed).recovery(&session, &report)
    if races > 0 { try AdviceAccuracy(truth: truth, seed: seed).coverage(races, &session, &report) }
    session.services.store?.close()
    try SkiThesis.run(&report)
    if report.missed > 0 {
      print("\(report.missed) of \(report.goals) goals are missed")
      throw ExitCode(1)
    }
    print("all \(report.goals) goals are met")
  }

  /// What a user waits for.
  private func times(_ place: BenchmarkFolder, _ report: inout BenchmarkReport) throws {
    var maker = try place.session("made.sqlite")
    let size =
      "athletes=\(athletes) pairs=\(pairs) seasons=\(seasons) sessions=\(sessions) entries=\(entries) seed=\(seed)"
    let made = try maker.does("ski simulate team " + size)
    print(
      "a made team: "
        + ["athletes", "ski_pairs", "sessions", "participations", "glides"].map {
          "\(made.field($0)) \($0.replacing("_", with: " "))"
        }.joined(separator: ", "))
    maker.services.store?.close()
    report.head("times in ms", ["median", "least", "goal"])

    var imports: [Duration] = []
    for run in 0..<min(3, runs) {
      var session = try place.session("import\(run).sqlite")
      imports.append(try session.time("ski import team"))
      session.services.store?.close()
    }
    report.time("ski import team", imports, goal: 1000)

    // The file is opened apart: its pages are looked at once a session.
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
