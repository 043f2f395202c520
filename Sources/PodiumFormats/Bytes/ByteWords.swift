/// Bytes in words and blocks, for the loops over each byte of a large file.
///
/// All their unsafe code is here: every load is checked against the span's end once, for all of its bytes.
extension Span where Element == UInt8 {
  /// Eight bytes from a position on, the first the lowest; beyond the end they are 0.
  @inline(__always)
  func word(at place: Int) -> UInt64 {
    guard place >= 0, place <= count &- 8 else { return lastWord(place) }
    return UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self))
  }

  /// The first bytes from a position on, at most eight; the others are 0.
  @inline(__always)
  func word(at place: Int, length: Int) -> UInt64 {
    let word = word(at: place)
    return length >= 8 ? word : word & ~(UInt64.max << UInt64(truncatingIfNeeded: length &* 8))
  }

  @inline(never)
  private func lastWord(_ place: Int) -> UInt64 {
    var word: UInt64 = 0
    for offset in 0..<8 where place + offset >= 0 && place + offset < count {
      word |= UInt64(self[place + offset]) << UInt64(8 * offset)
    }
    return word
  }

  /// One bit for each of 64 bytes from a position on, set if the byte is one of four; beyond the end none is set.
  @inline(__always)
  func places(
    of a: SIMD16<UInt8>, _ b: SIMD16<UInt8>, _ c: SIMD16<UInt8>, _ d: SIMD16<UInt8>, at place: Int
  ) -> UInt64 {
    guard place >= 0, place <= count &- 64 else { return lastPlaces(of: a[0], b[0], c[0], d[0], at: place) }
    var bits: UInt64 = 0
    for quarter in 0..<4 {
      let block = bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: place &+ quarter &* 16, as: SIMD2<UInt64>.self)
      let text = unsafeBitCast(block, to: SIMD16<UInt8>.self)
      let found = (text .== a) .| (text .== b) .| (text .== c) .| (text .== d)
      bits |= ByteMask.bits(found) << UInt64(truncatingIfNeeded: quarter &* 16)
    }
    return bits
  }

  /// The place of the first line feed or carriage return from a place on; the count if there is none.
  @inline(__always)
  func lineEnd(from start: Int) -> Int {
    let (feed, carriage) = (SIMD16<UInt8>(repeating: 0x0A), SIMD16<UInt8>(repeating: 0x0D))
    var place = start
    while place < count {
      let found = places(of: feed, carriage, feed, carriage, at: place)
      if found != 0 { return place &+ found.trailingZeroBitCount }
      place &+= 64
    }
    return count
  }

  @inline(never)
  private func lastPlaces(of a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, at place: Int) -> UInt64 {
    var bits: UInt64 = 0
    for offset in 0..<64 where place + offset >= 0 && place + offset < count {
      let byte = self[place + offset]
      if byte == a || byte == b || byte == c || byte == d { bits |= 1 << UInt64(offset) }
    }
    return bits
  }
}

/// The results of sixteen comparisons as sixteen bits.
enum ByteMask {
  /// Byte `i` keeps bit `i % 8` of its result; the product adds up the eight of a word in its highest byte.
  @inline(__always)
  static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
    let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    let low = ((words.x.littleEndian & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) >> 56
    let high = ((words.y.littleEndian & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) >> 56
    return low | high << 8
  }
}
