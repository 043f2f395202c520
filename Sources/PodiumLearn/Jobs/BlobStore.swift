public import PodiumCore
internal import Synchronization

/// Bytes by their SHA-256: the data that jobs share, stored once, wherever the jobs run.
public protocol BlobStore: Sendable {
  /// Keeps bytes and returns their hash in hexadecimal.
  func put(_ bytes: [UInt8]) throws(Diagnostic) -> String
  /// The bytes of a hash.
  ///
  /// Throws `missing-blob`, and `altered-blob` where the bytes have another hash.
  func get(_ hash: String) throws(Diagnostic) -> [UInt8]
}

/// Bytes by their hash, in memory.
///
/// A class: threads share it.
public final class MemoryBlobs: BlobStore {
  private let blobs = Mutex<[String: [UInt8]]>([:])

  /// Makes a store that holds nothing.
  public init() {}

  /// Keeps bytes and returns their hash in hexadecimal.
  public func put(_ bytes: [UInt8]) -> String {
    let hash = SHA256.hex(bytes)
    blobs.withLock { $0[hash] = bytes }
    return hash
  }

  /// Keeps bytes that came from elsewhere under a hash; throws `altered-blob` where theirs is another.
  public func put(_ bytes: [UInt8], as hash: String) throws(Diagnostic) {
    guard SHA256.hex(bytes) == hash else { throw .alteredBlob(hash) }
    blobs.withLock { $0[hash] = bytes }
  }

  /// The bytes of a hash; throws `missing-blob`.
  public func get(_ hash: String) throws(Diagnostic) -> [UInt8] {
    if let bytes = blobs.withLock({ $0[hash] }) { return bytes }
    throw .missingBlob(hash)
  }
}

extension Diagnostic {
  /// The error of missing bytes.
  public static func missingBlob(_ hash: String) -> Diagnostic {
    Diagnostic("missing-blob", "the data '\(hash.prefix(12))…' that a job needs are missing")
  }

  /// The error of bytes whose hash is another.
  public static func alteredBlob(_ hash: String) -> Diagnostic {
    Diagnostic("altered-blob", "the data '\(hash.prefix(12))…' that a job needs have changed: the hash differs")
  }
}
