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
  /// The values of all places where they are known without computing, as those of a column.
  let known: Vector?
  /// What loops over blocks read in place of `compute`, where there is a shorter way.
  var ownNumbers: NumberSource?
  /// The same for answers.
  var ownTruths: TruthWriter?
  /// Whether it reads texts, of which a single block can take long.
  var readsTexts = false
  /// Whether a part of it may fail in a row without the row being missing, as what `choose` does not take.
  var hasBranches = false
  /// What its numbers stand for, as those of a column of directions or durations; nil for all others.
  public internal(set) var scale: NumberScale?
  /// What its texts may take; nil for a part of another expression.
  var texts: MemoryBudget?

  init(
    _ form: Form, levels: [String]? = nil, constant: Value? = nil, known: Vector? = nil, _ compute: @escaping Compute
  ) {
    (self.form, self.levels, self.constant, self.compute, self.known) = (form, levels, constant, compute, known)
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

  /// The values at every place of a frame as those of a column, and why some of them are missing.
  public func column(
    _ count: Int, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> (values: ColumnValues, gaps: ExpressionGaps) {
    let (values, gaps, _) = try countedColumn(count, threads: threads, cancellation: cancellation)
    return (values, gaps)
  }

  /// The same, and how many values are missing, where that was counted on the way.
  public func countedColumn(
    _ count: Int, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> (values: ColumnValues, gaps: ExpressionGaps, missing: Int?) {
    let (values, gaps, missing) = try whole(count, threads: threads, cancellation: cancellation)
    return (values.columnValues(dictionary, order: levels), gaps, missing)
  }

  /// The places where a condition is true, and how many had a missing answer.
  public func truePlaces(
    _ count: Int, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> (places: [Int], missing: Int) {
    guard case .truths(let truths) = try whole(count, threads: threads, cancellation: cancellation).values else {
      return ([], 0)
    }
    return BoundExpression.truePlaces(truths, threads: threads)
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
