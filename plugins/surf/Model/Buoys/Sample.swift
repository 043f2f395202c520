public import PodiumCore

/// A buoy's readings at one time: SI units, directions that wind and waves come from, NaN for missing.
public struct Sample: Equatable, Sendable {
  /// In UTC.
  public var time: Moment
  /// The line in the file, from 1; 0 for a sample merged from several.
  public var line: Int
  /// One value per variable, in the order of `Variable`.
  private var values: [Double]
  /// The values of unknown columns, in the order of the file.
  public var extras: [Double]

  public init(_ time: Moment, line: Int = 0, extras: [Double] = []) {
    self.time = time
    self.line = line
    self.extras = extras
    values = [Double](repeating: .nan, count: Variable.allCases.count)
  }

  /// NaN when the variable is missing.
  public subscript(variable: Variable) -> Double {
    get { values[variable.rawValue] }
    set { values[variable.rawValue] = newValue }
  }

  /// Whether the variable is known.
  public func has(_ variable: Variable) -> Bool { !self[variable].isNaN }

  /// How many variables are known.
  public var valueCount: Int { values.count { !$0.isNaN } }

  /// Whether time and values are equal, whatever the line.
  public func hasSameValues(as other: Sample) -> Bool {
    hasSameReadings(as: other) && Sample.isSame(extras, other.extras)
  }

  /// Whether time and the values of known variables are equal.
  public func hasSameReadings(as other: Sample) -> Bool { time == other.time && Sample.isSame(values, other.values) }

  private static func isSame(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
  }

  /// Missing equals missing.
  public static func == (a: Sample, b: Sample) -> Bool { a.line == b.line && a.hasSameValues(as: b) }
}

extension [Sample] {
  /// The samples as a table, in their order: time, then one column per variable.
  ///
  /// Variables that were never measured are left out unless they are in `needed`.
  public func table(variables: [Variable] = Variable.allCases, needed: [Variable] = []) throws(Diagnostic) -> Table {
    var columns = [Column("time", .datetime(map(\.time)), role: .time)]
    for variable in variables where needed.contains(variable) || contains(where: { $0.has(variable) }) {
      columns.append(
        Column(
          variable.column, .number(map { $0[variable] }), role: .feature, scale: variable.isDirection ? .degrees : nil)
      )
    }
    return try Table(columns)
  }
}

extension Sample {
  /// The sample with its values as they are packed.
  private var rounded: Sample {
    var sample = self
    for variable in Variable.allCases where sample.has(variable) {
      sample[variable] = PackedSeries.rounded(sample[variable], decimals: variable.decimals)
    }
    return sample
  }

  /// Samples in order of time, of one time in that of their lines, with their values as they are packed.
  public static func ordered(_ samples: [Sample]) -> [Sample] {
    let pairs = zip(samples, samples.dropFirst())
    if pairs.allSatisfy({ $0.time < $1.time }) { return samples.map { $0.rounded } }
    if pairs.allSatisfy({ $0.time > $1.time }) { return samples.reversed().map { $0.rounded } }
    return samples.ordered { ($0.time, $0.line) < ($1.time, $1.line) }.map { $0.rounded }
  }

  /// The samples of a packed day.
  public static func unpacked(_ packed: PackedSeries) -> [Sample] {
    var samples = packed.times.map { Sample($0) }
    for column in packed.columns {
      guard let variable = Variable(rawValue: column.code) else { continue }
      for (row, value) in column.values.enumerated() where !value.isNaN { samples[row][variable] = value }
    }
    return samples
  }

  /// A day of samples, packed; nil for more of them than a day has.
  public static func packed(_ samples: [Sample]) -> PackedSeries? {
    let columns = Variable.allCases.compactMap { variable -> PackedSeries.Column? in
      guard samples.contains(where: { $0.has(variable) }) else { return nil }
      return PackedSeries.Column(
        code: variable.rawValue, decimals: variable.decimals, values: samples.map { $0[variable] })
    }
    return PackedSeries(times: samples.map { $0.time }, columns: columns)
  }

  /// Whether all samples have the time and the known values of others, in their order.
  public static func haveSameReadings(_ a: ArraySlice<Sample>, as b: [Sample]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0.hasSameReadings(as: $1) }
  }
}

extension [Sample] {
  /// Stretches of samples of one day each; one of each day where they are in order of time.
  public var byDay: [(day: CalendarDate, samples: ArraySlice<Sample>)] {
    var found: [(day: CalendarDate, samples: ArraySlice<Sample>)] = []
    var start = 0
    while start < count {
      let day = self[start].time.date
      var end = start + 1
      while end < count, self[end].time.date == day { end += 1 }
      found.append((day, self[start..<end]))
      start = end
    }
    return found
  }
}
