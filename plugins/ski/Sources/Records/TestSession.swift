internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

/// A test of ski pairs at one place and time: conditions, participations and glides.
struct TestSession: Equatable {
  /// Its number or name (`12`).
  var number: String
  var time: Moment?
  /// The offset of local time from UTC.
  var utcOffsetMinutes: Int?
  var place: String?
  var latitude: Double?
  var longitude: Double?
  var skiType: String?
  var conditions = SkiConditions()
  /// The code of the waxer who ran it.
  var waxer: String?
  var team: String?
  /// Whether ranks are manual; otherwise they are calculated from glides.
  var usesManualRank = true
  var comment: String?
  var isArchived = false
  var source: String?
  var participations: [Participation] = []
  var glides: [Glide] = []

  /// The winter it belongs to, from July to June (`2025-26`).
  var season: String? { time.map { Self.season(of: $0.date) } }

  static func season(of day: CalendarDate) -> String {
    let (year, month, _) = day.civil
    let first = month >= 7 ? year : year - 1
    let last = String((first + 1) % 100)
    return "\(first)-" + (last.count == 1 ? "0" + last : last)
  }

  /// The serial numbers of the pairs, in order of rank; unranked ones last.
  var order: [Participation] {
    participations.sorted { a, b in
      let (x, y) = (a.rank ?? .max, b.rank ?? .max)
      return x != y ? x < y : CodePointOrder.precedes(a.serialNumber, b.serialNumber)
    }
  }
}

/// The conditions: temperatures in °C, humidity in percent, shares of snow.
struct SkiConditions: Equatable {
  var air: Double?
  var snowTemperature: Double?
  var humidity: Double?
  var snowHumidity: Double?
  /// Types of snow with their percentages; empty if unknown, which differs from 0 %.
  var snow: [SnowPart] = []
  /// The class of each type of snow, where it is known.
  var shares: SnowShares? { SnowShares(snow) }
}

struct SnowPart: Equatable {
  var session = ""
  var snowType: String
  var share: Double
  /// The class of the type; nil if unknown.
  var countsAs: SnowClass?
}

/// The three classes of snow in the thesis.
enum SnowClass: String, CaseIterable { case new, old, wet }

/// Percentages of new, old, wet and other snow.
struct SnowShares: Equatable {
  var new = 0.0
  var old = 0.0
  var wet = 0.0
  var other = 0.0
}

extension SnowShares {
  /// Sums parts by class; nil if there are none.
  init?(_ parts: [SnowPart]) {
    guard !parts.isEmpty else { return nil }
    for part in parts {
      switch part.countsAs {
      case .new: new += part.share
      case .old: old += part.share
      case .wet: wet += part.share
      case nil: other += part.share
      }
    }
  }
}

/// A pair in a session: ranks from 1, equal for ties (1, 2, 2, 4).
struct Participation: Equatable {
  var session = ""
  var serialNumber: String
  var rank: Int?
  var glideRank: Int?
  var kickRank: Int?
  var uphillRank: Int?
  /// The rank as stored by another program.
  var storedRank: Int?
  var comment: String?
  var source: String?
  /// The base of the pair, from its record.
  var base: String?
  /// The grinding on the pair at the time of the session; nil is "grinding unknown".
  var grinding: String?
}

/// Another rater's rank of a pair in a session.
struct Rating: Equatable {
  var session: String
  var rater: String
  var serialNumber: String
  var rank: Int
}

extension TestSession {
  /// Number, place and day, the heading of every output about it: `session 12, Bruksvallarna, 2026-01-24`.
  var heading: String { ["session " + number, place, day?.description].compactMap { $0 }.joined(separator: ", ") }

  /// The day of the test in local time.
  var day: CalendarDate? {
    guard let time else { return nil }
    let (shift, isFar) = (utcOffsetMinutes ?? 0).multipliedReportingOverflow(by: 60_000_000)
    let (local, overflow) = time.microseconds.addingReportingOverflow(isFar ? 0 : shift)
    return (overflow ? time : Moment(microseconds: local)).date
  }
}

