/// The distinct contents of cells, numbered as they come and kept in bytes of their own.
///
/// Open addressing on a hash with a seed of the process, so that no file can be made to collide; the numbers do not
/// depend on it.
struct BulkLevels: Sendable {
  /// The contents, one behind the other.
  private(set) var pool: [UInt8] = []
  /// For each number the place in `pool` behind its content.
  private(set) var ends: [Int] = []
  private var hashes: [UInt64] = []
  /// For each number its content where eight bytes hold it, which no NUL among them makes doubtful; else 0.
  private var keys: [UInt64] = []
  private var slots = [Int32](repeating: -1, count: 64)

  private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max) | 1)

  /// The number of contents.
  var count: Int { ends.count }

  /// The place of a content in `pool`.
  func range(_ code: Int) -> Range<Int> { (code == 0 ? 0 : ends[code - 1])..<ends[code] }

  /// The number of a content.
  mutating func code(of content: Range<Int>, in text: Span<UInt8>) -> Int32 {
    let (hash, key) = BulkLevels.hash(content, in: text)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let code = Int(slots[slot])
      if hashes[code] == hash, key != 0 ? keys[code] == key : isEqual(code, content, text) {
        return Int32(truncatingIfNeeded: code)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let code = Int32(clamping: ends.count)
    slots[slot] = code
    hashes.append(hash)
    keys.append(key)
    for place in content { pool.append(text[place]) }
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
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (code, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(clamping: code)
    }
  }

  /// Eight bytes at a time, folded by a multiplication of full width; and the content itself where eight hold it.
  private static func hash(_ content: Range<Int>, in text: Span<UInt8>) -> (hash: UInt64, key: UInt64) {
    let seeds = seeds
    return text.extracting(content).withUnsafeBufferPointer { bytes in
      var hash = seeds.0 ^ UInt64(truncatingIfNeeded: bytes.count)
      var word: UInt64 = 0
      if bytes.count <= 8 {
        for byte in bytes { word = word << 8 | UInt64(byte) }
        return (fold(hash ^ word, seeds.1), word)
      }
      var filled = 0
      for byte in bytes {
        word = word << 8 | UInt64(byte)
        filled &+= 1
        if filled == 8 {
          hash = fold(hash ^ word, seeds.1)
          word = 0
          filled = 0
        }
      }
      return (fold(hash ^ word, seeds.1), 0)
    }
  }

  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
