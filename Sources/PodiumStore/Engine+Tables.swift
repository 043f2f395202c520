internal import PodiumCore
internal import PodiumShell

extension Engine {
  /// Fields of the records a query asks for as columns; `coded` makes texts categories.
  func table(_ query: RecordQuery, fields: [String]?, coded: Bool) throws(Diagnostic) -> Table {
    let plan = try plan.get()
    guard let shape = plan.tables[query.kind] else {
      throw Diagnostic.unknown("kind", query.kind, among: plan.kinds.map(\.name))
    }
    let names = fields ?? shape.kind.fields.map(\.name)
    for name in names where shape.kind[name] == nil && RecordField.ofEveryRecord[name] == nil {
      throw Diagnostic.unknown("field", name, among: shape.kind.fields.map(\.name))
    }
    let empty = ColumnReader(shape, names: names, coded: coded)
    let reader = try reading(empty) { (connection) throws(Diagnostic) in
      let table = try table(query.kind)
      guard !isAbsent(query.kind) else { return empty }
      let (sql, arguments) = try Engine.statement(of: query, table)
      return try connection.with(sql, arguments) { (row) throws(Diagnostic) in
        var reader = empty
        while try row.step() {
          try connection.stop?.check()
          try reader.take(row)
        }
        return reader
      }
    }
    return try Table(reader.values(), rowCount: reader.count)
  }

  /// Openings of the file, commits of other connections, and rows this one changed.
  func mark() throws(Diagnostic) -> StoreMark? {
    // What was written may yet be taken back, and would be counted all the same.
    guard !isOpen else { return nil }
    return try reading(nil) { (connection) throws(Diagnostic) in
      guard !connection.isFrozen, let others = try connection.integer("PRAGMA data_version") else { return nil }
      return StoreMark([openings, others, connection.rowsChangedInAll])
    }
  }
}
