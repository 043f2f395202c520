internal import PodiumCore
internal import PodiumPlugin

/// A record kind as an SQLite table: its definition and the statements that read and write it.
///
/// Columns of a row: id, revision, created_at, created_by, changed_at, changed_by, checksum, then the fields.
struct KindTable {
  let kind: RecordKind
  /// The name in SQL.
  let name: String
  /// All columns in order, for SELECT.
  let columns: String
  let insert: String
  let update: String
  let remove: String
  let selectByID: String
  /// Nil for a kind without a natural key.
  let selectByKey: String?
  /// The indices of the key's fields.
  let keyPlaces: [Int]
  /// The words that each field name adds to the checksum of a row.
  let nameWords: [ArraySlice<UInt64>]
  /// The checksum after the name of the kind, with which every row's checksum begins.
  let sumStart: Checksum

  /// The columns every table has before the fields.
  static let head = ["id", "revision", "created_at", "created_by", "changed_at", "changed_by", "checksum"]

  init(_ kind: RecordKind) {
    self.kind = kind
    name = SQLValue.quoted(kind.name)
    let all = KindTable.head + kind.fields.map(\.name)
    let quoted = all.map(SQLValue.quoted)
    columns = quoted.joined(separator: ", ")
    insert =
      "INSERT INTO \(name) (\(columns)) VALUES (" + all.map { _ in "?" }.joined(separator: ", ") + ")"
    update =
      "UPDATE \(name) SET "
      + quoted.dropFirst().enumerated().map { "\($0.element) = ?\($0.offset + 2)" }.joined(separator: ", ")
      + " WHERE \"id\" = ?1"
    remove = "DELETE FROM \(name) WHERE \"id\" = ?"
    selectByID = "SELECT \(columns) FROM \(name) WHERE \"id\" = ?"
    nameWords = kind.fields.map { Checksum.words(of: $0.name)[...] }
    var start = Checksum()
    start.add(kind.name)
    sumStart = start
    keyPlaces = kind.key.compactMap { key in kind.fields.firstIndex { $0.name == key } }
    selectByKey =
      kind.key.isEmpty
      ? nil
      : "SELECT \(columns) FROM \(name) WHERE "
        + kind.key.map { SQLValue.quoted($0) + " = ?" }.joined(separator: " AND ")
  }

  func place(of field: String) -> Int? { kind.fields.firstIndex { $0.name == field } }

  /// The statement that creates the table, under another name while it is being rebuilt.
  func definition(named other: String? = nil) -> String {
    var lines = [
      "\"id\" TEXT NOT NULL PRIMARY KEY", "\"revision\" INTEGER NOT NULL", "\"created_at\" INTEGER NOT NULL",
      "\"created_by\" TEXT NOT NULL", "\"changed_at\" INTEGER NOT NULL", "\"changed_by\" TEXT NOT NULL",
      "\"checksum\" INTEGER NOT NULL",
    ]
    for field in kind.fields {
      let column = SQLValue.quoted(field.name)
      var line = column
      switch field.kind {
      case .text, .date: line += " TEXT"
      case .integer, .datetime: line += " INTEGER"
      case .number: line += " REAL"
      case .boolean: line += " INTEGER CHECK (\(column) IN (0, 1))"
      case .reference: line += " TEXT"
      case .bytes: line += " BLOB"
      }
      if field.isRequired { line += " NOT NULL" }
      if case .reference(let target) = field.kind { line += " REFERENCES \(SQLValue.quoted(target)) (\"id\")" }
      lines.append(line)
    }
    return "CREATE TABLE \(SQLValue.quoted(other ?? kind.name)) (" + lines.joined(separator: ", ")
      + ") STRICT, WITHOUT ROWID"
  }

  /// The statements that create the indexes: the natural key, the declared ones that it does not begin with, and one for each reference, which the
  /// removal of the referenced record searches.
  var indexDefinitions: [String] {
    func definition(_ label: String, _ fields: [String], unique: Bool) -> String {
      "CREATE \(unique ? "UNIQUE " : "")INDEX \(SQLValue.quoted(kind.name + "/" + label)) ON \(name) ("
        + fields.map(SQLValue.quoted).joined(separator: ", ") + ")"
    }
    var out = kind.key.isEmpty ? [] : [definition("key", kind.key, unique: true)]
    var leading = Set(kind.key.prefix(1) + kind.indexes.compactMap(\.first))
    for (place, fields) in kind.indexes.enumerated() where !fields.isEmpty && !kind.key.starts(with: fields) {
      out.append(definition("\(place + 1)", fields, unique: false))
    }
    for field in kind.fields {
      guard case .reference = field.kind, leading.insert(field.name).inserted else { continue }
      out.append(definition(field.name, [field.name], unique: false))
    }
    return out
  }
}

/// A row of a kind's table.
struct StoredRecord {
  /// What a revision can be: no record is written more often.
  static let revisions = 1...(1 << 60)

  var id: String
  var revision: Int
  var created: Record.Stamp
  var changed: Record.Stamp
  /// One for each field, in order.
  var values: [Value]

  /// The record as callers see it.
  func record(_ kind: RecordKind) -> Record {
    var fields: [String: Value] = [:]
    for (field, value) in zip(kind.fields, values) where !value.isMissing { fields[field.name] = value }
    return Record(
      id: RecordID(id), kind: kind.name, revision: revision, created: created, changed: changed, fields: fields)
  }
}

extension KindTable {
  /// The checksum over the whole content of a row.
  func checksum(_ row: StoredRecord) -> Int {
    var sum = sumStart
    sum.add(row.id)
    sum.add(row.revision)
    for stamp in [row.created, row.changed] {
      sum.add(stamp.at.microseconds)
      sum.add(stamp.by)
    }
    for (place, value) in row.values.enumerated() where !value.isMissing {
      sum.add(nameWords[place])
      sum.add(value)
    }
    return sum.value
  }

