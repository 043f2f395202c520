import ArgumentParser
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumTestKit

/// `podium-bench ski`: what the ski plugin is worth and how long it takes, on a team whose truth is known.
struct SkiBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ski",
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
    var report = SkiReport()
    let folder = TemporaryFolder()
    let place = SkiPlace(folder: folder.path)
    try times(place, &report)
    var session = try place.session("recommend.sqlite")
    let truth = try SkiTruth { name in
      String(decoding: try DiskFiles().read(folder.path + "/team/" + name, shown: name), as: UTF8.self)
    }
    try SkiWorth(truth: truth, seed: seed).recovery(&session, &report)
    if races > 0 { try SkiWorth(truth: truth, seed: seed).coverage(races, &session, &report) }
    session.services.store?.close()
    try SkiThesis.run(&report)
    if report.missed > 0 {
      print("\(report.missed) of \(report.goals) goals are missed")
      throw ExitCode(1)
    }
    print("all \(report.goals) goals are met")
  }

  /// What a user waits for.
  private func times(_ place: SkiPlace, _ report: inout SkiReport) throws {
    var maker = try place.session("made.sqlite")
    let size =
      "athletes=\(athletes) pairs=\(pairs) seasons=\(seasons) sessions=\(sessions) entries=\(entries) seed=\(seed)"
    let made = try SkiPlace.does("ski simulate team " + size, &maker)
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
      imports.append(try place.time("ski import team", &session))
      session.services.store?.close()
    }
    report.time("ski import team", imports, goal: 1000)

    // The file is opened apart: its pages are looked at once a session.
    var session = try place.session("import0.sqlite")
    report.time("opening the workspace", [try place.time("workspace info", &session)], goal: nil)
    let newest = try SkiPlace.does("ski sessions limit=1", &session).column("session").first ?? "M1"
    let pair = try SkiPlace.does("ski pairs limit=1", &session).column("serial_number").first ?? "01001"
    for line in [
      "ski sessions", "ski pairs", "ski athletes", "ski session \(newest)", "ski pair \(pair)", "ski matrix",
      "ski order \(newest)", "ski next \(newest) goal=best", "ski labels \(newest)",
    ] {
      report.time(line, try (0..<runs).map { _ in try place.time(line, &session) }, goal: 10)
    }
    session.services.store?.close()

    let advice = "ski recommend type=Classic athlete=\"Athlete 01\" air=-5 new=50 old=50 shortlist=95%"
    var first: [Duration] = []
    for _ in 0..<runs {
      var fresh = try place.session("import0.sqlite")
      _ = try SkiPlace.does("workspace info", &fresh)
      first.append(try place.time(advice, &fresh))
      fresh.services.store?.close()
    }
    report.time("ski recommend, first of a session", first, goal: 200)
    var again = try place.session("import0.sqlite")
    _ = try SkiPlace.does(advice, &again)
    report.time(
      "ski recommend, again", try (0..<runs).map { _ in try place.time(advice, &again) }, goal: 200)
    again.services.store?.close()
    try place.rename("import0.sqlite", "recommend.sqlite")
  }
}

/// The folder of a run, and sessions in it.
struct SkiPlace {
  let folder: String

  /// A session over a workspace in a file, as the program makes it; no time passes in it.
  func session(_ file: String) throws -> Interpreter {
    var session = try Assembly.session(folder: folder, datasets: [Checkout.path("datasets")])
    session.services.store = Assembly.store(
      file: folder + "/" + file, author: "bench", registry: session.registry,
      clock: { Moment(microseconds: 1_700_000_000_000_000) })
    return session
  }

  func rename(_ from: String, _ to: String) throws {
    try DiskFiles().write(
      try DiskFiles().read(folder + "/" + from, shown: from), to: folder + "/" + to, shown: to, mode: .new)
  }

  /// Runs a line that must work.
  static func does(_ line: String, _ session: inout Interpreter) throws -> CommandReport {
    var last: CommandReport?
    _ = session.run(line) { last = $0 }
    guard let last, last.error == nil else {
      throw ValidationError("\(line): \(last?.error?.message ?? "no result")")
    }
    return last
  }

  /// How long a line takes that must work.
  func time(_ line: String, _ session: inout Interpreter) throws -> Duration {
    let start = ContinuousClock.now
    _ = try SkiPlace.does(line, &session)
    return ContinuousClock.now - start
  }
}

/// What is printed, beside the goals.
struct SkiReport {
  private(set) var goals = 0
  private(set) var missed = 0

  /// A part's title and the names of its columns.
  func head(_ title: String, _ columns: [String]) {
    print("\n" + left(title) + columns.map(right).joined())
  }

  /// Times; the least of them counts against the goal, since a busy machine only ever adds.
  mutating func time(_ what: String, _ durations: [Duration], goal: Double?) {
    let spread = Spread(durations)
    row(
      what, [NumberText.fixed(spread.median, 1), NumberText.fixed(spread.minimum, 1)],
      goal: goal.map { "< " + NumberText.shortest($0) }, isMet: goal.map { spread.minimum < $0 })
  }

  /// A row; `isMet` says whether a goal is reached.
  mutating func row(_ what: String, _ cells: [String], goal: String?, isMet: Bool?) {
    if let isMet {
      goals += 1
      if !isMet { missed += 1 }
    }
    let mark = isMet == false ? "  missed" : ""
    print(left(what) + (cells + [goal ?? ""]).map(right).joined() + mark)
  }

  /// A figure with the range it must lie in.
  mutating func figure(_ what: String, _ value: Double, in range: ClosedRange<Double>, digits: Int = 3) {
    row(
      what, [NumberText.fixed(value, digits)],
      goal: "\(NumberText.shortest(range.lowerBound))…\(NumberText.shortest(range.upperBound))",
      isMet: range.contains(value))
  }

  private func left(_ text: String) -> String { text + String(repeating: " ", count: max(1, 44 - text.count)) }
  private func right(_ text: String) -> String { String(repeating: " ", count: max(1, 12 - text.count)) + text }
}

extension CommandReport {
  /// The first table.
  var firstTable: Table? {
    outputs.lazy.compactMap { if case .table(let output) = $0 { output.table } else { nil } }.first
  }

  /// The texts of a column of the first table.
  func column(_ name: String) -> [String] {
    guard let table = firstTable, let column = table[name] else { return [] }
    return (0..<table.rowCount).map { column[$0].fileText }
  }

  /// The numbers of a column of the first table.
  func numbers(_ name: String) -> [Double] { firstTable?[name]?.numbers ?? [] }

  /// A field of the first record.
  func field(_ name: String) -> String {
    let record = outputs.lazy.compactMap { if case .record(let output) = $0 { output } else { nil } }.first
    return record?.fields.first { $0.name == name }?.values.map(\.fileText).joined(separator: " ") ?? ""
  }
}
