import ArgumentParser
import PodiumBenchmarks
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import SurfModel

@testable import SurfPlugin
@testable import SurfStudies

/// What learning is worth to surfers with hidden tastes over the forecasts of a made year, or over yours.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Measure what learning is worth, on surfers with hidden tastes.",
    discussion: """
      Draws surfers with a hidden taste: ranges and an arc inside the range of the forecasts. They go mostly where the \
      forecast of --lead before is good, rate what came, and state their taste with each bound moved at random by up \
      to a third of its range. Methods learn from the first two thirds of the days and are tested on the rest, for \
      which the truth is known. margin is the difference of precision at the recall of the stated alert, with a 95 % \
      interval over surfers. The first table compares learned with hidden tastes, and has a condition noise that no \
      one likes.
      """)

  @Option(help: "Number of surfers.")
  var users = 30

  @Option(help: "Sessions of each at most.")
  var sessions = 20

  @Option(help: "Hours from the forecast to the window: 6h, 24h, 48h or 72h.")
  var lead = "24h"

  @Option(help: "all, or fast for the stated and the corrected alert only.")
  var methods = "all"

  @Option(help: "Seed for random numbers.")
  var seed: UInt64 = 0

  @Option(help: "Folder in which the commands run; by default the notebooks, with the made year.")
  var folder = Checkout.path("notebooks")

  @ArgumentParser.Argument(help: "Commands that add spots and import forecasts; by default those of the made year.")
  var commands = Simulate.madeYear

  /// The forecasts of `notebooks/data/surf-year`.
  static let madeYear = [
    "surf spot add \"Kettle Point\" 43.50,-8.30 zone=Europe/Madrid facing=340 tide=TIDE1",
    "surf import coops data/surf-year/tides.json.gz station=TIDE1 units=m datum=MLLW zone=gmt",
    "surf import forecast data/surf-year/kettle-point.csv.gz spot=kettle model=made",
    "surf spot add \"North Bar\" 43.56,-8.10 zone=Europe/Madrid facing=10 tide=TIDE1",
    "surf import forecast data/surf-year/north-bar.csv.gz spot=north model=made",
  ]

  func run() throws {
    var registry = BuiltIn.registry
    try registry.add(SimulateStudy())
    var session = BuiltIn.session(folder: folder, registry: registry)
    session.state.settings.seed = seed
    for line in commands { try session.does(line) }
    let report = try session.does("simulate users=\(users) sessions=\(sessions) lead=\(lead) methods=\(methods)")
    print(TextRenderer(style: .plain).render(report), terminator: "")
  }

  /// The windows of all spots of a session in the order of time.
  static func chances(in session: Interpreter, lead: String) throws(Diagnostic) -> [SimulatedSurfer.Chance] {
    let hours = Double(Int(lead.dropLast()) ?? 24)
    let session = session.session
    let store = try session.store()
    var chances: [SimulatedSurfer.Chance] = []
    for spot in try Spot.all(in: store) {
      chances += try SimulateStudy.chances(spot, lead: hours, session.spotClock(spot.zone), store, Cancellation())
        .chances
    }
    return chances.sorted { ($0.window.from, $0.spot) < ($1.window.from, $1.spot) }
  }
}

/// The study as a command, which reads the stored forecasts.
private struct SimulateStudy: Command {
  static let users = Parameter<Int>.int("users", in: 2...500, default: 30, help: "Number of surfers.")
  static let sessions = Parameter<Int>.int("sessions", in: 1...500, default: 20, help: "Sessions of each at most.")
  static let methods = Parameter<String>.choice(
    "methods", ["all", "fast"], default: "all", help: "All methods, or the stated and the corrected alert only.")