  /// Binds the values of a row to a statement, in the order of the columns.
  func bind(_ row: StoredRecord, to statement: SQLStatement) throws(Diagnostic) {
    var bytes = row.id.utf8.count + row.created.by.utf8.count + row.changed.by.utf8.count
    for case .text(let text) in row.values { bytes += text.utf8.count }
    statement.makeRoom(bytes)
    try statement.bindKept(row.id, at: 1)
    try statement.bind(.integer(row.revision), at: 2)
    try statement.bind(.integer(row.created.at.microseconds), at: 3)
    try statement.bindKept(row.created.by, at: 4)
    try statement.bind(.integer(row.changed.at.microseconds), at: 5)
    try statement.bindKept(row.changed.by, at: 6)
    try statement.bind(.integer(checksum(row)), at: 7)
    var place = Int32(clamping: KindTable.head.count)
    for value in row.values {
      place += 1
      switch value {
      // After a reset all parameters are NULL.
      case .missing: break
      case .text(let text): try statement.bindKept(text, at: place)
      default: try statement.bind(value.stored, at: place)
      }
    }
  }

  /// The current row of a statement; throws `workspace-damaged` if it is not what was written.
  func read(_ statement: SQLStatement) throws(Diagnostic) -> StoredRecord {
    guard let id = statement.text(0) else { throw damaged(nil) }
    guard let revision = statement.integer(1), StoredRecord.revisions.contains(revision),
      let createdAt = statement.integer(2).flatMap(Moment.init(stored:)), let createdBy = statement.text(3),
      let changedAt = statement.integer(4).flatMap(Moment.init(stored:)), let changedBy = statement.text(5),
      let wanted = statement.integer(6)
    else { throw damaged(id) }
    var values: [Value] = []
    values.reserveCapacity(kind.fields.count)
    for (place, field) in kind.fields.enumerated() {
      guard let value = field.kind.value(statement, place + KindTable.head.count) else { throw damaged(id) }
      values.append(value)
    }
    let row = StoredRecord(
      id: id, revision: revision, created: .init(at: createdAt, by: createdBy),
      changed: .init(at: changedAt, by: changedBy), values: values)
    guard checksum(row) == wanted else { throw damaged(id) }
    return row
  }

  /// The error for a row that is not what was written.
  func damaged(_ id: String?) -> Diagnostic {
    SQLiteFailure.damaged("record '\(id ?? "?")' of kind '\(kind.name)'", cause: "its checksum does not match")
  }
}

extension Value {
  /// The value as stored in SQLite: days as ISO text, moments as microseconds since 1970.
  var stored: SQLValue {
    switch self {
    case .missing: .null
    case .number(let x): .real(x)
    case .integer(let i): .integer(i)
    case .text(let text): .text(text)
    case .boolean(let b): .integer(b ? 1 : 0)
    case .date(let day): .text(day.description)
    case .datetime(let moment): .integer(moment.microseconds)
    case .bytes(let bytes): .bytes(bytes)
    }
  }
}

extension Moment {
  /// A moment as SQLite keeps it; nil if it is outside the years 1 to 9999.
  init?(stored microseconds: Int) {
    self.init(microseconds: microseconds)
    if self.microseconds != microseconds { return nil }
  }
}

extension RecordField.Kind {
  /// The value in a column of a row; nil for values this kind cannot have written.
  func value(_ statement: SQLStatement, _ column: Int) -> Value? {
    let stored = statement.kind(column)
    if stored == .null { return .missing }
    switch self {
    case .text, .reference: return statement.text(column).map(Value.text)
    case .integer: return statement.integer(column).flatMap { $0 == ColumnValues.missingInteger ? nil : .integer($0) }
    case .number: return stored == .real ? statement.real(column).flatMap { $0.isFinite ? .number($0) : nil } : nil
    case .boolean: return statement.integer(column).flatMap { $0 == 0 || $0 == 1 ? .boolean($0 == 1) : nil }
    case .date: return statement.text(column).flatMap { CalendarDate(iso: $0) }.map(Value.date)
    case .datetime: return statement.integer(column).flatMap(Moment.init(stored:)).map(Value.datetime)
    case .bytes: return statement.bytes(column).map(Value.bytes)
    }
  }

  /// The kind in words.
  var words: String {
    switch self {
    case .text: "text"
    case .integer: "a whole number"
    case .number: "a finite number"
    case .boolean: "yes or no"
    case .date: "a date"
    case .datetime: "a date with a time"
    case .reference(let kind): "the id of a record of '\(kind)'"
    case .bytes: "bytes"
    }
  }

  /// The value converted for a field of this kind; nil if it does not fit.
  func fitting(_ value: Value) -> Value? {
    switch (self, value) {
    case (_, .missing): .missing
    case (.text, .text(let text)), (.reference, .text(let text)):
      text.utf8.count <= RecordField.Kind.longestText ? value : nil
    case (.integer, .integer(let i)): i == ColumnValues.missingInteger ? nil : value
    case (.integer, .number(let x)):
      Int(exactly: x).flatMap { $0 == ColumnValues.missingInteger ? nil : .integer($0) }
    // SQLite stores −0 as 0.
    case (.number, .number(let x)): x.isFinite ? .number(x + 0) : nil
    case (.number, .integer(let i)): Double(exactly: i).map(Value.number)
    case (.bytes, .bytes(let bytes)): bytes.count <= RecordField.Kind.longestText ? value : nil
    case (.boolean, .boolean), (.date, .date), (.datetime, .datetime): value
    default: nil
    }
  }

  /// Maximum number of bytes of a text, or of a field of bytes, in a record.
  static let longestText = 1 << 24
}
