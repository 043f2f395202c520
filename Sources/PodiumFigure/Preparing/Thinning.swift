/// Which of many rows stand for all.
public enum Thinning {
  /// So many of some rows, evenly chosen by a hash of their numbers and in their order; the same ones each time.
  public static func sample(_ rows: [Int], of count: Int) -> [Int] {
    guard rows.count > count else { return rows }
    // A fixed stride would fall in step with what repeats in the data.
    let ranked = rows.map { (hash: hash(UInt64(truncatingIfNeeded: $0)), row: $0) }.sorted {
      ($0.hash, $0.row) < ($1.hash, $1.row)
    }
    return ranked.prefix(count).map(\.row).sorted()
  }

  /// The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
  private static func hash(_ x: UInt64) -> UInt64 {
    var z = x &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
