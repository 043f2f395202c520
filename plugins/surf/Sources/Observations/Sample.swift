internal import PodiumCore

/// A buoy's readings at one time: SI units, directions that wind and waves come from, NaN for missing.
struct Sample: Equatable {
  /// In UTC.
  var time: Moment
  /// The line in the file, from 1; 0 for a sample merged from several.
  var line: Int
  /// One value per variable, in the order of `Variable`.
  private var values: [Double]
  /// The values of unknown columns, in the order of the file.
  var extras: [Double]

  init(_ time: Moment, line: Int = 0, extras: [Double] = []) {
    self.time = time
    self.line = line
    self.extras = extras
    values = [Double](repeating: .nan, count: Variable.allCases.count)
  }

  /// NaN when the variable is missing.
  subscript(variable: Variable) -> Double {
    get { values[variable.rawValue] }
    set { values[variable.rawValue] = newValue }
  }

  func has(_ variable: Variable) -> Bool { !self[variable].isNaN }

  /// How many variables are known.
  var valueCount: Int { values.count { !$0.isNaN } }

  /// Whether time and values are equal, whatever the line.
  func hasSameValues(as other: Sample) -> Bool {
    hasSameReadings(as: other) && Sample.isSame(extras, other.extras)
  }

  /// Whether time and the values of known variables are equal.
  func hasSameReadings(as other: Sample) -> Bool { time == other.time && Sample.isSame(values, other.values) }

  private static func isSame(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
  }

  /// Missing equals missing.
  static func == (a: Sample, b: Sample) -> Bool { a.line == b.line && a.hasSameValues(as: b) }
}

extension [Sample] {
  /// The samples as a table, in their order: time, then one column per variable.
  ///
  /// Variables that were never measured are left out unless they are in `needed`.
  func table(variables: [Variable] = Variable.allCases, needed: [Variable] = []) throws(Diagnostic) -> Table {
    var columns = [Column("time", .datetime(map(\.time)), role: .time)]
    for variable in variables where needed.contains(variable) || contains(where: { $0.has(variable) }) {
      columns.append(
        Column(
          variable.column, .number(map { $0[variable] }), role: .feature, circle: variable.isDirection ? .degrees : nil)
      )
    }
    return try Table(columns)
  }
}
