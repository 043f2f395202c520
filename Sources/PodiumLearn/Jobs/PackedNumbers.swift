internal import PodiumCore

/// Lists of numbers as one text each.
///
/// Encoders take a list number by number, at a microsecond each; a fold of a long table has a hundred thousand of them,
/// and storing it must not delay Ctrl-C.
enum PackedNumbers {
  /// Decimal numbers, each with a space after it.
  static func text(_ numbers: [Int]) -> String {
    var bytes: [UInt8] = []
    append(numbers, to: &bytes, separator: 0x20)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decimal numbers, each with the separator after it.
  static func append(_ numbers: [Int], to bytes: inout [UInt8], separator: UInt8) {
    // A sign, at most 19 digits and the separator.
    let longest = 21
    bytes += [UInt8](unsafeUninitializedCapacity: numbers.count * longest) { out, count in
      for number in numbers {
        var rest = number.magnitude
        var length = 1
        while rest >= 10 {
          rest /= 10
          length += 1
        }
        if number < 0 {
          out[count] = 0x2D
          count += 1
        }
        rest = number.magnitude
        for place in stride(from: count + length - 1, through: count, by: -1) {
          out[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
        out[count + length] = separator
        count += length + 1
      }
    }
  }

  /// The bits of numbers, little-endian, as base64.
  static func base64(_ numbers: [Double]) -> String {
    numbers.map { $0.bitPattern.littleEndian }.withUnsafeBytes { Base64.text($0) }
  }

  /// The numbers of such a text; nil for anything else.
  static func fromBase64(_ text: String) -> [Double]? {
    guard let bytes = Base64.bytes(text), bytes.count.isMultiple(of: 8) else { return nil }
    return bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 8).map {
        Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self)))
      }
    }
  }

  /// Each number in the shortest form that reads back as it was; what recurs is printed once.
  static func text(_ numbers: [Double]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * 8)
    var last: (bits: UInt64, text: [UInt8])?
    for number in numbers {
      if number.bitPattern == 0 || number.bitPattern == 0x3FF0_0000_0000_0000 {
        bytes.append(number == 0 ? 0x30 : 0x31)
      } else if let last, last.bits == number.bitPattern {
        bytes.append(contentsOf: last.text)
      } else {
        let text = Array(number.description.utf8)
        bytes.append(contentsOf: text)
        last = (number.bitPattern, text)
      }
      bytes.append(0x20)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The whole numbers of a text; nil where something else is in it.
  static func integers(_ text: String) -> [Int]? {
    let words = text.utf8.split(separator: 0x20)
    var numbers: [Int] = []
    numbers.reserveCapacity(words.count)
    for word in words {
      guard let number = Int(Substring(word)) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// The numbers of a text; nil where something else is in it.
  static func doubles(_ text: String) -> [Double]? {
    let words = text.utf8.split(separator: 0x20)
    var numbers: [Double] = []
    numbers.reserveCapacity(words.count)
    for word in words {
      guard let number = Double(Substring(word)) else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
