internal import PodiumCore
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
  var season: String? { day.map { Self.season(of: $0) } }

  /// The year in which the season of a day begins.
  static func firstYear(_ day: CalendarDate) -> Int { day.civil.year - (day.civil.month >= 7 ? 0 : 1) }

  static let allowedSeason = "a winter such as 2025-26"

  /// The year in which a season that was typed begins, as `2025-26`, `2025/26`, `25-26` or `2025`; nil for other texts.
  static func firstYear(ofSeason typed: String) -> Int? {
    let text = (typed.count == 5 ? "20" : "") + String(typed.map { $0 == "/" ? "-" : $0 })
    guard let year = Int(text.prefix(4)), (1900...2200).contains(year),
      let start = CalendarDate(year: year, month: 7, day: 1)
    else { return nil }
    return text.count == 4 || text == season(of: start) ? year : nil
  }

  static func season(of day: CalendarDate) -> String {
    let first = firstYear(day)
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
  /// Those of each session by columns of snow; a part without a type or a share is skipped.
  static func bySession(
    _ sessions: [String?], _ types: [String?], _ shares: [Double?], _ classOf: (String) -> SnowClass?
  ) -> [String: SnowShares] {
    var parts: [String: [SnowPart]] = [:]
    for (row, session) in sessions.enumerated() {
      guard let session, let type = types[row], let share = shares[row] else { continue }
      parts[session, default: []].append(SnowPart(snowType: type, share: share, countsAs: classOf(type)))
    }
    return parts.compactMapValues { SnowShares($0) }
  }

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
  var day: CalendarDate? { time?.shown(offset: utcOffsetMinutes).date }
}
