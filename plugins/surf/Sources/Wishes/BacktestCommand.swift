internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import SurfModel

/// `surf backtest SPOT`: how alerts would have done, each trained on earlier days only.
struct BacktestCommand: Command {
  static let step = Parameter<Int>.int("step", in: 1...366, default: 28, help: "Days of each test.")
  static let gap = Parameter<Int>.int(
    "gap", in: 3...60, default: 3, help: "Days between training and test, so that no swell is on both sides.")
  static let first = Parameter<Int>.int("first", in: 7...3660, default: 60, help: "Days before the first test.")
  static let precision = Parameter<Double?>.number(
    "precision", in: 0...1, help: "Precision that the thresholds of training days aim at; by default 0.7.")
  static let part = Parameter<String>.choice(
    "by", ["method", "reliability"], default: "method", help: "Measures of each method, or the reliability of chances.")

  let signature = Signature(
    "surf backtest", topic: .plugins, summary: "Test how well alerts would have done, looking back only.",
    details: """
      Windows are those of surf windows, and no alert is raised in one in which the spot does not work (swell=, \
      tide-band=); their conditions come from the newest issue that was known lead= before. Each \
      block of step= days is predicted from earlier days, of which the last gap= are left out. An alert is a stretch of neighbouring windows, and it is right \
      where it and good windows share half of the shorter one: a session rated good= or more. A long alert is \
      right more easily, so compare with always, which is the line to beat, not with the share of good windows. \
      Only days on which the person surfed count, \
      since the others were not rated. Methods: always (an alert at every window), climatology \
      (season and hour), stated (your preferences), corrected (their bounds corrected by sessions), learned (the \
      chance of surf week) and everyone (one regression for all people). Intervals are 95 %, from resampled days. With fewer than 15 good windows shares are undefined.
      """,
    parameters: [
      SpotFinder.spot.any, WindowsCommand.lead.any, SurfSessionsCommand.good.any, step.any, gap.any, first.any,
      precision.any,
      part.any, SurfSessionsCommand.person.any,
    ],
    examples: SurfSamples.examples(
      """
      all methods: backtest; surf backtest ramp first=7 step=7 -> climatology
      whether chances hold: backtest; surf backtest ramp first=7 step=7 by=reliability -> mean_chance
      six hours before, saved to a file: backtest; surf backtest ramp first=7 step=7 lead=6h to backtest.csv -> backtest.csv
      a spot that is not stored: surf backtest nowhere -> !unknown-spot
      """), traits: .readsOnly, seeAlso: ["surf windows", "surf compare", "surf verify"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let spots = try Spot.all(in: store)
    let spot = try SpotFinder(spots, in: store).one(call)
    let clock = try session.spotClock(spot.zone)
    let person = try People.wanted(call, SurfSessionsCommand.person, in: store)
    let sessions = try JournalSession.logged(at: spot, of: person, in: store, span: call.verbSpan)
    let lead = Double(Int(call[WindowsCommand.lead].dropLast()) ?? 24)
    let people = Dictionary(grouping: sessions, by: \.person)
    let windows = try WindowTable(
      spot, lead: lead, people: people, clock: clock, in: store, cancellation: session.cancellation)
    var home: [String: [Int]] = [:]
    for name in people.keys { home[name] = try SurfProfile(of: name, in: store).home }
    let least = call[SurfSessionsCommand.good]
    let preferences = try StoredPreference.all(in: store)
    var tastes: [String: HourTaste] = [:]
    for name in people.keys {
      tastes[name] = try HourTaste(for: preferences, of: name, at: spot, among: spots, looksBack: true, in: store)
    }
    let data = StudyRows(
      windows, people: people.keys.inCodePointOrder(), preferences: preferences, home: home,
      spots: spots, good: least, clock: clock, tastes: tastes)
    let study = AlertStudy(data.rows, variables: data.variables)
    let folds = try BacktestCommand.folds(data.rows, of: spot, call, in: session)
    let test = folds.flatMap(\.test)
    let alerts = test.map { data.rows[$0].alert }
    let wanted = call[BacktestCommand.precision] ?? 0.7
    let hasStated = data.rows.contains(where: \.matches)
    let methods = AlertStudy.Method.allCases.filter { hasStated || ![.stated, .corrected].contains($0) }
    let (rows, seed, cancellation) = (data.rows, Seed(session.state.settings.seed), session.cancellation)
    let works = data.works
    @Sendable func open(_ places: [Int], _ chances: [Double]) -> [Double] {
      zip(places, chances).map { works[$0] ? $1 : 0 }
    }
    // What was read is a value now, so Ctrl-C need not wait for the next check.
    let results = try cancellation.detached { () throws(Diagnostic) in
      var results: [Result] = []
      for method in methods {
        var (chances, raised): ([Double], [Double]) = ([], [])
        for fold in folds {
          try cancellation.check()
          let found = try study.chances(
            method, training: fold.train, test: fold.test, cancellation: cancellation)
          let (training, tested) = (open(fold.train, found.training), open(fold.test, found.test))
          // The threshold of each block is that of its own training days.
          let threshold =
            method.isFixed
            ? 0.5
            : AlertMeasures.threshold(fold.train.map { rows[$0].alert }, chances: training, precision: wanted)
          chances += tested
          raised += zip(fold.test, tested).map { works[$0] && $1 >= threshold ? 1 : 0 }
        }
        results.append(
          Result(
            method: method, chances: chances, measures: Result.measures(alerts, raised, chances, method, seed)))
      }
      return results
    }
    let seen =
      "\(data.good.counted("good session")) of \(data.sessions), \(folds.count.counted("test")); windows by the forecast "
      + "\(call[WindowsCommand.lead]) before, by \(windows.models)"
    let closed = test.count { !works[$0] }
    let closedText = closed > 0 ? "; no alert in \(closed.counted("window")) in which the spot does not work" : ""
    if call[BacktestCommand.part] == "reliability" {
      return [.table(try Result.reliability(results.filter { $0.method.hasChances }, alerts, spot, seen + closedText))]
    }
    let far = SpotLender.remark(spot, windows.distance, among: spots).map { [Output.warning($0)] } ?? []
    var outputs: [Output] = far + [.table(try Result.table(results, spot, seen + closedText, precision: wanted))]
    if let first = results.first, first.measures.hasFew {
      outputs.append(
        .warning(
          "too few: \(first.measures.goodWindows.counted("good window")) on tested days, and \(AlertMeasures.fewest) are needed for shares"
        ))
    }
    return outputs + (try People.others(than: person, at: spot.number, in: store))
  }

  /// Rolling folds by days; throws `too-few-days` where there are none.
  private static func folds(
    _ rows: [AlertStudy.Row], of spot: Spot, _ call: Call, in session: Session
  ) throws(Diagnostic) -> [Split] {
    let lengths = [("every", call[step]), ("first", call[first]), ("gap", call[gap])]
    do throws(Diagnostic) {
      let task = try LearningTask(
        table: Table([
          Column("day", .integer(rows.map(\.alert.day))), Column("good", .boolean(rows.map(\.alert.isGood))),
        ]), target: "good")
      let folds = try session.registry.resamplings.allocate(
        ResamplingSpec(
          ResamplingName.rolling.key,
          settings: Dictionary(
            lengths.map { ($0, String($1)) } + [("time", "day")], uniquingKeysWith: { own, _ in own })),
        task, seed: Seed(0))
      return (0..<folds.foldCount).map {
        Split(train: folds.trainingRows(repeat: 0, fold: $0), test: folds.testRows(repeat: 0, fold: $0))
      }
    } catch {
      guard ["too-many-folds", "no-rows"].contains(error.code) else { throw error }
      throw Diagnostic(
        "too-few-days", "the windows at \(Abridged.quoted(spot.name)) end before the first test", span: call.verbSpan,
        help: "choose a smaller first= or step=, or log and import more days")
    }
  }

  /// What one method did.
  private struct Result: Sendable {
    let method: AlertStudy.Method
    let chances: [Double]
    let measures: AlertMeasures

    /// Alerts go by the thresholds of training; areas and scores by the chances themselves.
    static func measures(
      _ alerts: [AlertRow], _ raised: [Double], _ chances: [Double], _ method: AlertStudy.Method, _ seed: Seed
    ) -> AlertMeasures {
      AlertMeasures(
        alerts, chances: chances, raised: raised, areChances: method.hasChances, seed: seed)
    }

    static func table(
      _ results: [Result], _ spot: Spot, _ seen: String, precision: Double
    ) throws(Diagnostic) -> TableOutput {
      func number(_ name: String, _ value: (AlertMeasures) -> Double?) -> Column {
        Column(name, .number(results.map { value($0.measures) ?? .nan }))
      }
      func integer(_ name: String, _ value: (AlertMeasures) -> Int) -> Column {
        Column(name, .integer(results.map { value($0.measures) }))
      }
      let table = try Table([
        Column("method", .text(results.map(\.method.rawValue))), number("precision") { $0.precision.value },
        number("precision_low") { $0.precision.low }, number("precision_high") { $0.precision.high },
        integer("alerts") { $0.precision.n }, number("recall") { $0.recall.value },
        number("recall_low") { $0.recall.low }, number("recall_high") { $0.recall.high },
        integer("good") { $0.recall.n }, number("false_alarms_week") { $0.falseAlarmsPerWeek },
        number("average_precision") { $0.averagePrecision }, number("base_rate") { $0.baseRate },
        number("brier") { $0.brier }, number("top3_week") { $0.topThree },
        number("lead_q25_h") { $0.leads.first }, number("lead_median_h") { $0.leads.count > 1 ? $0.leads[1] : nil },
        number("lead_q75_h") { $0.leads.last }, integer("windows") { $0.windows },
      ])
      var output = TableOutput(
        table, title: "\(spot.name): alerts, looking back only",
        footer: [
          seen,
          "thresholds aim at a precision of \(NumberText.fixed(precision, 2)) on training days; only days with a session count",
        ])
      for column in table.columns.dropFirst() where column.type == .number { output.decimals[column.name] = 2 }
      output.essential = ["method", "precision", "recall", "alerts", "average_precision", "base_rate"]
      return output
    }

    static func reliability(
      _ results: [Result], _ alerts: [AlertRow], _ spot: Spot, _ seen: String
    ) throws(Diagnostic) -> TableOutput {
      let bins = results.flatMap { result in
        AlertMeasures.reliability(alerts, chances: result.chances).map { (result.method, $0) }
      }
      return TableOutput(
        try Table([
          Column("method", .text(bins.map(\.0.rawValue))), Column("from", .number(bins.map(\.1.low))),
          Column("to", .number(bins.map(\.1.high))), Column("n", .integer(bins.map(\.1.n))),
          Column("mean_chance", .number(bins.map { $0.1.meanChance ?? .nan })),
          Column("good_share", .number(bins.map { $0.1.goodShare ?? .nan })),
        ]), title: "\(spot.name): reliability of chances", footer: [seen, "only days with a session count"],
        decimals: ["from": 1, "to": 1, "mean_chance": 3, "good_share": 3])
    }
  }
}
