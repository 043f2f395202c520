/// Numbers in rising order.
public enum SortedNumbers {
  /// Below so many, comparing is faster than a sort by digits.
  private static let fewest = 1 << 12

  /// The numbers from the least to the greatest, NaN left out; −0 comes as 0 where there are many.
  ///
  /// Throws `interrupted`.
  public static func of(_ x: [Double], threads: Int = 1, cancellation: Cancellation) throws(Diagnostic) -> [Double] {
    guard x.count >= fewest else { return x.filter { !$0.isNaN }.sorted() }
    return try sorted(
      x, threads, cancellation, key: { RadixSort.key($0) }, bits: { RadixSort.number($0).bitPattern })
  }

  /// The whole numbers from the least to the greatest, missing ones left out.
  ///
  /// Throws `interrupted`.
  public static func of(_ x: [Int], threads: Int = 1, cancellation: Cancellation) throws(Diagnostic) -> [Int] {
    guard x.count >= fewest else { return x.filter { $0 != ColumnValues.missingInteger }.sorted() }
    return try sorted(
      x, threads, cancellation, key: { RadixSort.key($0) }, bits: { UInt64(bitPattern: Int64(RadixSort.whole($0))) })
  }

  /// Sorts keys in the memory of the answer, which has as many bits for each number: more memory takes longer to get than to
  /// sort.
  @inline(__always)
  private static func sorted<Number>(
    _ x: [Number], _ threads: Int, _ cancellation: Cancellation, key: (Number) -> UInt64, bits: (UInt64) -> UInt64
  ) throws(Diagnostic) -> [Number] {
    var isStopped = false
    let numbers = [Number](unsafeUninitializedCapacity: x.count) { out, filled in
      out.withMemoryRebound(to: UInt64.self) { keys in
        for number in x {
          keys[filled] = key(number)
          filled &+= keys[filled] == RadixSort.missing ? 0 : 1
        }
        isStopped = RadixSort.sort(UnsafeMutableBufferPointer(rebasing: keys[..<filled]), threads, cancellation)
        for place in 0..<filled { keys[place] = bits(keys[place]) }
      }
    }
    if isStopped { throw .interrupted }
    return numbers
  }
}
