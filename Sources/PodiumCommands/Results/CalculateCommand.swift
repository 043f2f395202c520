internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct CalculateCommand: Command {
  let signature = Signature(
    "calculate", topic: .results, summary: "Show the value of an expression; = is short for calculate.",
    details: """
      The expression can use fields of results, numbers and text. To use columns of the current table, aggregate them: \
      mean, median, sd, sum, min, max or count. 'if' and 'in' choose the rows, and the output shows how many rows had \
      a value. The value is a result: later expressions can use it as $7, or by the name given with 'as NAME'.
      """,
    exampleLines: """
      arithmetic: = 2 ^ 10 -> 1024
      the difference of two results: load iris; label species; cv zeror k=5 as guess; cv tree k=5 as base; \
      = $base.accuracy - $guess.accuracy -> value
      over some rows: load iris; = mean(petal_length_cm) if species == 'setosa' -> 1.462
      once for each group: load iris; by species: = max(petal_length_cm) - min(petal_length_cm) -> virginica
      a column that is not aggregated: load iris; = petal_length_cm -> !needs-aggregate
      """, traits: [.rows, .groups, .expression, .aggregates, .calculates, .readsOnly],
    seeAlso: ["assert", "fields", "describe"])

  /// Returns the value and the number of rows it used; state and data do not change.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    guard let expression = call.syntax.expression else {
      throw Diagnostic(
        "missing-argument", "'=' needs an expression", span: call.verbSpan, help: "as in: = 2 * $base.accuracy"
      )
    }
    let session = session
    let table: Table
    if expression.columns.isEmpty, !call.choosesRows(in: session), !expression.usesOtherRows(session.functions()) {
      table = .empty
    } else {
      table = try session.current().table
    }
    let rows = call.rows ?? table.allRows
    let found: (value: Value, scale: NumberScale?, used: Int?, missing: Int)
    do throws(Diagnostic) {
      found = try expression.calculated(
        over: rows, of: table, cancellation: session.cancellation, functions: session.functions(),
        references: { (reference, span) throws(Diagnostic) in try session.value(of: reference, at: span) })
    } catch {
      throw error.namingResultField(of: expression, table, session)
    }
    if call.choosesRows(in: session), found.used == nil {
      throw Diagnostic(
        "unexpected-clause", "'if', 'in' and 'by' choose rows, but the expression uses no column", span: expression.span
      )
    }
    var record = RecordOutput()
    if let scale = found.scale, let name = scale.name, let seconds = found.value.asNumber {
      record.add("value", .text(scale.texts([seconds]).joined()))
      record.add("type", .text(name))
      record.add("seconds", found.value)
    } else {
      record.add("value", found.value)
      if found.scale?.zone != nil { record.add("local", NumberScale.shown(found.value, found.scale)) }
    }
    if let used = found.used { record.add("rows", .integer(used)) }
    if found.missing > 0 { record.add("missing", .integer(found.missing)) }
    var outputs: [Output] = [.record(record)]
    if found.value.isMissing { outputs.append(.note("the value is undefined")) }
    return outputs
  }
}
