internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// `surf check`: windows of the next days that match what people prefer, each reported once.
struct SurfCheckCommand: Command {
  static let days = Parameter<Int?>.optionalInt("days", in: 1...16, help: "Days ahead; by default your lead=, or 7.")
  static let need = Parameter<Bool>.flag(
    "need", default: false, help: "Fail with the code no-window where none matches.")
  static let notify = Parameter<String?>.text(
    "notify", help: "Shell command that gets news on its standard input, as lines in your units.")
  static let form = Parameter<String>.choice(
    "notify-format", ["text", "json"], default: "text",
    help: "Form of the news: lines as on the screen, or JSON in SI units and UTC.")
  static let person = Parameter<String?>.text(
    "person", help: "Whose preferences; all for everyone; by default yours.", completion: People.completion)

  let signature = Signature(
    "surf check", topic: .plugins, summary: "Find windows that match your preferences.",
    details: """
      A window is at least two hours. It is new once and known after that; it is reported again as better where it \
      is an hour longer or clearly further inside the limits, and as gone. quality is 1 in the middle of your limits and \
      0 at their edge; where a spot has swell= or tide-band=, its own window must hold too; lead_h is the hours from the forecast's issue to the window. Spots without an issue of the last 48 hours are skipped.

      With notify= the news goes to a command: not in a person's quiet hours, and at most notices= a day; what is held back \
      comes with a later check. It is in each person's units and by the clocks of the spots, as on the screen, unless \
      notify-format=json. A line of cron: podium -c 'surf fetch all; surf check need=yes'. To a calendar: surf \
      check to windows.ics.
      """,
    parameters: [SurfTime.now.any, days.any, need.any, notify.any, form.any, person.any],
    examples: SurfSamples.examples(
      """
      the next seven days: stated; surf check now=2026-03-02T06:00Z -> new
      again, it is known: stated; surf check now=2026-03-02T06:00Z; surf check now=2026-03-02T06:00Z days=1 -> known
      as a calendar: stated; surf check now=2026-03-02T06:00Z to windows.ics -> windows.ics
      without preferences: surf check now=2026-03-02T06:00Z need=yes -> !no-window
      """), seeAlso: ["surf prefer", "surf why", "surf fetch", "surf profile"])

