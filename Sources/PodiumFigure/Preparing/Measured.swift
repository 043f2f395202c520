internal import Glibc
package import PodiumCore

/// A column of numbers, days or moments as doubles that can be turned back; moments by the clock of its zone, as if it were UTC.
package struct Measured {
  package let name: String
  /// Numbers as they are, days since 1970, seconds since 1970; NaN where there is no finite value.
  package let values: [Double]
  package let kind: Kind
  /// How its numbers are written along an axis.
  package let format: NumberFormat
  /// The zone whose clock shows its moments.
  private let zone: Zone?
  /// The rows of infinite values, which have no place on an axis.
  package let infinite: Set<Int>

  package enum Kind: Equatable {
    case number, whole, day, moment
  }

  /// Takes a column; nil for one whose values have no distances.
  package init?(_ column: Column) {
    (name, format, zone) = (column.name, NumberFormat(column.scale), column.zone)
    switch column.values {
    case .number(let x):
      kind = .number
      values = x.map { $0.isFinite ? $0 : .nan }
    case .integer(let x):
      kind = .whole
      values = x.map { $0 == ColumnValues.missingInteger ? .nan : Double($0) }
    case .date(let x):
      kind = .day
      values = x.map { $0.map { Double($0.days) } ?? .nan }
    case .datetime(let x):
      kind = .moment
      values = x.map { $0.map { TimeTicks.seconds($0, by: column.zone) } ?? .nan }
    case .category, .ordered, .text, .boolean: return nil
    }
    if case .number(let x) = column.values {
      infinite = Set(x.indices.filter { x[$0].isInfinite })
    } else {
      infinite = []
    }
  }

  package func values(at rows: [Int]) -> [Double] { rows.map { values[$0] } }

  /// The rows whose value is above some number; a missing one is not.
  package func rows(above least: Double) -> [Int] { values.indices.filter { values[$0] > least } }

  /// The values with those that have no logarithm as missing.
  package var positive: [Double] { values.map { $0 <= 0 ? .nan : $0 } }

  package var logarithms: [Double] { values.map { log10($0) } }

  /// The least and the largest value of some rows, which have one; nil without rows.
  package func range(at rows: [Int]) -> (low: Double, high: Double)? {
    guard !rows.isEmpty else { return nil }
    var (low, high) = (Double.infinity, -Double.infinity)
    for row in rows { (low, high) = (min(low, values[row]), max(high, values[row])) }
    return (low, high)
  }

  /// Whether it has at most so many distinct values.
  package func hasFew(_ most: Int) -> Bool {
    var seen = Set<Double>()
    for value in values where !value.isNaN {
      if seen.insert(value).inserted, seen.count > most { return false }
    }
    return true
  }

  package var isTime: Bool { kind == .day || kind == .moment }

  /// Numbers of this kind as values of one type: days only where all of them are whole.
  package func values(_ numbers: [Double]) -> [Value] {
    switch kind {
    case .number, .whole: return numbers.map(Value.real)
    case .day:
      if numbers.allSatisfy({ $0.isNaN || $0 == $0.rounded() }) {
        return numbers.map { $0.isFinite ? .date(CalendarDate(days: Int($0))) : .missing }
      }
      return numbers.map { $0.isFinite ? .datetime(Measured.moment($0 * 86_400)) : .missing }
    case .moment: return numbers.map { $0.isFinite ? .datetime(Measured.moment($0)) : .missing }
    }
  }

  private static func moment(_ seconds: Double) -> Moment {
    Moment(microseconds: Int(max(-1e17, min(1e18, (seconds * 1e6).rounded()))))
  }

  package func axis(isLog: Bool = false, includesZero: Bool = false) -> Axis {
    var axis = Axis(isTime ? .time : isLog ? .log : .linear, label: name, includesZero: includesZero, format: format)
    axis.isWhole = kind == .whole
    axis.unit = zone?.name
    return axis
  }
}
