internal import PodiumCore
internal import PodiumPlugin

extension Records {
  /// Fields of the queried records as columns; `coded` turns texts into categories.
  func table(_ query: RecordQuery, fields: [String]?, coded: Bool) throws(Diagnostic) -> Table {
    let request = TableRequest(query, fields: fields, coded: coded)
    let empty = try reader(of: request)
    let reader = try transactions.reading(empty) { (connection) throws(Diagnostic) in
      _ = try database.table(query.kind)
      guard try !database.isAbsent(query.kind, connection) else { return empty }
      return try Records.read(try statement(of: query, empty.table, connection), into: empty, connection)
    }
    return try Table(reader.values(), rowCount: reader.count)
  }

  /// Tables from one snapshot: a second connection reads the second half of each large one.
  func tables(_ requests: [TableRequest]) throws(Diagnostic) -> [Table] {
    var readers: [ColumnReader] = []
    for request in requests { readers.append(try reader(of: request)) }
    let empty = readers
    let filled = try transactions.reading(empty) { (connection) throws(Diagnostic) in
      var readers = empty
      for request in requests { _ = try database.table(request.query.kind) }
      var present: [Int] = []
      for place in requests.indices where try !database.isAbsent(requests[place].query.kind, connection) {
        present.append(place)
      }
      if let side = beside(connection), let halves = try halves(requests, empty, present, connection, side) {
        for (place, half) in zip(present, halves) { readers[place] = half }
      } else {
        for place in present {
          let statement = try statement(of: requests[place].query, empty[place].table, connection)
          readers[place] = try Records.read(statement, into: empty[place], connection)
        }
      }
      return readers
    }
    var tables: [Table] = []
    for reader in filled { tables.append(try Table(reader.values(), rowCount: reader.count)) }
    return tables
  }

  /// The reader for the fields of a request; throws `unknown-kind` and `unknown-field`.
  private func reader(of request: TableRequest) throws(Diagnostic) -> ColumnReader {
    let plan = try database.plan.get()
    guard let shape = plan.table(request.query.kind) else {
      throw Diagnostic.unknown("kind", request.query.kind, among: plan.kinds.map(\.name))
    }
    let names = request.fields ?? shape.kind.fields.filter { $0.kind != .bytes }.map(\.name)
    for name in names where shape.kind[name] == nil && RecordField.ofEveryRecord[name] == nil {
      throw Diagnostic.unknown("field", name, among: shape.kind.fields.map(\.name))
    }
    if let name = names.first(where: { shape.kind[$0]?.kind == .bytes }) {
      throw Diagnostic("bad-record", "field '\(name)' of '\(shape.kind.name)' holds bytes, which no table has")
    }
    return ColumnReader(shape, names: names, coded: request.isCoded)
  }

  /// Reads all rows that a statement gives.
  private static func read(
    _ statement: Statement, into empty: ColumnReader, _ connection: Connection
  ) throws(Diagnostic) -> ColumnReader {
    try connection.with(statement.text, statement.arguments) { (row) throws(Diagnostic) in
      var reader = empty
      while try row.step() {
        try connection.stop?.check()
        try reader.take(row)
      }
      return reader
    }
  }

  // MARK: Two connections

  /// Minimum number of rows for a second connection to read half of them.
  private static let halvedFrom = 4000

  /// A second connection that reads in parallel; nil if it cannot be opened, which is not an error.
  private func beside(_ connection: Connection) -> Connection? {
    guard let file = database.file, !transactions.isOpen, !connection.isFrozen, Parallel.processors > 1 else {
      return nil
    }
    if database.side == nil {
      database.side = try? Connection(
        file, mode: .probe, patience: database.patience, stop: database.cancellation)
    }
    return database.side
  }

  /// The results of some requests, with the second half of large tables read by the second connection.
  ///
  /// Both see the same snapshot: the first counts foreign commits before the second begins to read and after it has
  /// begun itself. Nil if another process wrote in between, or if no table is large enough.
  private func halves(
    _ requests: [TableRequest], _ empty: [ColumnReader], _ present: [Int], _ connection: Connection, _ side: Connection
  ) throws(Diagnostic) -> [ColumnReader]? {
    let before = try connection.integer("PRAGMA data_version")
    var isSound = true
    defer {
      connection.rollBack()
      side.rollBack()
      if !isSound { database.closeSide() }
    }
    do throws(Diagnostic) { try Records.beginReading(side) } catch {
      isSound = false
      return nil
    }
    try Records.beginReading(connection)
    guard try connection.integer("PRAGMA data_version") == before else { return nil }
    var first: [Statement] = []
    var second: [Statement?] = []
    for place in present {
      let query = requests[place].query
      let middle = try Records.middle(of: query, empty[place].table, connection)
      let table = empty[place].table
      first.append(try statement(of: middle.map { query.and(.isBefore("id", $0)) } ?? query, table, connection))
      let rest = middle.map { query.and(.isAtLeast("id", $0)) }
      second.append(try rest.map { (query) throws(Diagnostic) in try statement(of: query, table, connection) })
    }
    guard second.contains(where: { $0 != nil }) else { return nil }
    // Each connection is used by one thread only.
    nonisolated(unsafe) let (near, far) = (connection, side)
    let (firstHalves, secondHalves, readers) = (first, second, present.map { empty[$0] })
    let both = Parallel.map(count: 2, threads: 2) { number in
      Result { () throws(Diagnostic) in
        var out: [ColumnReader] = []
        for place in readers.indices {
          guard let statement = number == 0 ? firstHalves[place] : secondHalves[place] else {
            out.append(readers[place])
            continue
          }
          out.append(try Records.read(statement, into: readers[place], number == 0 ? near : far))
        }
        return out
      }
    }
    if case .failure = both[1] { isSound = false }
    var whole = try both[0].get()
    let rest = try both[1].get()
    for place in whole.indices { whole[place].append(rest[place]) }
    return whole
  }

  /// Begins a transaction on the current snapshot.
  private static func beginReading(_ connection: Connection) throws(Diagnostic) {
    try connection.run("BEGIN")
    _ = try connection.integer("SELECT count(*) FROM podium_meta")
  }

  /// The middle name of a large table requested in the order of names; nil if there is none.
  private static func middle(
    of query: RecordQuery, _ table: KindTable, _ connection: Connection
  ) throws(Diagnostic) -> Value? {
    guard query.order.isEmpty, query.limit == nil,
      let count = try connection.integer("SELECT count(*) FROM \(table.name)"), count >= halvedFrom
    else { return nil }
    let sql = "SELECT \"id\" FROM \(table.name) ORDER BY \"id\" LIMIT 1 OFFSET \(count / 2)"
    return try connection.text(sql).map(Value.text)
  }

  /// The opening of the file, commits of other connections, and rows this one changed.
  func mark() throws(Diagnostic) -> StoreMark? {
    // Uncommitted changes may still be rolled back, but would be counted.
    guard !transactions.isOpen else { return nil }
    return try transactions.reading(nil) { (connection) throws(Diagnostic) in
      guard !connection.isFrozen, let others = try connection.integer("PRAGMA data_version") else { return nil }
      return StoreMark([database.opening, others, connection.rowsChangedInAll])
    }
  }
}

extension RecordQuery {
  /// The same with one more condition.
  fileprivate func and(_ condition: Condition) -> RecordQuery {
    var query = self
    query.conditions.append(condition)
    return query
  }
}
