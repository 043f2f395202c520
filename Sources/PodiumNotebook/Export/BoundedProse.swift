internal import PodiumCore

/// Prose in which a mark takes the place of each block over the bounds, until it is HTML.
struct BoundedProse {
  /// A block that the library does not read, or several without another between them.
  struct Plain: Equatable {
    fileprivate(set) var bytes: [UInt8]
    /// Why; nil in a fence, which looks the same.
    fileprivate(set) var reason: String?

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// What the library may read.
  private(set) var markdown: [UInt8] = []
  private(set) var plain: [Plain] = []
  /// A character that the text does not have, around the number of a plain block.
  private let mark: Unicode.Scalar?
  /// Empty lines after the last block.
  private var gap: [UInt8] = []
  private var isPlain = false

  /// `text` has no control characters but tabs and line ends.
  init(_ text: String, within bounds: inout ProseBounds) {
    mark = BoundedProse.unused(in: text)
    guard mark != nil else {
      plain = [Plain(bytes: Array(text.utf8), reason: "it has each of the 6400 characters for private use")]
      return
    }
    var text = text
    text.withUTF8 { bytes in
      let closings = bytes.lazy.filter { $0 == UInt8(ascii: "]") }.count
      var blocks = ProseBlocks(bytes)
      while let block = blocks.next() {
        let piece = bytes[block.range]
        if block.cost.lines == 0 {
          gap += bounds.admits(emptyLines: piece.count) ? Array(piece) : [UInt8(ascii: "\n")]
        } else if let reason = bounds.refusal(of: block.cost, closings: closings) {
          leaveOut(Array(piece), because: block.isFenced ? nil : reason)
        } else {
          markdown += gap + piece
          gap = []
          isPlain = false
        }
      }
      markdown += gap
    }
    for index in plain.indices where plain[index].bytes.last == UInt8(ascii: "\n") { plain[index].bytes.removeLast() }
  }

  /// Blocks in a row share a mark: a paragraph for each would cost as much as the blocks.
  private mutating func leaveOut(_ block: [UInt8], because reason: String?) {
    if isPlain, let last = plain.indices.last {
      plain[last].bytes += gap + block
      plain[last].reason = plain[last].reason ?? reason
    } else {
      // In a list, it remains a part of its item.
      let indent = reason == nil ? [] : Array(block.prefix(32).prefix { $0 == UInt8(ascii: " ") })
      markdown += gap + indent + Array(place(of: plain.count).utf8) + [UInt8(ascii: "\n")]
      plain.append(Plain(bytes: block, reason: reason))
    }
    gap = []
    isPlain = true
  }

  /// HTML with the plain blocks in their places.
  func restored(_ html: String) -> String {
    guard let mark else { return plain.map(BoundedProse.shown).joined() }
    if plain.isEmpty { return html }
    var out = ""
    // Text and the numbers of blocks take turns.
    var pieces = html.unicodeScalars.split(separator: mark, omittingEmptySubsequences: false)[...]
    while let before = pieces.popFirst() {
      out += String(before)
      guard let number = pieces.popFirst().flatMap({ Int(String($0)) }), plain.indices.contains(number) else {
        continue
      }
      let block = plain[number]
      if block.reason != nil, out.hasSuffix("<p>"), pieces.first?.starts(with: "</p>".unicodeScalars) == true {
        out.unicodeScalars.removeLast("<p>".count)
        out += BoundedProse.shown(block).dropLast("</p>".count)
      } else {
        out += SafeText.escapeMarkup(block.text)
      }
    }
    return out
  }

  private static func shown(_ block: Plain) -> String {
    "<pre>" + SafeText.escapeMarkup(block.text) + "</pre>\n<p class=\"note\">shown as plain text: "
      + SafeText.escapeMarkup(block.reason ?? "") + "</p>"
  }

  private func place(of number: Int) -> String {
    guard let mark else { return "" }
    return String(Character(mark)) + String(number) + String(Character(mark))
  }

  /// A character for private use that a text does not have; nil if it has all of them.
  private static func unused(in text: String) -> Unicode.Scalar? {
    let all: ClosedRange<UInt32> = 0xE000...0xF8FF
    let used = Set(text.unicodeScalars.lazy.map(\.value).filter { all.contains($0) })
    return all.first { !used.contains($0) }.flatMap { Unicode.Scalar($0) }
  }
}
