/// Expressions of known values, and their values at some places.
extension BoundExpression {
  /// The same value at every place.
  static func constant(_ value: Value) -> BoundExpression {
    func same<Element: Sendable>(
      _ form: Form, _ element: Element, _ make: @escaping @Sendable ([Element]) -> Vector
    ) -> BoundExpression {
      // Made for each block: an expression may hold thousands of literals, and each would keep a block of its own.
      BoundExpression(form, constant: value) { range, _ in make([Element](repeating: element, count: range.count)) }
    }
    return switch value {
    case .missing: same(.numbers, Double.nan) { .numbers($0) }
    case .number(let x): same(.numbers, x) { .numbers($0) }
    case .integer(let x): same(.integers, x) { .integers($0) }
    case .text(let x): same(.codes([x]), Int32(0)) { .codes($0) }
    case .bytes: same(.codes([value.fileText]), Int32(0)) { .codes($0) }
    case .boolean(let x): same(.truths, x ? 1 : 0) { .truths($0) }
    case .date(let x): same(.days, x) { .days($0) }
    case .datetime(let x): same(.moments, x) { .moments($0) }
    }
  }

  /// Missing at every place, of a form.
  static func nothing(_ form: Form) -> BoundExpression {
    BoundExpression(form, constant: .missing) { range, _ in
      switch form {
      case .numbers: .numbers([Double](repeating: .nan, count: range.count))
      case .integers: .integers([Int](repeating: ColumnValues.missingInteger, count: range.count))
      case .truths: .truths([UInt8](repeating: 2, count: range.count))
      case .codes: .codes([Int32](repeating: -1, count: range.count))
      case .texts: .texts([String?](repeating: nil, count: range.count))
      case .days: .days([CalendarDate?](repeating: nil, count: range.count))
      case .moments: .moments([Moment?](repeating: nil, count: range.count))
      }
    }
  }

  /// Values that are known for every place.
  static func known(_ values: Vector, _ form: Form, levels: [String]? = nil) -> BoundExpression {
    BoundExpression(form, levels: levels, known: values) { range, _ in
      range.count == values.count ? values : values.slice(range)
    }
  }

  /// A column's values in some rows, or in all.
  static func column(_ column: Column, rows: [Int]?) -> BoundExpression {
    var levels: [String]?
    let form: Form
    switch column.values {
    case .number: form = .numbers
    case .integer: form = .integers
    case .category(let categories): form = .codes(categories.levels)
    case .ordered(let categories): (form, levels) = (.codes(categories.levels), categories.levels)
    case .text: form = .texts
    case .boolean: form = .truths
    case .date: form = .days
    case .datetime: form = .moments
    }
    let values = column.values
    // Truth values are stored otherwise in a column.
    let isKept = rows == nil && form != .truths
    var made = BoundExpression(form, levels: levels, known: isKept ? Vector(values) : nil) { range, _ in
      values.vector(range, of: rows)
    }
    made.ownNumbers = values.numberSource(rows: rows)
    made.scale = column.scale
    return made
  }

  /// The numbers at some places as doubles.
  func numbers(_ range: Range<Int>, _ gaps: inout ExpressionGaps) -> [Double] {
    compute(range, &gaps).asNumbers
  }

  /// The truth values at some places.
  func truths(_ range: Range<Int>, _ gaps: inout ExpressionGaps) -> [UInt8] {
    if case .truths(let x) = compute(range, &gaps) { return x }
    return [UInt8](repeating: 2, count: range.count)
  }

  /// The codes of its dictionary at some places.
  func codes(_ range: Range<Int>, _ gaps: inout ExpressionGaps) -> [Int32] {
    if case .codes(let x) = compute(range, &gaps) { return x }
    return [Int32](repeating: -1, count: range.count)
  }

  /// The texts at some places.
  func texts(_ range: Range<Int>, _ gaps: inout ExpressionGaps) -> [String?] {
    compute(range, &gaps).asTexts(dictionary)
  }

  /// Distances in microseconds from 1970, `ColumnValues.missingInteger` where missing; days count from their midnight.
  func microseconds(_ range: Range<Int>, _ gaps: inout ExpressionGaps) -> [Int] {
    switch compute(range, &gaps) {
    case .days(let x): x.map { $0.map { $0.days * 86_400_000_000 } ?? ColumnValues.missingInteger }
    case .moments(let x): x.map { $0?.microseconds ?? ColumnValues.missingInteger }
    default: [Int](repeating: ColumnValues.missingInteger, count: range.count)
    }
  }

  /// The same of the clock that shows its moments, as if it were UTC.
  func local(_ range: Range<Int>, _ gaps: inout ExpressionGaps) -> [Int] {
    let microseconds = microseconds(range, &gaps)
    guard let zone = scale?.zone else { return microseconds }
    return microseconds.map {
      $0 == ColumnValues.missingInteger ? $0 : zone.shown(at: Moment(microseconds: $0)).microseconds
    }
  }
}

extension ColumnValues {
  /// The values at a range of places, which are rows where no list of rows is given.
  func vector(_ range: Range<Int>, of rows: [Int]?) -> Vector {
    func part<Element>(_ values: [Element]) -> [Element] {
      guard let rows else { return range.count == values.count ? values : Array(values[range]) }
      return [Element](unsafeUninitializedCapacity: range.count) { buffer, filled in
        for (place, row) in rows[range].enumerated() {
          buffer.initializeElement(at: place, to: values[row])
        }
        filled = range.count
      }
    }
    return switch self {
    case .number(let x): .numbers(part(x))
    case .integer(let x): .integers(part(x))
    case .category(let x), .ordered(let x): .codes(part(x.codes))
    case .text(let x): .texts(part(x))
    case .boolean(let x): .truths(part(x).map { $0.map { $0 ? 1 : 0 } ?? 2 })
    case .date(let x): .days(part(x))
    case .datetime(let x): .moments(part(x))
    }
  }
}