  private static let mostLines = 1000

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    // No other check sends the same notice meanwhile.
    if call[SurfCheckCommand.notify] == nil {
      try call.refuseKeys(
        except: [
          SurfTime.now.any, ForecastCommand.asOf.any, SurfCheckCommand.days.any, SurfCheckCommand.need.any,
          SurfCheckCommand.person.any,
        ],
        of: "surf check", instead: "surf check notify=COMMAND")
    } else {
      try store.lock()
    }
    let now = try SurfTime.moment(call, SurfTime.now, orNowOf: session)
    let me = SurfProfile.person(in: store)
    let person = try People.wanted(call, SurfCheckCommand.person, in: store)
    let preferences = try StoredPreference.all(person: person, in: store)
    if call[SurfCheckCommand.notify] != nil, session.services.shell == nil {
      throw Diagnostic(
        "trust-refused", "notify= runs an external command, which an untrusted file may not do",
        span: call.span(of: SurfCheckCommand.notify),
        help: "run the file with --trust if you know what it does")
    }
    let profile = try SurfProfile(of: person ?? me, in: store)
    var profiles: [String: SurfProfile] = [:]
    for name in Set(preferences.map(\.person)) { profiles[name] = try SurfProfile(of: name, in: store) }
    let days = call[SurfCheckCommand.days] ?? profile.lead.map { max(1, $0) } ?? 7
    let until = now.later(days * SessionTimes.day)
    let spots = try Spot.all(in: store)
    var clocks: [String: LocalClock] = [:]
    for spot in spots where clocks[spot.zone] == nil { clocks[spot.zone] = try session.spotClock(spot.zone) }
    let check = try WindowCheck(
      preferences, spots, home: profiles.mapValues(\.home), now: now, until: until,
      clock: { (zone) throws(Diagnostic) in
        guard let clock = clocks[zone] else { throw Diagnostic("unknown-time-zone", "unknown time zone '\(zone)'") }
        return clock
      }, in: store, cancellation: session.cancellation)
    var outputs: [Output] = []
    if !check.stale.isEmpty {
      outputs.append(
        .warning(
          "no forecast of the last 48 hours for \(check.stale.count.counted("spot")) (\(check.stale.map(\.name).listed(3))): import one, or surf fetch"
        ))
    }
    outputs += check.far.map(Output.warning)
    let matching = check.rows.filter { $0.state != .gone }
    if matching.isEmpty, call[SurfCheckCommand.need] {
      // What is gone is reported all the same, so what is written is kept.
      session.verdict = Diagnostic(
        "no-window", "no window of the next \(days.counted("day")) matches", span: call.verbSpan,
        help: "surf why SPOT TIME shows what an hour lacks")
    }
    var reported = check.rows
    if let command = call[SurfCheckCommand.notify] {
      for zone in profiles.values.compactMap(\.zone) where clocks[zone] == nil {
        clocks[zone] = try session.spotClock(zone)
      }
      let post = try NoticePost(check.rows, profiles, spots, now: now, clocks: clocks, in: store)
      reported = post.sent
      outputs += try post.send(command, isJSON: call[SurfCheckCommand.form] == "json", session)
    }
    try keep(reported, store, session)
    let count = check.rows.count
    var output = TableOutput(
      try check.table(), title: count == 0 ? "no window matches" : count.counted("window"),
      footer: count == 0
        ? preferences.isEmpty ? [StoredPreference.howToState] : []
        : ["times on the screen are those of the spots; files hold UTC and SI units"],
      decimals: ["lead_h": 0, "quality": 2])
    output.essential = ["spot", "from", "reason"]
    func lines(_ parts: Int) -> [String] {
      check.rows.map { row in
        SurfCheckCommand.line(row, clocks[row.spot.zone], profile.screen, showsPerson: person == nil, parts: parts)
      }
    }
    // No screen shows thousands of lines, and making them takes longer than the check.
    if count <= SurfCheckCommand.mostLines {
      output.lines = lines(4)
      output.narrowLines = [3, 2, 1, 0].map(lines)
    }
    return [.table(output)] + outputs
  }

  /// Remembers what was reported.
  private func keep(_ rows: [WindowCheck.Row], _ store: any RecordStore, _ session: Session) throws(Diagnostic) {
    let news = rows.filter(\.state.isNews)
    guard !news.isEmpty else { return }
    var number = try store.nextNumber(of: Notice.kindName)
    var notices = news.map(\.notice)
    for place in notices.indices where notices[place].number == 0 {
      notices[place].number = number
      number += 1
    }
    try Notice.thing.store(notices, in: store, cancellation: session.cancellation)
  }

  /// A line with up to four parts: waves, wind, tide, quality. `new     Sat 7 Mar 06:00–10:00  Ramp  winter mornings  1.8 m 13 s ↗ SW, in 2 days`.
  static func line(
    _ row: WindowCheck.Row, _ clock: LocalClock?, _ units: ScreenUnits, showsPerson: Bool, parts shown: Int
  ) -> String {
    var parts = [row.state.rawValue.padded(toWidth: 6)]
    if let clock {
      let (first, last) = (clock.shown(at: row.window.from).date, clock.shown(at: row.window.to).date)
      parts.append(
        SurfTime.text(of: first) + " " + SurfTime.clockTime(row.window.from, clock) + "–"
          + (first == last ? "" : SurfTime.text(of: last) + " ") + SurfTime.clockTime(row.window.to, clock))
    }
    parts += [row.spot.name, row.stored.name]
    if showsPerson { parts.append(row.stored.person) }
    let summary = row.sea.map { SurfSessionScreen.summary($0, row.spot, units, period: $0.forecastPeriod) }
    let words = summary.map { SurfSessionScreen.short($0, parts: shown) } ?? row.reason
    if !words.isEmpty { parts.append(words) }
    if row.state != .gone, shown > 3 {
      parts.append(
        "quality \(NumberText.fixed(row.window.quality, 2)), \(NumberText.fixed(row.lead, 0)) h ahead"
          + (row.model.map { " by " + $0 } ?? "")
          + (row.distance.map { ", for a place \(NumberText.fixed($0, 0)) km away" } ?? ""))
    }
    return parts.joined(separator: "  ")
  }
}

