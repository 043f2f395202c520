internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct DistinctCommand: Command {
  static let columns = Parameter<[String]>.columns("columns", help: "The columns that decide; all by default.")

  let signature = Signature(
    "distinct", topic: .shaping, summary: "Keep the first row of each combination of values.",
    details: """
      Rows count as equal when the named columns are equal, missing equal to missing; without columns all of them count. \
      The order of the rows stays. While a filter hides rows, only rows that pass are compared, and the hidden ones stay.
      """,
    parameters: [columns.any],
    exampleLines: """
      without repeated rows: load iris; distinct -> 149 of 150 rows
      the first row of each species: load iris; distinct species -> 3 of 150 rows
      of two columns: load tastings; distinct session process -> rows
      an unknown column: load iris; distinct petal -> !unknown-column
      """, traits: [.rows, .spelledOut, .shapes, .calculates], seeAlso: ["count", "sort", "keep"])

  /// The first row of each stays.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let dataset = try session.current()
    let names = call[DistinctCommand.columns]
    let columns = names.isEmpty ? dataset.table.columns : dataset.table.columns.filter { names.contains($0.name) }
    let (rows, count) = (call.rows, dataset.table.rowCount)
    let (seen, threads) = (rows?.count ?? count, session.state.settings.threads)
    let (changed, kept) = try session.cancellation.detached { () throws(Diagnostic) in
      let grouping = Grouping(of: columns, rows: rows, count: seen)
      var copy = dataset
      copy.take(rows: grouping.firstRows(of: rows, count: count), threads: threads)
      return (copy, grouping.count)
    }
    session.state.current = changed
    return [
      ShapingReport(
        line: "\(kept) of \(seen.counted("row")) kept, \(seen - kept) repeated"
          + (seen < count ? "; the other \((count - seen).counted("row")) stay" : ""),
        rowsBefore: count, rowsAfter: changed.table.rowCount
      ).output
    ]
  }
}
