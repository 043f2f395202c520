public import PodiumCore

/// What a command is called with: its clauses checked, its rows chosen, its references read.
extension Session {
  /// Refuses clauses the verb has no use for; they would be ignored in silence otherwise.
  package func check(
    _ syntax: CommandSyntax, _ prefixes: Statement.Prefixes, _ signature: Signature
  ) throws(Diagnostic) {
    func refuse(_ clause: String, _ span: SourceSpan) -> Diagnostic {
      Diagnostic("unexpected-clause", "'\(signature.name)' takes no '\(clause)'", span: span)
    }
    if !signature.has(.rows) {
      if let condition = syntax.condition { throw refuse("if", condition.span) }
      if let range = syntax.range { throw refuse("in", range.span) }
    }
    if let by = prefixes.by.first, !signature.has(.groups), !signature.has(.ownGroups) {
      var error = refuse("by", by.span)
      if signature.has(.rows), let column = state.current?.table[by.text], column.count > 0 {
        error.help =
          "choose the rows of one group at a time, as in: \(signature.name) … if "
          + Session.condition([by.text], [column[0]])
      }
      throw error
    }
  }

  /// A command with its arguments parsed and its rows chosen.
  package func call(
    _ syntax: CommandSyntax, _ prefixes: Statement.Prefixes, _ signature: Signature
  ) throws(Diagnostic) -> Call {
    let filtered = signature.has(.rows) || signature.has(.groups) ? state.current?.visibleRows : nil
    var rows = filtered
    var chosen: ChosenRows?
    var missing = 0
    let table = state.current?.table
    let scope = parsingScope
    var by: [Word] = []
    if syntax.condition != nil || syntax.range != nil || !prefixes.by.isEmpty {
      guard let table else { throw .noTable(at: syntax.verb.span) }
      by = try scope.groups(prefixes.by)
      // Rows outside of the range do not count as left out for a missing answer.
      if let range = syntax.range {
        let places = try Session.rows(in: range, table)
        rows = filtered.map { $0.filter(places.contains) } ?? Array(places)
      }
      if let condition = syntax.condition {
        let groups = signature.has(.shapes) ? by.map(\.text) : nil
        if rows == nil {
          let found = try answers(of: table, to: condition, by: groups)
          (chosen, missing) = (found.chosen, found.missing)
        } else {
          let found = try self.rows(of: table, from: rows, where: condition, by: groups)
          (rows, missing) = (found.rows, found.missing)
        }
      }
    }
    return try Call(
      syntax, by: by, signature: signature, scope: scope, chosen: chosen ?? ChosenRows(rows),
      missingRows: missing)
  }

  /// The rows, of some or all of a table, where a condition is true, and how many had a missing answer.
  ///
  /// With `by` the condition may call functions of many rows, over the rows of each group.
  package func rows(
    of table: Table, from base: [Int]?, where condition: Expression, by groups: [String]?, order: [Int]? = nil
  ) throws(Diagnostic) -> (rows: [Int], missing: Int) {
    let found = try self.condition(condition, of: table, from: base, by: groups, order: order).truePlaces(
      base?.count ?? table.rowCount, threads: state.settings.threads, cancellation: cancellation)
    return (base.map { base in found.places.map { base[$0] } } ?? found.places, found.missing)
  }

  /// The answers of a condition in all rows, and how many are missing.
  private func answers(
    of table: Table, to condition: Expression, by groups: [String]?
  ) throws(Diagnostic) -> (chosen: ChosenRows, missing: Int) {
    let threads = state.settings.threads
    let (answers, missing) = try self.condition(condition, of: table, from: nil, by: groups, order: nil).answers(
      table.rowCount, threads: threads, cancellation: cancellation)
    return (ChosenRows(answers: answers, threads: threads), missing)
  }

  /// A condition bound to rows of a table.
  private func condition(
    _ condition: Expression, of table: Table, from base: [Int]?, by groups: [String]?, order: [Int]?
  ) throws(Diagnostic) -> BoundExpression {
    let functions = functions()
    let bound: BoundExpression
    if let groups {
      let frame = try RowFrame(of: table, rows: base, by: groups, order: order)
      bound = try condition.bound(
        to: table, over: frame, functions: functions, threads: state.settings.threads, cancellation: cancellation,
        references: { (reference, span) throws(Diagnostic) in try value(of: reference, at: span) })
    } else {
      bound = try condition.bound(
        to: table, rows: base, functions: functions, cancellation: cancellation,
        references: { (reference, span) throws(Diagnostic) in try value(of: reference, at: span) })
    }
    try bound.requireCondition(at: condition.span)
    try cancellation.check()
    return bound
  }

  /// The functions of plugins that expressions can call, by name.
  package func functions() -> [String: ExpressionFunction] {
    registry.functions.mapValues { $0.make(self) }
  }

  /// What parameters may look at while they are parsed.
  public var parsingScope: ParsingScope {
    let (kept, given) = (results, parameters)
    return ParsingScope(
      table: state.current?.table, registry: registry,
      resolve: { (reference, span) throws(Diagnostic) in
        if reference.field == nil, let value = given[reference.result] { return value }
        return try kept.value(reference, span: span).fileText
      }, given: { given[$0.result] })
  }

  /// The value of a parameter or of a result's field; a parameter that reads as a number is one.
  ///
  /// Throws `unknown-result`, `unknown-field` and `missing-field`.
  public func value(of reference: Reference, at span: SourceSpan?) throws(Diagnostic) -> Value {
    if reference.field == nil, let text = parameters[reference.result] {
      if let whole = Int(text) { return .integer(whole) }
      if let number = Double(text), number.isFinite { return .number(number) }
      return .text(text)
    }
    return try results.value(reference, span: span)
  }

  /// The rows, from 0, whose position in the table lies in a range.
  private static func rows(in range: RowRange, _ table: Table) throws(Diagnostic) -> Range<Int> {
    guard range.first <= table.rowCount else {
      throw Diagnostic(
        "bad-range", "row \(range.first) does not exist: the table has \(table.rowCount.counted("row"))",
        span: range.span)
    }
    return (range.first - 1)..<min(range.last ?? table.rowCount, table.rowCount)
  }
}
