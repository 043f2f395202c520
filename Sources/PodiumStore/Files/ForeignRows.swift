internal import CSQLite
internal import Glibc
internal import PodiumCore

/// The rows of a statement over a foreign database, in order.
final class ForeignRows {
  private let statement: OpaquePointer
  private let database: ForeignDatabase

  init(_ statement: OpaquePointer, _ database: ForeignDatabase) {
    self.statement = statement
    self.database = database
  }

  deinit { sqlite3_finalize(statement) }

  var columnCount: Int { Int(sqlite3_column_count(statement)) }

  /// The name of a column.
  func name(_ place: Int) -> String {
    sqlite3_column_name(statement, Int32(clamping: place)).map { start in
      ForeignName(UnsafeRawBufferPointer(start: start, count: strlen(start))).text
    } ?? ""
  }

  /// The declared type of a column; nil for computed columns.
  func declaration(_ place: Int) -> String? {
    sqlite3_column_decltype(statement, Int32(clamping: place)).map { String(cString: $0) }
  }

  /// Goes to the next row; false after the last.
  func step() throws(Diagnostic) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw database.failure(code)
    }
  }

  /// The content of a cell.
  enum Cell {
    case value(Value)
    /// A text that was not UTF-8, repaired.
    case repaired(String)
    case bytes
  }

  /// A cell of the row; the whole number that represents missing becomes a number.
  func cell(_ place: Int32) -> Cell {
    switch sqlite3_column_type(statement, place) {
    case SQLITE_NULL: return .value(.missing)
    case SQLITE_INTEGER:
      let whole = Int(sqlite3_column_int64(statement, place))
      return .value(whole == ColumnValues.missingInteger ? .number(Double(whole)) : .integer(whole))
    case SQLITE_FLOAT: return .value(.real(sqlite3_column_double(statement, place)))
    case SQLITE_TEXT:
      guard let start = sqlite3_column_text(statement, place) else { return .value(.text("")) }
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, place)))
      if let text = String(validating: bytes, as: UTF8.self) { return .value(.text(text)) }
      return .repaired(String(decoding: bytes, as: UTF8.self))
    default: return .bytes
    }
  }

  /// The first bytes of a cell as an SQL literal, for messages.
  func bytesText(_ place: Int32) -> String {
    let count = Int(sqlite3_column_bytes(statement, place))
    guard count > 0, let start = sqlite3_column_blob(statement, place) else { return "x''" }
    let digits = UnsafeRawBufferPointer(start: start, count: min(count, 16)).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }
    return "x'" + digits.joined() + (count > 16 ? "…" : "") + "'"
  }

  /// Number of bytes of a cell's text.
  func byteCount(_ place: Int32) -> Int { Int(sqlite3_column_bytes(statement, place)) }

  /// A whole number; nil for anything else.
  func integer(_ place: Int32) -> Int? {
    if case .value(.integer(let whole)) = cell(place) { whole } else { nil }
  }

  /// A text; nil for anything else.
  func text(_ place: Int32) -> String? {
    if case .value(.text(let text)) = cell(place) { text } else { nil }
  }

  /// A text as a name, whatever its bytes are; nil for anything else.
  func foreignName(_ place: Int32) -> ForeignName? {
    guard sqlite3_column_type(statement, place) == SQLITE_TEXT, let start = sqlite3_column_text(statement, place) else {
      return nil
    }
    return ForeignName(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, place))))
  }
}
