internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

/// What `keep` and `drop` share.
enum Selection {
  /// Whether columns were given, and not rows; throws where both or neither were.
  static func isOfColumns(
    _ call: Call, _ names: [String], _ parameter: Parameter<[String]>
  ) throws(Diagnostic) -> Bool {
    let clause = call.syntax.condition?.span ?? call.syntax.range?.span
    if let clause, !names.isEmpty {
      throw Diagnostic(
        "conflicting-keys", "'\(call.verb)' takes columns or rows, not both", span: clause,
        help: "use two commands: \(call.verb) COLUMN…; \(call.verb) if EXPR")
    }
    guard clause != nil || !names.isEmpty else {
      throw Diagnostic(
        "missing-argument", "'\(call.verb)' needs columns or a condition", span: call.verbSpan,
        help: "as in: \(call.verb) COLUMN…, or \(call.verb) if wind > 5")
    }
    if clause == nil, !call.groups.isEmpty {
      throw Diagnostic("unexpected-clause", "'by' has no meaning for columns", span: call.span(of: parameter))
    }
    return !names.isEmpty
  }

  static func refuse(_ names: [String], of dataset: Dataset, span: SourceSpan?) throws(Diagnostic) {
    for name in names {
      guard let need = dataset.need(of: name) else { continue }
      throw Diagnostic("needed-column", "column \(Abridged.quoted(name)) \(need.why)", span: span, help: need.way)
    }
  }

  static func report(_ kept: Int, of before: Table, _ gone: [String]) -> Output {
    let names = gone.prefix(6).map(Abridged.text).joined(separator: ", ") + (gone.count > 6 ? ", …" : "")
    return ShapingReport(
      line: "\(kept) of \(before.columns.count.counted("column")) kept" + (gone.isEmpty ? "" : "; dropped \(names)"),
      rowsBefore: before.rowCount, rowsAfter: before.rowCount, columns: gone
    ).output
  }

  /// Keeps the chosen rows of those that are visible, or all but them; hidden rows stay.
  static func rows(_ call: Call, in session: inout Session, keepsChosen: Bool) throws(Diagnostic) -> [Output] {
    let dataset = try session.current()
    let count = dataset.table.rowCount
    let visible = dataset.visibleRows
    let (chosen, threads) = (call.rows, session.state.settings.threads)
    let (changed, kept) = try session.cancellation.detached { () throws(Diagnostic) in
      let taken = chosen ?? visible ?? dataset.table.allRows
      let stays = dataset.table.rowsStaying(taken, visible: visible, keepsChosen: keepsChosen)
      var copy = dataset
      copy.take(rows: stays, threads: threads)
      copy.table = copy.table.kept(by: call.choosingColumns + (call.syntax.condition == nil ? [] : call.groups))
      return (copy, keepsChosen ? taken.count : (visible?.count ?? count) - taken.count)
    }
    session.state.current = changed
    let seen = visible?.count ?? count
    return [
      ShapingReport(
        line: "\(kept) of \(seen.counted("row")) kept"
          + (seen < count ? "; the \(count - seen) that the filter hides stay" : ""),
        rowsBefore: count, rowsAfter: changed.table.rowCount
      ).output
    ]
  }
}
