/// A hash that only who has the key can make: HMAC (RFC 2104) with SHA-256.
package struct HMAC: Sendable {
  /// The hashes that have taken the padded key already.
  private var inner = SHA256()
  private var outer = SHA256()

  /// Takes a key of any length.
  package init(key: [UInt8]) {
    var block = key
    if block.count > SHA256.blockSize {
      var hash = SHA256()
      hash.update(key)
      block = hash.digest()
    }
    block += [UInt8](repeating: 0, count: SHA256.blockSize - block.count)
    inner.update(block.map { $0 ^ 0x36 })
    outer.update(block.map { $0 ^ 0x5C })
  }

  /// The 32 bytes of the hash of some parts, one after another.
  package func digest(of parts: [[UInt8]]) -> [UInt8] {
    var (inner, outer) = (inner, outer)
    for part in parts { inner.update(part) }
    outer.update(inner.digest())
    return outer.digest()
  }
}
