internal import PodiumCore

/// Physical limits of sea and air, in one place for all readers.
public enum SeaCheck {
  /// A value that is refused, and why.
  public struct Fault: Sendable, Equatable {
    public let variable: SeaVariable
    public let reason: String
  }

  /// What is rare, but accepted; the raw value is the end of a sentence that starts with a count.
  public enum Remark: String, Sendable, Hashable, CaseIterable {
    case highWaves = "with waves above 15 m"
    case longPeriod = "with a period above 25 s"
    case shortPeriod = "with waves above 1 m and a period below 2 s"
    case steepWaves = "with a wave steepness above 0.08 in deep water"
    case strongWind = "with wind above 40 m/s"
    case weakGust = "with gusts below the wind speed"
    case calm = "with calm wind (speed 0 from 0 degrees), direction set to missing"
    case noSwell = "with waves of height 0, their period and direction set to missing"
    case disorder = "out of time order"
    case repeated = "that repeat an earlier one"
    case empty = "without values, left out"
    case early = "more than 24 hours before the issue"
    case late = "more than 17 days after the issue"
  }

  /// What belongs to one wave field: the whole sea, a swell or the wind waves.
  struct Field {
    let height: SeaVariable
    let periods: [SeaVariable]
    let direction: SeaVariable
    /// Whether it is a part of the sea with one period.
    let isPartition: Bool

    static let all = [
      Field(
        height: .waveHeight, periods: [.wavePeakPeriod, .wavePeriod], direction: .waveDirection, isPartition: false),
      Field(height: .swellHeight, periods: [.swellPeriod], direction: .swellDirection, isPartition: true),
      Field(
        height: .secondSwellHeight, periods: [.secondSwellPeriod], direction: .secondSwellDirection, isPartition: true),
      Field(
        height: .thirdSwellHeight, periods: [.thirdSwellPeriod], direction: .thirdSwellDirection, isPartition: true),
      Field(height: .windWaveHeight, periods: [.windWavePeriod], direction: .windWaveDirection, isPartition: true),
    ]
  }

  /// Waves of a steepness above this have broken.
  static let breakingSteepness = 0.142

  /// The values a variable can have, in its stored unit; nil where there is no limit.
  public static func allowed(_ variable: SeaVariable) -> ClosedRange<Double>? {
    switch variable {
    case .waveHeight, .swellHeight, .secondSwellHeight, .thirdSwellHeight, .windWaveHeight: 0...25
    // Waves grow where they break: the highest that were surfed had 26 m.
    case .breakingLow, .breakingHigh: 0...40
    case .wavePeriod, .wavePeakPeriod, .swellPeriod, .secondSwellPeriod, .thirdSwellPeriod, .windWavePeriod: 0...35
    case .waveDirection, .swellDirection, .secondSwellDirection, .thirdSwellDirection, .windWaveDirection,
      .windDirection:
      0...360
    case .windSpeed: 0...60
    case .windGust: 0...100
    case .pressure: 870...1085
    case .airTemperature: -90...60
    case .waterTemperature: -3...36
    case .precipitation: 0...1000
    case .cloudCover: 0...100
    case .weatherCode: 0...99
    case .tide: -4...17
    case .score: 0...1
    case .sourceRating, .lostRating: nil
    }
  }

  /// Why a value is impossible; nil where it is possible, or missing.
  public static func refusal(of value: Double, _ variable: SeaVariable) -> String? {
    if value.isNaN { return nil }
    guard value.isFinite else { return "\(variable.words) is not a finite number" }
    if variable.quantity == .period, value == 0 { return "\(variable.words) is 0, but must be positive" }
    guard let allowed = allowed(variable), !allowed.contains(value) else { return nil }
    let (low, high) = (NumberText.shortest(allowed.lowerBound), NumberText.shortest(allowed.upperBound))
    return "\(variable.words) is \(NumberText.significant(value, 6)), outside \(low) to \(high)"
  }

  /// Checks the values of an hour and removes those that are impossible; directions become 0 ≤ d < 360.
  ///
  /// Missing values are NaN or absent. Of a partition steeper than waves can be, all values are removed. Wind with speed 0
  /// from 0 is calm and has no direction; waves of height and period 0 are none, and have no period or direction.
  public static func check(_ values: inout [SeaVariable: Double]) -> (refused: [Fault], remarks: Set<Remark>) {
    var faults: [Fault] = []
    var remarks: Set<Remark> = []
    for field in Field.all { level(field, &values, &remarks) }
    for (variable, value) in values.ordered(by: { $0.key < $1.key }) {
      if value.isNaN {
        values[variable] = nil
      } else if let reason = refusal(of: value, variable) {
        faults.append(Fault(variable: variable, reason: reason))
        values[variable] = nil
      } else if variable.isDirection {
        values[variable] = Direction.normalised(value)
      }
    }
    for field in Field.all { check(field, &values, &faults, &remarks) }
    if let speed = values[.windSpeed] {
      if speed > 40 { remarks.insert(.strongWind) }
      if let gust = values[.windGust], gust < speed { remarks.insert(.weakGust) }
      if speed == 0, values[.windDirection] == 0 {
        values[.windDirection] = nil
        remarks.insert(.calm)
      }
    }
    return (faults, remarks)
  }

  /// Sources write 0 for the period and the direction of a swell that is not there.
  private static func level(_ field: Field, _ values: inout [SeaVariable: Double], _ remarks: inout Set<Remark>) {
    let known = values
    guard known[field.height] == 0, field.periods.contains(where: { known[$0] == 0 }) else { return }
    for variable in field.periods + [field.direction] { values[variable] = nil }
    remarks.insert(.noSwell)
  }

  private static func check(
    _ field: Field, _ values: inout [SeaVariable: Double], _ faults: inout [Fault], _ remarks: inout Set<Remark>
  ) {
    let periods = field.periods.compactMap { variable in values[variable] }
    if periods.contains(where: { $0 > 25 }) { remarks.insert(.longPeriod) }
    guard let height = values[field.height] else { return }
    if height > 15 { remarks.insert(.highWaves) }
    guard let period = periods.first,
      let steepness = Waves.steepness(height: height, period: period)
    else { return }
    if field.isPartition, steepness > breakingSteepness {
      let (metres, seconds) = (NumberText.significant(height, 6), NumberText.significant(period, 6))
      faults.append(
        Fault(
          variable: field.height,
          reason: "\(field.height.words) of \(metres) m with a period of \(seconds) s is steeper than waves can be"))
      for variable in field.periods + [field.height, field.direction] { values[variable] = nil }
      return
    }
    if steepness > 0.08 { remarks.insert(.steepWaves) }
    if period < 2, height > 1 { remarks.insert(.shortPeriod) }
  }
}

extension SeaVariable {
  /// The name in words, without the unit: `wave height`.
  public var words: String {
    let parts = column.split(separator: "_")
    return (quantity == nil ? parts : parts.dropLast()).joined(separator: " ")
  }
}
