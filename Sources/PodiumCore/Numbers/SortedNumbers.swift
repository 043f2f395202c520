/// Numbers in rising order.
public enum SortedNumbers {
  /// Below so many, comparing is faster than a sort by digits.
  private static let fewest = 1 << 12

  /// The numbers from the least to the greatest, NaN left out; −0 comes as 0 where there are many.
  ///
  /// Throws `interrupted`.
  public static func of(_ x: [Double], threads: Int = 1, cancellation: Cancellation) throws(Diagnostic) -> [Double] {
    guard x.count >= fewest else { return x.filter { !$0.isNaN }.sorted() }
    var keys = x.map { RadixSort.key($0) }
    if keys.contains(RadixSort.missing) { keys.removeAll { $0 == RadixSort.missing } }
    try RadixSort.sort(&keys, threads: threads, cancellation: cancellation)
    return keys.map { RadixSort.number($0) }
  }

  /// The whole numbers from the least to the greatest, missing ones left out.
  ///
  /// Throws `interrupted`.
  public static func of(_ x: [Int], threads: Int = 1, cancellation: Cancellation) throws(Diagnostic) -> [Int] {
    guard x.count >= fewest else { return x.filter { $0 != ColumnValues.missingInteger }.sorted() }
    var keys = x.map { RadixSort.key($0) }
    if keys.contains(RadixSort.missing) { keys.removeAll { $0 == RadixSort.missing } }
    try RadixSort.sort(&keys, threads: threads, cancellation: cancellation)
    return keys.map { RadixSort.whole($0) }
  }
}
