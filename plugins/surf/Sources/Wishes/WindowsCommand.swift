internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf windows SPOT as NAME`: windows of daylight as a table to learn from.
struct WindowsCommand: Command {
  static let lead = Parameter<String>.choice(
    "lead", ["0h", "6h", "12h", "24h", "48h", "72h", "96h", "120h", "144h"], default: "24h",
    help: "How long before a window its forecast must have been known.")

  let signature = Signature(
    "surf windows", topic: .plugins, summary: "Make a table of 2-hour windows at a spot, to learn what is good.",
    details: """
      One row for each person and each 2 hours of daylight between the first and the last session, with the \
      conditions by the newest issue that was known lead= before. A window is good where a session rated good= or \
      more covers half of it; all others are other, since hours in which someone did not surf count as well. \
      Learners ignore what could not be known beforehand. After it: surf direction, encode, then cv forest folds=rolling, \
      or compare forest logistic zeror folds=rolling; logistic(by=person,slopes=yes) lets people differ.
      """,
    parameters: [
      SpotFinder.spot.any, lead.any, SurfSessionsCommand.good.any, SurfSessionsCommand.person.any,
      SurfSessionsCommand.from.any,
      SurfSessionsCommand.to.any,
    ],
    examples: SurfSamples.examples(
      """
      by the forecast of the day before: two; surf windows ramp as ramp -> windows
      six hours before: two; surf windows ramp lead=6h good=2 as ramp -> windows
      saved to a file: two; surf windows ramp lead=0h to windows.csv -> windows.csv
      a spot that is not stored: surf windows nowhere -> !unknown-spot
      """), traits: [.namesTable, .readsOnly], seeAlso: ["surf sessions", "surf compare", "cv"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let finder = try SpotFinder(in: store)
    let spot = try finder.one(call)
    let person = try People.wanted(call, SurfSessionsCommand.person, in: store)
    let sessions = try JournalSession.logged(at: spot, of: person, in: store, span: call.verbSpan)
    let hours = Double(Int(call[WindowsCommand.lead].dropLast()) ?? 24)
    let windows = try WindowTable(
      spot, lead: hours, people: Dictionary(grouping: sessions, by: \.person),
      from: SurfTime.moment(call, SurfSessionsCommand.from, in: session),
      to: SurfTime.moment(call, SurfSessionsCommand.to, in: session),
      clock: session.spotClock(spot.zone), in: store, cancellation: session.cancellation)
    guard !windows.rows.isEmpty else {
      throw Diagnostic(
        "no-forecast",
        "no issue known \(call[WindowsCommand.lead]) before covers the days of the sessions at \(Abridged.quoted(spot.name))",
        span: call.verbSpan, help: "import forecasts of those days, or choose a shorter lead=")
    }
    let least = call[SurfSessionsCommand.good]
    let table = try windows.table(good: least)
    if let name = call.syntax.name?.text {
      session.state.current = Dataset(
        name: name, source: "surf windows \(Session.quote(spot.name)) lead=\(call[WindowsCommand.lead])", table: table,
        labelling: Labelling(column: "good"), evaluators: ["surf.alert"])
    }
    let good = windows.rows.count { ($0.session?.rating ?? 0) >= least }
    let surfed = windows.rows.count { $0.session != nil }
    let screen = ScreenTable(try SurfProfile.current(in: store), clock: try session.spotClock(spot.zone))
    var output = TableOutput(
      table, title: "\(spot.name): \(table.rowCount.counted("window"))",
      footer: [
        "\(good) good, \(surfed) surfed; conditions as forecast by \(windows.models) at least \(call[WindowsCommand.lead]) before; \(screen.remark)"
      ]
    ).showing(["from", "wave_height_m", "good"])
    try screen.show(&output)
    return [.table(output)]
      + (SpotLender.remark(spot, windows.distance, among: finder.spots).map { [.warning($0)] } ?? [])
      + (try People.others(than: person, at: spot.number, in: store))
  }
}
