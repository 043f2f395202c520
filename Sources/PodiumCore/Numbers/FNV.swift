/// FNV-1a of 64 bits (Fowler, Noll, Vo): a checksum against damage and for telling contents apart, not against malice.
public enum FNV {
  /// What a sum begins with, and what each step multiplies by.
  public static let start: UInt64 = 0xCBF2_9CE4_8422_2325
  public static let prime: UInt64 = 0x0000_0100_0000_01B3

  /// The sum byte by byte; bytes that differ in one place never have the same.
  public static func sum(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* prime }
  }

  /// The sum over words of 64 bits, eight times as fast; each step folds the high bits down again, since the multiplication
  /// carries upwards only.
  public static func ofWords(_ bytes: [UInt8], in part: Range<Int>? = nil) -> UInt64 {
    var sum = start
    bytes.withUnsafeBytes { whole in
      let memory = UnsafeRawBufferPointer(rebasing: whole[part ?? bytes.indices])
      var place = 0
      while memory.count - place >= 8 {
        step(&sum, UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        place &+= 8
      }
      while place < memory.count {
        step(&sum, UInt64(memory[place]))
        place &+= 1
      }
    }
    return sum
  }

  /// Adds one word.
  public static func step(_ sum: inout UInt64, _ word: UInt64) {
    sum = (sum ^ word) &* prime
    sum ^= sum >> 32
  }
}
