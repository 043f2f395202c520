internal import PodiumCore

/// Which columns of a learner's features are conditions of a test, and which belong to the ski pair. Conditions go by their names.
struct TestColumns: Sendable, Codable, Equatable {
  /// Indices of the conditions.
  let conditions: [Int]
  /// The divisor of each: 15 for degrees, 100 for percentages.
  let units: [Double]
  let items: [Int]

  static let temperatures: Set<String> = [
    "air_temperature", "air_temperature_c", "snow_temperature", "snow_temperature_c",
  ]
  static let shares: Set<String> = ["new", "old", "wet", "humidity", "humidity_pct"]

  /// Finds the conditions among named columns; the values decide whether shares are percentages.
  init(_ names: [String], _ features: Matrix) {
    var conditions: [Int] = []
    var units: [Double] = []
    var items: [Int] = []
    for (place, name) in names.enumerated() {
      let isTemperature = Self.temperatures.contains(name)
      guard isTemperature || Self.shares.contains(name) else {
        items.append(place)
        continue
      }
      var largest = 0.0
      for row in 0..<features.rows { largest = max(largest, features[row, place].magnitude) }
      conditions.append(place)
      // Columns after a `scale` step have no large values and keep their scale.
      units.append(largest > 4 ? (isTemperature ? 15 : 100) : 1)
    }
    (self.conditions, self.units, self.items) = (conditions, units, items)
  }

  /// The conditions of a row in their units.
  func conditions(_ features: Matrix, _ row: Int) -> [Double] { zip(conditions, units).map { features[row, $0] / $1 } }

  func item(_ features: Matrix, _ row: Int) -> [Double] { items.map { features[row, $0] } }

  /// Rows by test, tests in the order of their first rows: rows of one group with equal conditions; without
  /// groups, rows with equal conditions.
  func tests(_ features: Matrix, groups: [Int]? = nil) -> [(conditions: [Double], rows: [Int])] {
    struct Key: Hashable {
      let group: Int
      let conditions: [Double]
    }
    var places: [Key: Int] = [:]
    var tests: [(conditions: [Double], rows: [Int])] = []
    for row in 0..<features.rows {
      // Adding 0 turns −0 into 0, which is the same condition.
      let conditions = conditions(features, row).map { $0 + 0 }
      let key = Key(group: groups?[row] ?? 0, conditions: conditions)
      if let place = places[key] {
        tests[place].rows.append(row)
      } else {
        places[key] = tests.count
        tests.append((conditions, [row]))
      }
    }
    return tests
  }

  /// Whether a model read from a file can look up all its columns.
  func isValid(width: Int) -> Bool {
    units.count == conditions.count && units.allSatisfy { $0 > 0 && $0.isFinite }
      && (conditions + items).sorted() == Array(0..<width)
  }
}
