/// A part of an SQL text: a word, a quoted name, a text in single quotes, or a single sign.
struct SQLToken {
  enum Kind { case word, name, text, sign }

  let kind: Kind
  /// What it says, without quotes; a doubled quote is one.
  let text: String
  /// Its bytes in the query, with its quotes.
  let range: Range<Int>

  /// As SQLite compares names.
  var folded: String { QueryNames.folded(text) }
  /// Whether it can be the name of a table or column.
  var isName: Bool { kind == .word || kind == .name }

  func isWord(_ word: String) -> Bool { kind == .word && folded == word }
  func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }

  static func isPart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
  }

  /// The parts of a query, blanks left out; comments are not known.
  static func tokens(_ sql: String) -> [SQLToken] {
    var tokens: [SQLToken] = []
    let bytes = Array(sql.utf8)
    var at = 0
    while at < bytes.count {
      let (start, byte) = (at, bytes[at])
      at += 1
      var (kind, said) = (Kind.sign, [byte])
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
        (kind, said) = (byte == UInt8(ascii: "'") ? .text : .name, [])
        let end = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte
        while at < bytes.count {
          if bytes[at] == end {
            guard byte == end, at + 1 < bytes.count, bytes[at + 1] == end else { break }
            at += 1
          }
          said.append(bytes[at])
          at += 1
        }
        at = min(bytes.count, at + 1)
      case _ where isPart(byte):
        kind = .word
        while at < bytes.count, isPart(bytes[at]) {
          said.append(bytes[at])
          at += 1
        }
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C: continue
      default: break
      }
      tokens.append(SQLToken(kind: kind, text: String(decoding: said, as: UTF8.self), range: start..<at))
    }
    return tokens
  }
}
