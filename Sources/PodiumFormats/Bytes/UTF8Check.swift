/// What a look over bytes says about them as UTF-8.
struct UTF8Check: Equatable {
  /// The offset of the first byte that is no part of a scalar, or nil when all are.
  var firstBad: Int?
  /// How many bytes are no part of a scalar.
  var badBytes = 0
  /// How many scalars of two bytes or more were found.
  var wideScalars = 0
  /// How many bytes are NUL.
  var nulCount = 0
  /// The offsets of the first of them.
  var nuls: [Int] = []

  /// Looks over all bytes from a place on.
  init(_ bytes: Span<UInt8>, from start: Int = 0) {
    let count = bytes.count
    var i = start
    var usual = start
    while i < count {
      // Most text is ASCII, block after block.
      if i >= usual {
        i = ByteCount.firstUnusual(in: bytes, from: i)
        usual = i + 64
        if i >= count { return }
      }
      let lead = bytes[i]
      if lead < 0x80 {
        if lead == 0 {
          nulCount += 1
          if nuls.count <= DecodedText.mostNULs { nuls.append(i) }
        }
        i += 1
        continue
      }
      let length = UTF8Check.scalarLength(bytes, i)
      if length > 0 {
        wideScalars += 1
        i += length
      } else {
        if firstBad == nil { firstBad = i }
        badBytes += 1
        i += 1
      }
    }
  }

  /// The bytes of the scalar at a place, 0 when there is none (Unicode 15, table 3-7).
  static func scalarLength(_ bytes: Span<UInt8>, _ i: Int) -> Int {
    let lead = bytes[i]
    let length: Int
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    switch lead {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0:
      length = 3
      low = 0xA0
    case 0xED:
      length = 3
      high = 0x9F
    case 0xE1...0xEF: length = 3
    case 0xF0:
      length = 4
      low = 0x90
    case 0xF1...0xF3: length = 4
    case 0xF4:
      length = 4
      high = 0x8F
    default: return 0
    }
    guard i + length <= bytes.count, bytes[i + 1] >= low, bytes[i + 1] <= high else { return 0 }
    for place in 2..<4 where place < length {
      if bytes[i + place] & 0xC0 != 0x80 { return 0 }
    }
    return length
  }
}
