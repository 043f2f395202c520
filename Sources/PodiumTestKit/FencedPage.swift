/// A page of Markdown as its fenced blocks and the lines around them, so that a block can be run and written again.
public struct FencedPage: Sendable {
  /// A fenced block.
  public struct Block: Sendable {
    /// The line of the opening fence, from 1.
    public let line: Int
    /// What follows the opening fence, such as `podium`; often empty.
    public let info: String
    /// The lines between the fences, each ended by a line feed.
    public let text: String
  }

  /// A line outside of blocks, or a block.
  private enum Part {
    case prose(line: Int, text: String)
    case block(Block, fence: String)
  }

  private let parts: [Part]

  /// Reads a page; nil where a block is not closed.
  public init?(_ page: String) {
    var parts: [Part] = []
    var opening: (fence: String, line: Int, info: String)?
    var text = ""
    for (place, content) in FencedPage.lines(page).enumerated() {
      let fence = String(content.prefix { $0 == "`" })
      if let (opened, line, info) = opening {
        if fence == opened, fence == content {
          parts.append(.block(Block(line: line, info: info, text: text), fence: fence))
          (opening, text) = (nil, "")
        } else {
          text += content + "\n"
        }
      } else if fence.count >= 3 {
        opening = (fence, place + 1, String(content.dropFirst(fence.count)))
      } else {
        parts.append(.prose(line: place + 1, text: content))
      }
    }
    guard opening == nil else { return nil }
    self.parts = parts
  }

  /// The lines of a text; a line feed at its end begins no further line.
  public static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The blocks in order.
  public var blocks: [Block] {
    parts.compactMap { if case .block(let block, _) = $0 { block } else { nil } }
  }

  /// The lines outside of blocks, numbered from 1.
  public var prose: [(line: Int, text: String)] {
    parts.compactMap { if case .prose(let line, let text) = $0 { (line, text) } else { nil } }
  }

  /// The page with other texts in its blocks, which must be as many as there are blocks.
  public func text(withBlocks texts: [String]) -> String {
    var rest = texts[...]
    return parts.reduce(into: "") { page, part in
      switch part {
      case .prose(_, let text): page += text + "\n"
      case .block(let block, let fence): page += "\(fence)\(block.info)\n\(rest.popFirst() ?? block.text)\(fence)\n"
      }
    }
  }
}
