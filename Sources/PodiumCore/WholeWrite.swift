internal import Glibc

/// Writes bytes to an open file, all of them, whatever signals come between; the number of the error where that fails.
package func writeWhole(_ bytes: [UInt8], to file: Int32) -> Int32? {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return count < 0 ? errno : ENOSPC }
    rest = rest.dropFirst(count)
  }
  return nil
}
