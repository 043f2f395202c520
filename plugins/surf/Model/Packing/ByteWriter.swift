/// Numbers as bytes, small ones in fewer.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ byte: UInt8) { bytes.append(byte) }

  /// A number from 0, seven bits a byte, the lowest first.
  mutating func put(whole number: Int) { put(number: UInt64(clamping: number)) }

  /// Any number; those near 0 take fewest bytes.
  mutating func put(signed number: Int) {
    put(number: UInt64(bitPattern: Int64(number)) << 1 ^ UInt64(bitPattern: Int64(number) >> 63))
  }

  private mutating func put(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// The lowest bytes of a number, the lowest first.
  mutating func put(bits: UInt64, bytes count: Int) {
    for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * place))) }
  }

  /// One bit a flag.
  mutating func put(mask: [Bool]) {
    for start in stride(from: 0, to: mask.count, by: 8) {
      var byte: UInt8 = 0
      for bit in start..<min(start + 8, mask.count) where mask[bit] { byte |= 1 << UInt8(bit - start) }
      bytes.append(byte)
    }
  }
}

/// Reads what `ByteWriter` wrote; every call gives nil where the bytes end or make no sense.
struct ByteReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return bytes[place]
  }

  private mutating func number() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard let byte = byte(), shift < 63 || byte <= 1 else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  mutating func whole() -> Int? { number().flatMap { Int(exactly: $0) } }

  mutating func signed() -> Int? {
    number().map { Int(Int64(bitPattern: $0 >> 1 ^ (0 &- ($0 & 1)))) }
  }

  mutating func bits(bytes count: Int) -> UInt64? {
    guard bytes.count - place >= count else { return nil }
    var bits: UInt64 = 0
    for offset in 0..<count { bits |= UInt64(bytes[place + offset]) << UInt64(8 * offset) }
    place += count
    return bits
  }

  mutating func mask(_ count: Int) -> [Bool]? {
    let length = (count + 7) / 8
    guard bytes.count - place >= length else { return nil }
    defer { place += length }
    return (0..<count).map { bytes[place + $0 / 8] & 1 << UInt8($0 % 8) != 0 }
  }
}
