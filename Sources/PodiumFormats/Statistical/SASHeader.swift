/// What a file of SAS says of itself, as far as ReadStat does not check it.
///
/// Source: the layout as ReadStat and the notes of M. Shotwell (2011) describe it; a file of 64 bits has wider places.
struct SASHeader {
  private let bytes: [UInt8]
  private let isWide: Bool
  private let isLittle: Bool

  init?(_ bytes: [UInt8]) {
    guard bytes.count > 288 else { return nil }
    (self.bytes, isWide, isLittle) = (bytes, bytes[32] == 0x33, bytes[37] == 1)
  }

  /// The first bytes of a catalogue of labels.
  static func isCatalogue(_ bytes: [UInt8]) -> Bool {
    bytes.count > 32 && bytes[..<12].allSatisfy { $0 == 0 } && bytes[12..<16] == [0xC2, 0xEA, 0x81, 0x63]
  }

  /// The number of rows that the first page gives; nil where it gives none.
  var rows: UInt64? {
    let gap = bytes[35] == 0x33 ? 4 : 0
    guard let page = number(196 + gap, 4), let start = Int(exactly: page) else { return nil }
    let (parts, wide) = (start + (isWide ? 36 : 20), isWide ? 8 : 4)
    let first = start + (isWide ? 40 : 24)
    for part in 0..<Int(number(parts, 2) ?? 0) {
      let pointer = first + part * (isWide ? 24 : 12)
      guard let offset = number(pointer, wide).flatMap({ Int(exactly: $0) }), offset < bytes.count else { continue }
      let place = start + offset
      // The part with the width and the number of rows.
      guard number(place, 4) == 0xF7F7_F7F7 || isWide && number(place + 4, 4) == 0xF7F7_F7F7 else { continue }
      return number(place + (isWide ? 48 : 24), wide)
    }
    return nil
  }

  private func number(_ place: Int, _ count: Int) -> UInt64? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    let part = bytes[place..<place + count]
    return isLittle
      ? part.reversed().reduce(0) { $0 << 8 | UInt64($1) } : part.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
