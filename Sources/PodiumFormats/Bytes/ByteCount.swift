/// Counts and scans bytes in blocks.
enum ByteCount {
  /// How often each of two bytes occurs in a range.
  ///
  /// Sixteen bytes at a time: a true comparison is -1, and sixteen one-byte counters can take 255 of them before
  /// they are added up.
  static func of(_ a: UInt8, _ b: UInt8, in bytes: Span<UInt8>, _ range: Range<Int>) -> (a: Int, b: Int) {
    bytes.extracting(range).withUnsafeBytes { memory in
      var counts = (a: 0, b: 0)
      var i = 0
      let (patternA, patternB) = (SIMD16<UInt8>(repeating: a), SIMD16<UInt8>(repeating: b))
      while memory.count &- i >= 16 {
        var (sumA, sumB) = (SIMD16<UInt8>(), SIMD16<UInt8>())
        let stop = i &+ min(255, (memory.count &- i) / 16) &* 16
        while i < stop {
          let block = memory.loadUnaligned(fromByteOffset: i, as: SIMD16<UInt8>.self)
          sumA &-= unsafeBitCast(block .== patternA, to: SIMD16<UInt8>.self)
          sumB &-= unsafeBitCast(block .== patternB, to: SIMD16<UInt8>.self)
          i &+= 16
        }
        counts.a &+= total(sumA)
        counts.b &+= total(sumB)
      }
      while i < memory.count {
        if memory[i] == a { counts.a &+= 1 }
        if memory[i] == b { counts.b &+= 1 }
        i &+= 1
      }
      return counts
    }
  }

  private static func total(_ bytes: SIMD16<UInt8>) -> Int {
    Int(SIMD16<UInt16>(truncatingIfNeeded: bytes).wrappedSum())
  }

  /// The position of the first block of 64 bytes, from a position on, with a NUL or non-ASCII byte; if there is none,
  /// the position where fewer than 64 bytes are left.
  static func firstUnusual(in bytes: Span<UInt8>, from start: Int) -> Int {
    bytes.withUnsafeBytes { memory in
      let ones: UInt64 = 0x0101_0101_0101_0101
      var i = start
      while memory.count &- i >= 64 {
        var odd: UInt64 = 0
        for eighth in 0..<8 {
          let word = memory.loadUnaligned(fromByteOffset: i &+ eighth &* 8, as: UInt64.self)
          // The highest bit of a byte is its own, or the borrow of a NUL.
          odd |= word | ((word &- ones) & ~word)
        }
        if odd & 0x8080_8080_8080_8080 != 0 { return i }
        i &+= 64
      }
      return i
    }
  }
}
