import Glibc
import PodiumCore

@testable import SurfModel
@testable import SurfStudies

/// A made sea of some hundred days: swell that grows and fades, wind, a tide, and forecasts with errors.
enum MadeSea {
  /// Six windows of two hours a day at some spots, as forecast a day ahead and as they came.
  static func chances(days: Int, spots: Int = 1, seed: UInt64) -> [SimulatedSurfer.Chance] {
    var random = RandomSource(seed: seed)
    var chances: [SimulatedSurfer.Chance] = []
    var (swell, period, direction, wind, side) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for day in 0..<days {
      swell = 0.8 * swell + 0.6 * random.normal()
      period = 0.8 * period + 0.6 * random.normal()
      direction = 0.9 * direction + 0.4 * random.normal()
      for spot in 0..<spots {
        for place in 0..<6 {
          wind = 0.6 * wind + 0.8 * random.normal()
          side = 0.7 * side + 0.7 * random.normal()
          let season = 0.3 * cos(2 * .pi * Double(day) / 365)
          let height = exp(0.35 * swell + 0.3 + season + 0.15 * Double(spot))
          func conditions(_ error: Double) -> Conditions {
            func noise(_ size: Double) -> Double { error * size * random.normal() }
            let speed = max(0, 5 + 3 * wind + noise(1.2))
            return Conditions([
              .height: max(0.1, height * exp(noise(0.08))), .period: max(4, 11 + 2.2 * period + noise(0.5)),
              .swellDirection: Direction.normalised(285 + 30 * direction + noise(6)), .windSpeed: speed,
              .onshore: speed * sin(side + noise(0.2)), .cross: speed * cos(side).magnitude,
              .tideFraction: (1 + sin(2 * .pi * (Double(day) * 24.8 + Double(place) * 2) / 12.42)) / 2,
            ])
          }
          let from = Moment(microseconds: (day * 24 + 7 + place * 2) * 3_600_000_000)
          let truth = conditions(0)
          chances.append(
            SimulatedSurfer.Chance(
              window: Window(from: from, to: Moment(microseconds: from.microseconds + 7_200_000_000)), day: day,
              spot: spot,
              lead: 24, forecast: conditions(1), truth: truth, hour: 7 + place * 2, season: day / 91 % 4))
        }
      }
    }
    return chances
  }

  static let variables: [ConditionVariable] = [.height, .period, .swellDirection, .onshore, .cross, .tideFraction]
}
