/// A stable sort by 64-bit keys, eleven bits at a time from the lowest digit (Knuth 5.2.5).
///
/// Only the 33 highest bits in which keys differ are sorted so; the few keys that they do not tell apart are sorted after. As
/// a stable order is unique, threads do not change it.
public enum RadixSort {
  /// The key that stands for a missing value: it comes last.
  public static let missing = UInt64.max
  private static let bits = 11
  private static let buckets = 1 << bits
  /// Below so many keys a thread costs more than it saves.
  private static let leastShared = 1 << 15

  /// The key of a number: keys compare as numbers do, −0 as 0; NaN is missing.
  @inline(__always)
  public static func key(_ x: Double) -> UInt64 {
    if x.isNaN { return missing }
    let bits = (x + 0).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | (1 << 63)
  }

  /// The number of a key; −0 comes back as 0.
  @inline(__always)
  public static func number(_ key: UInt64) -> Double {
    Double(bitPattern: key >> 63 == 1 ? key ^ (1 << 63) : ~key)
  }

  /// The key of a whole number; `Int.min`, which stands for missing, wraps to the greatest key.
  @inline(__always)
  public static func key(_ x: Int) -> UInt64 { (UInt64(bitPattern: Int64(x)) ^ (1 << 63)) &- 1 }

  /// The whole number of a key.
  @inline(__always)
  public static func whole(_ key: UInt64) -> Int { Int(Int64(bitPattern: (key &+ 1) ^ (1 << 63))) }

  /// Sorts places by the words at them.
  ///
  /// Throws `interrupted`.
  public static func sort(
    _ order: inout [UInt32], by words: [UInt64], threads: Int = 1, cancellation: Cancellation
  ) throws(Diagnostic) {
    let count = order.count
    guard count > 1, let most = words.lazy.filter({ $0 != missing }).max() else { return }
    let places = order
    // Missing is one above the greatest, so that narrow ranges take few passes.
    var keys = ParallelArray.filled(count: count, threads: threads) { (range, out: UnsafeMutablePointer<UInt64>) in
      for (offset, place) in places[range].enumerated() {
        let word = words[Int(place)]
        out[offset] = word == missing ? most + 1 : word
      }
    }
    var scratch = [UInt64](unsafeUninitializedCapacity: count) { _, filled in filled = count }
    var spare = [UInt32](unsafeUninitializedCapacity: count) { _, filled in filled = count }
    let isStopped = keys.withUnsafeMutableBufferPointer { keys in
      scratch.withUnsafeMutableBufferPointer { scratch in
        order.withUnsafeMutableBufferPointer { order in
          spare.withUnsafeMutableBufferPointer { spare in
            guard let a = keys.baseAddress, let b = scratch.baseAddress else { return false }
            return sort(
              Lane(keys: a, places: order.baseAddress), Lane(keys: b, places: spare.baseAddress), count, threads,
              cancellation)
          }
        }
      }
    }
    if isStopped { throw .interrupted }
  }

  /// Sorts keys.
  ///
  /// Throws `interrupted`.
  public static func sort(
    _ keys: inout [UInt64], threads: Int = 1, cancellation: Cancellation
  ) throws(Diagnostic) {
    if keys.withUnsafeMutableBufferPointer({ sort($0, threads, cancellation) }) { throw .interrupted }
  }

  /// Sorts keys; returns whether it was stopped before the end.
  static func sort(_ keys: UnsafeMutableBufferPointer<UInt64>, _ threads: Int, _ cancellation: Cancellation) -> Bool {
    let count = keys.count
    guard count > 1, let start = keys.baseAddress else { return false }
    var scratch = [UInt64](unsafeUninitializedCapacity: count) { _, filled in filled = count }
    return scratch.withUnsafeMutableBufferPointer { scratch in
      guard let spare = scratch.baseAddress else { return false }
      return sort(Lane(keys: start, places: nil), Lane(keys: spare, places: nil), count, threads, cancellation)
    }
  }

  /// Keys and, where they are wanted, their places.
  ///
  /// Unsafe because two threads could write to one place; each gets places of its own from the counts before it.
  private struct Lane: @unchecked Sendable {
    let keys: UnsafeMutablePointer<UInt64>
    let places: UnsafeMutablePointer<UInt32>?

    func from(_ start: Int) -> Lane { Lane(keys: keys + start, places: places.map { $0 + start }) }

    @inline(__always)
    func copy(_ from: Int, to place: Int, of other: Lane) {
      other.keys[place] = keys[from]
      if let places, let others = other.places { others[place] = places[from] }
    }

    func take(_ count: Int, of other: Lane) {
      keys.update(from: other.keys, count: count)
      if let places, let others = other.places { places.update(from: others, count: count) }
    }
  }

