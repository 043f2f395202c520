/// An expression checked against a table and made ready to compute, a block of places at a time.
public struct BoundExpression: Sendable {
  /// The kinds of values an expression can give.
  public enum Kind: String, Sendable {
    /// Numbers, real or whole.
    case number
    /// Text and categories.
    case text
    /// Truth values.
    case boolean
    /// Days.
    case date
    /// Moments.
    case datetime

    /// The kind in a message: `a number`, `text`.
    var noun: String { self == .text ? rawValue : "a " + rawValue }
  }

  /// How its values are stored.
  enum Form: Sendable, Equatable {
    case numbers, integers, truths
    /// Codes of a dictionary.
    case codes([String])
    case texts, days, moments

    var kind: Kind {
      switch self {
      case .numbers, .integers: .number
      case .truths: .boolean
      case .codes, .texts: .text
      case .days: .date
      case .moments: .datetime
      }
    }
  }

  /// What computes the places of a range and counts what got lost.
  typealias Compute = @Sendable (Range<Int>, inout ExpressionGaps) -> Vector

  let form: Form
  /// The categories of an ordered column, which it is compared by; nil for everything else.
  let levels: [String]?
  /// The value where it is the same in every row.
  let constant: Value?
  let compute: Compute

  init(_ form: Form, levels: [String]? = nil, constant: Value? = nil, _ compute: @escaping Compute) {
    (self.form, self.levels, self.constant, self.compute) = (form, levels, constant, compute)
  }

  /// What it gives.
  public var kind: Kind { form.kind }

  /// Whether it is missing in every row, as `missing()` is; such an expression takes the type that is wanted.
  public var isNothing: Bool { constant?.isMissing ?? false }

  /// The dictionary of its codes; nil where it has none.
  var dictionary: [String]? { if case .codes(let names) = form { names } else { nil } }

  /// The value in a row of the table it was bound to, or at a place of its frame.
  public func callAsFunction(_ row: Int) -> Value {
    var gaps = ExpressionGaps()
    return compute(row..<(row + 1), &gaps).value(0, dictionary)
  }

  /// All places, computed in blocks on some threads; the number of threads never changes a value.
  func whole(
    _ count: Int, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> (values: Vector, gaps: ExpressionGaps) {
    if count <= Vector.block {
      var gaps = ExpressionGaps()
      return (compute(0..<count, &gaps), gaps)
    }
    // A part is some blocks: enough to be worth a thread's turn, few enough to stop soon.
    let part = Vector.block * 16
    let parts = (count + part - 1) / part
    let computed = Parallel.map(count: parts, threads: threads) { number in
      var gaps = ExpressionGaps()
      let end = min(count, (number + 1) * part)
      var all: Vector?
      for start in stride(from: number * part, to: end, by: Vector.block) {
        if cancellation.isCancelled { break }
        let values = compute(start..<min(end, start + Vector.block), &gaps)
        if all == nil { all = values } else { all?.append(values) }
      }
      return (all ?? .numbers([]), gaps)
    }
    try cancellation.check()
    var (all, gaps) = computed[0]
    for (values, more) in computed.dropFirst() {
      all.append(values)
      gaps.add(more)
    }
    return (all, gaps)
  }

  /// The values at every place of a frame as those of a column, and why some of them are missing.
  public func column(
    _ count: Int, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> (values: ColumnValues, gaps: ExpressionGaps) {
    let (values, gaps) = try whole(count, threads: threads, cancellation: cancellation)
    return (values.columnValues(dictionary, order: levels), gaps)
  }

  /// The places where a condition is true, and how many had a missing answer.
  public func truePlaces(
    _ count: Int, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> (places: [Int], missing: Int) {
    guard case .truths(let truths) = try whole(count, threads: threads, cancellation: cancellation).values else {
      return ([], 0)
    }
    var (trueCount, missing) = (0, 0)
    for truth in truths {
      trueCount &+= truth == 1 ? 1 : 0
      missing &+= truth > 1 ? 1 : 0
    }
    let places = [Int](unsafeUninitializedCapacity: trueCount + 1) { buffer, filled in
      var next = 0
      // Each place is written, and kept only if the answer is true: no branch to predict.
      for (place, truth) in truths.enumerated() {
        buffer[next] = place
        next &+= truth == 1 ? 1 : 0
      }
      filled = trueCount
    }
    return (places, missing)
  }

  /// The rows of a table where a condition is true, and how many had a missing answer.
  ///
  /// `range` (row numbers from 0) limits both to a part of the table; `functions` are those of plugins, by name.
  public static func rows(
    of table: Table, in range: Range<Int>? = nil, where condition: Expression,
    functions: [String: ExpressionFunction] = [:], threads: Int = 1,
    references: (Reference, SourceSpan) throws(Diagnostic) -> Value, cancellation: Cancellation
  ) throws(Diagnostic) -> (rows: [Int], missing: Int) {
    let whole = 0..<table.rowCount
    let part = range.map { $0.clamped(to: whole) }
    let rows = part.flatMap { $0 == whole ? nil : Array($0) }
    let bound = try condition.bound(
      to: table, rows: rows, functions: functions, cancellation: cancellation, references: references)
    try bound.requireCondition(at: condition.span)
    try cancellation.check()
    let found = try bound.truePlaces(
      rows?.count ?? table.rowCount, threads: threads, cancellation: cancellation)
    let first = part?.lowerBound ?? 0
    return (first == 0 ? found.places : found.places.map { $0 + first }, found.missing)
  }

  /// Throws `not-a-condition` for what is not true or false.
  public func requireCondition(at span: SourceSpan) throws(Diagnostic) {
    guard kind != .boolean else { return }
    throw Diagnostic(
      "not-a-condition", "the condition is \(kind.noun), not true or false", span: span,
      help: "compare it with a value, as in: if temperature < 0")
  }
}

extension BoundExpression {
  /// The same value at every place.
  static func constant(_ value: Value) -> BoundExpression {
    func same<Element: Sendable>(
      _ form: Form, _ element: Element, _ make: @escaping @Sendable ([Element]) -> Vector
    ) -> BoundExpression {
      // One block is made once; only the last, shorter one is copied.
      let block = [Element](repeating: element, count: Vector.block)
      return BoundExpression(form, constant: value) { range, _ in
        make(
          range.count == block.count
            ? block
            : range.count < block.count
              ? Array(block[..<range.count]) : [Element](repeating: element, count: range.count))
      }
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
    BoundExpression(form, levels: levels) { range, _ in
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
    return BoundExpression(form, levels: levels) { range, _ in values.vector(range, of: rows) }
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
}

extension ColumnValues {
  /// The values at a range of places, which are rows where no list of rows is given.
  fileprivate func vector(_ range: Range<Int>, of rows: [Int]?) -> Vector {
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
