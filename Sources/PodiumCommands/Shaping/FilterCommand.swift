internal import PodiumCore
internal import PodiumPlugin

struct FilterCommand: Command {
  static let state = Parameter<String?>.text(
    "off", positional: true, help: "The word off, in place of a condition: shows all rows again.",
    completion: .words(["off"]))

  let signature = Signature(
    "filter", topic: .shaping, summary: "Hide the rows where a condition is not true, until filter off.",
    details: """
      Commands after it see only the rows that pass, and say so: the prompt and each footer have 61 of 150. A new filter \
      replaces the last one. Nothing is deleted: 'filter off' shows all rows again, and undo works as for any change. Verbs \
      that change cells change only rows that pass. Rows where the condition is missing are hidden and counted. The \
      condition may use functions of many rows, over all rows, or over those of each group of 'by'.
      """,
    parameters: [state.any],
    exampleLines: """
      one species: load iris; filter species == 'setosa' -> 50 of 150 rows pass
      commands see only the rows that pass: load iris; filter petal_length_cm > 6; head 2 -> 9 of 150 rows pass
      all rows again: load iris; filter petal_length_cm > 6; filter off -> 150 rows
      the longest petals of each species: load iris; by species: filter petal_length_cm == max(petal_length_cm) \
      -> 4 of 150 rows pass
      a condition no row meets: load iris; filter petal_length_cm > 100 -> !no-rows
      """, traits: [.ownGroups, .expression, .aggregates, .shapes, .calculates], seeAlso: ["keep", "drop", "head"])

  /// Sets or removes the filter of the current table.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let count = dataset.table.rowCount
    guard let condition = call.syntax.expression else {
      guard call[FilterCommand.state] == "off" else {
        throw Diagnostic(
          "missing-argument", "'filter' needs a condition, or off", span: call.verbSpan,
          help: "as in: filter wind > 5")
      }
      let hidden = count - (dataset.filter?.rows.count ?? count)
      try dataset.set(filter: nil)
      session.state.current = dataset
      let line = "\(count.counted("row"))" + (hidden == 0 ? ", none was hidden" : ", \(hidden) shown again")
      return [ShapingReport(line: line, rowsBefore: count - hidden, rowsAfter: count).output]
    }
    let before = dataset.filter?.rows.count ?? count
    let (given, table, groups) = (session, dataset.table, call.groups)
    let found = try session.cancellation.detached { () throws(Diagnostic) in
      do throws(Diagnostic) {
        return try given.rows(of: table, from: nil, where: condition, by: groups)
      } catch { throw error.namingResultField(of: condition, table, given) }
    }
    guard !found.rows.isEmpty else {
      throw Diagnostic(
        "no-rows", "no row passes the filter", span: condition.span,
        help: count == 0
          ? "the table has no rows" : "'describe' and 'count' show which values there are; the filter stays as it was")
    }
    try dataset.set(
      filter: RowFilter(
        Session.text(of: condition, in: call.syntax), rows: found.rows, columns: condition.decidingColumns + groups))
    session.state.current = dataset
    let hidden = found.missing > 0 ? "; the condition is missing in \(found.missing.counted("row"))" : ""
    let report = ShapingReport(
      line: "\(found.rows.count) of \(count.counted("row")) pass\(found.rows.count == 1 ? "es" : "")\(hidden); "
        + "'filter off' shows all rows",
      rowsBefore: before, rowsAfter: found.rows.count)
    return [report.output]
  }
}

extension Session {
  /// An expression as it was typed.
  static func text(of expression: Expression, in syntax: CommandSyntax) -> String {
    String(
      syntax.text.unicodeScalars.dropFirst(expression.span.start).prefix(expression.span.end - expression.span.start))
  }
}
