internal import Glibc
public import PodiumCore

@testable public import SurfModel

/// A surfer with a hidden taste, whose sessions are drawn from real forecasts.
///
/// The goodness of a window is the product over variables of exp(−w d² / 2), with d the distance outside of the liked range
/// in its half widths. Sessions are chosen by what was forecast, rated by what came.
public struct SimulatedSurfer: Sendable, Equatable {
  /// A window that could be surfed.
  public struct Chance: Sendable {
    public let window: Window
    public let day: Int
    public let spot: Int
    public let lead: Double
    /// As forecast beforehand, and as it came.
    public let forecast: Conditions
    public let truth: Conditions
    public let hour: Int
    public let season: Int

    public init(
      window: Window, day: Int, spot: Int, lead: Double, forecast: Conditions, truth: Conditions, hour: Int, season: Int
    ) {
      (self.window, self.day, self.spot, self.lead) = (window, day, spot, lead)
      (self.forecast, self.truth, self.hour, self.season) = (forecast, truth, hour, season)
    }
  }

  public let likings: [LikedRange]
  /// Goodness from which a session is rated good.
  public let threshold: Double

  /// Draws a taste: two or three variables that count, each with a range inside what occurs.
  public init(drawnFrom chances: [Chance], variables: [ConditionVariable], random: inout RandomSource) {
    var usable = variables.filter { variable in
      [.height, .period, .swellDirection, .windSpeed, .onshore, .tideFraction].contains(variable)
        && chances.contains { $0.truth[variable].isFinite }
    }
    random.shuffle(&usable)
    // Height decides for every surfer.
    if let height = usable.firstIndex(of: .height) { usable.swapAt(0, height) }
    var likings: [LikedRange] = []
    for (place, variable) in usable.prefix(2 + random.below(2)).enumerated() {
      let values = chances.map { $0.truth[variable] }.filter(\.isFinite)
      let weight = place == 0 ? 1.5 + random.uniform() : 0.5 + 1.5 * random.uniform()
      if variable.isCircular {
        guard let middle = values.isEmpty ? nil : values[random.below(values.count)] else { continue }
        // As wide that as many windows are inside as with a number.
        let apart = values.map { Direction.difference($0, middle).magnitude }.sorted()
        let share = 2 * (0.12 + 0.13 * random.uniform())
        let half = min(90, max(5, Quantiles.quantile(share, ofSorted: apart) ?? 45))
        likings.append(
          LikedRange(
            variable: variable, low: Direction.normalised(middle - half), high: Direction.normalised(middle + half),
            weight: weight))
      } else {
        let sorted = values.sorted()
        let centre = 0.3 + 0.5 * random.uniform()
        let half = 0.12 + 0.13 * random.uniform()
        guard let low = Quantiles.quantile(max(0, centre - half), ofSorted: sorted),
          let high = Quantiles.quantile(min(1, centre + half), ofSorted: sorted), high > low
        else { continue }
        likings.append(LikedRange(variable: variable, low: low, high: high, weight: weight))
      }
    }
    self.likings = likings
    let goodness = chances.map { SimulatedSurfer.goodness($0.truth, likings) }.sorted()
    // About one window in seven is good.
    threshold = max(0.3, Quantiles.quantile(0.86, ofSorted: goodness) ?? 0.5)
  }

  static func goodness(_ conditions: Conditions, _ likings: [LikedRange]) -> Double {
    exp(-likings.reduce(0) { $0 + $1.weight * pow($1.distance(conditions[$1.variable]) ?? 2, 2) / 2 })
  }

  public func goodness(_ conditions: Conditions) -> Double { SimulatedSurfer.goodness(conditions, likings) }

  /// Whether a window came good, without the noise of a rating.
  public func isGood(_ chance: Chance) -> Bool { goodness(chance.truth) >= threshold }

  /// A session: a window and its rating from 1 to 5.
  public struct Session: Sendable, Equatable {
    /// The place among the chances.
    public let chance: Int
    public let rating: Int
  }

  /// Draws sessions in the order of time: one a day at most, mostly where the forecast is liked.
  public func sessions(_ chances: [Chance], most: Int, random: inout RandomSource) -> [Session] {
    let byDay = Dictionary(grouping: chances.indices) { chances[$0].day }
    var sessions: [Session] = []
    for day in byDay.keys.sorted() where sessions.count < most {
      // Some days are not free.
      guard random.uniform() < 0.6 else { continue }
      let wanted = (byDay[day] ?? []).map { place in
        (place, goodness(chances[place].forecast) + 0.25 * (random.uniform() - 0.5))
      }.max { ($0.1, $1.0) < ($1.1, $0.0) }
      guard let (place, hope) = wanted else { continue }
      // Now and then people go whatever the forecast says.
      guard hope > threshold * 0.8 || random.uniform() < 0.2 else { continue }
      sessions.append(Session(chance: place, rating: rating(chances[place], random: &random)))
    }
    return sessions
  }

  /// How a window that came is rated, from 1 to 5: as it felt, which is not always the same.
  public func rating(_ chance: Chance, random: inout RandomSource) -> Int {
    let felt = goodness(chance.truth) + 0.1 * random.normal()
    return felt >= threshold ? (felt >= (1 + threshold) / 2 ? 5 : 4) : 1 + min(2, max(0, Int(felt / threshold * 3)))
  }

  /// The stated preference: the liked ranges, each bound moved at random by up to a third of the width.
  public func stated(random: inout RandomSource) -> [LikedRange] {
    likings.map { liking in
      func moved(_ bound: Double) -> Double {
        let shift = liking.width * (2 * random.uniform() - 1) / 3
        return liking.variable.isCircular ? Direction.normalised(bound + shift) : bound + shift
      }
      var (low, high) = (moved(liking.low), moved(liking.high))
      if !liking.variable.isCircular, low > high { swap(&low, &high) }
      return LikedRange(variable: liking.variable, low: low, high: high, weight: liking.weight)
    }
  }

  /// Whether conditions are inside all ranges.
  public static func matches(_ conditions: Conditions, _ likings: [LikedRange]) -> Bool {
    likings.allSatisfy { $0.distance(conditions[$0.variable]) == 0 }
  }
}

extension RandomSource {
  /// A number of the standard normal distribution (Box and Muller 1958).
  mutating func normal() -> Double {
    let radius = (-2 * log(max(uniform(), 0x1p-53))).squareRoot()
    return radius * cos(2 * .pi * uniform())
  }
}
