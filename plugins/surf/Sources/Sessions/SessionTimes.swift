internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Times in a log: with a UTC offset, or local times with the offset of `zone=` or by a clock.
struct SessionTimes {
  /// Minutes the local clock is ahead of UTC.
  let offset: Int
  /// The clock of local times, where it is known.
  private(set) var clock: LocalClock?

  static let day = 86_400_000_000

  /// Reads `UTC`, `gmt`, `Z`, `+01:00`, `-0500` or a name of the IANA database by its rules; nil means UTC.
  ///
  /// Throws `unknown-zone` for anything else.
  init(zone: String?, rules: (String) throws(Diagnostic) -> ZoneRules) throws(Diagnostic) {
    guard let zone, !["utc", "gmt", "z"].contains(zone.lowercased()) else {
      self.init()
      return
    }
    if let minutes = SessionTimes.offset(zone) {
      self.init(clock: LocalClock(zone: zone) { _ in minutes })
      return
    }
    let isName = zone.first?.isLetter == true
    do throws(Diagnostic) {
      guard isName else { throw Diagnostic("unknown-zone", "") }
      self.init(clock: LocalClock(zone: zone, rules: try rules(zone)))
    } catch {
      throw Diagnostic(
        "unknown-zone", isName ? "unknown time zone '\(zone)'" : "'\(zone)' is neither a time zone nor a UTC offset",
        help: "use a name, as in zone=Europe/Madrid, or an offset, as in zone=-05:00", cause: error.cause ?? error.help)
    }
  }

  /// Times in UTC.
  init() { offset = 0 }

  /// Local times by a clock.
  init(clock: LocalClock) { (offset, self.clock) = (0, clock) }

  /// The minutes of a UTC offset (`-08:00`); nil for any other text.
  static func offset(_ text: String) -> Int? {
    guard let sign = text.first, sign == "+" || sign == "-", text.count <= 6,
      // At the start of 1970, local time and UTC differ by the offset alone.
      let moment = Moment(iso: "1970-01-02T00:00:00" + text)
    else { return nil }
    return (SessionTimes.day - moment.microseconds) / 60_000_000
  }

  /// The moment in a text (`2025-12-05 07:30`, `2025-12-05T07:30:00Z`); nil for any other form.
  ///
  /// Nil also for a time that the clock skips or shows twice.
  func moment(_ text: String) -> Moment? {
    guard let read = Moment(iso: text), !WallClock.hasOffset(text) else { return Moment(iso: text) }
    guard let clock else { return read.moved(minutes: -offset) }
    return try? clock.moment(showing: read)
  }

  /// The moment of a day and a time of day (`7:30`, `07:30:00`, `7:30 AM`, `7h30`); nil for any other form.
  func moment(day: String, time: String) -> Moment? {
    let padded = time.dropFirst().first == ":" ? "0" + time : time
    return moment(day + "T" + (DayAndTime.time(time) ?? padded))
  }

  /// Minutes in `95`, `95min`, `1.5h`, `1h30`, `1:30` or `2 hours`, in several languages; nil for any other form.
  static func minutes(_ text: String) -> Double? {
    if let number = InstrumentNumber.read(text) { return number }
    var rest = text.lowercased().filter { $0 != " " }.replacing(",", with: ".").replacing(":", with: "h")[...]
    var (sum, hasHours): (Double, Bool) = (0, false)
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isNumber || $0 == "." }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix(while: \.isLetter)
      rest = rest.dropFirst(unit.count)
      guard let number = InstrumentNumber.read(digits) else { return nil }
      if hourNames.contains(String(unit)), !hasHours, sum == 0 {
        (sum, hasHours) = (number * 60, true)
      } else if unit.isEmpty ? hasHours : minuteNames.contains(String(unit)), rest.isEmpty, !hasHours || number < 60 {
        sum += number
      } else {
        return nil
      }
    }
    return text.isEmpty ? nil : sum
  }

  private static let hourNames: Set<String> = [
    "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "hora", "horas", "heure", "heures",
  ]
  private static let minuteNames: Set<String> = ["m", "min", "mins", "minute", "minutes", "minuten", "minutos"]
}

extension Moment {
  func moved(minutes: Int) -> Moment { Moment(microseconds: microseconds + minutes * 60_000_000) }
}
