public import PodiumCore

/// The lines of the values of a JSON text: where in its file a value is that is refused. A member of an object begins with
/// its key; what is not there is on the line of what it would be in.
public struct JSONPlaces {
  public private(set) var line: Int
  private var parts: [(key: String, place: JSONPlaces)] = []

  /// `bytes` were read as JSON before, so their depth is bounded.
  public init(of bytes: [UInt8]) {
    var (place, line) = (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, 1)
    self.init(bytes, &place, &line)
  }

  private init(_ bytes: [UInt8], _ place: inout Int, _ line: inout Int) {
    JSONPlaces.skipBlanks(bytes, &place, &line)
    self.line = line
    guard place < bytes.count else { return }
    let first = bytes[place]
    if first == 0x22 {
      _ = JSONPlaces.string(bytes, &place)
    } else if first == 0x7B || first == 0x5B {
      place += 1
      while true {
        JSONPlaces.skipBlanks(bytes, &place, &line)
        guard place < bytes.count else { return }
        if bytes[place] == 0x2C {
          place += 1
          continue
        }
        let start = (place: place, line: line)
        let key = first == 0x7B && bytes[place] == 0x22 ? JSONPlaces.string(bytes, &place) : ""
        JSONPlaces.skipBlanks(bytes, &place, &line)
        if first == 0x7B, place < bytes.count, bytes[place] == 0x3A { place += 1 }
        if place < bytes.count, bytes[place] == first + 2 {
          place += 1
          return
        }
        var part = JSONPlaces(bytes, &place, &line)
        part.line = first == 0x7B ? start.line : part.line
        parts.append((key, part))
        guard place > start.place else { return }
      }
    } else {
      while place < bytes.count, bytes[place] > 0x20, ![0x2C, 0x5D, 0x7D].contains(bytes[place]) { place += 1 }
    }
  }

  private static func skipBlanks(_ bytes: [UInt8], _ place: inout Int, _ line: inout Int) {
    while place < bytes.count, bytes[place] <= 0x20 {
      if bytes[place] == 0x0A { line += 1 }
      place += 1
    }
  }

  /// The text in quotes at a place, as it is written.
  private static func string(_ bytes: [UInt8], _ place: inout Int) -> String {
    let start = place + 1
    place = start
    while place < bytes.count, bytes[place] != 0x22 { place += bytes[place] == 0x5C ? 2 : 1 }
    let end = min(place, bytes.count)
    place = min(place + 1, bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The item or the member with a number from 0.
  public subscript(number: Int) -> JSONPlaces { parts.indices.contains(number) ? parts[number].place : self }

  /// The member with a key.
  public subscript(key: String) -> JSONPlaces { parts.last { $0.key == key }?.place ?? self }
}

extension JSONValue {
  /// A text without spaces at its ends.
  public var words: String? { string?.trimmed }

  /// A whole number, also one written as `2.0` or in a text (`"2"`); nil for others.
  public var whole: Int? {
    switch self {
    case .integer(let number): number
    case .number(let number): number.magnitude < 1e6 ? Int(exactly: number) : nil
    case .string(let text):
      text.utf8.count <= 6 && !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(text) : nil
    default: nil
    }
  }
}
