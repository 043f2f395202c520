internal import PodiumCore
internal import PodiumPlugin

/// One step of a migration, applied to the tables.
struct TableRebuild {
  let connection: Connection
  let before: [String: RecordKind]
  let after: [String: RecordKind]

  func run(_ step: StoreMigration.Step) throws(Diagnostic) {
    switch step {
    case .create(let kind):
      let table = KindTable(kind)
      for definition in [table.definition()] + table.indexDefinitions { try connection.run(definition) }
    case .drop(let kind):
      try connection.run("DROP TABLE \(SQLValue.quoted(kind))")
    case .addField(let kind, let field, let existing):
      let value = field.kind.fitting(existing) ?? .missing
      try rebuild(kind) { (row) throws(Diagnostic) in row.values + [value] }
    case .addNumber(let kind, _):
      var count = 0
      try rebuild(kind) { (row) throws(Diagnostic) in
        count += 1
        return row.values + [.integer(count)]
      }
    case .renameField(let kind, _, _), .setKey(let kind, _), .addIndex(let kind, _), .makeOptional(let kind, _):
      try rebuild(kind) { (row) throws(Diagnostic) in row.values }
    case .dropField(let kind, let field):
      let gone = before[kind]?.fields.firstIndex { $0.name == field }
      try rebuild(kind) { (row) throws(Diagnostic) in
        row.values.enumerated().filter { $0.offset != gone }.map(\.element)
      }
    case .rewrite(let kind, let change):
      guard let shape = after[kind] else { return }
      try rebuild(kind) { (row) throws(Diagnostic) in
        var values = row.values
        let given = try change(row.record(shape))
        for (name, value) in given.inCodePointOrder(by: \.key) {
          let (place, fitting) = try shape.fitting(value, in: name)
          values[place] = fitting
        }
        return values
      }
    }
  }

  /// Rewrites every record of a kind into a table of the new shape, which replaces the old one.
  private func rebuild(
    _ kind: String, _ values: (StoredRecord) throws(Diagnostic) -> [Value]
  ) throws(Diagnostic) {
    guard let from = before[kind], let to = after[kind] else { return }
    let (old, new) = (KindTable(from), KindTable(to))
    let name = "podium_rebuilt"
    try connection.run(new.definition(named: name))
    let insert =
      "INSERT INTO \(name) (\(new.columns)) VALUES ("
      + (KindTable.head + to.fields.map(\.name)).map { _ in "?" }.joined(separator: ", ") + ")"
    try connection.with("SELECT \(old.columns) FROM \(old.name) ORDER BY \"id\"") { (rows) throws(Diagnostic) in
      while try rows.step() {
        var row = try old.read(rows)
        row.values = try values(row)
        for (field, value) in zip(to.fields, row.values) where field.isRequired && value.isMissing {
          throw Diagnostic("bad-record", "record '\(row.id)' of '\(kind)' would have no '\(field.name)'")
        }
        try connection.with(insert) { (statement) throws(Diagnostic) in
          try new.bind(row, to: statement)
          while try statement.step() {}
        }
      }
    }
    try connection.run("DROP TABLE \(old.name)")
    try connection.run("ALTER TABLE \(name) RENAME TO \(new.name)")
    for definition in new.indexDefinitions {
      do throws(Diagnostic) { try connection.run(definition) } catch {
        if connection.lastCode & 0xFF == 19 {
          throw Diagnostic("taken-key", "records of '\(kind)' share the new key \(to.key.joined(separator: ", "))")
        }
        throw error
      }
    }
  }
}
