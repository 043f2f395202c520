internal import PodiumCore
internal import PodiumPlugin

extension Records {
  func insert(_ kind: String, _ fields: [String: Value]) throws(Diagnostic) -> Record {
    let shape = try database.plan.get().shapes[kind]
    _ = try shape?.values(fields)
    return try transactions.writing { (connection) throws(Diagnostic) in
      let table = try database.writableTable(kind, connection)
      return try insert(try table.kind.values(fields), into: table, connection).record(table.kind)
    }
  }

  /// Adds rows with new names, as one line of the log.
  func insert(
    all rows: [[String: Value]], into kind: String, cancellation: Cancellation
  ) throws(Diagnostic) {
    guard !rows.isEmpty else { return }
    try transactions.writing { (connection) throws(Diagnostic) in
      let table = try database.writableTable(kind, connection)
      var run = FreshRun()
      for (place, row) in rows.enumerated() {
        if place & 255 == 0 { try cancellation.check() }
        run.add(try make(try table.kind.values(row), in: table, connection).id)
      }
      try log.append(&run, of: table.kind, connection)
    }
  }

  /// Adds a row with a new name; the values are checked.
  @discardableResult
  func insert(_ values: [Value], into table: KindTable, _ connection: Connection) throws(Diagnostic) -> StoredRecord {
    let row = try make(values, in: table, connection)
    try log.append(.insert, row.id, revision: 1, of: table.kind, before: nil, connection)
    return row
  }

  /// Writes a row with a new name, which the caller logs; the values are checked.
  func make(_ values: [Value], in table: KindTable, _ connection: Connection) throws(Diagnostic) -> StoredRecord {
    let stamp = try transactions.stamp()
    let row = StoredRecord(
      id: database.ids.next(at: stamp.at), revision: 1, created: stamp, changed: stamp, values: values)
    try write(row, table.insert, table, connection)
    return row
  }

  func update(
    _ id: RecordID, of kind: String, setting fields: [String: Value], revision: Int?
  ) throws(Diagnostic) -> Record {
    try transactions.writing { (connection) throws(Diagnostic) in
      let table = try database.writableTable(kind, connection)
      let old = try existing(id.text, table, revision: revision, connection)
      var values = old.values
      for (name, value) in fields.inCodePointOrder(by: \.key) {
        let (place, fitting) = try table.kind.fitting(value, in: name)
        values[place] = fitting
      }
      return try update(old, to: values, table, connection).record(table.kind)
    }
  }

  /// Changes the values of a row; the same values leave it unchanged.
  func update(
    _ old: StoredRecord, to values: [Value], _ table: KindTable, _ connection: Connection
  ) throws(Diagnostic) -> StoredRecord {
    guard values != old.values || !zip(values, old.values).allSatisfy({ $0.isSame(as: $1) }) else { return old }
    var row = old
    row.values = values
    row.revision += 1
    row.changed = try transactions.stamp()
    try write(row, table.update, table, connection)
    if let field = table.kind.numbered, let place = table.place(of: field), values[place] != old.values[place] {
      try retireNumber(of: old.values, table, connection)
    }
    var before: [(String, JSONValue)] = []
    for (place, field) in table.kind.fields.enumerated() where !old.values[place].isSame(as: values[place]) {
      before.append((field.name, old.values[place].logged))
    }
    try log.append(.update, row.id, revision: row.revision, of: table.kind, before: before, connection)
    return row
  }

  func remove(_ id: RecordID, of kind: String, revision: Int?) throws(Diagnostic) {
    try transactions.writing { (connection) throws(Diagnostic) in
      let table = try database.writableTable(kind, connection)
      try remove(try existing(id.text, table, revision: revision, connection), table, connection)
    }
  }

  /// Removes a row; the log keeps all of it.
  func remove(_ row: StoredRecord, _ table: KindTable, _ connection: Connection) throws(Diagnostic) {
    do throws(Diagnostic) { try connection.run(table.remove, [.text(row.id)]) } catch {
      guard connection.lastCode & 0xFF == 19 else { throw error }
      throw Diagnostic(
        "record-in-use",
        "record '\(row.id)' of '\(table.kind.name)' cannot be removed: \(try users(of: row.id, table, connection))",
        help: "remove or change those first")
    }
    try retireNumber(of: row.values, table, connection)
    var before: [(String, JSONValue)] = [
      (LoggedField.createdAt, .integer(row.created.at.microseconds)), (LoggedField.createdBy, .string(row.created.by)),
    ]
    for (field, value) in zip(table.kind.fields, row.values) where !value.isMissing {
      before.append((field.name, value.logged))
    }
    try log.append(.remove, row.id, revision: row.revision + 1, of: table.kind, before: before, connection)
  }

