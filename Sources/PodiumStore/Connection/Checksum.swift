internal import PodiumCore

/// A 64-bit checksum over the content of a row, stored with it: a byte flipped on disk is detected when it is read.
///
/// FNV-1a over words of 64 bits (Fowler, Noll, Vo). Each step is one to one in the sum, so two contents of the same
/// length that differ in one word never have the same sum. It does not protect against people, who could write both.
struct Checksum {
  private var sum = FNV.start

  /// The sum as SQLite keeps it.
  var value: Int { Int(Int64(bitPattern: sum)) }

  mutating func add(_ word: UInt64) { FNV.step(&sum, word) }

  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(UInt64(bytes.count))
    var place = 0
    while place + 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place += 8
    }
    var rest: UInt64 = 0
    while place < bytes.count {
      rest = rest << 8 | UInt64(bytes[place])
      place += 1
    }
    add(rest)
  }

  /// The words that a text adds, for a text that is added repeatedly.
  static func words(of text: String) -> [UInt64] {
    let bytes = Array(text.utf8)
    var words = [UInt64(bytes.count)]
    let whole = bytes.count & ~7
    for start in stride(from: 0, to: whole, by: 8) {
      words.append((0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) })
    }
    words.append(bytes[whole...].reduce(0) { $0 << 8 | UInt64($1) })
    return words
  }

  mutating func add(_ words: ArraySlice<UInt64>) { for word in words { add(word) } }

  /// Adds a value with its kind, so that 1 and true, or missing and an empty text, differ.
  mutating func add(_ value: Value) {
    switch value {
    case .missing: add(UInt64(0))
    case .number(let x):
      add(UInt64(1))
      add(x.bitPattern)
    case .integer(let i):
      add(UInt64(2))
      add(i)
    case .text(let text):
      add(UInt64(3))
      add(text)
    case .boolean(let b): add(UInt64(b ? 5 : 4))
    case .date(let day):
      add(UInt64(6))
      add(day.days)
    case .datetime(let moment):
      add(UInt64(7))
      add(moment.microseconds)
    case .bytes(let bytes):
      add(UInt64(8))
      bytes.withUnsafeBytes { add($0) }
    }
  }
}
