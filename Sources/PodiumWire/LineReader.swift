internal import Glibc

/// The lines of a descriptor, without their line feeds.
package struct LineReader {
  private let input: Int32
  private var bytes: [UInt8] = []
  private var searched = 0

  package init(_ input: Int32) { self.input = input }

  /// The next line; nil at the end, where an incomplete line is dropped.
  package mutating func next() -> [UInt8]? {
    while true {
      if let feed = bytes[searched...].firstIndex(of: 0x0A) {
        let line = Array(bytes[..<feed])
        bytes.removeSubrange(...feed)
        searched = 0
        return line
      }
      searched = bytes.count
      let count = withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer -> Int in
        let count = read(input, buffer.baseAddress, buffer.count)
        if count > 0 { bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        return count
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return nil }
    }
  }
}