  /// A row that must exist; throws `unknown-record` and `stale-record`.
  func existing(
    _ id: String, _ table: KindTable, revision: Int?, _ connection: Connection
  ) throws(Diagnostic) -> StoredRecord {
    guard let row = try find(id, table, connection) else {
      throw Diagnostic("unknown-record", "there is no record '\(id)' of '\(table.kind.name)'")
    }
    if let revision, revision != row.revision {
      throw Diagnostic(
        "stale-record",
        "record '\(id)' of '\(table.kind.name)' is at revision \(row.revision), not \(revision): '\(row.changed.by)' "
          + "changed it meanwhile",
        help: "read it again and repeat the change")
    }
    return row
  }

  /// A row by its name.
  func find(_ id: String, _ table: KindTable, _ connection: Connection) throws(Diagnostic) -> StoredRecord? {
    try connection.rows(table.selectByID, [.text(id)]) { (row) throws(Diagnostic) in try table.read(row) }.first
  }

  /// A row by its natural key, which is among `values`.
  func find(
    key values: [Value], _ table: KindTable, _ connection: Connection
  ) throws(Diagnostic) -> StoredRecord? {
    guard let sql = table.selectByKey else { return nil }
    let arguments = table.keyPlaces.map { values[$0].stored }
    return try connection.with(sql, arguments) { (row) throws(Diagnostic) in
      try row.step() ? try table.read(row) : nil
    }
  }

  /// Writes a row, and throws the constraint that it violates.
  func write(
    _ row: StoredRecord, _ sql: String, _ table: KindTable, _ connection: Connection
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      try connection.with(sql) { (statement) throws(Diagnostic) in
        try table.bind(row, to: statement)
        while try statement.step() {}
      }
    } catch {
      let code = connection.lastCode
      guard code & 0xFF == 19 else { throw error }
      let kind = table.kind
      for (field, value) in zip(kind.fields, row.values) {
        guard case .reference(let target) = field.kind, case .text(let id) = value,
          let other = try database.plan.get().table(target), try find(id, other, connection) == nil
        else { continue }
        throw Diagnostic(
          "bad-record",
          "field '\(field.name)' of '\(kind.name)' refers to '\(id)', but there is no such record of "
            + "'\(target)'")
      }
      if !kind.key.isEmpty {
        let key = zip(kind.key, table.keyPlaces).map { "\($0) '\(row.values[$1].fileText)'" }.joined(separator: ", ")
        throw Diagnostic(
          "taken-key", "there is already a record of '\(kind.name)' with \(key)", help: "change that one")
      }
      throw error
    }
  }

  /// The records that refer to a record, in words.
  private func users(of id: String, _ table: KindTable, _ connection: Connection) throws(Diagnostic) -> String {
    var parts: [String] = []
    for kind in try database.plan.get().kinds where try !database.isAbsent(kind.name, connection) {
      for field in kind.fields where field.kind == .reference(table.kind.name) {
        let sql =
          "SELECT count(*) FROM \(SQLValue.quoted(kind.name)) WHERE \(SQLValue.quoted(field.name)) = ?"
        let count = try connection.integer(sql, [.text(id)]) ?? 0
        if count > 0 { parts.append("\(count.counted("record")) of '\(kind.name)' by '\(field.name)'") }
      }
    }
    return parts.isEmpty ? "others refer to it" : "it is referred to by " + parts.joined(separator: " and ")
  }
}

extension RecordKind {
  /// The values of a new record in the order of the fields; throws `unknown-field` and `bad-record`.
  func values(_ given: [String: Value]) throws(Diagnostic) -> [Value] {
    var out = [Value](repeating: .missing, count: fields.count)
    for (name, value) in given.inCodePointOrder(by: \.key) {
      let (place, fitting) = try fitting(value, in: name, isNew: true)
      out[place] = fitting
    }
    for (field, value) in zip(fields, out) where field.isRequired && value.isMissing { throw missing(field) }
    return out
  }

  /// The index of a field and the value converted for it; throws `unknown-field` and `bad-record`.
  func fitting(_ value: Value, in name: String, isNew: Bool = false) throws(Diagnostic) -> (Int, Value) {
    guard let place = fields.firstIndex(where: { $0.name == name }) else {
      throw Diagnostic.unknown("field", name, among: fields.map(\.name))
    }
    let field = fields[place]
    guard let fitting = field.kind.fitting(value) else {
      throw Diagnostic(
        "bad-record",
        "field '\(name)' of '\(self.name)' must be \(field.kind.words), not \(value.kindName) "
          + "'\(String(value.fileText.unicodeScalars.prefix(80)))'")
    }
    if field.isRequired, fitting.isMissing { throw missing(field) }
    return (place, fitting)
  }

  private func missing(_ field: RecordField) -> Diagnostic {
    Diagnostic("bad-record", "a record of '\(name)' must have a value for '\(field.name)'")
  }
}

extension Value {
  /// Whether both are stored identically; texts that only look the same differ.
  func isSame(as other: Value) -> Bool {
    if case .text(let a) = self, case .text(let b) = other { return a.utf8.elementsEqual(b.utf8) }
    return self == other
  }
}
