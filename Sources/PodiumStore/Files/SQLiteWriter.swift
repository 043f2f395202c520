internal import CSQLite
internal import PodiumCore

/// Writes a table as a database of one table; reading it back gives the same values, types and names.
///
/// The types are those that other programs know: INTEGER, REAL, TEXT, BOOLEAN (0 and 1), DATE and DATETIME (ISO text
/// with a space between day and time, in UTC). Missing is NULL. `ColumnDictionary` holds what these cannot express.
enum SQLiteWriter {
  /// Maximum number of columns of an SQLite table.
  static let mostColumns = 2000

  /// The bytes of the file.
  ///
  /// Throws `no-columns` and `too-large`.
  static func write(_ table: Table, named wanted: String?) throws(Diagnostic) -> [UInt8] {
    guard !table.columns.isEmpty else {
      throw Diagnostic("no-columns", "a database table needs at least one column, and this table has none")
    }
    guard table.columns.count <= mostColumns else {
      throw Diagnostic(
        "too-large", "a database table has at most \(mostColumns) columns, not \(table.columns.count)",
        help: "write fewer, or use CSV")
    }
    let name = tableName(wanted)
    let columns = columnNames(table.names)
    let database = try MemoryDatabase()
    try database.run("BEGIN")
    let declarations = zip(columns, table.columns).map { SQLValue.quoted($0) + " " + type(of: $1) }
    try database.run("CREATE TABLE \(SQLValue.quoted(name)) (\(declarations.joined(separator: ", ")))")
    try database.insert(table, into: SQLValue.quoted(name))
    let dictionary = ColumnDictionary.rows(of: table, named: name, columns: columns)
    if !dictionary.isEmpty {
      let texts = ColumnDictionary.columns.map { SQLValue.quoted($0) + " TEXT" }.joined(separator: ", ")
      try database.run("CREATE TABLE \(ColumnDictionary.table) (\(texts))")
      try database.insert(dictionary, into: ColumnDictionary.table)
    }
    try database.run("COMMIT")
    return try database.bytes()
  }

  private static func type(of column: Column) -> String {
    switch column.type {
    case .integer: "INTEGER"
    case .number: "REAL"
    case .text, .category, .ordered: "TEXT"
    case .boolean: "BOOLEAN"
    case .date: "DATE"
    case .datetime: "DATETIME"
    }
  }

  /// The name of the dataset, if a table can have it.
  private static func tableName(_ wanted: String?) -> String {
    guard let wanted, !wanted.isEmpty, !wanted.utf8.contains(0), wanted != ColumnDictionary.table,
      !folded(wanted).hasPrefix("sqlite_")
    else { return "data" }
    return wanted
  }

  /// Names that differ in more than the case of ASCII letters, which SQLite ignores.
  private static func columnNames(_ names: [String]) -> [String] {
    var taken = Set(names.map(folded))
    var met: Set<String> = []
    return names.enumerated().map { place, name in
      if !name.isEmpty, !name.utf8.contains(0), met.insert(folded(name)).inserted { return name }
      let stem = name.isEmpty ? "column_\(place + 1)" : name.split(separator: "\0").joined(separator: " ")
      var unique = stem
      var number = 2
      while !taken.insert(folded(unique)).inserted {
        unique = "\(stem)_\(number)"
        number += 1
      }
      met.insert(folded(unique))
      return unique
    }
  }

  private static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }, as: UTF8.self)
  }
}

/// A database in memory that is filled once and returned as bytes.
private final class MemoryDatabase {
  private let handle: OpaquePointer

  init() throws(Diagnostic) {
    let (code, made) = try SQLiteLibrary.open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    guard let made else { throw Diagnostic("too-large", "there is not enough memory for the database") }
    handle = made
    guard code == SQLITE_OK else { throw failure() }
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String) throws(Diagnostic) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  /// Adds rows of loose values.
  func insert(_ rows: [[SQLValue]], into table: String) throws(Diagnostic) {
    let statement = try insertion(rows.first?.count ?? 0, into: table)
    defer { sqlite3_finalize(statement) }
    for row in rows {
      for (place, value) in row.enumerated() { try bind(value, statement, Int32(clamping: place + 1)) }
      try step(statement)
    }
  }

  /// Adds the rows of a table.
  func insert(_ table: Table, into name: String) throws(Diagnostic) {
    let statement = try insertion(table.columns.count, into: name)
    defer { sqlite3_finalize(statement) }
    for row in 0..<table.rowCount {
      if Cancellation.stopsWork(at: row) { throw .interrupted }
      for (place, column) in table.columns.enumerated() {
        try bind(MemoryDatabase.value(column[row]), statement, Int32(clamping: place + 1))
      }
      try step(statement)
    }
  }

  private static func value(_ value: Value) -> SQLValue {
    switch value {
    case .missing: .null
    case .number(let x): .real(x)
    case .integer(let whole): .integer(whole)
    case .text(let text): .text(text)
    case .boolean(let truth): .integer(truth ? 1 : 0)
    case .bytes(let bytes): .bytes(bytes)
    case .date(let day): .text(day.description)
    // SQLite's own functions and most programs write a space, and no Z.
    case .datetime(let moment):
      .text(String(moment.description.map { $0 == "T" ? " " : $0 }.dropLast()))
    }
  }

  private func insertion(_ count: Int, into table: String) throws(Diagnostic) -> OpaquePointer {
    let marks = Array(repeating: "?", count: count).joined(separator: ",")
    var made: OpaquePointer?
    guard sqlite3_prepare_v2(handle, "INSERT INTO \(table) VALUES (\(marks))", -1, &made, nil) == SQLITE_OK, let made
    else { throw failure() }
    return made
  }

  private func bind(_ value: SQLValue, _ statement: OpaquePointer, _ place: Int32) throws(Diagnostic) {
    let code: Int32
    switch value {
    case .null: code = sqlite3_bind_null(statement, place)
    case .integer(let x): code = sqlite3_bind_int64(statement, place, Int64(x))
    case .real(let x): code = sqlite3_bind_double(statement, place, x)
    case .text(var text):
      code = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          podium_sqlite_bind_text(statement, place, $0.baseAddress, Int32(clamping: $0.count))
        }
      }
    case .bytes(let bytes):
      code = bytes.withUnsafeBytes {
        podium_sqlite_bind_bytes(statement, place, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
    guard code == SQLITE_OK else { throw failure() }
  }

  private func step(_ statement: OpaquePointer) throws(Diagnostic) {
    guard sqlite3_step(statement) == SQLITE_DONE, sqlite3_reset(statement) == SQLITE_OK else { throw failure() }
  }

  /// The file as SQLite would write it to disk.
  func bytes() throws(Diagnostic) -> [UInt8] {
    var count: Int64 = 0
    guard let start = sqlite3_serialize(handle, "main", &count, 0) else { throw failure() }
    defer { sqlite3_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  private func failure() -> Diagnostic {
    let text = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
    return Diagnostic("too-large", "the table cannot be written as a database", help: "use CSV", cause: text)
  }
}
