internal import PodiumCore

/// Bins of time: whole minutes, hours, days, months or years.
package enum TimeBins {
  /// The steps that are tried, in seconds.
  private static let steps: [Double] = [
    1, 5, 15, 30, 60, 300, 900, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86_400, 7 * 86_400,
  ]
  private static let most = 60.0

  /// The bins of some sorted days, or seconds, since 1970; nil without values.
  package static func bins(_ sorted: [Double], isDays: Bool) -> HistogramBins? {
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let unit: Double = isDays ? 86_400 : 1
    let (low, high) = (first * unit, last * unit)
    // About as many bins as there are for numbers: the cube root of the number of values, twice.
    let wanted = min(most, max(8, 2 * Double(sorted.count).squareRoot()))
    let least = max((high - low) / wanted, isDays ? 86_400 : 1)
    let edges: [Double]
    // Weeks begin on a Monday; 1970-01-01 was a Thursday.
    if let step = steps.first(where: { $0 >= least }) {
      let shift: Double = step == 7 * 86_400 ? -3 * 86_400 : 0
      let start = ((low - shift) / step).rounded(.down) * step + shift
      let count = ((high - start) / step).rounded(.down) + 1
      edges = (0...Int(min(count, 1000))).map { start + Double($0) * step }
    } else {
      edges = months(low, high, least: least)
    }
    return HistogramBins(edges: edges.map { $0 / unit })
  }

  /// Edges at the beginnings of months, quarters or years.
  private static func months(_ low: Double, _ high: Double, least: Double) -> [Double] {
    let month = 30.44 * 86_400
    let counts = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12_000, 24_000, 60_000]
    let step = counts.first { Double($0) * month >= least } ?? 120_000
    let first = CalendarDate(days: Int((low / 86_400).rounded(.down))).civil
    var place = (first.year * 12 + first.month - 1) / step * step
    var edges: [Double] = []
    while edges.count < 1000 {
      let (year, month) = (place / 12, place % 12 + 1)
      guard let day = CalendarDate(year: max(1, year), month: year < 1 ? 1 : month, day: 1) else {
        edges.append(high)
        break
      }
      edges.append(Double(day.days) * 86_400)
      if Double(day.days) * 86_400 > high { break }
      place += step
    }
    return edges
  }
}
