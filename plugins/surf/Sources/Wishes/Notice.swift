internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// A window that was reported, so that it is reported once.
struct Notice: Sendable, Equatable {
  var number: Int
  var person: String
  /// The key of the preference.
  var preference: String
  var spot: Int
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

  static let thing = Thing<Notice>(kindName, verb: "surf check", noun: "notice", key: "number", blank: .blank) {
    Field(naming: "number", \.number)
    Field("person", \.person)
    Field("preference", \.preference)
    Field("spot", \.spot)
    Field("from", \.from)
    Field("to", \.to)
    Field("quality", \.quality)
    Field("issued", \.issued)
    Field("reported", \.reported)
    Field("reason", orBlank: \.reason)
    Field("gone", orBlank: \.isGone)
    Field("sent_on", \.sentOn)
    Field("sent_count", orBlank: \.sentCount)
  }

  private static var blank: Notice {
    let never = Moment(microseconds: 0)
    return Notice(
      number: 0, person: "", preference: "", spot: 0, from: never, to: never, quality: 0, issued: never,
      reported: never, reason: "")
  }

  /// The notices of windows that end after a moment, in order.
  static func all(after moment: Moment, in store: any RecordStore) throws(Diagnostic) -> [Notice] {
    try all([.isAtLeast("to", .datetime(moment))], in: store)
  }

  private static func all(
    _ conditions: [RecordQuery.Condition], in store: any RecordStore
  ) throws(Diagnostic) -> [Notice] {
    try thing.items(in: store, where: conditions, order: [("number", false)]).map { kept in
      var notice = kept
      if !counts.contains(kept.sentCount) { notice.sentCount = 0 }
      return notice
    }
  }

  /// How many notices a person was sent on a local day, also of windows that are over.
  static func sent(to person: String, on day: CalendarDate, in store: any RecordStore) throws(Diagnostic) -> Int {
    try all([.equals("sent_on", .date(day)), .equals("person", .text(person))], in: store)
      .reduce(0) { $0 + $1.sentCount }
  }

  /// Forgets what was reported of a preference.
  static func remove(of stored: StoredPreference, in store: any RecordStore) throws(Diagnostic) {
    let conditions: [RecordQuery.Condition] = [
      .equals("person", .text(stored.person)), .equals("preference", .text(stored.key)),
    ]
    try store.remove(all: RecordQuery(kindName, where: conditions))
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
