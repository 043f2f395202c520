internal import PodiumCore

/// A token of XML; names are without their prefixes.
enum XMLToken {
  case start(name: String, attributes: [(name: String, value: String)], isEmpty: Bool)
  case end(name: String)
  case text([UInt8])
}

/// Splits XML into tags and text, as far as documents in archives need it: well-formed, without a document type.
///
/// A document type is refused, so no entities can expand or read files.
struct XMLScanner {
  /// Deeper nesting is refused.
  static let deepest = 256

  let name: String
  /// Where the next token begins.
  var place: Int
  /// The names of the open elements, as places in the text.
  private var open: [Range<Int>] = []

  init(name: String, from start: Int) {
    self.name = name
    place = start
  }

  var depth: Int { open.count }

  /// The next token; nil at the end. Throws `malformed-xml`.
  mutating func next(_ text: Span<UInt8>) throws(Diagnostic) -> XMLToken? {
    var out: [UInt8] = []
    while place < text.count {
      let byte = text[place]
      if byte == 0x3C {
        if starts("<!--", text) {
          try skip(to: "-->", text)
        } else if starts("<![CDATA[", text) {
          place += 9
          let start = place
          try skip(to: "]]>", text)
          for i in start..<(place - 3) { out.append(text[i]) }
        } else if starts("<?", text) {
          try skip(to: "?>", text)
        } else if starts("<!", text) {
          throw malformed("a document type, which workbooks do not have", text)
        } else {
          if !out.isEmpty { return .text(out) }
          return try tag(text)
        }
      } else if byte == 0x26 {
        try reference(text, text.count, &out)
      } else {
        let start = place
        while place < text.count, text[place] != 0x3C, text[place] != 0x26 { place += 1 }
        out.reserveCapacity(out.count + place - start)
        for i in start..<place { out.append(text[i]) }
      }
    }
    guard open.isEmpty else { throw malformed("an element without an end", text) }
    return out.isEmpty ? nil : .text(out)
  }

  private func malformed(_ what: String, _ text: Span<UInt8>) -> Diagnostic {
    Diagnostic("malformed-xml", "there is \(what)", help: "save the file again in a spreadsheet program")
      .inFile(name, line: DecodedText.lineNumber(text, at: min(place, text.count)))
  }

  /// Whether the next bytes are these.
  @inline(__always)
  func starts(_ sign: StaticString, _ text: Span<UInt8>) -> Bool {
    guard place + sign.utf8CodeUnitCount <= text.count else { return false }
    for i in 0..<sign.utf8CodeUnitCount where text[place + i] != sign.utf8Start[i] { return false }
    return true
  }

  private mutating func skip(to sign: StaticString, _ text: Span<UInt8>) throws(Diagnostic) {
    while place < text.count {
      if starts(sign, text) {
        place += sign.utf8CodeUnitCount
        return
      }
      place += 1
    }
    throw malformed("a comment or declaration without an end", text)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  private static func endsName(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == 0x2F || byte == 0x3E || byte == 0x3D || byte == 0x3C || byte == 0x22 || byte == 0x27
  }

  private mutating func readName(_ text: Span<UInt8>) throws(Diagnostic) -> Range<Int> {
    let start = place
    while place < text.count, !XMLScanner.endsName(text[place]) { place += 1 }
    if place == start { throw malformed("a tag without a name", text) }
    return start..<place
  }

  private static func local(_ name: Range<Int>, _ text: Span<UInt8>) -> String {
    var start = name.upperBound
    while start > name.lowerBound, text[start - 1] != 0x3A { start -= 1 }
    return NumberCell.string(text, start..<name.upperBound)
  }

  private static func isSame(_ name: Range<Int>, _ other: Range<Int>?, _ text: Span<UInt8>) -> Bool {
    guard let other, name.count == other.count else { return false }
    for offset in 0..<name.count where text[name.lowerBound + offset] != text[other.lowerBound + offset] {
      return false
    }
    return true
  }

  private mutating func skipBlanks(_ text: Span<UInt8>) {
    while place < text.count, XMLScanner.isBlank(text[place]) { place += 1 }
  }

  private mutating func tag(_ text: Span<UInt8>) throws(Diagnostic) -> XMLToken {
    place += 1
    let isEnd = place < text.count && text[place] == 0x2F
    if isEnd { place += 1 }
    let full = try readName(text)
    if isEnd {
      skipBlanks(text)
      guard place < text.count, text[place] == 0x3E, XMLScanner.isSame(full, open.popLast(), text) else {
        throw malformed("an end tag that closes nothing", text)
      }
      place += 1
      return .end(name: XMLScanner.local(full, text))
    }
    var attributes: [(name: String, value: String)] = []
    while true {
      skipBlanks(text)
      guard place < text.count else { throw malformed("a tag without an end", text) }
      if text[place] == 0x3E {
        place += 1
        guard open.count < XMLScanner.deepest else {
          throw malformed("nesting deeper than \(XMLScanner.deepest) levels", text)
        }
        open.append(full)
        return .start(name: XMLScanner.local(full, text), attributes: attributes, isEmpty: false)
      }
      if text[place] == 0x2F {
        guard place + 1 < text.count, text[place + 1] == 0x3E else { throw malformed("a tag without an end", text) }
        place += 2
        return .start(name: XMLScanner.local(full, text), attributes: attributes, isEmpty: true)
      }
      let name = XMLScanner.local(try readName(text), text)
      skipBlanks(text)
      guard place < text.count, text[place] == 0x3D else { throw malformed("an attribute without a value", text) }
      place += 1
      skipBlanks(text)
      guard place < text.count, text[place] == 0x22 || text[place] == 0x27 else {
        throw malformed("an attribute without quotes", text)
      }
      let quote = text[place]
      place += 1
      var end = place
      while end < text.count, text[end] != quote { end += 1 }
      guard end < text.count else { throw malformed("an attribute without an end", text) }
      let value = try value(text, end)
      place = end + 1
      // Tags of documents have a handful of attributes; further ones are ignored.
      if attributes.count < 64 { attributes.append((name, value)) }
    }
  }

  /// The value of an attribute up to its closing quote.
  private mutating func value(_ text: Span<UInt8>, _ end: Int) throws(Diagnostic) -> String {
    let start = place
    while place < end, text[place] != 0x26 { place += 1 }
    if place == end { return NumberCell.string(text, start..<end) }
    var value: [UInt8] = []
    for i in start..<place { value.append(text[i]) }
    while place < end {
      if text[place] == 0x26 {
        try reference(text, end, &value)
      } else {
        value.append(text[place])
        place += 1
      }
    }
    return String(decoding: value, as: UTF8.self)
  }

  private mutating func reference(_ text: Span<UInt8>, _ end: Int, _ out: inout [UInt8]) throws(Diagnostic) {
    var stop = place + 1
    while stop < end, stop - place < 12, text[stop] != 0x3B { stop += 1 }
    guard stop < end, text[stop] == 0x3B else { throw malformed("an '&' that does not begin a reference", text) }
    let name = NumberCell.string(text, (place + 1)..<stop)
    let scalar: Unicode.Scalar?
    switch name {
    case "amp": scalar = "&"
    case "lt": scalar = "<"
    case "gt": scalar = ">"
    case "quot": scalar = "\""
    case "apos": scalar = "'"
    default:
      let code =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      scalar = code.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
    guard let scalar else { throw malformed("an unknown reference '&\(SafeText.escape(name));'", text) }
    out += Array(String(Character(scalar)).utf8)
    place = stop + 1
  }
}

extension [(name: String, value: String)] {
  subscript(_ name: String) -> String? { first { $0.name == name }?.value }
}
