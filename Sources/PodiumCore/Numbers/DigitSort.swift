/// A stable sort of 64-bit words, eleven bits at a time from the lowest (Knuth 5.2.5).
package enum DigitSort {
  private static let bits: UInt64 = 11
  private static let buckets = 1 << 11

  /// Sorts words by their bits from `lowest` on; lower bits are carried along.
  ///
  /// A Ctrl-C waits for one pass at most; throws `interrupted`.
  package static func sort(
    _ words: inout [UInt64], from lowest: UInt64 = 0, cancellation: Cancellation
  ) throws(Diagnostic) {
    try cancellation.check()
    if words.count < buckets {
      words.sort { $0 >> lowest < $1 >> lowest }
      return
    }
    var next = [UInt64](unsafeUninitializedCapacity: words.count) { _, filled in filled = words.count }
    for shift in stride(from: lowest, to: 64, by: Int(bits)) {
      try cancellation.check()
      var places = [Int](repeating: 0, count: buckets)
      for word in words { places[Int(truncatingIfNeeded: word >> shift) & (buckets - 1)] &+= 1 }
      // All in one bucket: nothing to move.
      if places.contains(words.count) { continue }
      var sum = 0
      for digit in places.indices { (places[digit], sum) = (sum, sum + places[digit]) }
      places.withUnsafeMutableBufferPointer { places in
        next.withUnsafeMutableBufferPointer { next in
          for word in words {
            let digit = Int(truncatingIfNeeded: word >> shift) & (buckets - 1)
            next[places[digit]] = word
            places[digit] &+= 1
          }
        }
      }
      swap(&words, &next)
    }
  }

  /// Bits that compare as the number does, which must be no NaN; both zeros are equal.
  @inlinable
  package static func key(_ value: Double) -> UInt64 {
    let bits = (value + 0).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// The number of a key.
  @inlinable
  package static func number(_ key: UInt64) -> Double {
    Double(bitPattern: key >> 63 == 1 ? key & ~(1 << 63) : ~key)
  }

  /// Bits that compare as the number does, which must be no NaN; both zeros are equal.
  @inlinable
  package static func key(_ value: Float) -> UInt32 {
    let bits = (value + 0).bitPattern
    return bits >> 31 == 0 ? bits | 1 << 31 : ~bits
  }
}
