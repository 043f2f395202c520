internal import Glibc

/// Large arrays in large pages: their first touch then costs the system one step for 2 MB, not one for 4 KB.
package enum HugePages {
  private static let size = 2 << 20

  /// Asks for them for memory that was just made and is going to be filled; where there are none, nothing changes.
  package static func ask<Element>(for memory: UnsafeMutableBufferPointer<Element>) {
    let count = memory.count * MemoryLayout<Element>.stride
    guard count > size, let base = memory.baseAddress else { return }
    // Only whole pages within: memory around them is not ours to change.
    let start = UInt(bitPattern: base)
    let first = (start + UInt(size) - 1) & ~UInt(size - 1)
    let end = (start + UInt(count)) & ~UInt(size - 1)
    guard first < end, let place = UnsafeMutableRawPointer(bitPattern: first) else { return }
    _ = madvise(place, Int(end - first), MADV_HUGEPAGE)
  }
}
