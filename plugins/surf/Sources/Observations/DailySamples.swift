internal import PodiumCore
internal import SurfModel

/// Hourly samples averaged by UTC day.
enum DailySamples {
  /// One sample per day, timed at its start. Directions are circular means, weighted by energy (height squared) for
  /// waves and by speed for wind, and missing where they cancel out.
  static func merge(_ hours: [Sample], _ cancellation: Cancellation = Cancellation()) throws(Diagnostic) -> [Sample] {
    var days: [(day: Int, hours: [Sample])] = []
    for hour in hours {
      let day = hour.time.date.days
      if days.last?.day == day { days[days.count - 1].hours.append(hour) } else { days.append((day, [hour])) }
    }
    return try days.map { (day, hours) throws(Diagnostic) in
      try cancellation.check()
      var sample = Sample(Moment(microseconds: day * 86_400_000_000))
      for variable in Variable.allCases {
        sample[variable] = variable.isDirection ? direction(variable, hours) : mean(hours.map { $0[variable] })
      }
      return sample
    }
  }

  private static func mean(_ values: [Double]) -> Double {
    let known = values.filter { !$0.isNaN }
    return known.mean ?? .nan
  }

  private static func direction(_ variable: Variable, _ hours: [Sample]) -> Double {
    guard let weight = variable.weight else { return .nan }
    // Energy goes with the square of a height; only wind has a speed.
    let weights = hours.map { weight == .windSpeed ? $0[weight] : $0[weight] * $0[weight] }
    return CircularMean(hours.map { $0[variable] }, weights: weights)?.direction ?? .nan
  }
}
