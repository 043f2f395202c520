internal import PodiumCore

/// Where a node finds the rows of a column in rising order.
enum TreeColumns {
  /// All columns are in order, and divided at each split.
  case inOrder(SortedColumns)
  /// A column is put in order when a node looks at it.
  case ranked(RankedColumns)

  /// The words of a node's rows in rising order of a column; nil where their values are all equal.
  @inline(__always)
  func words(
    of column: Int, _ members: UnsafeMutablePointer<UInt32>, _ start: Int, _ count: Int
  ) -> UnsafeMutablePointer<UInt64>? {
    switch self {
    case .inOrder(let sorted):
      let words = sorted.words.start + column * sorted.rows + start
      return words[0] >> 32 == words[count - 1] >> 32 ? nil : words
    case .ranked(let ranked): return ranked.words(of: column, members + start, count)
    }
  }

  /// Marks the rows that go left at a split of a column.
  func mark(
    _ column: Int, _ members: UnsafeMutablePointer<UInt32>, _ start: Int, _ count: Int, upTo rank: UInt32, left: Int,
    in goesLeft: UnsafeMutablePointer<UInt8>
  ) {
    switch self {
    case .inOrder(let sorted):
      let words = sorted.words.start + column * sorted.rows + start
      for place in 0..<count {
        goesLeft[Int(truncatingIfNeeded: words[place] & 0xFFFF_FFFF)] = place < left ? 1 : 0
      }
    case .ranked(let ranked):
      ranked.ranks.withUnsafeBufferPointer { ranks in
        guard let own = ranks.baseAddress.map({ $0 + column * ranked.rows }) else { return }
        for place in start..<(start + count) {
          let row = Int(members[place])
          goesLeft[row] = own[row] <= rank ? 1 : 0
        }
      }
    }
  }

  /// Divides the columns but the one that was split, which is in order.
  func divide(
    _ column: Int, _ start: Int, _ count: Int, by goesLeft: UnsafeMutablePointer<UInt8>, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    guard case .inOrder(let sorted) = self else { return }
    for other in 0..<sorted.columns where other != column {
      if count > 1 << 12 { try cancellation.check() }
      RowDivision.divide(sorted.words.start + other * sorted.rows + start, count, sorted.spare.start, by: goesLeft) {
        Int(truncatingIfNeeded: $0 & 0xFFFF_FFFF)
      }
    }
  }
}

/// The words of all columns, each node's rows together.
struct SortedColumns {
  let words: RawBuffer<UInt64>
  let spare: RawBuffer<UInt64>
  /// The rows of a column, each once.
  let rows: Int
  let columns: Int

  init(_ features: TreeFeatures, _ rows: TreeRows) {
    self.rows = rows.rows.count
    columns = features.columns
    spare = RawBuffer(rows.rows.count, of: 0)
    guard let times = rows.times else {
      words = RawBuffer(features.sorted)
      return
    }
    words = RawBuffer(rows.rows.count * features.columns, of: 0)
    var next = words.start
    for word in features.sorted where times[Int(word & 0xFFFF_FFFF)] > 0 {
      next.pointee = word
      next += 1
    }
  }
}

/// The places of all values among the distinct ones of their column, from which the words of a few rows are sorted.
struct RankedColumns {
  let ranks: [UInt32]
  let rows: Int
  private let made: RawBuffer<UInt64>
  private let spare: RawBuffer<UInt64>
  private let places: RawBuffer<UInt32>

  /// From so many rows on they are sorted by digits.
  private static let few = 40

  init(_ features: TreeFeatures, _ rows: TreeRows, _ ranks: [UInt32]) {
    self.ranks = ranks
    self.rows = features.rows
    made = RawBuffer(rows.rows.count, of: 0)
    spare = RawBuffer(rows.rows.count, of: 0)
    places = RawBuffer(256, of: 0)
  }

  func words(
    of column: Int, _ members: UnsafeMutablePointer<UInt32>, _ count: Int
  ) -> UnsafeMutablePointer<UInt64>? {
    let made = made.start
    var (low, high) = (UInt32.max, UInt32.min)
    ranks.withUnsafeBufferPointer { ranks in
      guard let own = ranks.baseAddress.map({ $0 + column * rows }) else { return }
      for place in 0..<count {
        let row = members[place]
        let rank = own[Int(row)]
        low = min(low, rank)
        high = max(high, rank)
        made[place] = UInt64(rank) << 32 | UInt64(row)
      }
    }
    if low == high { return nil }
    if count < Self.few {
      for place in 1..<max(1, count) {
        let word = made[place]
        var at = place
        while at > 0, made[at &- 1] > word {
          made[at] = made[at &- 1]
          at &-= 1
        }
        made[at] = word
      }
      return made
    }
    // The rows are in order already: digits of the ranks are enough, the lowest first.
    var (from, to) = (made, spare.start)
    let width = UInt64(32 - (high ^ low).leadingZeroBitCount)
    var shift: UInt64 = 32
    while shift < 32 + width {
      for digit in 0..<256 { places.start[digit] = 0 }
      for place in 0..<count { places.start[Int(truncatingIfNeeded: from[place] >> shift & 0xFF)] &+= 1 }
      var sum: UInt32 = 0
      for digit in 0..<256 { (places.start[digit], sum) = (sum, sum &+ places.start[digit]) }
      for place in 0..<count {
        let word = from[place]
        let digit = Int(truncatingIfNeeded: word >> shift & 0xFF)
        to[Int(places.start[digit])] = word
        places.start[digit] &+= 1
      }
      swap(&from, &to)
      shift += 8
    }
    return from
  }
}
