internal import CSQLite
internal import PodiumCore

/// SQLite, which is loaded before the first connection is opened: a run without one does not pay for it.
enum SQLiteLibrary {
  private static let loaded = Result { () throws(Diagnostic) in
    try SystemLibrary.sqlite.load { podium_sqlite_load($0) }
  }

  /// Loads it; throws `missing-library`.
  static func load() throws(Diagnostic) { try loaded.get() }

  /// Whether it is there; it is loaded.
  static var isThere: Bool { if case .success = loaded { true } else { false } }

  /// A connection as SQLite opens it, with its code: also a failed one is the caller's to close.
  ///
  /// Throws `missing-library`.
  static func open(_ address: String, _ flags: Int32) throws(Diagnostic) -> (code: Int32, handle: OpaquePointer?) {
    try load()
    var made: OpaquePointer?
    let code = sqlite3_open_v2(address, &made, flags, nil)
    return (code, made)
  }
}
