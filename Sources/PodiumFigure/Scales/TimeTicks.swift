package import PodiumCore

/// The ticks of axes of time: whole seconds, minutes, hours, days, months or years in UTC.
package enum TimeTicks {
  /// The seconds of a day, or of a moment, since 1970.
  package static func seconds(_ day: CalendarDate) -> Double { Double(day.days) * 86_400 }

  package static func seconds(_ moment: Moment) -> Double { Double(moment.microseconds) / 1_000_000 }

  /// The same of the time that the clock of a zone shows; nil for UTC.
  package static func seconds(_ moment: Moment, by zone: Zone?) -> Double { seconds(zone?.shown(at: moment) ?? moment) }

  /// The moment of so many seconds since 1970, within the years 1 to 9999.
  package static func moment(_ seconds: Double) -> Moment {
    let bounded = seconds.isNaN ? 0 : min(max(seconds, range.lowerBound), range.upperBound)
    return Moment(microseconds: Int((bounded * 1_000_000).rounded()))
  }

  /// What a tick goes on by.
  private enum Step {
    case seconds(Int)
    case days(Int)
    case months(Int)
  }

  private static let steps: [(length: Double, step: Step)] =
    [1, 2, 5, 10, 15, 30].map { (Double($0), .seconds($0)) }
    + [1, 2, 5, 10, 15, 30].map { (Double($0) * 60, .seconds($0 * 60)) }
    + [1, 2, 3, 6, 12].map { (Double($0) * 3600, .seconds($0 * 3600)) }
    + [1, 2, 7, 14].map { (Double($0) * 86_400, .days($0)) }
    + [1, 2, 3, 6].map { (Double($0) * 31 * 86_400, .months($0)) }
    + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map { (Double($0) * 366 * 86_400, .months($0 * 12)) }

  /// The limits of the calendar, from year 1 to 9999.
  package static let range: ClosedRange<Double> = -62_135_596_800...253_402_300_799

  /// At most about `count` ticks.
  package static func ticks(_ limits: ClosedRange<Double>, count: Int) -> [Tick] {
    let low = min(max(limits.lowerBound, range.lowerBound), range.upperBound)
    let high = min(max(limits.upperBound, low), range.upperBound)
    let wanted = (high - low) / Double(max(1, count))
    guard wanted > 0.999, let step = steps.first(where: { $0.length >= wanted })?.step ?? steps.last?.step else {
      return fractions(low...high, count: count)
    }
    switch step {
    case .seconds(let length): return ofDay(low...high, by: length)
    case .days(let length): return days(low...high, by: length)
    case .months(let length): return months(low...high, by: length)
    }
  }

  private static func fractions(_ limits: ClosedRange<Double>, count: Int) -> [Tick] {
    NumberTicks.linear(limits, count: count, format: .number).map { tick in
      let moment = moment(tick.value)
      return Tick(tick.value, String(moment.description.dropFirst(11).dropLast()), context: name(moment.date))
    }.keepingChanges()
  }

  private static func ofDay(_ limits: ClosedRange<Double>, by length: Int) -> [Tick] {
    let step = Double(length)
    var ticks: [Tick] = []
    var at = (limits.lowerBound / step - 1e-9).rounded(.up) * step
    while at <= limits.upperBound + 1e-6, ticks.count < 1000 {
      let moment = moment(at)
      let clock = moment.description.dropFirst(11)
      ticks.append(Tick(at, String(clock.prefix(length % 60 == 0 ? 5 : 8)), context: name(moment.date)))
      at += step
    }
    return ticks.keepingChanges()
  }

  private static func days(_ limits: ClosedRange<Double>, by length: Int) -> [Tick] {
    var ticks: [Tick] = []
    var day = Int((limits.lowerBound / 86_400 - 1e-9).rounded(.up))
    // Weeks begin on Mondays; 1970-01-05 was one.
    if length > 1 {
      let start = length % 7 == 0 ? 4 : 0
      let rest = (day - start) % length
      day += rest == 0 ? 0 : rest > 0 ? length - rest : -rest
    }
    while Double(day) * 86_400 <= limits.upperBound, ticks.count < 1000 {
      let date = CalendarDate(days: day)
      ticks.append(
        Tick(
          Double(day) * 86_400, String(date.civil.day),
          context: monthNames[date.civil.month - 1] + " \(date.civil.year)"))
      day += length
    }
    return ticks.keepingChanges()
  }

  private static func months(_ limits: ClosedRange<Double>, by length: Int) -> [Tick] {
    let first = CalendarDate(days: Int((limits.lowerBound / 86_400).rounded(.down))).civil
    var month = first.year * 12 + first.month - 1
    month -= month % length
    var ticks: [Tick] = []
    while ticks.count < 1000 {
      defer { month += length }
      guard let date = CalendarDate(year: month / 12, month: month % 12 + 1, day: 1) else {
        if month >= 9999 * 12 { break }
        continue
      }
      let at = seconds(date)
      if at > limits.upperBound { break }
      if at < limits.lowerBound { continue }
      let year = String(date.civil.year)
      ticks.append(length >= 12 ? Tick(at, year) : Tick(at, monthNames[date.civil.month - 1], context: year))
    }
    return ticks.keepingChanges()
  }

  private static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func name(_ day: CalendarDate) -> String {
    let (year, month, number) = day.civil
    return "\(number) " + monthNames[month - 1] + " \(year)"
  }

  /// A moment of the data in a picture: a day, or a day with its time.
  package static func shown(_ seconds: Double) -> String {
    guard range.contains(seconds) else { return NumberTicks.shown(seconds) }
    let moment = moment(seconds)
    return moment.microseconds % 86_400_000_000 == 0
      ? moment.date.description : moment.description.replacingClock()
  }
}

extension [Tick] {
  /// The same ticks with a context only where it differs from that of the tick before.
  fileprivate func keepingChanges() -> [Tick] {
    var last: String?
    return map { tick in
      var tick = tick
      if tick.context == last { tick.context = nil } else { last = tick.context }
      return tick
    }
  }
}

extension String {
  /// `2018-01-08T09:00:00Z` as `2018-01-08 09:00`; seconds stay where there are some.
  fileprivate func replacingClock() -> String {
    let day = prefix(10)
    var clock = dropFirst(11).dropLast()
    if clock.hasSuffix(":00") { clock = clock.dropLast(3) }
    return day + " " + clock
  }
}
