internal import CSQLite
internal import PodiumCore

/// SQLite's functions of dates, without those of the present: they are run on a connection apart, after their arguments were
/// looked at, since a text like 'now' can come from a cell.
final class DateFunctions {
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  init?() {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    guard let (code, made) = try? SQLiteLibrary.open(":memory:", flags) else { return nil }
    guard code == SQLITE_OK, let made else {
      sqlite3_close_v2(made)
      return nil
    }
    handle = made
    // As long as a cell of a file may be.
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 24)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// The refusal of what reads the clock.
  static func clock(_ what: String) -> SQLFunctions.Refusal {
    SQLFunctions.Refusal(
      what: what + ", which reads the clock", help: "write the day itself, as in date('2026-01-31')")
  }

  /// The longest format of `strftime`, in bytes.
  private static let formatLimit = 4096

  /// Why a function does not run with these arguments; nil where it does.
  static func refusal(
    _ name: String, _ values: UnsafeMutableBufferPointer<OpaquePointer?>
  ) -> SQLFunctions.Refusal? {
    let first = name == "strftime" ? 1 : 0
    if first == 1, let format = values.first, sqlite3_value_bytes(format) > formatLimit {
      return SQLFunctions.Refusal(
        what: "a format of strftime of more than \(formatLimit) bytes",
        help: "join the answers of shorter formats with ||")
    }
    // Without a date it is the present.
    if name != "timediff", values.count == first { return clock("the function '\(name)' without a date") }
    // SQLite reads bytes as a text too, up to the first zero.
    for value in values where [SQLITE_TEXT, SQLITE_BLOB].contains(sqlite3_value_type(value)) {
      guard let start = sqlite3_value_text(value), (0...9).contains(where: { start[$0] == 0 }) else { continue }
      switch String(cString: start).lowercased() {
      case "now", "subsec", "subsecond": return clock("the function '\(name)' with 'now'")
      case "localtime", "utc":
        return SQLFunctions.Refusal(
          what: "the function '\(name)' with 'localtime' or 'utc', which depend on the time zone of the machine",
          help: "moments in tables are UTC; add hours, as in datetime(x, '+2 hours')")
      default: break
      }
    }
    return nil
  }

  /// Gives what SQLite's function gives.
  func give(
    _ name: String, _ values: UnsafeMutableBufferPointer<OpaquePointer?>, _ context: OpaquePointer?
  ) {
    let key = name + String(values.count)
    if statements[key] == nil {
      let sql = "SELECT \(name)(" + values.indices.map { _ in "?" }.joined(separator: ",") + ")"
      var made: OpaquePointer?
      if sqlite3_prepare_v2(handle, sql, -1, &made, nil) == SQLITE_OK { statements[key] = made }
    }
    guard let statement = statements[key] else { return sqlite3_result_error(context, "no such function: \(name)", -1) }
    for (place, value) in values.enumerated() { sqlite3_bind_value(statement, Int32(clamping: place + 1), value) }
    let code = sqlite3_step(statement)
    if code == SQLITE_ROW {
      sqlite3_result_value(context, sqlite3_column_value(statement, 0))
    } else if code & 0xFF == SQLITE_TOOBIG {
      sqlite3_result_error_toobig(context)
    } else {
      sqlite3_result_error(context, sqlite3_errmsg(handle), -1)
    }
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
  }
}
