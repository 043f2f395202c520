internal import Glibc
internal import PodiumCore

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

  /// So many cells with any content, which is quick however many.
  init(uninitialized count: Int) {
    self.count = max(1, count)
    start = .allocate(capacity: self.count)
    HugePages.ask(for: UnsafeMutableBufferPointer(start: start, count: self.count))
  }

  /// Lets the memory of a large buffer go piece by piece; its content is lost.
  ///
  /// At once the system takes tens of milliseconds for it, in which no thread of the process can take or give back
  /// memory; one of them is about to return the prompt after Ctrl-C.
  func giveUp() {
    let page = max(1, sysconf(Int32(_SC_PAGESIZE)))
    let base = UnsafeMutableRawPointer(start)
    let bytes = count * MemoryLayout<Element>.stride
    let piece = max(page, 4 << 20)
    var place = (page - Int(bitPattern: base) % page) % page
    while place + page <= bytes {
      let size = min(piece, bytes - place) / page * page
      madvise(base + place, size, MADV_DONTNEED)
      place += size
    }
  }

  func swapAt(_ a: Int, _ b: Int) { (start[a], start[b]) = (start[b], start[a]) }

  deinit { start.deallocate() }
}
