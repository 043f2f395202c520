internal import PodiumCore

/// Hours at a spot by columns, so that many preferences can be tested on them quickly.
public struct HourTable: Sendable {
  public let hours: [PreferenceHour]
  /// One number for each clause of a range, NaN where it is missing.
  let height: [Double]
  let period: [Double]
  let swellDirection: [Double]
  let windSpeed: [Double]
  let windDirection: [Double]
  let air: [Double]
  let rain: [Double]
  let cloud: [Double]
  let score: [Double]
  /// Bits of what is true of an hour; 0 where it is not known.
  let sides: [UInt8]
  let levels: [UInt8]
  let trends: [UInt8]
  let daylight: [Bool?]
  /// −1 where it is not known.
  let minutes: [Int]

  /// Reads the columns once.
  public init(_ hours: [PreferenceHour]) {
    self.hours = hours
    func column(_ value: (PreferenceHour) -> Double?) -> [Double] { hours.map { value($0) ?? .nan } }
    height = column { $0.sea.height }
    period = column { $0.sea.peakPeriod }
    swellDirection = column { $0.sea.swellDirection }
    windSpeed = column { $0.sea[.windSpeed] }
    windDirection = column { $0.sea[.windDirection] }
    air = column { $0.sea[.airTemperature] }
    rain = column { $0.sea[.precipitation] }
    cloud = column { $0.sea[.cloudCover] }
    score = column(\.score)
    sides = hours.map { HourTable.bits($0.sea.windSide(facing: $0.facing)) }
    levels = hours.map { HourTable.bits($0.sea.tide?.level) }
    trends = hours.map { HourTable.bits($0.sea.tide?.trend) }
    daylight = hours.map(\.isDaylight)
    minutes = hours.map { hour in hour.minutes.map { (0..<1440).contains($0) ? $0 : -1 } ?? -1 }
  }

  static func bits<Kind: CaseIterable & Equatable>(_ kind: Kind?) -> UInt8 {
    guard let kind, let place = Array(Kind.allCases).firstIndex(of: kind) else { return 0 }
    return 1 << UInt8(truncatingIfNeeded: place)
  }
}

extension Preference {
  /// The windows of hours that match and in which the spot works, with the rows of their hours; `step` is in seconds.
  public func windows(_ table: HourTable, works: [Bool]? = nil, step: Double) -> [(window: Window, rows: [Int])] {
    var matching = matches(table)
    if let works { for row in matching.indices where !works[row] { matching[row] = false } }
    guard matching.contains(true) else { return [] }
    let hours = matching.indices.map { row in
      SurfWindows.Hour(
        at: table.hours[row].sea.at, matches: matching[row], quality: matching[row] ? comfort(table.hours[row]) : 0)
    }
    return SurfWindows.merge(hours, step: step).map { window in
      (window, hours.indices.filter { hours[$0].matches && hours[$0].at >= window.from && hours[$0].at < window.to })
    }
  }

  /// Whether each hour is known to meet every clause: the same as `match`, without reasons.
  public func matches(_ table: HourTable) -> [Bool] {
    var found = [Bool](repeating: true, count: table.hours.count)
    func keep(_ test: (Int) -> Bool) {
      for row in found.indices where found[row] { found[row] = test(row) }
    }
    func range(_ bounds: Bounds?, _ values: [Double]) {
      guard let bounds else { return }
      let (low, high) = (bounds.low ?? -.infinity, bounds.high ?? .infinity)
      keep { values[$0] >= low && values[$0] <= high }
    }
    func arc(_ arc: Arc?, _ values: [Double], calm: Bool = false) {
      guard let arc else { return }
      keep { values[$0].isFinite && arc.contains(values[$0]) || calm && table.windSpeed[$0] == 0 }
    }
    func words<Kind: CaseIterable & Equatable>(_ wanted: Set<Kind>, _ bits: [UInt8]) {
      guard !wanted.isEmpty else { return }
      let mask = wanted.reduce(0) { $0 | HourTable.bits($1) }
      keep { bits[$0] & mask != 0 }
    }
    range(height, table.height)
    range(period, table.period)
    range(windSpeed, table.windSpeed)
    words(windSides, table.sides)
    arc(swellDirection, table.swellDirection)
    arc(windDirection, table.windDirection, calm: true)
    words(tideLevels, table.levels)
    words(tideTrends, table.trends)
    if daylightOnly { keep { table.daylight[$0] == true } }
    if let times { keep { table.minutes[$0] >= 0 && times.contains(table.minutes[$0]) } }
    range(airTemperature, table.air)
    range(precipitation, table.rain)
    range(cloudCover, table.cloud)
    range(minimumScore.flatMap { Bounds(low: $0) }, table.score)
    // What few preferences ask for is left to the full comparison.
    if !weekdays.isEmpty || asksTaste { keep { match(table.hours[$0]).matches } }
    return found
  }

  /// How far an hour is inside the limits, from 0 at a limit to 1 in the middle of each range; 1 without ranges.
  ///
  /// A range without an upper end counts as if it ended at twice the lower one.
  public func comfort(_ hour: PreferenceHour) -> Double {
    var parts: [Double] = []
    func range(_ bounds: Bounds?, _ value: Double?) {
      guard let bounds, let value, value.isFinite else { return }
      let (low, high) = bounds.ends
      guard high > low else { return parts.append(bounds.contains(value) ? 1 : 0) }
      // Without a lower end, less is better; without an upper one, more.
      let part = (value - low) / (high - low)
      let inside = bounds.low == nil ? 1 - part : bounds.high == nil ? part : 1 - (2 * part - 1).magnitude
      parts.append(min(1, max(0, inside)))
    }
    func arc(_ arc: Arc?, _ value: Double?) {
      guard let arc, let value, value.isFinite else { return }
      let width = Direction.normalised(arc.to - arc.from)
      guard arc.contains(value), width > 0 else { return parts.append(arc.contains(value) ? 1 : 0) }
      parts.append(1 - (2 * Direction.normalised(value - arc.from) / width - 1).magnitude)
    }
    range(height, hour.sea.height)
    range(period, hour.sea.peakPeriod)
    arc(swellDirection, hour.sea.swellDirection)
    range(windSpeed, hour.sea[.windSpeed])
    if hour.sea[.windSpeed] != 0 { arc(windDirection, hour.sea[.windDirection]) }
    return parts.mean ?? 1
  }
}
