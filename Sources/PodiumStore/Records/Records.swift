internal import PodiumCore
internal import PodiumPlugin

/// The records of plugins: reading, and the basis of every write.
///
/// It has no state of its own.
struct Records {
  let database: WorkspaceDatabase
  let transactions: Transactions
  let log: ChangeLog

  func records(_ query: RecordQuery) throws(Diagnostic) -> [Record] {
    try checkQuery(query)
    return try transactions.reading([]) { (connection) throws(Diagnostic) in
      let table = try database.table(query.kind)
      return try rows(query, table, connection).map { $0.record(table.kind) }
    }
  }

  func count(_ query: RecordQuery) throws(Diagnostic) -> Int {
    try checkQuery(query)
    return try transactions.reading(0) { (connection) throws(Diagnostic) in
      let table = try database.table(query.kind)
      guard try !database.isAbsent(query.kind, connection) else { return 0 }
      var text = QueryText(table, others: others(connection))
      try text.add(query.conditions)
      let inner = "SELECT 1 FROM \(table.name)\(text.whereClause)\(text.limit(query.limit))"
      return try connection.integer("SELECT count(*) FROM (\(inner))", text.arguments) ?? 0
    }
  }

  /// Throws what is wrong with a query, even if there is no file to query.
  private func checkQuery(_ query: RecordQuery) throws(Diagnostic) {
    let plan = try database.plan.get()
    guard let table = plan.table(query.kind) else {
      throw Diagnostic.unknown("kind", query.kind, among: plan.kinds.map(\.name))
    }
    var text = QueryText(table) { (kind) throws(Diagnostic) in
      guard let table = plan.table(kind) else {
        throw Diagnostic.unknown("kind", kind, among: plan.kinds.map(\.name))
      }
      return table
    }
    try text.add(query.conditions)
    _ = try text.order(query.order)
  }

  /// The tables of the kinds that conditions may follow links to; nil for one that the file does not have.
  func others(_ connection: Connection) -> (String) throws(Diagnostic) -> KindTable? {
    { (kind) throws(Diagnostic) in
      let table = try database.table(kind)
      return try database.isAbsent(kind, connection) ? nil : table
    }
  }

  func rows(_ query: RecordQuery, _ table: KindTable, _ connection: Connection) throws(Diagnostic) -> [StoredRecord] {
    guard try !database.isAbsent(query.kind, connection) else { return [] }
    let statement = try statement(of: query, table, connection)
    return try connection.rows(statement.text, statement.arguments) { (row) throws(Diagnostic) in try table.read(row) }
  }

  typealias Statement = (text: String, arguments: [SQLValue])

  /// The statement that answers a query with whole rows, and its arguments.
  func statement(
    of query: RecordQuery, _ table: KindTable, _ connection: Connection
  ) throws(Diagnostic) -> Statement {
    var text = QueryText(table, others: others(connection))
    try text.add(query.conditions)
    let order = try text.order(query.order)
    return (
      "SELECT \(table.columns) FROM \(table.name)\(text.whereClause) ORDER BY \(order)\(text.limit(query.limit))",
      text.arguments
    )
  }
}