  /// Sorts a lane in place; returns whether it was stopped before the end.
  private static func sort(
    _ lane: Lane, _ scratch: Lane, _ count: Int, _ threads: Int, _ cancellation: Cancellation
  ) -> Bool {
    var (least, most, isSorted) = (lane.keys[0], lane.keys[0], true)
    for place in 1..<count {
      let key = lane.keys[place]
      isSorted = isSorted && most <= key
      least = min(least, key)
      most = max(most, key)
    }
    if isSorted { return false }
    let width = UInt64.bitWidth - (most - least).leadingZeroBitCount
    let low = max(0, width - 3 * bits)
    var (from, to) = (lane, scratch)
    let parts = count < leastShared ? 1 : max(1, threads)
    let digits = parts == 1 ? digitCounts(lane, count, least, UInt64(low)) : nil
    for (digit, shift) in stride(from: low, to: width, by: bits).enumerated() {
      if cancellation.isCancelled { return true }
      if pass(from, to, count, least, UInt64(shift), parts, digits?[digit]) { swap(&from, &to) }
    }
    if from.keys != lane.keys { lane.take(count, of: from) }
    return low > 0 && finish(lane, scratch, count, least, UInt64(low), cancellation)
  }

  /// How often each digit from `low` on has each value: the order of the keys does not matter, so one look at them is enough.
  private static func digitCounts(_ lane: Lane, _ count: Int, _ least: UInt64, _ low: UInt64) -> [[Int]] {
    let mask = UInt64(buckets - 1)
    var (first, second, third) = (
      [Int](repeating: 0, count: buckets), [Int](repeating: 0, count: buckets), [Int](repeating: 0, count: buckets)
    )
    first.withUnsafeMutableBufferPointer { first in
      second.withUnsafeMutableBufferPointer { second in
        third.withUnsafeMutableBufferPointer { third in
          for place in 0..<count {
            let key = (lane.keys[place] &- least) >> low
            first[Int(key & mask)] &+= 1
            second[Int(key >> UInt64(bits) & mask)] &+= 1
            third[Int(key >> UInt64(2 * bits) & mask)] &+= 1
          }
        }
      }
    }
    return [first, second, third]
  }

  /// Moves keys in the order of a digit, whose values are counted where `known` is nil; returns false where all have the same
  /// one and nothing moved.
  private static func pass(
    _ from: Lane, _ to: Lane, _ count: Int, _ least: UInt64, _ shift: UInt64, _ parts: Int, _ known: [Int]?
  ) -> Bool {
    let size = (count + parts - 1) / parts
    let mask = UInt64(buckets - 1)
    func range(_ part: Int) -> Range<Int> { min(count, part * size)..<min(count, (part + 1) * size) }
    let ranges = (0..<parts).map(range)
    let counts =
      known.map { [$0] }
      ?? Parallel.map(count: parts, threads: parts) { part in
        var counts = [Int](repeating: 0, count: buckets)
        counts.withUnsafeMutableBufferPointer { counts in
          for place in ranges[part] { counts[Int(((from.keys[place] &- least) >> shift) & mask)] &+= 1 }
        }
        return counts
      }
    var starts = counts
    var sum = 0
    for bucket in 0..<buckets {
      let before = sum
      for part in 0..<parts {
        starts[part][bucket] = sum
        sum += counts[part][bucket]
      }
      if sum - before == count { return false }
    }
    let begins = starts
    _ = Parallel.map(count: parts, threads: parts) { part in
      var next = begins[part]
      next.withUnsafeMutableBufferPointer { next in
        if let places = from.places, let others = to.places {
          for place in ranges[part] {
            let key = from.keys[place]
            let bucket = Int(((key &- least) >> shift) & mask)
            let target = next[bucket]
            next[bucket] = target &+ 1
            to.keys[target] = key
            others[target] = places[place]
          }
        } else {
          for place in ranges[part] {
            let key = from.keys[place]
            let bucket = Int(((key &- least) >> shift) & mask)
            let target = next[bucket]
            next[bucket] = target &+ 1
            to.keys[target] = key
          }
        }
      }
    }
    return true
  }

  /// Sorts the runs of keys that are equal but for their low bits; returns whether it was stopped.
  private static func finish(
    _ lane: Lane, _ scratch: Lane, _ count: Int, _ least: UInt64, _ low: UInt64, _ cancellation: Cancellation
  ) -> Bool {
    var start = 0
    while start < count {
      let first = lane.keys[start]
      let high = (first &- least) >> low
      var end = start + 1
      var areEqual = true
      while end < count, (lane.keys[end] &- least) >> low == high {
        areEqual = areEqual && lane.keys[end] == first
        end += 1
      }
      if !areEqual {
        if end - start > 32 {
          // A run has at most 31 bits left, so that this goes one level deep.
          if sort(lane.from(start), scratch.from(start), end - start, 1, cancellation) { return true }
        } else {
          insert(lane.from(start), end - start)
        }
      }
      start = end
    }
    return false
  }

  private static func insert(_ lane: Lane, _ count: Int) {
    for next in 1..<count {
      let key = lane.keys[next]
      let place = lane.places?[next]
      var at = next
      while at > 0, lane.keys[at - 1] > key {
        lane.copy(at - 1, to: at, of: lane)
        at -= 1
      }
      lane.keys[at] = key
      if let place { lane.places?[at] = place }
    }
  }
}
