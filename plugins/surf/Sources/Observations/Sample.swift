internal import PodiumCore

/// What a buoy said at a moment: SI units, directions where wind and waves come from, NaN for missing.
struct Sample: Equatable {
  /// When, in UTC.
  var time: Moment
  /// The line of the file, from 1; 0 for what came from several.
  var line: Int
  /// One value a variable, in their order.
  private var values: [Double]
  /// The values of columns nobody here knows, in the order of the file.
  var extras: [Double]

  init(_ time: Moment, line: Int = 0, extras: [Double] = []) {
    self.time = time
    self.line = line
    self.extras = extras
    values = [Double](repeating: .nan, count: Variable.allCases.count)
  }

  /// The value of a variable; NaN when it is missing.
  subscript(variable: Variable) -> Double {
    get { values[variable.rawValue] }
    set { values[variable.rawValue] = newValue }
  }

  /// Whether a variable was measured.
  func has(_ variable: Variable) -> Bool { !self[variable].isNaN }

  /// Whether both say the same, at whatever line.
  func says(theSameAs other: Sample) -> Bool {
    func same(_ a: [Double], _ b: [Double]) -> Bool {
      a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
    }
    return time == other.time && same(values, other.values) && same(extras, other.extras)
  }

  /// Whether both are the same sample; missing equals missing.
  static func == (a: Sample, b: Sample) -> Bool { a.line == b.line && a.says(theSameAs: b) }
}

extension [Sample] {
  /// The samples as a table in the order they stand: time, then a column a variable.
  ///
  /// Variables that nobody measured are left out unless they are among `needed`.
  func table(variables: [Variable] = Variable.allCases, needed: [Variable] = []) throws(Diagnostic) -> Table {
    var columns = [Column("time", .datetime(map(\.time)), role: .time)]
    for variable in variables where needed.contains(variable) || contains(where: { $0.has(variable) }) {
      columns.append(Column(variable.column, .number(map { $0[variable] }), role: .feature))
    }
    return try Table(columns)
  }
}
