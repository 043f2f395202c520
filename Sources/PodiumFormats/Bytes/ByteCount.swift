/// Counts and looks over bytes in blocks.
enum ByteCount {
  /// How often each of two bytes stands in a range.
  ///
  /// Eight bytes at a time: the upper bit of each is set where it is the one looked for, and eight counters of a byte
  /// take 255 of them before they are added up.
  static func of(_ a: UInt8, _ b: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> (a: Int, b: Int) {
    bytes.withUnsafeBytes { memory in
      var counts = (a: 0, b: 0)
      var i = range.lowerBound
      let (patternA, patternB) = (ones &* UInt64(a), ones &* UInt64(b))
      while range.upperBound &- i >= 8 {
        var (sumA, sumB) = (UInt64(0), UInt64(0))
        let stop = i &+ min(255, (range.upperBound &- i) / 8) &* 8
        while i < stop {
          let word = memory.loadUnaligned(fromByteOffset: i, as: UInt64.self)
          sumA &+= hits(word ^ patternA)
          sumB &+= hits(word ^ patternB)
          i &+= 8
        }
        counts.a &+= total(sumA)
        counts.b &+= total(sumB)
      }
      while i < range.upperBound {
        if memory[i] == a { counts.a &+= 1 }
        if memory[i] == b { counts.b &+= 1 }
        i &+= 1
      }
      return counts
    }
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// 1 in each byte that is 0, else 0.
  @inline(__always)
  private static func hits(_ word: UInt64) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return (~(((word & low) &+ low) | word | low)) >> 7
  }

  /// The sum of the eight bytes.
  private static func total(_ word: UInt64) -> Int {
    let even: UInt64 = 0x00FF_00FF_00FF_00FF
    let pairs = (word & even) &+ ((word >> 8) & even)
    return Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) >> 48)
  }

  /// The place of the first block of 64 bytes, from a place on, in which a byte is NUL or none of ASCII; the place
  /// where fewer than 64 bytes are left when there is none.
  static func firstUnusual(in bytes: Span<UInt8>, from start: Int) -> Int {
    bytes.withUnsafeBufferPointer { memory in
      var i = start
      while memory.count - i >= 64 {
        var odd: UInt8 = 0
        for offset in 0..<64 {
          let byte = memory[i &+ offset]
          odd |= byte & 0x80 | (byte == 0 ? 1 : 0)
        }
        if odd != 0 { return i }
        i &+= 64
      }
      return i
    }
  }
}
