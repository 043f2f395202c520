import PodiumCore
import PodiumTestKit

/// Daily issues of a week by the hour for a spot whose sea drifts at random, as a table of forecasts.
struct MadeForecasts {
  let days: Int

  private static let start = (CalendarDate(year: 2025, month: 1, day: 1)?.days ?? 0) * 86_400_000_000

  /// When an issue was made.
  func issued(_ day: Int) -> Moment { Moment(microseconds: MadeForecasts.start + day * 86_400_000_000) }

  /// The file of one spot.
  func text(seed: UInt64) -> [UInt8] {
    var random = SystemlessRandom(seed: seed)
    func step() -> Double { Double(random.bits() >> 11) * 0x1p-53 - 0.5 }
    var out = Array(
      "issued,valid,wave_height_m,wave_period_s,wave_direction_deg,wind_speed_ms,wind_direction_deg\n".utf8)
    var (height, period, direction, wind) = (15.0, 110.0, 270.0, 40.0)
    for day in 0..<days {
      let issued = self.issued(day)
      for hour in 0..<168 {
        height = min(80, max(3, height + 2 * step()))
        period = min(200, max(50, period + 3 * step()))
        direction = Circle.degrees.normalised(direction + 8 * step())
        wind = min(200, max(0, wind + 8 * step()))
        let cells = [
          issued.description, Moment(microseconds: issued.microseconds + hour * 3_600_000_000).description,
          tenths(height), tenths(period),
          String(Int(direction)), tenths(wind), String(Int(Circle.degrees.normalised(direction + 90))),
        ]
        out.append(contentsOf: cells.joined(separator: ",").utf8)
        out.append(0x0A)
      }
    }
    return out
  }

  private func tenths(_ value: Double) -> String { "\(Int(value) / 10).\(Int(value) % 10)" }
}
