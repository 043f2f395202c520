/// Cells that a solver allocates once and reads and writes without checks; whoever indexes it vouches for the place.
///
/// A class: the memory has one owner and goes with it. Unchecked: threads write to different cells.
final class RawBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
  let start: UnsafeMutablePointer<Element>
  let count: Int

  /// So many cells, each with the same content.
  init(_ count: Int, of element: Element) {
    self.count = max(1, count)
    start = .allocate(capacity: self.count)
    start.initialize(repeating: element, count: self.count)
  }

  /// The same content as an array.
  init(_ elements: [Element]) {
    count = max(1, elements.count)
    start = .allocate(capacity: count)
    elements.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { start.initialize(from: base, count: source.count) }
    }
  }

  deinit { start.deallocate() }
}
