/// Lists of numbers as one text each, with spaces between them.
///
/// Encoders take a list number by number, at a microsecond each; a fold of a long table has a hundred thousand of them,
/// and storing it must not delay Ctrl-C.
enum PackedNumbers {
  static func text(_ numbers: [Int]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * 4)
    for number in numbers {
      if (0..<10).contains(number) {
        bytes.append(0x30 + UInt8(truncatingIfNeeded: number))
      } else {
        bytes.append(contentsOf: String(number).utf8)
      }
      bytes.append(0x20)
    }
    return String(decoding: bytes, as: UTF8.self)
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
