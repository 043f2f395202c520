internal import CSQLite

/// The memory that SQLite holds in this process, for all connections.
enum SQLiteMemory {
  /// Bytes that each piece takes beside its content: what SQLite and the allocator note, and the rest of its last unit.
  ///
  /// A row that is sorted or grouped is a piece of some 24 bytes, so without it half of the memory would not be counted.
  private static let perPiece = 24

  /// The bytes that it holds now.
  static var used: Int {
    guard SQLiteLibrary.isThere else { return 0 }
    var (pieces, most): (Int64, Int64) = (0, 0)
    sqlite3_status64(SQLITE_STATUS_MALLOC_COUNT, &pieces, &most, 0)
    return Int(sqlite3_memory_used()) + Int(pieces) * perPiece
  }
}
