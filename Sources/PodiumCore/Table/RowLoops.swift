/// Loops over rows for modules that are compiled without optimisation (CONTRIBUTING.md: One build), where the same loop takes
/// twenty times as long.
package enum RowLoops {
  /// The numbers of all rows.
  package static func all(_ count: Int) -> [Int] { Array(0..<count) }

  /// The values of some rows, in their order.
  package static func values(_ all: [Double], at rows: [Int]) -> [Double] { rows.map { all[$0] } }

  /// The finite values of some rows, in their order.
  package static func finiteValues(_ all: [Double], at rows: [Int]) -> [Double] {
    rows.lazy.map { all[$0] }.filter(\.isFinite)
  }

  /// Whole numbers as doubles.
  package static func numbers(_ codes: [Int]) -> [Double] { codes.map(Double.init) }

  /// The first row that is not among some, which rise; nil where all of `count` rows are.
  package static func firstMissing(in rows: [Int], of count: Int) -> Int? {
    for (place, row) in rows.enumerated() where place != row { return place }
    return rows.count < count ? rows.count : nil
  }
}

extension ColumnValues {
  /// For each row whether it has no value.
  package var missingRows: [Bool] {
    switch self {
    case .number(let x): x.map(\.isNaN)
    case .integer(let x): x.map { $0 == ColumnValues.missingInteger }
    case .category(let x), .ordered(let x): x.codes.map { $0 < 0 }
    case .text(let x): x.map { $0 == nil }
    case .boolean(let x): x.map { $0 == nil }
    case .date(let x): x.map { $0 == nil }
    case .datetime(let x): x.map { $0 == nil }
    }
  }
}
