internal import PodiumCore

/// Writing JSON straight into bytes: tables are too large for a tree of values in between.
extension [UInt8] {
  /// Appends a text in quotes.
  mutating func appendJSON(_ text: String) {
    append(0x22)
    var text = text
    text.withUTF8 { bytes in
      for byte in bytes {
        switch byte {
        case 0x22, 0x5C:
          append(0x5C)
          append(byte)
        case 0..<0x20, 0x7F:
          let digits: StaticString = "0123456789abcdef"
          append(contentsOf: [0x5C, 0x75, 0x30, 0x30])
          append(digits.utf8Start[Int(byte >> 4)])
          append(digits.utf8Start[Int(byte & 15)])
        default: append(byte)
        }
      }
    }
    append(0x22)
  }

  /// Appends a number; what JSON has no number for becomes null.
  mutating func appendJSON(_ number: Double) {
    guard number.isFinite else { return append("null") }
    if number.rounded() == number, number.magnitude < 1e15, !(number == 0 && number.sign == .minus) {
      return appendJSON(Int(number))
    }
    append(contentsOf: NumberText.shortest(number).utf8)
  }

  /// Appends a whole number.
  mutating func appendJSON(_ number: Int) { append(contentsOf: String(number).utf8) }

  /// Appends text as it is.
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a list.
  mutating func appendJSON<Item>(list: some Collection<Item>, _ write: (Item, inout [UInt8]) -> Void) {
    append(0x5B)
    var isFirst = true
    for item in list {
      if !isFirst { append(0x2C) }
      isFirst = false
      write(item, &self)
    }
    append(0x5D)
  }

  /// Appends a further member of an object: a comma, the key, and what is written.
  mutating func appendMember(_ key: StaticString, _ write: (inout [UInt8]) -> Void) {
    append(",\"")
    append(key)
    append("\":")
    write(&self)
  }

  /// Appends a further member of an object that holds a text.
  mutating func appendMember(_ key: StaticString, text: String) { appendMember(key) { $0.appendJSON(text) } }

  /// Appends a further member of an object that holds any value.
  mutating func appendMember(_ key: StaticString, value: JSONValue) {
    appendMember(key) { $0.append(contentsOf: value.text.utf8) }
  }
}
