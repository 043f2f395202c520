internal import PodiumCore
internal import SurfModel

/// Samples merged into one per hour.
///
/// Buoys spread one wave sample over lines 10 minutes apart: height and period on one line, direction on the next.
/// Lines up to 30 minutes after the first are one sample: the line with the most fields counts, the later among equals,
/// and the others fill what it lacks. The sample goes to the nearest hour. Wind comes from the line nearest to the hour
/// that has a speed, everything else from the nearest value, both within 30 minutes; the earlier among equals.
enum HourlySamples {
  static let hour = 3_600_000_000
  static let reach = 1_800_000_000

  /// One sample for each hour with any measurement, ordered by time.
  static func merge(_ samples: [Sample], _ cancellation: Cancellation = Cancellation()) throws(Diagnostic) -> [Sample] {
    let ordered = samples.sorted { ($0.time, $0.line) < ($1.time, $1.line) }
    var hours: [Int: Sample] = [:]
    var distances: [Int: [Int]] = [:]
    func offer(_ variables: [Variable], of sample: Sample) {
      let (hour, distance) = nearest(to: sample.time)
      var row = hours[hour] ?? Sample(Moment(microseconds: hour * HourlySamples.hour))
      var known = distances[hour] ?? [Int](repeating: .max, count: Variable.allCases.count)
      guard let lead = variables.first, distance < known[lead.rawValue] else { return }
      for variable in variables {
        row[variable] = sample[variable]
        known[variable.rawValue] = distance
      }
      hours[hour] = row
      distances[hour] = known
    }
    try cancellation.check()
    let waves = waves(ordered)
    try cancellation.check()
    for wave in waves { offer(Variable.waves, of: wave) }
    for (place, sample) in ordered.enumerated() {
      if place & 0x3FF == 0 { try cancellation.check() }
      if sample.has(.windSpeed) { offer(Variable.wind, of: sample) }
      if Variable.partitions.contains(where: sample.has) { offer(Variable.partitions, of: sample) }
      for variable in Variable.single where sample.has(variable) { offer([variable], of: sample) }
    }
    return hours.values.sorted { $0.time < $1.time }
  }

  /// The wave samples in lines ordered by time.
  static func waves(_ ordered: [Sample]) -> [Sample] {
    var merged: [Sample] = []
    var open: [Sample] = []
    func close() {
      if let sample = join(open) { merged.append(sample) }
      open = []
    }
    for sample in ordered where Variable.waves.contains(where: sample.has) {
      if let first = open.first, sample.time.microseconds - first.time.microseconds > reach { close() }
      open.append(sample)
    }
    close()
    return merged
  }

  /// One sample from the lines of one wave sample.
  private static func join(_ lines: [Sample]) -> Sample? {
    func fields(_ sample: Sample) -> Int { Variable.waves.count(where: sample.has) }
    guard let most = lines.map(fields).max(), var base = lines.last(where: { fields($0) == most }) else { return nil }
    for line in lines.reversed() {
      for variable in Variable.waves where !base.has(variable) { base[variable] = line[variable] }
    }
    return base
  }

  /// The nearest hour since 1970, and the distance to it in microseconds.
  private static func nearest(to time: Moment) -> (hour: Int, distance: Int) {
    let shifted = time.microseconds + reach
    let rest = shifted % hour
    let count = shifted / hour - (rest < 0 ? 1 : 0)
    return (count, abs(time.microseconds - count * hour))
  }
}

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
