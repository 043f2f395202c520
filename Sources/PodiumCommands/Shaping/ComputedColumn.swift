internal import PodiumCore
internal import PodiumPlugin

/// What `derive` and `replace` have in common: the values of `COLUMN = EXPR` in the rows that the filter shows.
struct ComputedColumn {
  let name: Word
  let expression: Expression
  /// The rows, groups and order that the expression was computed over.
  let frame: RowFrame
  let bound: BoundExpression
  /// What it was made of; nil where it reads no column.
  let origin: ColumnOrigin?

  /// Computes the expression of a call; `check` looks at the column first.
  init(
    _ call: Call, in session: Session, example: String, check: (Word) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    guard let name = call.syntax.assigned, let expression = call.syntax.expression else {
      throw Diagnostic(
        "missing-argument", "'\(call.verb)' needs a column and an expression", span: call.verbSpan,
        help: "as in: \(example)")
    }
    try check(name)
    (self.name, self.expression) = (name, expression)
    let dataset = try session.current()
    let order = try ShapingKeys.order(call, dataset.table)
    frame = try session.frame(of: dataset, call, order: order)
    bound = try session.bound(expression, to: dataset.table, over: frame)
    origin = ColumnOrigin(of: expression, order, for: call, in: dataset.table, session)
  }

  /// A value for each place of the frame.
  struct Values {
    /// Nil for `missing()`, which takes the type that is wanted.
    var values: ColumnValues?
    /// Why some are missing.
    var gaps = ExpressionGaps()
    /// How many are, where that is known.
    var missing: Int?
  }

  /// Computes the expression at each place of the frame.
  func values(in session: Session) throws(Diagnostic) -> Values {
    guard !bound.isNothing else { return Values() }
    let (values, gaps, missing) = try bound.countedColumn(
      frame.count, threads: session.state.settings.threads, cancellation: session.cancellation)
    return Values(values: values, gaps: gaps, missing: missing)
  }
}

extension ColumnOrigin {
  /// The origin of what an expression gives; nil where it reads no column.
  ///
  /// Columns that only group or order the rows are what it was made from where the expression reads no other: then the value is
  /// theirs, as that of `by g: derive size = n()`.
  init?(of expression: Expression, _ order: [String], for call: Call, in table: Table, _ session: Session) {
    let usesOtherRows = expression.usesOtherRows(session.functions())
    var names = expression.columns.filter { table[$0] != nil }
    let places = usesOtherRows ? call.groups + order : []
    if names.isEmpty { for name in places where !names.contains(name) { names.append(name) } }
    let origin = ColumnOrigin(names, chosenBy: places + call.choosingColumns, usesOtherRows: usesOtherRows)
    guard origin != ColumnOrigin([]) else { return nil }
    self = origin
  }
}

extension Call {
  /// The columns that decide which rows 'if' takes.
  var choosingColumns: [String] { syntax.condition?.decidingColumns ?? [] }
}
