internal import PodiumCore

/// What the sea and the air can be: values outside are refused, rare ones are remarked on.
enum SampleCheck {
  /// Checks a sample and puts its directions in order: 360 is 0, and a wind of no speed from 0 is calm.
  static func check(_ sample: inout Sample, _ remarks: inout SampleRemarks) throws(RowFault) {
    func refuse(_ variable: Variable, _ name: String, _ allowed: ClosedRange<Double>) throws(RowFault) {
      let value = sample[variable]
      guard !value.isNaN, !allowed.contains(value) else { return }
      let (low, high) = (NumberText.shortest(allowed.lowerBound), NumberText.shortest(allowed.upperBound))
      throw RowFault("the \(name) is \(NumberText.significant(value, 6)), and it lies between \(low) and \(high)")
    }
    try refuse(.waveHeight, "wave height", 0...25)
    for (variable, name) in [(Variable.peakPeriod, "peak period"), (.meanPeriod, "mean period")] {
      try refuse(variable, name, 0...35)
      if sample[variable] == 0 { throw RowFault("the \(name) is 0, and a wave takes some time") }
      if sample[variable] > 25 { remarks.add(.longPeriod, line: sample.line) }
    }
    try refuse(.windSpeed, "wind speed", 0...60)
    try refuse(.windGust, "gust", 0...100)
    try refuse(.pressure, "pressure", 870...1085)
    try refuse(.waterTemperature, "water temperature", -3...36)
    try refuse(.airTemperature, "air temperature", -90...60)
    try refuse(.tide, "tide", -4...17)
    for (variable, name) in [(Variable.meanDirection, "wave direction"), (.windDirection, "wind direction")] {
      try refuse(variable, name, 0...360)
    }
    if sample[.peakPeriod] < 2, sample[.waveHeight] > 1 {
      throw RowFault("waves of \(NumberText.significant(sample[.waveHeight], 6)) m cannot have a period below 2 s")
    }
    if sample[.waveHeight] > 15 { remarks.add(.highWaves, line: sample.line) }
    // Deep water: a wave of period T is 1.56 T² m long.
    let length = 1.56 * sample[.peakPeriod] * sample[.peakPeriod]
    if sample[.waveHeight] > 0.08 * length { remarks.add(.steepWaves, line: sample.line) }
    if sample[.windSpeed] > 40 { remarks.add(.strongWind, line: sample.line) }
    if sample[.windGust] < sample[.windSpeed] { remarks.add(.weakGust, line: sample.line) }
    if sample[.windDirection] == 0, sample[.windSpeed] == 0 {
      sample[.windDirection] = .nan
      remarks.add(.calm, line: sample.line)
    }
    for variable in [Variable.meanDirection, .windDirection] where sample[variable] == 360 { sample[variable] = 0 }
  }
}

/// What should be said of samples that were taken, counted, with the first line of each.
struct SampleRemarks {
  /// A kind of remark, as the end of a sentence that begins with a count of lines.
  enum Kind: String, CaseIterable {
    case highWaves = "with waves above 15 m"
    case longPeriod = "with a period above 25 s"
    case steepWaves = "with waves higher than 0.08 of their length in deep water"
    case strongWind = "with wind above 40 m/s"
    case weakGust = "with gusts below the wind speed"
    case calm = "with calm air: speed 0 from 0 degrees is no direction"
    case missingPressure = "with a pressure of 999.0 among readings above 1005 hPa: taken as missing"
    case keptPressure = "with a pressure of 999.0 near others as low: taken as measured"
    case disorder = "out of the order of time"
  }

  private var counts: [Kind: (count: Int, line: Int)] = [:]

  /// Notes a line.
  mutating func add(_ kind: Kind, line: Int) {
    let known = counts[kind]
    counts[kind] = ((known?.count ?? 0) + 1, known?.line ?? line)
  }

  /// Notes lines whose time goes against the order of the file, newest or oldest first.
  mutating func noteOrder(of samples: [Sample]) {
    guard let first = samples.first, let last = samples.last else { return }
    let isRising = first.time <= last.time
    for (a, b) in zip(samples, samples.dropFirst()) where (a.time < b.time) != isRising {
      add(.disorder, line: b.line)
    }
  }

  /// How often something was noted.
  subscript(kind: Kind) -> Int { counts[kind]?.count ?? 0 }

  /// One sentence a kind, in a fixed order.
  var sentences: [String] {
    Kind.allCases.compactMap { kind in
      counts[kind].map { $0.count.counted("row") + " " + kind.rawValue + " (the first in line \($0.line))" }
    }
  }
}
