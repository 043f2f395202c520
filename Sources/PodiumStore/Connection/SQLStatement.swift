internal import CSQLite
internal import PodiumCore

/// A prepared statement of a connection, used by one caller at a time.
///
/// Texts are bound and read with their length, because they may contain zero bytes.
final class SQLStatement {
  private let pointer: OpaquePointer
  // The connection keeps its statements.
  private unowned let connection: Connection
  /// Whether its rows are being stepped through.
  var isBusy = false
  /// The memory for the texts of the current row, and how much of it is used.
  private var kept = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
  private var used = 0

  init(_ sql: String, _ connection: Connection) throws(Diagnostic) {
    var made: OpaquePointer?
    let code = sqlite3_prepare_v2(connection.handle, sql, -1, &made, nil)
    guard code == SQLITE_OK, let made else { throw connection.failure(code) }
    pointer = made
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(pointer)
    kept.deallocate()
  }

  /// Sets the arguments; missing ones are NULL.
  func bind(_ values: [SQLValue]) throws(Diagnostic) {
    for (place, value) in values.enumerated() { try bind(value, at: Int32(clamping: place + 1)) }
  }

  /// Sets one argument; indices start at 1.
  func bind(_ value: SQLValue, at place: Int32) throws(Diagnostic) {
    let code: Int32
    switch value {
    case .null: code = sqlite3_bind_null(pointer, place)
    case .integer(let x): code = sqlite3_bind_int64(pointer, place, Int64(x))
    case .real(let x): code = sqlite3_bind_double(pointer, place, x)
    case .text(var text):
      code = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          podium_sqlite_bind_text(pointer, place, $0.baseAddress, Int32(clamping: $0.count))
        }
      }
    case .bytes(let bytes):
      code = bytes.withUnsafeBytes {
        podium_sqlite_bind_bytes(pointer, place, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
    guard code == SQLITE_OK else { throw connection.failure(code) }
  }

  /// Reserves memory for the texts of one row, `bytes` in all; they stay until the next row's.
  ///
  /// An import binds hundreds of thousands of texts, and SQLite would allocate memory for each.
  func makeRoom(_ bytes: Int) {
    used = 0
    guard kept.count < bytes else { return }
    kept.deallocate()
    kept = .allocate(capacity: 2 * bytes)
  }

  /// Sets a text in the reserved memory; if it does not fit, SQLite copies it.
  func bindKept(_ text: String, at place: Int32) throws(Diagnostic) {
    var text = text
    let count = text.utf8.count
    guard kept.count - used >= count, count > 0 else { return try bind(.text(text), at: place) }
    let space = UnsafeMutableBufferPointer(rebasing: kept[used..<(used + count)])
    _ = text.withUTF8 { space.update(fromContentsOf: $0) }
    used += count
    let code = UnsafeBufferPointer(space).withMemoryRebound(to: CChar.self) {
      podium_sqlite_bind_kept_text(pointer, place, $0.baseAddress, Int32(clamping: count))
    }
    guard code == SQLITE_OK else { throw connection.failure(code) }
  }

  /// Goes to the next row; false after the last.
  func step() throws(Diagnostic) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.failure(code)
    }
  }

  /// Makes it ready for the next use.
  func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  // MARK: The current row

  /// The kind of value in a column of the row.
  enum Kind { case null, integer, real, text, bytes }

  func kind(_ column: Int) -> Kind {
    switch sqlite3_column_type(pointer, Int32(clamping: column)) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    default: .bytes
    }
  }

  /// A whole number; nil for anything else.
  func integer(_ column: Int) -> Int? {
    kind(column) == .integer ? Int(sqlite3_column_int64(pointer, Int32(clamping: column))) : nil
  }

  /// A number; nil for anything else.
  func real(_ column: Int) -> Double? {
    switch kind(column) {
    case .integer, .real: sqlite3_column_double(pointer, Int32(clamping: column))
    default: nil
    }
  }

  /// A text; nil for anything else and for bytes that are not UTF-8.
  func text(_ column: Int) -> String? {
    rawText(column).flatMap { String(wholly: $0) }
  }

  /// The bytes of a text as SQLite holds them, until the next step; nil for anything else.
  func rawText(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
    kind(column) == .text ? textBytes(column) : nil
  }

  /// The bytes of a column whose kind has been checked.
  func textBytes(_ column: Int) -> UnsafeBufferPointer<UInt8> {
    let place = Int32(clamping: column)
    let start = sqlite3_column_text(pointer, place)
    return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(pointer, place)))
  }

  /// The bytes of a column whose kind has been checked, until the next step.
  func rawBytes(_ column: Int) -> UnsafeRawBufferPointer {
    let place = Int32(clamping: column)
    let start = sqlite3_column_blob(pointer, place)
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(pointer, place)))
  }

  /// The whole number in a column whose kind has been checked.
  func rawInteger(_ column: Int) -> Int { Int(sqlite3_column_int64(pointer, Int32(clamping: column))) }

  /// The number in a column whose kind has been checked.
  func rawReal(_ column: Int) -> Double { sqlite3_column_double(pointer, Int32(clamping: column)) }

  /// Bytes; nil for anything else.
  func bytes(_ column: Int) -> [UInt8]? {
    guard kind(column) == .bytes else { return nil }
    let place = Int32(clamping: column)
    let count = Int(sqlite3_column_bytes(pointer, place))
    guard count > 0 else { return [] }
    guard let start = sqlite3_column_blob(pointer, place) else { return nil }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension String {
  /// Bytes as text; nil if they are not UTF-8.
  init?(wholly bytes: UnsafeBufferPointer<UInt8>) {
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    if all < 0x80 {
      self.init(decoding: bytes, as: UTF8.self)
    } else {
      self.init(validating: bytes, as: UTF8.self)
    }
  }
}
