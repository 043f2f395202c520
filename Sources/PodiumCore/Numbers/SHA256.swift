internal import CVectors

/// The hash SHA-256 (FIPS 180-4), which names data in notebooks and evaluation jobs by their content.
public struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  private var pending: [UInt8] = []
  private var total: UInt64 = 0

  /// Starts a hash of nothing.
  public init() {}

  /// Adds bytes.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ take($0) }) != nil { return }
    for byte in bytes {
      pending.append(byte)
      if pending.count == SHA256.blockSize { absorbPending() }
      total &+= 1
    }
  }

  /// The bytes that are hashed at a time.
  static let blockSize = 64

  /// Whole blocks are hashed in place; an incomplete last one waits.
  private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    total &+= UInt64(bytes.count)
    var place = 0
    if !pending.isEmpty {
      place = min(SHA256.blockSize - pending.count, bytes.count)
      pending.append(contentsOf: bytes[..<place])
      if pending.count == SHA256.blockSize { absorbPending() }
    }
    let whole = (bytes.count - place) / SHA256.blockSize
    absorb(UnsafeBufferPointer(rebasing: bytes[place..<(place + whole * SHA256.blockSize)]))
    place += whole * SHA256.blockSize
    pending.append(contentsOf: bytes[place...])
  }

  /// Adds a text and a terminating byte, so that neighbouring texts cannot run together.
  public mutating func update(text: String) {
    update(text.utf8)
    update(CollectionOfOne(0))
  }

  /// The 64 hexadecimal digits of the hash.
  public func hex() -> String { String(decoding: SHA256.hexadecimal(digest()), as: UTF8.self) }

  /// The 32 bytes of the hash.
  package func digest() -> [UInt8] {
    var copy = self
    let bits = total &* 8
    copy.pending.append(0x80)
    if copy.pending.count > 56 {
      copy.pending += [UInt8](repeating: 0, count: 64 - copy.pending.count)
      copy.absorbPending()
    }
    copy.pending += [UInt8](repeating: 0, count: 56 - copy.pending.count)
    for shift in stride(from: 56, through: 0, by: -8) {
      copy.pending.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    copy.absorbPending()
    return copy.state.flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  /// The digits of some bytes, two each.
  package static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// The hash of some bytes, in hexadecimal.
  public static func hex(_ bytes: some Sequence<UInt8>) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hex()
  }

  private mutating func absorbPending() {
    let block = pending
    pending.removeAll(keepingCapacity: true)
    block.withUnsafeBufferPointer { absorb($0) }
  }

  private mutating func absorb(_ blocks: UnsafeBufferPointer<UInt8>) {
    guard let start = blocks.baseAddress else { return }
    cv_sha256(&state, start, blocks.count / SHA256.blockSize)
  }
}
