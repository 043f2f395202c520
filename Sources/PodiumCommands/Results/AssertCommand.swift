internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct AssertCommand: Command {
  let signature = Signature(
    "assert", topic: .results, summary: "Fail unless a condition is true.",
    details: """
      If the condition uses columns, it must be true in every row that 'if' and 'in' choose; a missing result counts \
      as false. A condition on aggregates, such as n() or mean(x), is tested once for these rows. The error shows the \
      values on both sides.
      """,
    exampleLines: """
      a minimum for a result: load iris; label species; cv tree k=5 as base; assert $base.accuracy > 0.5 -> holds
      in every row: load iris; assert not missing(sepal_length_cm) -> true in all 150 rows
      in the chosen rows: load iris; assert petal_length_cm < 2 if species == "setosa" -> true in all 50 rows
      of all rows: load iris; assert n() > 100 and mean(petal_length_cm) < 4 -> holds
      once for each group: load iris; by species: assert n() == 50 -> true in all 3 groups
      false in some rows: load iris; assert sepal_length_cm > 5 -> !assertion-failed
      """, traits: [.rows, .ownGroups, .expression, .readsOnly], seeAlso: ["results", "fields", "missing"])

  /// A note if it holds; a failed assertion is an error like any other.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    guard let condition = call.syntax.expression else {
      throw Diagnostic(
        "missing-argument", "'assert' needs a condition", span: call.verbSpan,
        help: "as in: assert $base.accuracy > 0.6")
    }
    let assertion = Assertion(condition: condition, syntax: call.syntax, session: session)
    let isSummary = condition.usesOtherRows(session.functions())
    guard isSummary || !condition.columns.isEmpty else {
      if call.choosesRows(in: session) || !call.groups.isEmpty {
        throw Diagnostic(
          "unexpected-clause", "'if', 'in' and 'by' choose rows, but the condition uses no column", span: condition.span
        )
      }
      try assertion.check()
      return [.note("holds")]
    }
    let table = try session.current().table
    let rows = call.rows ?? table.allRows
    func check(_ rows: [Int], areAll: Bool) throws(Diagnostic) {
      if isSummary {
        try assertion.check(summaryOf: rows, table)
      } else {
        try assertion.check(table, rows: rows, areAll: areAll)
      }
    }
    guard !rows.isEmpty || isSummary && call.groups.isEmpty else {
      throw Diagnostic("no-rows", "there are no rows to check the condition in", span: condition.span)
    }
    if call.groups.isEmpty {
      try check(rows, areAll: !call.choosesRows(in: session))
      return [.note(isSummary ? "holds" : rows.count == 1 ? "true in the only row" : "true in all \(rows.count) rows")]
    }
    let groups = try Session.groups(of: table, by: call.groups, rows: call.rows)
    for group in groups {
      do throws(Diagnostic) {
        try check(group.rows, areAll: false)
      } catch {
        var failure = error
        let names = zip(call.groups, group.values).map { name, value in
          Abridged.text(name) + (value.isMissing ? " is missing" : "=" + Abridged.text(value.fileText))
        }
        failure.message += " (" + names.joined(separator: ", ") + ")"
        throw failure
      }
    }
    return [.note(groups.count == 1 ? "true in the only group" : "true in all \(groups.count) groups")]
  }
}
