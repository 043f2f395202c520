internal import PodiumCore
internal import PodiumFigure

/// A column of numbers, days or moments as doubles that can be turned back.
struct Measured {
  let name: String
  /// Numbers as they are, days since 1970, seconds since 1970; NaN where there is no finite value.
  let values: [Double]
  let kind: Kind
  /// How its numbers are written along an axis.
  let format: NumberFormat
  /// The rows of infinite values, which have no place on an axis.
  let infinite: Set<Int>

  enum Kind: Equatable {
    case number, whole, day, moment
  }

  /// Takes a column; nil for one whose values have no distances.
  init?(_ column: Column) {
    (name, format) = (column.name, NumberFormat(column.scale))
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
      values = x.map { $0.map { Double($0.microseconds) / 1e6 } ?? .nan }
    case .category, .ordered, .text, .boolean: return nil
    }
    if case .number(let x) = column.values {
      infinite = Set(x.indices.filter { x[$0].isInfinite })
    } else {
      infinite = []
    }
  }

  var isTime: Bool { kind == .day || kind == .moment }

  /// Numbers of this kind as values of one type: days only where all of them are whole.
  func values(_ numbers: [Double]) -> [Value] {
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

  /// The axis of the column.
  func axis(isLog: Bool = false, includesZero: Bool = false) -> Axis {
    var axis = Axis(isTime ? .time : isLog ? .log : .linear, label: name, includesZero: includesZero, format: format)
    axis.isWhole = kind == .whole
    return axis
  }
}
