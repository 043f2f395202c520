internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct SortCommand: Command {
  static let columns = Parameter<[String]>.columns("columns", help: "The columns to sort by; later ones decide ties.")
  static let descending = Parameter<[String]?>.list(
    "desc", help: "Columns of which the greatest values come first; yes means all.", completion: .columns([]))

  let signature = Signature(
    "sort", topic: .shaping, summary: "Sort the rows by columns.",
    details: """
      Numbers and dates sort by value, ordered columns by their order, other text by code points. Missing values come last in \
      both directions. Rows that are equal stay in their order. With 'by', groups keep the order of their first rows, and \
      rows are sorted within each.
      """,
    parameters: [columns.any, descending.any],
    exampleLines: """
      smallest first: load iris; sort petal_length_cm -> 150 rows
      the longest first in each species: load iris; sort species petal_length_cm desc=petal_length_cm \
      -> species, petal_length_cm descending
      within groups: load tastings; by session: sort rank -> 96 rows
      no column: load iris; sort -> !missing-argument
      an unknown column: load iris; sort petal -> !unknown-column
      """, traits: [.ownGroups, .shapes, .calculates], seeAlso: ["head", "distinct"])

  /// The sort is stable.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let table = dataset.table
    var names = call[SortCommand.columns]
    var descending = Set(call[SortCommand.descending] ?? [])
    let span = call.span(of: SortCommand.descending)
    if descending == ["yes"], table["yes"] == nil {
      descending = Set(names)
    } else if descending == ["no"] {
      descending = []
    }
    for name in call[SortCommand.descending] ?? [] where descending.contains(name) && !names.contains(name) {
      _ = try table.column(name, at: span)
      names.append(name)
    }
    guard !names.isEmpty else {
      throw Diagnostic(
        "missing-argument", "'sort' needs a column", span: call.verbSpan, help: "as in: sort wind, or sort desc=wind")
    }
    var keys: [RowOrder.Key] = []
    for name in names { keys.append(RowOrder.Key(try table.column(name), isDescending: descending.contains(name))) }
    let groups = call.groups
    let (given, sortKeys) = (dataset, keys)
    let (cancellation, threads) = (session.cancellation, session.state.settings.threads)
    dataset = try session.cancellation.detached { () throws(Diagnostic) in
      var keys = sortKeys
      if !groups.isEmpty {
        let frame = try RowFrame(of: given.table, rows: nil, by: groups)
        keys.insert(RowOrder.Key(Column("", .integer((frame.groups ?? []).map { Int($0) }))), at: 0)
      }
      let order = try RowOrder.sorted(
        by: keys, rows: nil, count: given.table.rowCount, threads: threads, cancellation: cancellation)
      var copy = given
      copy.take(rows: order, threads: threads)
      return copy
    }
    session.state.current = dataset
    let by = names.map { Abridged.text($0) + (descending.contains($0) ? " descending" : "") }
    return [
      ShapingReport(
        line: "\(table.rowCount.counted("row")) sorted by " + by.joined(separator: ", ")
          + (groups.isEmpty ? "" : " within " + groups.joined(separator: ", ")),
        rowsBefore: table.rowCount, rowsAfter: table.rowCount
      ).output
    ]
  }
}
