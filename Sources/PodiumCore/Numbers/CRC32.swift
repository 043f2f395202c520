/// The CRC-32 of ISO 3309, as in gzip and PNG.
public enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { (byte: UInt32) in
    (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }

  /// The checksum of some bytes.
  public static func value(of bytes: some Sequence<UInt8>) -> UInt32 {
    var value = ~UInt32(0)
    // In modules that are not optimised each byte of a sequence would be a call.
    if bytes.withContiguousStorageIfAvailable({ step(&value, $0) }) == nil { step(&value, bytes) }
    return ~value
  }

  private static func step(_ value: inout UInt32, _ bytes: some Sequence<UInt8>) {
    let table = table
    for byte in bytes { value = table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8 }
  }

  /// The checksum in eight hexadecimal digits.
  public static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let text = String(value(of: bytes), radix: 16)
    return String(repeating: "0", count: 8 - text.count) + text
  }
}
