/// The blocks of a text, one after another: runs of lines without an empty one, and the empty lines between them.
///
/// The lines of a fence are blocks by themselves, and so are the runs in it.
struct ProseBlocks {
  /// A block; empty lines have no cost.
  struct Block {
    var range: Range<Int>
    var cost = ProseCost()
    /// Whether it is in a fence that begins at the start of a line.
    var isFenced: Bool
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var fence: Fence?

  /// The blocks of UTF-8 text, which must outlive this.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The next block; nil at the end.
  mutating func next() -> Block? {
    guard place < bytes.count else { return nil }
    var block = Block(range: place..<place, isFenced: fence != nil)
    let isEmpty = isBlank(bytes[place..<end(of: place)])
    while place < bytes.count {
      let line = bytes[place..<end(of: place)]
      let isFirst = block.range.isEmpty
      if let fence {
        if isClosing(line, fence) {
          guard isFirst else { break }
          self.fence = nil
          return taken(line, &block, isFenced: false)
        }
      } else if let opened = opening(line) {
        guard isFirst else { break }
        fence = opened
        return taken(line, &block, isFenced: false)
      }
      guard isBlank(line) == isEmpty else { break }
      _ = taken(line, &block, isFenced: block.isFenced)
    }
    return block
  }

  /// Adds a line to a block.
  private mutating func taken(
    _ line: Slice<UnsafeBufferPointer<UInt8>>, _ block: inout Block, isFenced: Bool
  ) -> Block {
    if !isBlank(line) { block.cost.add(line: line) }
    place = line.endIndex
    block.range = block.range.lowerBound..<place
    block.isFenced = isFenced
    return block
  }

  /// The end of a line with its line feed, carriage return or both.
  private func end(of start: Int) -> Int {
    var end = start
    while end < bytes.count {
      end += 1
      if bytes[end - 1] == UInt8(ascii: "\n") { break }
      if bytes[end - 1] == UInt8(ascii: "\r") {
        return end < bytes.count && bytes[end] == UInt8(ascii: "\n") ? end + 1 : end
      }
    }
    return end
  }

  private func isBlank(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    line.allSatisfy { $0 <= 0x20 && ($0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D) }
  }

  private func opening(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Fence? {
    guard line.first == UInt8(ascii: "`") || line.first == UInt8(ascii: "~") else { return nil }
    return Fence(Substring(decoding: line, as: UTF8.self))
  }

  private func isClosing(_ line: Slice<UnsafeBufferPointer<UInt8>>, _ fence: Fence) -> Bool {
    guard let first = line.prefix(4).first(where: { $0 != 0x20 }), first == fence.mark.asciiValue else { return false }
    return fence.isClosed(by: Substring(decoding: line, as: UTF8.self))
  }
}
