internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// A window that was reported, so that it is reported once.
struct Notice: Sendable, Equatable {
  let number: Int
  let person: String
  /// The key of the preference.
  let preference: String
  let spot: Int
  var from: Moment
  var to: Moment
  var quality: Double
  var issued: Moment
  /// When it was reported last.
  var reported: Moment
  var reason: String
  /// Whether it was reported that the window is gone.
  var isGone = false
  /// The local day on which it was sent last, and how often on that day.
  var sentOn: CalendarDate?
  var sentCount = 0

  /// How often one can have been sent.
  private static let counts = 0...1_000_000

  static let kindName = "surf.notice"

  static let kind = RecordKind(
    kindName,
    fields: [
      RecordField("number", .integer, required: true), RecordField("person", .text, required: true),
      RecordField("preference", .text, required: true), RecordField("spot", .integer, required: true),
      RecordField("from", .datetime, required: true), RecordField("to", .datetime, required: true),
      RecordField("quality", .number, required: true), RecordField("issued", .datetime, required: true),
      RecordField("reported", .datetime, required: true), RecordField("reason", .text), RecordField("gone", .boolean),
      RecordField("sent_on", .date), RecordField("sent_count", .integer),
    ], key: ["number"], indexes: [["to"], ["sent_on"]], label: "notice of {preference}", numbered: "number")

  /// The notices of windows that end after a moment, in order.
  static func all(after moment: Moment, in store: any RecordStore) throws(Diagnostic) -> [Notice] {
    let rows = try RecordRows(
      RecordQuery(kindName, where: [.isAtLeast("to", .datetime(moment))], order: [("number", false)]), in: store)
    let (numbers, people, keys) = (rows.integers("number"), rows.texts("person"), rows.texts("preference"))
    let (spots, froms, tos, qualities) = (
      rows.integers("spot"), rows.moments("from"), rows.moments("to"), rows.numbers("quality")
    )
    let (issues, reports, reasons, gone) = (
      rows.moments("issued"), rows.moments("reported"), rows.texts("reason"), rows.flags("gone")
    )
    let (days, counts) = (rows.dates("sent_on"), rows.integers("sent_count", in: Notice.counts))
    var found: [Notice] = []
    for row in 0..<rows.count {
      guard let number = numbers[row], let person = people[row], let key = keys[row], let spot = spots[row],
        let from = froms[row], let to = tos[row], let quality = qualities[row], let issued = issues[row],
        let reported = reports[row]
      else { continue }
      found.append(
        Notice(
          number: number, person: person, preference: key, spot: spot, from: from, to: to, quality: quality,
          issued: issued, reported: reported, reason: reasons[row] ?? "", isGone: gone[row],
          sentOn: days[row], sentCount: counts[row] ?? 0))
    }
    return found
  }

  /// How many notices a person was sent on a local day, also of windows that are over.
  static func sent(to person: String, on day: CalendarDate, in store: any RecordStore) throws(Diagnostic) -> Int {
    let rows = try RecordRows(
      RecordQuery(kindName, where: [.equals("sent_on", .date(day)), .equals("person", .text(person))]), in: store)
    return rows.integers("sent_count", in: Notice.counts).reduce(0) { $0 + ($1 ?? 0) }
  }

  static func store(
    _ notices: [Notice], in store: any RecordStore, cancellation: Cancellation
  ) throws(Diagnostic) {
    guard !notices.isEmpty else { return }
    let table = try Table([
      Column("number", .integer(notices.map(\.number))), Column("person", .text(notices.map(\.person))),
      Column("preference", .text(notices.map(\.preference))), Column("spot", .integer(notices.map(\.spot))),
      Column("from", .datetime(notices.map(\.from))), Column("to", .datetime(notices.map(\.to))),
      Column("quality", .number(notices.map(\.quality))), Column("issued", .datetime(notices.map(\.issued))),
      Column("reported", .datetime(notices.map(\.reported))), Column("reason", .text(notices.map(\.reason))),
      Column("gone", .boolean(notices.map(\.isGone))), Column("sent_on", .date(notices.map(\.sentOn))),
      Column("sent_count", .integer(notices.map(\.sentCount))),
    ])
    _ = try store.merge(table, into: kindName, rule: .update, cancellation: cancellation)
  }

  /// Forgets what was reported of a preference.
  static func remove(of stored: StoredPreference, in store: any RecordStore) throws(Diagnostic) {
    let query = RecordQuery(
      kindName,
      where: [.equals("person", .text(stored.person)), .equals("preference", .text(stored.key))])
    for record in try store.records(query) {
      try store.remove(record.id, of: kindName, revision: record.revision)
    }
  }

  /// How much better a window must be, as a part of 1 or in hours, to be reported again.
  static let betterQuality = 0.15
  static let longerBy = 3600.0

  /// Whether a window is worth another notice.
  func isBetter(_ window: Window) -> Bool {
    window.quality >= quality + Notice.betterQuality
      || window.seconds >= Window(from: from, to: to).seconds + Notice.longerBy
  }

  /// Whether a window is the one that was reported: they share at least half of the shorter one.
  func isAbout(_ window: Window) -> Bool {
    let own = Window(from: from, to: to)
    return max(own.share(coveredBy: window), window.share(coveredBy: own)) >= 0.5
  }
}
