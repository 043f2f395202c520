/// A file of text in lines: without a byte order mark, with any kind of line break.
public struct SurfText {
  /// A line with its number from 1.
  struct Line {
    let number: Int
    let text: String
  }

  /// The lines that hold more than white space.
  let lines: [Line]

  init(_ bytes: [UInt8]) {
    var lines: [Line] = []
    var (number, start) = (1, SurfText.start(of: bytes))
    func add(_ end: Int) {
      let text = String(decoding: bytes[start..<end], as: UTF8.self)
      if text.contains(where: { !$0.isWhitespace }) { lines.append(Line(number: number, text: text)) }
      number += 1
    }
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x0A || byte == 0x0D {
        add(place)
        if byte == 0x0D, place + 1 < bytes.count, bytes[place + 1] == 0x0A { place += 1 }
        start = place + 1
      }
      place += 1
    }
    if start < bytes.count { add(bytes.count) }
    self.lines = lines
  }

  /// The lines from a place on, numbered from 1, that begin with one of some bytes.
  public static func lines(
    in bytes: [UInt8], from start: Int, beginning firsts: Set<UInt8>
  ) -> [(number: Int, bytes: Range<Int>)] {
    var found: [(number: Int, bytes: Range<Int>)] = []
    var (number, place) = (1, start)
    while place < bytes.count {
      let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      if firsts.contains(bytes[place]) { found.append((number, place..<end)) }
      (number, place) = (number + 1, end + 1)
    }
    return found
  }

  /// The number of bytes that a byte order mark takes.
  static func start(of bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

extension StringProtocol {
  /// The words of a column's name in lower case: `swell1_ft` and `Swell 1 (ft)` give swell, 1, ft; `spotName` spot, name.
  var nameWords: [String] {
    var words: [String] = []
    var word = ""
    var last: Character?
    func close() {
      if !word.isEmpty { words.append(word.lowercased()) }
      word = ""
    }
    for character in self {
      guard character.isLetter || character.isNumber else {
        close()
        last = nil
        continue
      }
      // A number after letters is a word of its own; letters after a number belong to it, as in 10m.
      if let last, last.isLetter, character.isNumber || (last.isLowercase && character.isUppercase) { close() }
      word.append(character)
      last = character
    }
    close()
    return words
  }
}

extension String {
  /// The heading and the meaning of a pair of `map=`, `HEADING:MEANING`; a heading may have a colon. Nil for any other text.
  public var mappedColumn: (column: String, meaning: String)? {
    lastIndex(of: ":").map { (String(self[..<$0]), String(self[index(after: $0)...])) }
  }
}
