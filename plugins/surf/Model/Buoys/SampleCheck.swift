internal import PodiumCore

/// Physical limits of sea and air: values outside are refused, rare ones noted.
enum SampleCheck {
  /// Checks a sample and normalises its directions: 360 becomes 0, and wind with speed 0 from 0 is calm.
  ///
  /// Values that cannot be become missing; the result says why.
  static func check(_ sample: inout Sample, _ remarks: inout SampleRemarks) -> [String] {
    var faults: [String] = []
    func refuse(_ variable: Variable, _ name: String, _ allowed: ClosedRange<Double>) {
      let value = sample[variable]
      guard !value.isNaN, !allowed.contains(value) else { return }
      let (low, high) = (NumberText.shortest(allowed.lowerBound), NumberText.shortest(allowed.upperBound))
      faults.append("\(name) is \(NumberText.significant(value, 6)), outside \(low) to \(high)")
      sample[variable] = .nan
    }
    refuse(.waveHeight, "wave height", 0...25)
    for (variable, name) in [(Variable.peakPeriod, "peak period"), (.meanPeriod, "mean period")] {
      refuse(variable, name, 0...35)
      if sample[variable] == 0 {
        faults.append("\(name) is 0, but must be positive")
        sample[variable] = .nan
      }
      if sample[variable] > 25 { remarks.add(.longPeriod, line: sample.line) }
    }
    refuse(.windSpeed, "wind speed", 0...60)
    refuse(.windGust, "gust", 0...100)
    refuse(.pressure, "pressure", 870...1085)
    refuse(.waterTemperature, "water temperature", -3...36)
    refuse(.airTemperature, "air temperature", -90...60)
    refuse(.tide, "tide", -4...17)
    for (variable, name) in [(Variable.meanDirection, "wave direction"), (.windDirection, "wind direction")] {
      refuse(variable, name, 0...360)
    }
    if sample[.peakPeriod] < 2, sample[.waveHeight] > 1 { remarks.add(.shortPeriod, line: sample.line) }
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
    return faults
  }
}

/// Notes about accepted samples: a count for each kind, with its first line.
public struct SampleRemarks: Sendable {
  /// The kinds, each as the end of a sentence that starts with a count of rows.
  public enum Kind: String, CaseIterable, Sendable {
    case highWaves = "with waves above 15 m"
    case longPeriod = "with a period above 25 s"
    case shortPeriod = "with a period below 2 s and waves above 1 m"
    case steepWaves = "with a wave steepness above 0.08 in deep water"
    case strongWind = "with wind above 40 m/s"
    case weakGust = "with gusts below the wind speed"
    case calm = "with calm wind (speed 0 from 0 degrees), direction set to missing"
    case missingPressure = "with pressure 999.0 among readings above 1005 hPa, set to missing"
    case keptPressure = "with pressure 999.0 near other low readings, kept as measured"
    case disorder = "out of time order"
  }

  private var counts: [Kind: (count: Int, line: Int)] = [:]

  mutating func add(_ kind: Kind, line: Int) {
    let known = counts[kind]
    counts[kind] = ((known?.count ?? 0) + 1, known?.line ?? line)
  }

  /// Notes lines that break the file's time order, newest or oldest first.
  mutating func noteOrder(of samples: [Sample]) {
    guard let first = samples.first, let last = samples.last else { return }
    let isRising = first.time <= last.time
    for (a, b) in zip(samples, samples.dropFirst()) where (a.time < b.time) != isRising {
      add(.disorder, line: b.line)
    }
  }

  /// How many rows a remark is about.
  public subscript(kind: Kind) -> Int { counts[kind]?.count ?? 0 }

  /// Adds the remarks about a later part of a file that begins after some lines.
  mutating func add(_ other: SampleRemarks, after lines: Int) {
    for (kind, new) in other.counts {
      let known = counts[kind]
      counts[kind] = ((known?.count ?? 0) + new.count, known?.line ?? new.line + lines)
    }
  }

  /// One sentence per kind, in a fixed order.
  public var sentences: [String] {
    Kind.allCases.compactMap { kind in
      counts[kind].map { $0.count.counted("row") + " " + kind.rawValue + " (first on line \($0.line))" }
    }
  }
}
