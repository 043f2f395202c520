/// Values of the last rows of a sequence, for each of its rows.
///
/// The sequence is cut into blocks as wide as the window, so that each window is the end of one block and the beginning of the
/// next (van Herk 1992, Gil and Werman 1993): sums of both are known from one pass over each, and nothing is ever subtracted.
struct RollingValues {
  private let x: [Double]
  private let width: Int
  private let cancellation: Cancellation
  /// For each row how many of the last rows have a value.
  private let present: [Int]

  init(_ x: [Double], _ width: Int, cancellation: Cancellation) {
    (self.x, self.width, self.cancellation) = (x, width, cancellation)
    var present = [Int](repeating: 0, count: x.count)
    var count = 0
    for end in x.indices {
      count += x[end].isNaN ? 0 : 1
      if end >= width, !x[end - width].isNaN { count -= 1 }
      present[end] = count
    }
    self.present = present
  }

  /// The values; those of the first rows, which have no full window, mean nothing.
  func values(_ name: String) throws(Diagnostic) -> [Double] {
    let n = Double(width)
    switch name {
    case "n": return present.map { Double($0) }
    case "sum": return try windows(CompensatedSum(), { $0.add($1) }, { $0.add($1) }) { $0.value }
    case "mean":
      return try exact(windows(CompensatedSum(), { $0.add($1) }, { $0.add($1) }) { $0.mean }) {
        Scaled.moments($0).mean
      }
    case "min":
      return try windows(Double.infinity, { $0 = Swift.min($0, $1) }, { $0 = Swift.min($0, $1) }) { $0 }
    case "max":
      return try windows(-Double.infinity, { $0 = Swift.max($0, $1) }, { $0 = Swift.max($0, $1) }) { $0 }
    case "sd", "sd_n":
      // Of one value the sd is undefined, 0 / 0.
      let divisor = name == "sd" ? n - 1 : n
      return try exact(windows(Moments(), { $0.add($1) }, { $0.add($1) }) { ($0.squares / divisor).squareRoot() }) {
        Scaled.moments($0, less: name == "sd" ? 1 : 0).sd
      }
    default: return try medians()
    }
  }

  /// The same values, calculated again for windows with numbers whose squares may overflow or vanish.
  private func exact(_ values: [Double], _ value: ([Double]) -> Double) throws(Diagnostic) -> [Double] {
    guard Scaled.isNeeded(x) else { return values }
    var values = values
    for end in x.indices where end + 1 >= width && present[end] == width {
      if end & 0xFFF == 0 { try cancellation.check() }
      let window = Array(x[(end + 1 - width)...end])
      if Scaled.isNeeded(window) { values[end] = value(window) }
    }
    return values
  }

  /// One state for each window: that of the end of a block joined with that of the beginning of the next.
  private func windows<State>(
    _ start: State, _ add: (inout State, Double) -> Void, _ join: (inout State, State) -> Void,
    _ value: (State) -> Double
  ) throws(Diagnostic) -> [Double] {
    var found = [Double](repeating: .nan, count: x.count)
    // The states of the ends of the block before: from each of its rows to its last one.
    var ends: [State] = []
    for first in stride(from: 0, to: x.count, by: width) {
      try cancellation.check()
      let block = first..<min(x.count, first + width)
      var state = start
      for row in block {
        add(&state, x[row])
        guard row + 1 >= width, present[row] == width else { continue }
        var whole = state
        let others = width - 1 - (row - first)
        if others > 0 {
          whole = ends[ends.count - others]
          join(&whole, state)
        }
        found[row] = value(whole)
      }
      ends.removeAll(keepingCapacity: true)
      var end = start
      for row in block.reversed() {
        add(&end, x[row])
        ends.append(end)
      }
      ends.reverse()
    }
    return found
  }

  /// The medians, by the number of values of each rank that are in the window (Fenwick 1994).
  private func medians() throws(Diagnostic) -> [Double] {
    let rows = x.indices.filter { !x[$0].isNaN }.sorted { (x[$0], $0) < (x[$1], $1) }
    try cancellation.check()
    var ranks = [Int](repeating: -1, count: x.count)
    for (rank, row) in rows.enumerated() { ranks[row] = rank }
    var window = RankedWindow(rows.count)
    var found = [Double](repeating: .nan, count: x.count)
    for end in x.indices {
      if end & 0xFFF == 0 { try cancellation.check() }
      if ranks[end] >= 0 { window.add(1, at: ranks[end]) }
      if end >= width, ranks[end - width] >= 0 { window.add(-1, at: ranks[end - width]) }
      guard end + 1 >= width, present[end] == width else { continue }
      let upper = x[rows[window.rank(of: width / 2)]]
      let lower = width % 2 == 1 ? upper : x[rows[window.rank(of: width / 2 - 1)]]
      found[end] = (lower + upper).isFinite ? (lower + upper) / 2 : Quantile.between(lower, upper, 0.5)
    }
    return found
  }
}

/// The mean and the sum of squared distances from it (Welford 1962; joined as in Chan, Golub and LeVeque 1983).
///
/// The mean is two numbers: one alone is wrong by more than what numbers that are far from 0 and close together differ.
private struct Moments {
  private var count = 0.0
  private var mean = 0.0
  private var lost = 0.0
  private(set) var squares = 0.0

  mutating func add(_ x: Double) {
    count += 1
    let distance = (x - mean) - lost
    move(by: distance / count)
    squares += distance * ((x - mean) - lost)
  }

  /// Moves the mean, and keeps what is rounded off (Knuth 4.2.2, theorem B).
  private mutating func move(by step: Double) {
    let next = mean + step
    let part = next - mean
    lost += (mean - (next - part)) + (step - part)
    mean = next
  }

  mutating func add(_ other: Moments) {
    let total = count + other.count
    let distance = (other.mean - mean) + (other.lost - lost)
    move(by: distance * (other.count / total))
    squares += other.squares + distance * distance * (count * other.count / total)
    count = total
  }
}

/// Which ranks are in a window, as sums over ranges of them that double.
private struct RankedWindow {
  private var sums: [Int32]
  private let top: Int

  init(_ count: Int) {
    sums = [Int32](repeating: 0, count: count + 1)
    var top = 1
    while top * 2 <= count { top *= 2 }
    self.top = top
  }

  mutating func add(_ change: Int32, at rank: Int) {
    var place = rank + 1
    while place < sums.count {
      sums[place] &+= change
      place += place & -place
    }
  }

  /// The rank that so many others of the window are below.
  func rank(of place: Int) -> Int {
    var (rank, left, step) = (0, Int32(clamping: place), top)
    while step > 0 {
      if rank + step < sums.count, sums[rank + step] <= left {
        rank += step
        left -= sums[rank]
      }
      step /= 2
    }
    return rank
  }
}
