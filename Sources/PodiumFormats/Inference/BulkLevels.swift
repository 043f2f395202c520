internal import PodiumCore

/// The distinct contents of cells, numbered in order of appearance and stored as bytes.
///
/// Open addressing on a hash seeded per process, so that no file can be made to collide; the numbers do not
/// depend on it. Contents have no NUL.
struct BulkLevels: Sendable {
  /// The contents, concatenated.
  private(set) var pool: [UInt8] = []
  /// For each number the position in `pool` after its content.
  private(set) var ends: [Int] = []
  private var slots = [Slot](repeating: .empty, count: 64)
  private let seeds = BulkLevels.seeds

  private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

  /// A content as two words: its bytes if sixteen suffice, otherwise two hashes of them.
  private struct Slot: Sendable {
    var low: UInt64
    var high: UInt64
    var length: Int
    var code: Int32

    static let empty = Slot(low: 0, high: 0, length: 0, code: -1)
  }

  var count: Int { ends.count }

  /// The range of a content in `pool`.
  func range(_ code: Int) -> Range<Int> { (code == 0 ? 0 : ends[code - 1])..<ends[code] }

  @inline(__always)
  mutating func code(of content: Range<Int>, in text: Span<UInt8>) -> Int32 {
    let (low, high) = words(content, in: text)
    let length = content.upperBound &- content.lowerBound
    var place = place(low, high, length)
    while true {
      let slot = slots[place]
      if slot.code < 0 { return insert(Slot(low: low, high: high, length: length, code: 0), at: place, content, text) }
      if slot.low == low, slot.high == high, slot.length == length,
        length <= 16 || isEqual(Int(slot.code), content, text)
      {
        return slot.code
      }
      place = (place &+ 1) & (slots.count &- 1)
    }
  }

  /// Where the search for a content begins.
  @inline(__always)
  private func place(_ low: UInt64, _ high: UInt64, _ length: Int) -> Int {
    let hash = BulkLevels.fold(
      low ^ seeds.0, high ^ seeds.1 ^ UInt64(truncatingIfNeeded: length) &<< 32)
    return Int(truncatingIfNeeded: hash) & (slots.count &- 1)
  }

  @inline(never)
  private mutating func insert(
    _ content: Slot, at place: Int, _ range: Range<Int>, _ text: Span<UInt8>
  ) -> Int32 {
    let code = Int32(clamping: ends.count)
    slots[place] = content
    slots[place].code = code
    for place in range { pool.append(text[place]) }
    ends.append(pool.count)
    if ends.count * 2 > slots.count { grow() }
    return code
  }

  private func isEqual(_ code: Int, _ content: Range<Int>, _ text: Span<UInt8>) -> Bool {
    let range = range(code)
    guard range.count == content.count else { return false }
    var i = 0
    while i < range.count, pool[range.lowerBound + i] == text[content.lowerBound + i] { i += 1 }
    return i == range.count
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: .empty, count: old.count * 2)
    for slot in old where slot.code >= 0 {
      var place = place(slot.low, slot.high, slot.length)
      while slots[place].code >= 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = slot
    }
  }

  @inline(__always)
  private func words(_ content: Range<Int>, in text: Span<UInt8>) -> (low: UInt64, high: UInt64) {
    let start = content.lowerBound
    let length = content.upperBound &- start
    if length <= 8 { return (text.word(at: start, length: length), 0) }
    if length <= 16 { return (text.word(at: start), text.word(at: start &+ 8, length: length &- 8)) }
    return longWords(content, in: text)
  }

  /// Eight bytes at a time, folded by a full-width multiplication, forwards and byte-swapped.
  @inline(never)
  private func longWords(_ content: Range<Int>, in text: Span<UInt8>) -> (low: UInt64, high: UInt64) {
    var (low, high) = seeds
    var place = content.lowerBound
    while place < content.upperBound {
      let word = text.word(at: place, length: content.upperBound &- place)
      low = BulkLevels.fold(low ^ word, seeds.1 | 1)
      high = BulkLevels.fold(high ^ word.byteSwapped, seeds.0 | 1)
      place &+= 8
    }
    return (low, high)
  }

  @inline(__always)
  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
