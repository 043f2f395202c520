internal import PodiumCore

/// The distinct contents of a column's cells, numbered in order of appearance.
///
/// Open addressing on a seeded hash, so that no file can be made to collide; only distinct contents cost memory.
struct LevelTable {
  private var slots = [Int32](repeating: -1, count: 64)
  private var hashes: [Int] = []
  /// The first cell of each content.
  private(set) var levels: [Range<Int>] = []

  mutating func code(of content: Range<Int>, in text: Span<UInt8>) -> Int32 {
    var hasher = Hasher()
    text.extracting(content).withUnsafeBytes { hasher.combine(bytes: $0) }
    let hash = hasher.finalize()
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let code = slots[slot]
      if hashes[Int(code)] == hash, LevelTable.equal(levels[Int(code)], content, in: text) { return code }
      slot = (slot + 1) & (slots.count - 1)
    }
    let code = Int32(clamping: levels.count)
    slots[slot] = code
    hashes.append(hash)
    levels.append(content)
    if levels.count * 2 > slots.count { grow() }
    return code
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (code, hash) in hashes.enumerated() {
      var slot = hash & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(clamping: code)
    }
  }

  private static func equal(_ a: Range<Int>, _ b: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    var i = 0
    while i < a.count, text[a.lowerBound + i] == text[b.lowerBound + i] { i += 1 }
    return i == a.count
  }

  /// The contents as names, and for each number the index of its name.
  ///
  /// Names that differ only in Unicode composition (é as one scalar or two) are one category, spelled as
  /// the first: Swift treats them as equal, and levels must be distinct.
  func names(in text: Span<UInt8>) -> (names: [String], placeOfCode: [Int32], merged: Int) {
    var names: [String] = []
    var placeOfCode: [Int32] = []
    var places: [String: Int32] = [:]
    for level in levels {
      let name = NumberCell.string(text, level)
      if let place = places[name] {
        placeOfCode.append(place)
      } else {
        let place = Int32(clamping: names.count)
        places[name] = place
        placeOfCode.append(place)
        names.append(name)
      }
    }
    return (names, placeOfCode, levels.count - names.count)
  }
}
