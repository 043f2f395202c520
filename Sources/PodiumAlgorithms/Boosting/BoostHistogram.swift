/// Sums of the derivatives over the rows of a leaf, by column and bin.
///
/// A class: it has one owner at a time, and its memory is used again for other leaves.
final class BoostHistogram {
  /// First and second derivatives; of each column `width` bins.
  let sums: RawBuffer<SIMD2<Double>>
  let counts: RawBuffer<UInt32>

  static let width = 256

  init(columns: Int) {
    sums = RawBuffer(columns * Self.width, of: .zero)
    counts = RawBuffer(columns * Self.width, of: 0)
  }

  /// Adds rows to the empty sums of the four columns of a block.
  ///
  /// `bins` are those of the block by row, and `slopes` the derivatives of the listed rows in their order.
  func fill(
    _ block: Int, _ bins: UnsafePointer<UInt32>, _ rows: UnsafeBufferPointer<UInt32>,
    _ slopes: UnsafePointer<SIMD2<Double>>
  ) {
    let width = Self.width
    let own = sums.start + block &* 4 &* width
    let number = counts.start + block &* 4 &* width
    own.update(repeating: .zero, count: 4 * width)
    number.update(repeating: 0, count: 4 * width)
    for place in rows.indices {
      let four = bins[Int(rows[place])]
      let slope = slopes[place]
      let a = Int(four & 0xFF)
      let b = Int(four >> 8 & 0xFF) &+ width
      let c = Int(four >> 16 & 0xFF) &+ 2 &* width
      let d = Int(four >> 24) &+ 3 &* width
      own[a] += slope
      own[b] += slope
      own[c] += slope
      own[d] += slope
      number[a] &+= 1
      number[b] &+= 1
      number[c] &+= 1
      number[d] &+= 1
    }
  }

  /// Takes the sums of another away from the four columns of a block.
  func subtract(_ other: BoostHistogram, _ block: Int) {
    let places = (block * 4 * Self.width)..<((block + 1) * 4 * Self.width)
    let (own, theirs) = (sums.start, other.sums.start)
    for place in places { own[place] -= theirs[place] }
    let (number, less) = (counts.start, other.counts.start)
    for place in places { number[place] &-= less[place] }
  }
}
