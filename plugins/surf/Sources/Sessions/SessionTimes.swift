internal import PodiumCore

/// Times of a log: moments with an offset from UTC, or wall times of a zone the user names.
struct SessionTimes {
  /// Minutes the wall clock is ahead of UTC.
  let offset: Int

  static let day = 86_400_000_000

  /// Reads `UTC`, `Z`, `+01:00`, `-0500`; nothing is UTC.
  ///
  /// Throws `unknown-zone` for anything else: rules of daylight saving are not known here.
  init(zone: String?) throws(Diagnostic) {
    guard let zone, zone.uppercased() != "UTC" else {
      offset = 0
      return
    }
    // At the beginning of 1970 a wall time and its moment differ by the offset alone.
    guard zone.count <= 6, let moment = Moment(iso: "1970-01-02T00:00:00" + zone), zone.first != "." else {
      let isName = zone.contains("/") || zone.allSatisfy(\.isLetter)
      throw Diagnostic(
        "unknown-zone", isName ? "the zone '\(zone)' is a name, and names are not known" : "'\(zone)' is no zone",
        help: "write its offset from UTC, as in zone=-05:00, or put an offset behind each time")
    }
    offset = (SessionTimes.day - moment.microseconds) / 60_000_000
  }

  /// A moment of a whole text (`2025-12-05 07:30`, `2025-12-05T07:30:00Z`); nil for any other form.
  func moment(_ text: String) -> Moment? {
    Moment(iso: text).map { SessionTimes.hasOffset(text) ? $0 : $0.moved(minutes: -offset) }
  }

  /// Whether a time is written with its offset; only what stands behind the hour can be one.
  static func hasOffset(_ text: String) -> Bool {
    text.drop { $0 != ":" }.contains { $0 == "Z" || $0 == "+" || $0 == "-" }
  }

  /// A moment of a day and a time of day (`7:30`, `07:30:00`); nil for any other form.
  func moment(day: String, time: String) -> Moment? {
    let padded = time.dropFirst().first == ":" ? "0" + time : time
    return moment(day + "T" + padded)
  }

  /// Minutes of `95`, `95min` and `1.5h`; nil for any other form.
  static func minutes(_ text: String) -> Double? {
    for (ending, factor) in [("min", 1.0), ("h", 60.0)] where text.hasSuffix(ending) {
      return PlainNumber.read(text.dropLast(ending.count)).map { $0 * factor }
    }
    return PlainNumber.read(text)
  }
}

extension Moment {
  /// The moment so many minutes later, at most the end of the calendar.
  func moved(minutes: Int) -> Moment { Moment(microseconds: microseconds + minutes * 60_000_000) }
}
