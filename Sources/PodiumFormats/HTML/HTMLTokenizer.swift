internal import PodiumCore

/// A token of a page; names are in lower case, comments are left out.
enum HTMLToken {
  case start(name: String, attributes: [(name: String, value: String)], isSelfClosing: Bool)
  case end(name: String)
  case text([UInt8])
}

/// Splits HTML into tags and text by the states of html.spec.whatwg.org (tokenization), as far as tables need them.
///
/// No input is an error: anything that is not a tag is text. Every byte is read a bounded number of times, so a page of
/// any shape takes time proportional to its length.
struct HTMLTokenizer {
  /// Further attributes of one tag are ignored.
  static let mostAttributes = 256

  /// The position after the last token.
  private(set) var place: Int
  /// The element whose end tag ends the current raw text.
  private var rawName: String?

  init(from start: Int) { place = start }

  /// Treats what follows as the raw text of an element.
  mutating func enter(_ name: String) { rawName = name }

  /// Whether character references count in an element's raw text; nil if the content is markup.
  private static func hasReferences(_ name: String) -> Bool? {
    switch name {
    case "script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext": false
    case "textarea", "title": true
    default: nil
    }
  }

  /// The next token; nil at the end.
  mutating func next(_ text: Span<UInt8>) -> HTMLToken? {
    if let name = rawName {
      rawName = nil
      let raw = rawText(name, text)
      if !raw.isEmpty { return .text(raw) }
    }
    var out: [UInt8] = []
    while place < text.count {
      switch text[place] {
      case 0x3C:
        let isEnd = place + 1 < text.count && text[place + 1] == 0x2F
        let first = place + (isEnd ? 2 : 1)
        if first < text.count, HTMLTokenizer.isLetter(text[first]) {
          if !out.isEmpty { return .text(out) }
          place = first
          return tag(text, isEnd: isEnd)
        }
        if first < text.count, isEnd || text[first] == 0x21 || text[first] == 0x3F {
          skipComment(text, first, isEnd: isEnd)
        } else {
          out.append(0x3C)
          place += 1
        }
      case 0x26: HTMLTokenizer.reference(text, &place, text.count, inAttribute: false, &out)
      case let byte:
        out.append(byte)
        place += 1
      }
    }
    return out.isEmpty ? nil : .text(out)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  private mutating func skipComment(_ text: Span<UInt8>, _ first: Int, isEnd: Bool) {
    var i = first
    if !isEnd, first + 2 < text.count, text[first] == 0x21, text[first + 1] == 0x2D, text[first + 2] == 0x2D {
      i = first + 3
      // `<!-->` and `<!--->` are complete.
      if i < text.count, text[i] == 0x3E {
        place = i + 1
        return
      }
      if i + 1 < text.count, text[i] == 0x2D, text[i + 1] == 0x3E {
        place = i + 2
        return
      }
      while i < text.count {
        if text[i] == 0x2D, i + 2 < text.count, text[i + 1] == 0x2D {
          if text[i + 2] == 0x3E {
            place = i + 3
            return
          }
          if text[i + 2] == 0x21, i + 3 < text.count, text[i + 3] == 0x3E {
            place = i + 4
            return
          }
        }
        i += 1
      }
      place = text.count
      return
    }
    while i < text.count, text[i] != 0x3E { i += 1 }
    place = min(i + 1, text.count)
  }

  // MARK: Tags

  /// Reads a tag whose name begins at the position; nil if the page ends within it.
  private mutating func tag(_ text: Span<UInt8>, isEnd: Bool) -> HTMLToken? {
    let name = word(text) { HTMLTokenizer.isBlank($0) || $0 == 0x2F || $0 == 0x3E }
    var attributes: [(name: String, value: String)] = []
    var isSelfClosing = false
    while true {
      while place < text.count, HTMLTokenizer.isBlank(text[place]) || text[place] == 0x2F {
        isSelfClosing = text[place] == 0x2F
        place += 1
      }
      guard place < text.count else { return nil }
      if text[place] == 0x3E {
        place += 1
        if isEnd { return .end(name: name) }
        if HTMLTokenizer.hasReferences(name) != nil { rawName = name }
        return .start(name: name, attributes: attributes, isSelfClosing: isSelfClosing)
      }
      isSelfClosing = false
      let attribute = self.attribute(text)
      if attributes.count < HTMLTokenizer.mostAttributes, !attributes.contains(where: { $0.name == attribute.name }) {
        attributes.append(attribute)
      }
    }
  }

  private mutating func word(_ text: Span<UInt8>, _ ends: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    while place < text.count, !ends(text[place]) {
      bytes.append(HTMLTokenizer.lower(text[place]))
      place += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func attribute(_ text: Span<UInt8>) -> (name: String, value: String) {
    var isFirst = true
    let name = word(text) { byte in
      // A leading equals sign belongs to the name.
      defer { isFirst = false }
      return HTMLTokenizer.isBlank(byte) || byte == 0x2F || byte == 0x3E || (byte == 0x3D && !isFirst)
    }
    var i = place
    while i < text.count, HTMLTokenizer.isBlank(text[i]) { i += 1 }
    guard i < text.count, text[i] == 0x3D else { return (name, "") }
    i += 1
    while i < text.count, HTMLTokenizer.isBlank(text[i]) { i += 1 }
    place = i
    guard i < text.count, text[i] != 0x3E else { return (name, "") }
    let quote = text[i] == 0x22 || text[i] == 0x27 ? text[i] : 0
    if quote != 0 { i += 1 }
    let start = i
    while i < text.count, quote != 0 ? text[i] != quote : !HTMLTokenizer.isBlank(text[i]) && text[i] != 0x3E { i += 1 }
    var value: [UInt8] = []
    var next = start
    while next < i {
      if text[next] == 0x26 {
        HTMLTokenizer.reference(text, &next, i, inAttribute: true, &value)
      } else {
        value.append(text[next])
        next += 1
      }
    }
    place = quote != 0 && i < text.count ? i + 1 : i
    return (name, String(decoding: value, as: UTF8.self))
  }

  // MARK: Raw text

  private mutating func rawText(_ name: String, _ text: Span<UInt8>) -> [UInt8] {
    let letters = Array(name.utf8)
    let hasReferences = HTMLTokenizer.hasReferences(name) == true
    let isScript = name == "script"
    var out: [UInt8] = []
    var isEscaped = false
    var isDoubleEscaped = false
    while place < text.count {
      let byte = text[place]
      if byte == 0x3C, name != "plaintext" {
        if !isDoubleEscaped, place + 1 < text.count, text[place + 1] == 0x2F, names(letters, text, place + 2) {
          return out
        }
        if isScript {
          // A script may contain another one in a comment, which then needs its own end tag.
          if matches([0x21, 0x2D, 0x2D], text, place + 1) {
            isEscaped = true
          } else if isEscaped, !isDoubleEscaped, names(letters, text, place + 1) {
            isDoubleEscaped = true
          } else if isDoubleEscaped, place + 1 < text.count, text[place + 1] == 0x2F, names(letters, text, place + 2) {
            isDoubleEscaped = false
          }
        }
      } else if byte == 0x2D, isEscaped, matches([0x2D, 0x2D, 0x3E], text, place) {
        isEscaped = false
        isDoubleEscaped = false
      }
      if byte == 0x26, hasReferences {
        HTMLTokenizer.reference(text, &place, text.count, inAttribute: false, &out)
      } else {
        out.append(byte)
        place += 1
      }
    }
    return out
  }

  /// Whether a complete name, in any case, is at a position.
  private func names(_ name: [UInt8], _ text: Span<UInt8>, _ start: Int) -> Bool {
    guard start + name.count < text.count else { return false }
    for (offset, letter) in name.enumerated() where HTMLTokenizer.lower(text[start + offset]) != letter { return false }
    let after = text[start + name.count]
    return HTMLTokenizer.isBlank(after) || after == 0x2F || after == 0x3E
  }

  private func matches(_ bytes: [UInt8], _ text: Span<UInt8>, _ start: Int) -> Bool {
    guard start + bytes.count <= text.count else { return false }
    for (offset, byte) in bytes.enumerated() where text[start + offset] != byte { return false }
    return true
  }
}
