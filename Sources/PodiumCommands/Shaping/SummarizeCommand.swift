internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct SummarizeCommand: Command {
  static let sort = Parameter<Bool>.flag(
    "sort", default: false, help: "Whether to sort the groups; by default they come in the order of their first rows.")

  let signature = Signature(
    "summarize", topic: .shaping, summary: "Make a table with one row for each group.",
    details: """
      Each column is an expression of functions of many rows: n, count, sum, mean, sd, min, max, median, quantile, first, last \
      and distinct. Without 'by' the table has one row. Missing values are skipped, and a missing value of a group column is a \
      group of its own. The new table becomes the current one: it is named after the old one, or by 'as NAME'; use NAME \
      switches back.
      """,
    parameters: [sort.any, ShapingKeys.order.any],
    exampleLines: """
      two columns: load iris; by species: summarize mean = mean(petal_length_cm), n = n() -> 4.26
      one row: load iris; summarize longest = max(petal_length_cm) -> 6.9
      sorted, and under a name: load tastings; by process: \
      summarize share = mean(rank <= 3), best = min(rank) sort=yes as processes -> processes
      no function: load iris; summarize x = petal_length_cm -> !needs-aggregate
      mean of a text: load iris; summarize x = mean(species) -> !wrong-type
      """, traits: [.rows, .ownGroups, .assignments, .aggregates, .shapes, .namesTable, .calculates],
    seeAlso: ["pivot", "join", "describe", "count"])

  /// Groups come in the order of their first rows.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let dataset = try session.current()
    let table = dataset.chosenTable(call)
    let columns = call.syntax.assignments
    guard !columns.isEmpty else {
      throw Diagnostic(
        "missing-argument", "'summarize' needs a column and an expression", span: call.verbSpan,
        help: "as in: summarize mean = mean(wind), n = n()")
    }
    var taken = Set(call.groups)
    for column in columns where !taken.insert(column.column.text).inserted {
      throw Diagnostic(
        "taken-column", "the new table has two columns " + Abridged.quoted(column.column.text),
        span: column.column.span)
    }
    var keys: [Column] = []
    for name in call.groups { keys.append(try table.column(name)) }
    let order = try ShapingKeys.order(call, table)
    let (rows, count) = (call.rows, call.rows?.count ?? table.rowCount)
    let (groupKeys, wantsSort, given) = (keys, call[SummarizeCommand.sort], session)
    let new = try session.cancellation.detached { () throws(Diagnostic) in
      let grouping = Grouping(of: groupKeys, rows: rows, count: count)
      let firsts = grouping.firsts.map { rows?[$0] ?? $0 }
      let orderKeys = try order.map { (name) throws(Diagnostic) in RowOrder.Key(try table.column(name)) }
      let places =
        orderKeys.isEmpty
        ? nil : try RowOrder.sorted(by: orderKeys, rows: rows, count: count, cancellation: given.cancellation)
      // Without groups there is one, even of no rows.
      let groups = groupKeys.isEmpty ? nil : (grouping.groups, grouping.count)
      let frame = RowFrame(of: table, rows: rows, groups: groups, order: places)
      var out = groupKeys.map { table.detached($0.selecting(firsts)) }
      let perGroup = Dictionary(out.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      for column in columns {
        let found: (values: ColumnValues, gaps: ExpressionGaps, scale: NumberScale?)
        do throws(Diagnostic) {
          found = try column.expression.summarized(
            over: frame, of: table, keys: perGroup, functions: given.functions(),
            threads: given.state.settings.threads, cancellation: given.cancellation,
            references: { (reference, span) throws(Diagnostic) in try given.value(of: reference, at: span) })
        } catch { throw error.namingResultField(of: column.expression, table, given) }
        // In the new table a row is its group, so its value is of no other row.
        let made = ColumnOrigin(of: column.expression, order, for: call, in: table, given)
        var origin = table.origin(from: made?.columns ?? [], chosenBy: made?.chosenBy ?? [])
        origin?.usesOtherRows = false
        out.append(Column(column.column.text, found.values, scale: found.scale, origin: origin))
      }
      var new = try Table(out)
      if wantsSort, !groupKeys.isEmpty {
        let keys = new.columns.prefix(groupKeys.count).map { RowOrder.Key($0) }
        new = new.selecting(
          rows: try RowOrder.sorted(by: keys, rows: nil, count: new.rowCount, cancellation: given.cancellation))
      }
      return new
    }
    let adopted = session.adopt(new, from: dataset, call, suffix: "summary")
    let missing = new.columns.dropFirst(keys.count).reduce(0) { $0 + $1.missingCount }
    let report = ShapingReport(
      line: "\(count.counted("row")) became \(new.rowCount)" + ShapingReport.missing(missing, [])
        + ShapingReport.current(adopted.name, before: dataset.name),
      rowsBefore: count, rowsAfter: new.rowCount, columns: columns.map(\.column.text),
      cells: new.rowCount * columns.count, becameMissing: missing)
    return [report.output, .table(TableOutput(new))] + adopted.notes
  }
}
