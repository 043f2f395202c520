internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct DeriveCommand: Command {
  let signature = Signature(
    "derive", topic: .shaping, summary: "Add a column that an expression computes.",
    details: """
      Whole numbers stay whole under + - * and %. An undefined result, such as a division by zero, becomes missing; the \
      output counts these by reason. Functions of many rows (mean, n, lag, rolling and others) use all rows that the filter shows, or those of \
      each group of 'by'; order= says in which order lag, lead, cumsum, rolling, first and last see them. With 'if' the \
      other rows are missing. Derived columns are computed once, from all rows. To standardize features for a learner, use \
      scale, which learns mean and sd from the training rows of each fold; derive z = (x - mean(x)) / sd(x) would use the \
      test rows too, and the leak guard says so. 'columns' shows what a column was made from.
      """,
    parameters: [ShapingKeys.order.any],
    exampleLines: """
      of two columns: load iris; derive area = petal_length_cm * petal_width_cm -> area
      by a condition: load iris; derive size = choose(petal_length_cm > 4, 'large', 'small') -> 150 cells
      a share within each group: load iris; by species: derive share = petal_length_cm / sum(petal_length_cm) -> share
      the difference to the row before: load tastings; by session: derive gain = rank - lag(rank) order=rank \
      -> 12 missing
      a mixture of types: load iris; derive x = 1 / (species == 'setosa') -> !wrong-type
      a column that exists: load iris; derive petal_width_cm = 1 -> !taken-column
      """, traits: [.rows, .ownGroups, .expression, .assignment, .aggregates, .shapes, .calculates],
    seeAlso: ["replace", "summarize", "columns"])

  /// Adds the column at the end; its role is feature where a learner could use it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let (table, threads) = (dataset.table, session.state.settings.threads)
    let made = try ComputedColumn(call, in: session, example: "derive speed = distance / time") {
      (name) throws(Diagnostic) in
      guard table[name.text] == nil else {
        throw Diagnostic(
          "taken-column", "there is already a column " + Abridged.quoted(name.text), span: name.span,
          help: "'replace \(CommandText.column(name.text)) = …' changes it; 'derive' takes a new name")
      }
    }
    let name = made.name
    let rows = call.rows ?? made.frame.rows
    let found = try made.values(in: session)
    let all = found.values ?? .number([Double](repeating: .nan, count: made.frame.count))
    // Missing where a row is not among the chosen ones.
    let values = rows.map { all.gathering(made.frame.places(of: $0, in: table.rowCount), threads: threads) } ?? all
    try session.cancellation.check()
    let column = Column(name.text, values, scale: made.bound.scale, origin: made.origin)
    dataset.table = try Diagnostic.located(at: name.span, table.setting(column))
    dataset.filter?.made.insert(name.text)
    session.state.current = dataset
    let computed = rows?.count ?? table.rowCount
    let known = rows == nil ? found.missing : nil
    let missing = (known ?? column.missingCount) - (table.rowCount - computed)
    let report = ShapingReport(
      line: "\(Abridged.text(name.text)) (\(column.typeName)): \(computed.counted("cell"))"
        + ShapingReport.missing(missing, found.gaps.reasons)
        + (computed < table.rowCount
          ? "; the other \((table.rowCount - computed).counted("row")) \(table.rowCount - computed == 1 ? "has" : "have") none"
          : ""),
      rowsBefore: table.rowCount, rowsAfter: table.rowCount, columns: [name.text], cells: computed,
      becameMissing: missing)
    return [report.output]
  }
}