/// Sends news to a command, as far as each person's quiet hours and number of notices a day allow.
struct NoticePost {
  /// What is sent, and what need not be.
  private(set) var sent: [WindowCheck.Row] = []
  private let news: [WindowCheck.Row]
  private let held: Int
  private let profiles: [String: SurfProfile]
  private let clocks: [String: LocalClock]

  init(
    _ rows: [WindowCheck.Row], _ profiles: [String: SurfProfile], _ spots: [Spot], now: Moment,
    clocks: [String: LocalClock], in store: any RecordStore
  ) throws(Diagnostic) {
    let wanted = rows.filter { $0.state.isNews && $0.stored.isNotified }
    var news: [WindowCheck.Row] = []
    var left: [String: Int] = [:]
    for var row in wanted {
      let profile = profiles[row.stored.person] ?? SurfProfile(person: row.stored.person)
      // A person's clock: their own, that of a home spot, else that of the spot in question.
      let home = spots.first { profile.home.contains($0.number) }?.zone
      let shown = clocks[profile.zone ?? home ?? row.spot.zone]?.shown(at: now) ?? now
      let today = shown.date
      guard profile.quiet?.contains(shown.minuteOfDay) != true else { continue }
      if let most = profile.notices {
        let key = "\(today) \(profile.person)"
        if left[key] == nil { left[key] = most - (try Notice.sent(to: profile.person, on: today, in: store)) }
        let rest = left[key] ?? 0
        left[key] = rest - 1
        guard rest > 0 else { continue }
      }
      row.notice.sentCount = row.notice.sentOn == today ? row.notice.sentCount + 1 : 1
      row.notice.sentOn = today
      news.append(row)
    }
    (self.news, held) = (news, wanted.count - news.count)
    (self.profiles, self.clocks) = (profiles, clocks)
    sent = news + rows.filter { $0.state.isNews && !$0.stored.isNotified }
  }

  /// Runs the command once with all news; without news it does not run.
  ///
  /// Throws `command-failed` where its status is not 0, so that what was not sent counts as not reported.
  func send(_ command: String, isJSON: Bool, _ session: Session) throws(Diagnostic) -> [Output] {
    var outputs: [Output] = []
    if held > 0 {
      outputs.append(.note("held back \(held.counted("notice")): quiet hours, or enough notices for today"))
    }
    guard !news.isEmpty, let shell = session.services.shell else { return outputs }
    let text = isJSON ? json : lines
    let status = try shell(command, Array(text.utf8), session.cancellation)
    guard status == 0 else {
      throw Diagnostic(
        "command-failed", "the command of notify= ended with status \(status)",
        help: "nothing counts as reported: correct it and check again")
    }
    let people = Set(news.map(\.stored.person)).count
    outputs.append(
      .note("sent \(news.count.counted("notice"))" + (people > 1 ? " of \(people) people to one command" : "")))
    return outputs
  }

  /// A line for each window as the screen shows it, in the units of its person and by the clock of its spot.
  private var lines: String {
    let people = Set(news.map(\.stored.person)).count
    return news.map { row in
      let units = profiles[row.stored.person]?.screen ?? ScreenUnits()
      return SurfCheckCommand.line(row, clocks[row.spot.zone], units, showsPerson: people > 1, parts: 4) + "\n"
    }.joined()
  }

  /// The same in SI units and UTC.
  private var json: String {
    let values = news.map { row in
      JSONValue.object([
        ("spot", .string(row.spot.name)), ("preference", .string(row.stored.name)),
        ("person", .string(row.stored.person)),
        ("from", .string(row.window.from.description)), ("to", .string(row.window.to.description)),
        ("lead_h", .number(row.lead)), ("state", .string(row.state.rawValue)), ("reason", .string(row.reason)),
        ("quality", .number(row.window.quality)), ("issued", .string(row.issued.description)),
        ("model", row.model.map(JSONValue.string) ?? .null),
        ("distance_km", row.distance.map(JSONValue.number) ?? .null),
      ])
    }
    return JSONValue.object([("windows", .array(values))]).text + "\n"
  }
}
