package import PodiumCore

/// Writes JSON directly to bytes: tables are too large for an intermediate tree of values.
extension [UInt8] {
  /// Appends a quoted string.
  package mutating func appendJSON(_ text: String) {
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

  /// Appends a number; NaN and infinities become null.
  package mutating func appendJSON(_ number: Double) {
    guard number.isFinite else { return append("null") }
    if number.rounded() == number, number.magnitude < 1e15, !(number == 0 && number.sign == .minus) {
      return appendJSON(Int(number))
    }
    append(contentsOf: NumberText.shortest(number).utf8)
  }

  package mutating func appendJSON(_ number: Int) { append(contentsOf: String(number).utf8) }

  package mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func appendJSON<Item>(list: some Collection<Item>, _ write: (Item, inout [UInt8]) -> Void) {
    append(0x5B)
    var isFirst = true
    for item in list {
      if !isFirst { append(0x2C) }
      isFirst = false
      write(item, &self)
    }
    append(0x5D)
  }

  /// Appends another member of an object: a comma, the key, and what the closure writes.
  package mutating func appendMember(_ key: StaticString, _ write: (inout [UInt8]) -> Void) {
    append(",\"")
    append(key)
    append("\":")
    write(&self)
  }

  /// Appends another member with a string.
  package mutating func appendMember(_ key: StaticString, text: String) { appendMember(key) { $0.appendJSON(text) } }

  /// Appends another member with any value.
  package mutating func appendMember(_ key: StaticString, value: JSONValue) {
    appendMember(key) { $0.append(contentsOf: value.text.utf8) }
  }
  /// The number of commas.
  package var commas: Int {
    withUnsafeBufferPointer { bytes in
      var count = 0
      for byte in bytes where byte == 0x2C { count &+= 1 }
      return count
    }
  }
}