  let signature = Signature(
    "simulate", topic: .plugins, summary: "Measure what learning is worth, on simulated surfers.",
    parameters: [users.any, sessions.any, WindowsCommand.lead.any, methods.any], examples: [])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let lead = Double(Int(call[WindowsCommand.lead].dropLast()) ?? 24)
    var chances: [SimulatedSurfer.Chance] = []
    var models: [String] = []
    var facing = false
    for spot in try Spot.all(in: store) {
      let own = try SimulateStudy.chances(spot, lead: lead, session.spotClock(spot.zone), store, session.cancellation)
      guard !own.chances.isEmpty else { continue }
      if spot.facing != nil { facing = true }
      chances += own.chances
      if !models.contains(own.model) { models.append(own.model) }
    }
    guard !chances.isEmpty else {
      throw Diagnostic(
        "no-forecast", "no stored forecast was known \(call[WindowsCommand.lead]) before a window", span: call.verbSpan,
        help: "import forecasts: surf import FILE")
    }
    chances.sort { ($0.window.from, $0.spot) < ($1.window.from, $1.spot) }
    let methods: [AlertStudy.Method] =
      call[SimulateStudy.methods] == "fast" ? [.stated, .corrected] : AlertStudy.Method.allCases
    let seed = Seed(session.state.settings.seed)
    let variables = ConditionVariable.independent(withFacing: facing)
    let study: SimulationStudy
    let (users, sessions, cancellation) = (
      call[SimulateStudy.users], call[SimulateStudy.sessions], session.cancellation
    )
    // What was read is a value now, so Ctrl-C need not wait for the next check.
    let (given, wanted) = (chances, methods)
    do throws(Diagnostic) {
      study = try cancellation.detached { () throws(Diagnostic) in
        try SimulationStudy(
          given, variables: variables, users: users, sessions: sessions, methods: wanted,
          seed: seed, cancellation: cancellation)
      }
    } catch { throw error.span == nil ? error.at(call.verbSpan) : error }
    let days = Set(chances.map(\.day)).count
    let seen =
      "\(study.surfers.count.counted("surfer")) with good windows among \(chances.count.counted("window")) of \(days.counted("day")) by \(models.joined(separator: ", ")); seed \(seed.value)"
    var recovery = try SimulateStudy.recovery(study, variables, seed, seen)
    recovery.isAside = true
    return [.table(recovery), .table(try SimulateStudy.margins(study, methods, seed, seen))]
  }

  /// The windows of a spot, as forecast before and as the shortest lead has them.
  fileprivate static func chances(
    _ spot: Spot, lead: Double, _ clock: LocalClock, _ store: any RecordStore, _ cancellation: Cancellation
  ) throws(Diagnostic) -> (model: String, chances: [SimulatedSurfer.Chance]) {
    let issues = try StoredIssue.all(of: spot.issues, in: store)
    guard let first = issues.last?.issued, let last = issues.compactMap(\.times.last).max() else { return ("", []) }
    let finder = try IssueFinder(issues, of: spot, from: first, until: last, in: store)
    var tide: TideSource?
    if let station = spot.tide { tide = try TideSource(of: station, from: first, through: last, in: store) }
    let before = Int((lead * 3_600_000_000).rounded())
    var found: [SimulatedSurfer.Chance] = []
    for (from, to) in try WindowTable.daylight(spot, from: first, to: last, clock: clock, cancellation: cancellation) {
      // The truth is an analysis: an issue of the day itself, not one of days before.
      guard let forecast = finder.conditions(from: from, to: to, known: from.later(-before)),
        let truth = finder.conditions(from: from, to: to, known: to),
        to.microseconds - truth.issued.microseconds <= SessionTimes.day + WindowTable.length
      else { continue }
      let shown = clock.shown(at: from)
      found.append(
        SimulatedSurfer.Chance(
          window: Window(from: from, to: to), day: shown.date.days, spot: spot.number,
          lead: Double(from.microseconds - forecast.issued.microseconds) / 3_600_000_000,
          forecast: Conditions(WindowTable.sea(forecast.values, from: from, to: to, tide), facing: spot.facing),
          truth: Conditions(WindowTable.sea(truth.values, from: from, to: to, tide), facing: spot.facing),
          hour: (shown.microseconds - shown.date.days * SessionTimes.day) / 3_600_000_000,
          season: Background.season(from)))
    }
    return (finder.model, found)
  }

  /// Whether liked ranges came back, and how much weight what is not liked has.
  private static func recovery(
    _ study: SimulationStudy, _ variables: [ConditionVariable], _ seed: Seed, _ seen: String
  ) throws(Diagnostic) -> TableOutput {
    struct Row {
      let variable: ConditionVariable
      let liked: Int
      let overlap: Double?
      let weight: Double?
      let noise: Double?
      let agreement: Double?
      let otherAgreement: Double?
      /// Surfers who do not like it, of whom a weight is known.
      let others: Int
    }
    let rows = variables.map { variable -> Row in
      let liked = study.surfers.filter { one in one.surfer.likings.contains { $0.variable == variable } }
      let others = study.surfers.filter { one in !one.surfer.likings.contains { $0.variable == variable } }
      let overlaps = liked.compactMap { one -> Double? in
        guard let liking = one.surfer.likings.first(where: { $0.variable == variable }), let range = one.taste[variable]
        else { return nil }
        return SimulationStudy.overlap(liking, range)
      }
      return Row(
        variable: variable, liked: liked.count, overlap: overlaps.mean,
        weight: liked.filter { $0.taste[variable] != nil }.map { $0.taste.weight(variable) }.mean,
        noise: others.filter { $0.taste[variable] != nil }.map { $0.taste.weight(variable) }.mean,
        agreement: liked.compactMap { $0.taste[variable]?.agreement }.mean,
        otherAgreement: others.compactMap { $0.taste[variable]?.agreement }.mean,
        others: others.count { $0.taste[variable] != nil })
    }
    let planted = study.surfers.compactMap(\.noiseWeight)
    return TableOutput(
      try Table([
        Column("condition", .text(rows.map(\.variable.column) + ["noise"])),
        Column("liked_by", .integer(rows.map(\.liked) + [0])),
        Column("overlap", .number(rows.map { $0.overlap ?? .nan } + [.nan])),
        Column("weight_liked", .number(rows.map { $0.weight ?? .nan } + [.nan])),
        Column("weight_other", .number(rows.map { $0.noise ?? .nan } + [planted.mean ?? .nan])),
        Column("agreement_liked", .number(rows.map { $0.agreement ?? .nan } + [.nan])),
        Column(
          "agreement_other",
          .number(rows.map { $0.otherAgreement ?? .nan } + [study.surfers.compactMap(\.noiseAgreement).mean ?? .nan])),
        Column("n_other", .integer(rows.map(\.others) + [planted.count])),
      ]), title: "recovered tastes",
      footer: [
        seen, "overlap: intersection over union of the liked range and the learned 10 to 90 % one",
        "agreement: 1 − spread of the good sessions / that of as many hours drawn at random, so that it is 0 in the mean for what "
          + "no one likes; a weight is that from 0 up, times the evidence that it is more than chance",
        "noise: a random number for each window, which no one likes; n_other: surfers who do not like the condition",
      ],
      decimals: ["overlap": 2, "weight_liked": 2, "weight_other": 2, "agreement_liked": 2, "agreement_other": 2])
  }

  private static func margins(
    _ study: SimulationStudy, _ methods: [AlertStudy.Method], _ seed: Seed, _ seen: String
  ) throws(Diagnostic) -> TableOutput {
    let precision = methods.map { method in study.mean({ $0.precision[method] }, seed: seed) }
    let recall = methods.map { method in study.mean({ $0.recall[method] }, seed: seed) }
    let area = methods.map { method in study.mean({ $0.averagePrecision[method] }, seed: seed) }
    let margin = methods.map { method in method == .stated ? nil : study.margin(method, over: .stated, seed: seed) }
    func column(_ name: String, _ values: [SimulationStudy.Mean?], _ part: (SimulationStudy.Mean) -> Double) -> Column {
      Column(name, .number(values.map { $0.map(part) ?? .nan }))
    }
    let columns = [
      Column("method", .text(methods.map(\.rawValue))), column("precision", precision) { $0.value },
      column("recall", recall) { $0.value }, column("average_precision", area) { $0.value },
      column("margin", margin) { $0.value }, column("margin_low", margin) { $0.low },
      column("margin_high", margin) { $0.high },
      Column("n", .integer(precision.map { $0?.n ?? 0 })),
    ]
    var output = TableOutput(
      try Table(columns), title: "after \(study.surfers.map(\.sessions).max() ?? 0) sessions",
      footer: [seen, "margin: precision above that of the stated alert at its recall, 95 % interval over surfers"])
    for column in columns.dropFirst() where column.type == .number { output.decimals[column.name] = 3 }
    return output
  }
}
