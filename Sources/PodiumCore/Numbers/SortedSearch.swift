extension RandomAccessCollection where Index == Int {
  /// The first place at which a condition holds, in a list so sorted that it holds for all later ones; the end where it holds for
  /// none.
  @inlinable
  public func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
