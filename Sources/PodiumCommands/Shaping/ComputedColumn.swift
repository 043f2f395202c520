internal import PodiumCore
internal import PodiumPlugin

/// What `derive` and `replace` have in common: the values of `COLUMN = EXPR` in the rows that the filter shows.
struct ComputedColumn {
  let name: Word
  let expression: Expression
  /// The rows, groups and order that the expression was computed over.
  let frame: RowFrame
  /// A value for each place of the frame; nil for `missing()`, which takes the type that is wanted.
  let values: ColumnValues?
  let gaps: ExpressionGaps
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
    let bound = try session.bound(expression, to: dataset.table, over: frame)
    let computed = try bound.column(
      frame.count, threads: session.state.settings.threads, cancellation: session.cancellation)
    (values, gaps) = (bound.isNothing ? nil : computed.values, computed.gaps)
    origin = ColumnOrigin(of: expression, groups: call.groups, order, session)
  }

  /// The values at the rows of a table, missing where a row is not among the chosen ones.
  func values(at chosen: [Int]?, of table: Table, threads: Int) -> ColumnValues {
    let all = values ?? .number([Double](repeating: .nan, count: frame.count))
    guard let rows = chosen ?? frame.rows else { return all }
    return all.gathering(frame.places(of: rows, in: table.rowCount), threads: threads)
  }
}

extension ColumnOrigin {
  /// The origin of what an expression gives; nil where it reads no column.
  ///
  /// Columns that only group or order the rows count where the expression reads no other: then the value is theirs, as that of
  /// `by g: derive size = n()`.
  init?(of expression: Expression, groups: [String], _ order: [String], _ session: Session) {
    let usesOtherRows = expression.usesOtherRows(session.functions())
    var names = expression.columns.filter { session.state.current?.table[$0] != nil }
    if usesOtherRows, names.isEmpty {
      for name in groups + order where !names.contains(name) { names.append(name) }
    }
    guard !names.isEmpty || usesOtherRows else { return nil }
    self.init(names, usesOtherRows: usesOtherRows)
  }
}

extension RowFrame {
  /// For each row of a table its place in the frame, −1 for rows that are not among `chosen`.
  func places(of chosen: [Int], in rowCount: Int) -> [Int] {
    var places = [Int](repeating: -1, count: rowCount)
    guard let rows else {
      for row in chosen { places[row] = row }
      return places
    }
    var placeOf = places
    for (place, row) in rows.enumerated() { placeOf[row] = place }
    for row in chosen { places[row] = placeOf[row] }
    return places
  }
}
