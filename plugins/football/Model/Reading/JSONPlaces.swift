internal import PodiumCore

/// The lines on which a key of a JSON text occurs, in order: where a refused match is in its file.
struct JSONPlaces {
  private let lines: [Int]

  /// Finds `"key"` followed by a colon.
  init(of key: String, in bytes: [UInt8]) {
    let wanted = Array("\"\(key)\"".utf8)
    var found: [Int] = []
    var line = 1
    var place = 0
    var isText = false
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x0A { line += 1 }
      if isText {
        if byte == 0x5C {
          place += 1
        } else if byte == 0x22 {
          isText = false
        }
      } else if byte == 0x22 {
        if bytes[place...].starts(with: wanted) {
          let rest = bytes[(place + wanted.count)...].prefix(16).first { $0 != 0x20 && $0 != 0x09 }
          if rest == 0x3A { found.append(line) }
        }
        isText = true
      }
      place += 1
    }
    lines = found
  }

  /// The line of the key's occurrence with a number from 0; 1 where it occurs less often.
  subscript(number: Int) -> Int { lines.indices.contains(number) ? lines[number] : 1 }
}

extension JSONValue {
  /// A text without spaces at its ends.
  var words: String? { string?.trimmed }

  /// A whole number, also one written as `2.0` or in a text (`"2"`); nil for others.
  var whole: Int? {
    switch self {
    case .integer(let number): number
    case .number(let number): number.magnitude < 1e6 ? Int(exactly: number) : nil
    case .string(let text):
      text.utf8.count <= 6 && !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(text) : nil
    default: nil
    }
  }
}
