internal import PodiumCore
internal import PodiumShell

extension Engine {
  /// The table of a kind that plugins keep, ready to be used with this file.
  ///
  /// Throws `unknown-kind`, and why the plugin's kinds are refused.
  func table(_ kind: String) throws(Diagnostic) -> KindTable {
    let plan = try plan.get()
    guard let table = plan.tables[kind], let owner = plan.ownerOfKind[kind] else {
      throw Diagnostic.unknown("kind", kind, among: plan.kinds.map(\.name))
    }
    if let refusal = refused[owner] { throw refusal }
    return table
  }

  /// Whether a kind's table is not in this file, which can only be read.
  func isAbsent(_ kind: String) -> Bool {
    guard case .success(let plan) = plan, let owner = plan.ownerOfKind[kind] else { return false }
    return absent.contains(owner)
  }

  /// A kind's table by the name in the change log, podium's own included; nil for one nobody keeps now.
  func loggedTable(_ kind: String) throws(Diagnostic) -> KindTable? {
    for own in [Layout.datasets, Layout.models] where own.kind.name == kind { return own }
    return try plan.get().tables[kind] == nil ? nil : table(kind)
  }

  // MARK: Reading

  func records(_ query: RecordQuery) throws(Diagnostic) -> [Record] {
    try checkQuery(query)
    return try reading([]) { (connection) throws(Diagnostic) in
      let table = try table(query.kind)
      return try rows(query, table, connection).map { $0.record(table.kind) }
    }
  }

  func count(_ query: RecordQuery) throws(Diagnostic) -> Int {
    try checkQuery(query)
    return try reading(0) { (connection) throws(Diagnostic) in
      let table = try table(query.kind)
      guard !isAbsent(query.kind) else { return 0 }
      var text = QueryText(table)
      try text.add(query.conditions)
      let inner = "SELECT 1 FROM \(table.name)\(text.whereClause)\(text.limit(query.limit))"
      return try connection.integer("SELECT count(*) FROM (\(inner))", text.arguments) ?? 0
    }
  }

  /// Throws what is wrong with a query, also where there is no file to ask.
  private func checkQuery(_ query: RecordQuery) throws(Diagnostic) {
    let plan = try plan.get()
    guard let table = plan.tables[query.kind] else {
      throw Diagnostic.unknown("kind", query.kind, among: plan.kinds.map(\.name))
    }
    var text = QueryText(table)
    try text.add(query.conditions)
    _ = try text.order(query.order)
  }

  func rows(_ query: RecordQuery, _ table: KindTable, _ connection: Connection) throws(Diagnostic) -> [StoredRecord] {
    guard !isAbsent(query.kind) else { return [] }
    let (sql, arguments) = try Engine.statement(of: query, table)
    return try connection.rows(sql, arguments) { (row) throws(Diagnostic) in try table.read(row) }
  }

  /// The statement that answers a query with whole rows, and its arguments.
  static func statement(of query: RecordQuery, _ table: KindTable) throws(Diagnostic) -> (String, [SQLValue]) {
    var text = QueryText(table)
    try text.add(query.conditions)
    let order = try text.order(query.order)
    return (
      "SELECT \(table.columns) FROM \(table.name)\(text.whereClause) ORDER BY \(order)\(text.limit(query.limit))",
      text.arguments
    )
  }

  // MARK: Writing

  func insert(_ kind: String, _ fields: [String: Value]) throws(Diagnostic) -> Record {
    let shape = try plan.get().tables[kind]?.kind
    _ = try shape?.values(fields)
    return try writing { (connection) throws(Diagnostic) in
      let table = try table(kind)
      return try insert(try table.kind.values(fields), into: table, connection).record(table.kind)
    }
  }

  /// Adds a row with a new name; the values are checked.
  @discardableResult
  func insert(_ values: [Value], into table: KindTable, _ connection: Connection) throws(Diagnostic) -> StoredRecord {
    let row = try make(values, in: table, connection)
    try log(.insert, row.id, revision: 1, of: table.kind, before: nil, connection)
    return row
  }

  /// Writes a row with a new name, which the caller logs; the values are checked.
  func make(_ values: [Value], in table: KindTable, _ connection: Connection) throws(Diagnostic) -> StoredRecord {
    let stamp = try stamp()
    let row = StoredRecord(id: ids.next(at: stamp.at), revision: 1, created: stamp, changed: stamp, values: values)
    try write(row, table.insert, table, connection)
    return row
  }

  func update(
    _ id: RecordID, of kind: String, setting fields: [String: Value], revision: Int?
  ) throws(Diagnostic) -> Record {
    try writing { (connection) throws(Diagnostic) in
      let table = try table(kind)
      let old = try existing(id.text, table, revision: revision, connection)
      var values = old.values
      for (name, value) in fields.sorted(by: { CodePointOrder.precedes($0.key, $1.key) }) {
        let (place, fitting) = try table.kind.fitting(value, in: name)
        values[place] = fitting
      }
      return try update(old, to: values, table, connection).record(table.kind)
    }
  }

