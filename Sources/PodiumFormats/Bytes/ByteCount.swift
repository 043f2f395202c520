/// Counts and looks over bytes in blocks.
enum ByteCount {
  /// How often each of two bytes stands in a range.
  ///
  /// Sixteen bytes at a time: a comparison is -1 where it holds, and sixteen counters of a byte take 255 of them before
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

  /// The sum of the sixteen bytes.
  private static func total(_ bytes: SIMD16<UInt8>) -> Int {
    Int(SIMD16<UInt16>(truncatingIfNeeded: bytes).wrappedSum())
  }

  /// The place of the first block of 64 bytes, from a place on, in which a byte is NUL or none of ASCII; the place
  /// where fewer than 64 bytes are left when there is none.
  static func firstUnusual(in bytes: Span<UInt8>, from start: Int) -> Int {
    bytes.withUnsafeBytes { memory in
      var i = start
      while memory.count &- i >= 64 {
        var high = SIMD16<UInt8>()
        var isNUL = SIMDMask<SIMD16<Int8>>(repeating: false)
        for quarter in 0..<4 {
          let block = memory.loadUnaligned(fromByteOffset: i &+ quarter &* 16, as: SIMD16<UInt8>.self)
          high |= block
          isNUL .|= block .== 0
        }
        let odd = high & 0x80 | unsafeBitCast(isNUL, to: SIMD16<UInt8>.self)
        if unsafeBitCast(odd, to: SIMD2<UInt64>.self) != SIMD2() { return i }
        i &+= 64
      }
      return i
    }
  }
}