extension TestSession {
  static let thing = Thing<TestSession>(
    SkiKinds.session, verb: "ski session", key: "session", blank: TestSession(number: "")
  ) {
    Field(naming: "session", \.number)
    Field("time_of_test", \.time)
    Field("utc_offset_minutes", \.utcOffsetMinutes)
    Field(
      "air_temperature_c", \.conditions.air, .number(in: SessionChecks.air, unit: "°C"), key: "air",
      help: "Air temperature.")
    Field(
      "snow_temperature_c", \.conditions.snowTemperature, .number(in: SessionChecks.snow, unit: "°C"), key: "snow",
      help: "Snow temperature.")
    Field(
      "humidity_pct", \.conditions.humidity, .number(in: SessionChecks.humidity, unit: "%"), key: "humidity",
      help: "Air humidity.")
    Field(
      "snow_humidity_pct", \.conditions.snowHumidity, .number(in: SessionChecks.humidity, unit: "%"),
      key: "snow-humidity", help: "Snow humidity.")
    Field("ski_type", \.skiType, .term(.type), key: "type", role: "session", help: "Ski type tested.")
    Field("place", \.place, .term(.place), role: "session", help: "Place, to change it.")
    Field("latitude", \.latitude, .number(in: -90...90, unit: "°"), help: "Latitude, positive north.")
    Field("longitude", \.longitude, .number(in: -180...180, unit: "°"), help: "Longitude, positive east.")
    Field("waxer", \.waxer, .link(to: Waxer.thing), role: "session", help: "Waxer who runs the test.")
    Field(
      "using_manual_rank", orBlank: \.usesManualRank, .rank, key: "rank",
      help: "Ranks in force: manual, or calculated from the glides.")
    Field("team", \.team, .link(to: Team.thing), role: "session", help: "Team.")
    Field("comment", \.comment, .text(), help: "Comment.")
    Field("archived", orBlank: \.isArchived)
    Field("source", \.source)
  }.found(Naming(codes: { [$0.number] }, names: { [$0.number] }, parts: [])).actions(
    SkiSessionCommand.actions, shown: ("session", "place"), lister: "ski sessions",
    sample: ThingSample("1", "99", made: .thesis), title: \.heading,
    word: { (text, work) throws(Diagnostic) in
      let span = work.spans.first { _ in true } ?? nil
      let number = try work.ski { (ski) throws(Diagnostic) in try ski.sessionNumber(text, at: span) }
      // You can look at an old test between two glides.
      if work.call.verb != "ski session show" { work.session.touch(SkiKinds.session, number) }
      return number
    },
    screen: { (session, _, work) throws(Diagnostic) in
      try work.ski { (ski) throws(Diagnostic) in try SkiSessionScreen(ski).show(try ski.session(session.number)) }
        + work.remarks
    })
}

extension Participation {
  static let thing = Thing<Participation>(
    SkiKinds.participation, verb: "ski add", noun: "participation", key: "serial_number",
    blank: Participation(serialNumber: "")
  ) {
    Field("session", \.session, link: .session("participation"))
    Field("serial_number", \.serialNumber, link: .pair("participation"))
    Field("rank", \.rank)
    Field("glide_rank", \.glideRank)
    Field("kick_rank", \.kickRank)
    Field("uphill_rank", \.uphillRank)
    Field("stored_rank", \.storedRank)
    Field("comment", \.comment)
    Field("source", \.source)
  }
}

extension Rating {
  static let thing = Thing<Rating>(
    SkiKinds.rating, verb: "ski rank", noun: "rating", key: "serial_number",
    blank: Rating(session: "", rater: "", serialNumber: "", rank: 0)
  ) {
    Field("session", \.session, link: .session("rating"))
    Field("rater", \.rater)
    Field("serial_number", \.serialNumber, link: .pair("rating"))
    Field("rank", \.rank)
  }
}

extension Glide {
  struct Row: Sendable, Hashable { var (session, value) = ("", Glide(number: 0, winner: "", loser: "", difference: 0)) }

  static let thing = Thing<Row>(SkiKinds.glide, verb: "ski glide", noun: "glide", key: "number", blank: Row()) {
    Field("session", \.session, link: .session("glide"))
    Field("number", \.value.number)
    Field("winner", \.value.winner, link: .pair("won glide"))
    Field("loser", \.value.loser, link: .pair("lost glide"))
    Field("difference_cm", \.value.difference)
    Field("lane", \.value.lane)
    Field("run", \.value.run)
    Field("tester", \.value.tester)
    Field("winner_treatment", \.value.winnerTreatment)
    Field("loser_treatment", \.value.loserTreatment)
    Field("comment", \.value.comment)
  }
}

extension SnowPart {
  static let thing = Thing<SnowPart>(
    SkiKinds.snow, verb: "ski session", noun: "snow percentage", key: "snow_type",
    blank: SnowPart(snowType: "", share: 0)
  ) {
    Field("session", \.session, link: .session("snow percentage", isPart: true))
    Field("snow_type", \.snowType, link: .term(.snow).called("session"))
    Field("share_pct", \.share)
    Field("source", .text)
  }
}

extension SkiThings {
  /// A measurement of the weather of a session.
  struct Weather: Sendable { var (session, moment) = ("", Moment(microseconds: 0)) }

  static let weather = Thing<Weather>(
    SkiKinds.condition, verb: "ski conditions", noun: "measurement", key: "moment", blank: Weather()
  ) {
    Field("session", \.session, link: .session("measurement", isPart: true))
    Field("moment", \.moment)
    Field("air_temperature_c", .number(in: SessionChecks.air, unit: "°C"), key: "air", help: "Air temperature.")
    Field("snow_temperature_c", .number(in: SessionChecks.snow, unit: "°C"), key: "snow", help: "Snow temperature.")
    Field("humidity_pct", .number(in: SessionChecks.humidity, unit: "%"), key: "humidity", help: "Air humidity.")
    Field("comment", .text(), help: "Comment.")
  }
}