  /// Gives a row other values; the same values leave it as it is.
  func update(
    _ old: StoredRecord, to values: [Value], _ table: KindTable, _ connection: Connection
  ) throws(Diagnostic) -> StoredRecord {
    guard values != old.values || !zip(values, old.values).allSatisfy({ $0.isSame(as: $1) }) else { return old }
    var row = old
    row.values = values
    row.revision += 1
    row.changed = try stamp()
    try write(row, table.update, table, connection)
    if let field = table.kind.numbered, let place = table.place(of: field), values[place] != old.values[place] {
      try retireNumber(of: old.values, table, connection)
    }
    var before: [(String, JSONValue)] = []
    for (place, field) in table.kind.fields.enumerated() where !old.values[place].isSame(as: values[place]) {
      before.append((field.name, old.values[place].logged))
    }
    try log(.update, row.id, revision: row.revision, of: table.kind, before: before, connection)
    return row
  }

  func remove(_ id: RecordID, of kind: String, revision: Int?) throws(Diagnostic) {
    try writing { (connection) throws(Diagnostic) in
      let table = try table(kind)
      try remove(try existing(id.text, table, revision: revision, connection), table, connection)
    }
  }

  /// Takes a row away; the log keeps all of it.
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
    try log(.remove, row.id, revision: row.revision + 1, of: table.kind, before: before, connection)
  }

  /// A row that must be there; throws `unknown-record` and `stale-record`.
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

  /// A row by its natural key, which `values` hold among the rest.
  func find(
    key values: [Value], _ table: KindTable, _ connection: Connection
  ) throws(Diagnostic) -> StoredRecord? {
    guard let sql = table.selectByKey else { return nil }
    let arguments = table.keyPlaces.map { values[$0].stored }
    return try connection.with(sql, arguments) { (row) throws(Diagnostic) in
      try row.step() ? try table.read(row) : nil
    }
  }

  /// Writes a row and says which rule of the kind it breaks.
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
          let other = try plan.get().tables[target], try find(id, other, connection) == nil
        else { continue }
        throw Diagnostic(
          "bad-record",
          "field '\(field.name)' of '\(kind.name)' refers to '\(id)', and there is no such record of "
            + "'\(target)'")
      }
      if !kind.key.isEmpty {
        let key = zip(kind.key, table.keyPlaces).map { "\($0) '\(row.values[$1].fileText)'" }.joined(separator: ", ")
        throw Diagnostic(
          "taken-key", "there is a record of '\(kind.name)' with \(key) already", help: "change that one")
      }
      throw error
    }
  }

  /// Who refers to a record, in words.
  private func users(of id: String, _ table: KindTable, _ connection: Connection) throws(Diagnostic) -> String {
    var parts: [String] = []
    for kind in try plan.get().kinds {
      for field in kind.fields where field.kind == .reference(table.kind.name) {
        let sql =
          "SELECT count(*) FROM \(SQLValue.quoted(kind.name)) WHERE \(SQLValue.quoted(field.name)) = ?"
        let count = try connection.integer(sql, [.text(id)]) ?? 0
        if count > 0 { parts.append("\(count.counted("record")) of '\(kind.name)' by '\(field.name)'") }
      }
    }
    return parts.isEmpty ? "others refer to it" : "it is referred to by " + parts.joined(separator: " and ")
  }

  /// The stamp of everything the running command writes.
  func stamp() throws(Diagnostic) -> Record.Stamp {
    guard case .open(let transaction) = phase else {
      throw Diagnostic("workspace-failed", "no transaction is open")
    }
    return Record.Stamp(at: transaction.at, by: author)
  }
}

extension RecordKind {
  /// The values of a new record in the order of the fields; throws `unknown-field` and `bad-record`.
  func values(_ given: [String: Value]) throws(Diagnostic) -> [Value] {
    var out = [Value](repeating: .missing, count: fields.count)
    for (name, value) in given.sorted(by: { CodePointOrder.precedes($0.key, $1.key) }) {
      let (place, fitting) = try fitting(value, in: name, isNew: true)
      out[place] = fitting
    }
    for (field, value) in zip(fields, out) where field.isRequired && value.isMissing { throw missing(field) }
    return out
  }

  /// A field's place and a value as it holds it; throws `unknown-field` and `bad-record`.
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
  /// Whether both are written alike; texts that only look alike are not the same.
  func isSame(as other: Value) -> Bool {
    if case .text(let a) = self, case .text(let b) = other { return a.utf8.elementsEqual(b.utf8) }
    return self == other
  }
}
