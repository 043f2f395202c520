internal import PodiumCore

/// Bytes under their SHA-256.
extension Archive {
  /// Bytes of one part of a blob.
  static let partSize = 1 << 18

  /// Stores bytes under their SHA-256, once however often they are saved; returns the hash.
  func keep(blob bytes: [UInt8], _ connection: Connection) throws(Diagnostic) -> String {
    let hash = try database.detached { SHA256.hex(bytes) }
    guard try connection.integer("SELECT count(*) FROM podium_blobs WHERE hash = ?", [.text(hash)]) == 0 else {
      return hash
    }
    var start = 0
    var part = 0
    repeat {
      try database.cancellation?.check()
      let end = min(start + Archive.partSize, bytes.count)
      try connection.run(
        "INSERT INTO podium_blobs (hash, part, bytes) VALUES (?, ?, ?)",
        [.text(hash), .integer(part), .bytes(Array(bytes[start..<end]))])
      start = end
      part += 1
    } while start < bytes.count
    return hash
  }

  /// The bytes of a hash; throws `workspace-damaged` if they are not the ones stored.
  func blob(_ hash: String, _ connection: Connection) throws(Diagnostic) -> [UInt8] {
    var out: [UInt8] = []
    _ = try connection.rows("SELECT bytes FROM podium_blobs WHERE hash = ? ORDER BY part", [.text(hash)]) {
      (row) throws(Diagnostic) in out += row.bytes(0) ?? []
    }
    let bytes = out
    guard try database.detached({ SHA256.hex(bytes) }) == hash else {
      throw SQLiteFailure.damaged("the content saved as '\(hash)'", cause: "its hash does not match")
    }
    return out
  }
}
