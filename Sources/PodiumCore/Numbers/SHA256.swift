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
    while bytes.count - place >= SHA256.blockSize {
      absorb(UnsafeBufferPointer(rebasing: bytes[place..<(place + SHA256.blockSize)]))
      place += SHA256.blockSize
    }
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

  private mutating func absorb(_ block: UnsafeBufferPointer<UInt8>) {
    func turned(_ x: UInt32, _ k: UInt32) -> UInt32 { (x >> k) | (x << (32 - k)) }
    let constants = SHA256.constants
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { w in
      for i in 0..<16 {
        w[i] =
          UInt32(block[4 * i]) << 24 | UInt32(block[4 * i + 1]) << 16 | UInt32(block[4 * i + 2]) << 8
          | UInt32(block[4 * i + 3])
      }
      for i in 16..<64 {
        let low = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >> 3)
        let high = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >> 10)
        w[i] = w[i - 16] &+ low &+ w[i - 7] &+ high
      }
      for i in 0..<64 {
        let s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
        let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ constants[i] &+ w[i]
        let s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
        let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
      }
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  private static let constants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]
}
