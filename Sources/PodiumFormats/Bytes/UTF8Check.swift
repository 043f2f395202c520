internal import PodiumCore

/// The result of checking bytes as UTF-8.
struct UTF8Check: Equatable {
  /// The offset of the first byte that is not part of a scalar, or nil if all are.
  var firstBad: Int?
  /// Number of bytes that are not part of a scalar.
  var badBytes = 0
  /// Number of scalars of two or more bytes.
  var wideScalars = 0
  var nulCount = 0
  var nuls: [Int] = []

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
          // So many mean that this is not text, whatever follows.
          if nulCount > DecodedText.mostNULs { return }
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

  /// Number of bytes from which several threads are used.
  static let parallelBytes = 4 << 20

  /// Checks all bytes from a position on, in parts on several threads if there are many.
  ///
  /// A part begins at a byte that does not continue a scalar, or after three that do: no scalar crosses that, so the
  /// parts find the same as one check of the whole.
  static func of(_ file: [UInt8], from start: Int, threads: Int, part: Int = 1 << 20) -> UTF8Check {
    let count = (file.count - start + part - 1) / part
    guard threads > 1, count > 1, file.count - start >= parallelBytes || part < 1 << 20 else {
      return UTF8Check(file.span, from: start)
    }
    let found = Parallel.map(count: count, threads: threads) { number in
      func border(_ number: Int) -> Int {
        let place = min(start + number * part, file.count)
        return number == 0
          ? place : (place..<min(place + 3, file.count)).first { file[$0] & 0xC0 != 0x80 } ?? min(place + 3, file.count)
      }
      let (low, high) = (border(number), border(number + 1))
      var check = UTF8Check(file.span.extracting(low..<max(low, high)))
      check.firstBad = check.firstBad.map { $0 + low }
      check.nuls = check.nuls.map { $0 + low }
      return check
    }
    var whole = found[0]
    for next in found.dropFirst() {
      whole.firstBad = whole.firstBad ?? next.firstBad
      whole.badBytes += next.badBytes
      whole.wideScalars += next.wideScalars
      whole.nulCount += next.nulCount
      whole.nuls += next.nuls.prefix(DecodedText.mostNULs + 1 - whole.nuls.count)
    }
    return whole
  }

  /// The length of the scalar at a position, 0 if there is none (Unicode 15, table 3-7).
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
