internal import PodiumCore
internal import PodiumPlugin

/// `assert`: ends a script where something does not hold.
struct AssertCommand: Command {
  let signature = Signature(
    "assert", topic: .results, summary: "Fail unless a condition holds.",
    details: """
      Over columns it must hold in every row that 'if' and 'in' choose; where the answer is missing it does not hold. \
      The error shows the values of both sides.
      """,
    examples: [
      Example(
        "assert $base.accuracy > 0.5", after: ["load iris", "label species", "cv tree k=5 as base"],
        "what a result must reach", prints: "holds"),
      Example(
        "assert not missing(sepal_length_cm)", after: ["load iris"], "in every row", prints: "holds in all 150 rows"),
      Example(
        "assert petal_length_cm < 2 if species == \"setosa\"", after: ["load iris"], "in some rows",
        prints: "holds in all 50 rows"),
      Example(
        "assert sepal_length_cm > 5", after: ["load iris"], "rows in which it does not hold",
        fails: "assertion-failed"),
    ], traits: [.rows, .expression], seeAlso: ["results", "fields", "missing"])

  /// Gives a note; an assertion that fails is an error like any other.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    guard let condition = call.syntax.expression else {
      throw Diagnostic(
        "missing-argument", "'assert' needs a condition", span: call.verbSpan,
        help: "write it as in: assert $base.accuracy > 0.6")
    }
    let assertion = Assertion(condition: condition, syntax: call.syntax, session: session)
    guard !condition.columns.isEmpty else {
      if call.rows != nil {
        throw Diagnostic(
          "unexpected-clause", "'if' and 'in' choose rows, but the condition names no column", span: condition.span)
      }
      try assertion.check()
      return [.note("holds")]
    }
    let table = try session.current().table
    let rows = call.rows ?? Array(0..<table.rowCount)
    guard !rows.isEmpty else {
      throw Diagnostic("no-rows", "there is no row in which the condition could hold", span: condition.span)
    }
    try assertion.check(table, rows: rows, areAll: call.rows == nil)
    return [.note("holds in all \(rows.count.counted("row"))")]
  }
}
