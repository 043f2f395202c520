internal import PodiumCore
internal import PodiumPlugin

struct SqlCommand: Command {
  static let query = Parameter<String>.required(
    "query", allowed: "one SELECT in quotes", help: "The query: one SELECT over tables in memory.")

  let signature = Signature(
    "sql", topic: .shaping, summary: "Query the tables in memory with SQL.",
    details: """
      The dialect is SQLite's. The query only reads: tables are named as datasets lists them, names with blanks or signs are \
      written in double quotes (escaped as \\" in the query), text in single quotes. Dates and moments are ISO texts, truth \
      values 0 and 1. Of the current table, rows that the filter hides are left out. The result is a table: 'use _' makes it \
      the current one. Without ORDER BY, rows come as SQLite finds them, which is the same each time.
      """,
    parameters: [query.any],
    exampleLines: """
      a mean for each group: load iris; sql "SELECT species, avg(petal_length_cm) AS mean FROM iris GROUP BY species" \
      -> 4.26
      some rows, under a name: load iris; \
      sql "SELECT * FROM iris WHERE petal_length_cm > 6.5 ORDER BY petal_length_cm DESC" as longest -> 6.9
      two tables: load iris; by species: summarize n = n() as counts; \
      sql "SELECT a.species, b.n FROM iris a JOIN counts b ON a.species = b.species LIMIT 1" -> setosa
      a misspelt column: load iris; sql "SELECT specis FROM iris" -> !unknown-column
      a query that writes: load iris; sql "DELETE FROM iris" -> !bad-query
      """, traits: [.calculates, .readsOnly], seeAlso: ["summarize", "join", "use", "datasets"])

  /// No table changes.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    guard let answer = session.services.query else {
      throw Diagnostic("no-workspace", "SQL is not available here", span: call.verbSpan)
    }
    let current = session.state.current
    let tables = session.state.order.compactMap { name in
      session.state.tables[name].map {
        QueryTable(name: name, table: $0.table.kept(by: $0.filter?.columns ?? []), rows: $0.visibleRows)
      }
    }
    let (sql, cancellation) = (call[SqlCommand.query], session.cancellation)
    let found = try Diagnostic.located(
      at: call.span(of: SqlCommand.query),
      cancellation.detached { () throws(Diagnostic) in try answer(sql, tables, cancellation) })
    var output = TableOutput(found.table)
    let read = found.tables.map { name -> String in
      guard let dataset = session.state.tables[name] else { return name }
      return "\(Abridged.text(name)) (\(dataset.rowsText))"
    }
    output.footer = ["from " + read.joined(separator: ", ")]
    if let current, let filter = current.filter, found.tables.contains(current.name) {
      output.footer.append("rows of \(Abridged.text(current.name)) pass the filter \(Abridged.text(filter.text))")
    }
    let columns = found.tables.compactMap { session.state.tables[$0]?.table.columns }.joined()
    let words = Set(sql.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    let clocks = columns.filter {
      $0.scale?.name != nil && (words.contains($0.name) || found.table[$0.name] != nil)
    }.map { Abridged.text($0.name) }
    if !clocks.isEmpty {
      output.footer.append("\(clocks.joined(separator: ", ")): in seconds here; 12:01 is 721, not '12:01'")
    }
    let local = columns.filter { $0.zone != nil && (words.contains($0.name) || found.table[$0.name] != nil) }
    if !local.isEmpty {
      output.footer.append("\(local.map { Abridged.text($0.name) }.joined(separator: ", ")): in UTC here")
    }
    if sql.lowercased().contains("avg") {
      let circular =
        columns
        .filter { $0.circle != nil && sql.contains($0.name) }
      if let column = circular.first {
        output.footer.append(
          "avg() does not go around the circle of \(Abridged.quoted(column.name)); '= mean(x)' does")
      }
    }
    return [.table(output)]
  }
}
