internal import Glibc

/// Writes bytes to an open file, all of them, whatever signals come between; the number of the error where that fails.
package func writeWhole(_ bytes: [UInt8], to file: Int32) -> Int32? {
  var written = 0
  return writeWhole(bytes, to: file, written: &written)
}

/// The same, with how many were written.
package func writeWhole(_ bytes: [UInt8], to file: Int32, written: inout Int) -> Int32? {
  while written < bytes.count {
    let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return count < 0 ? errno : ENOSPC }
    written += count
  }
  return nil
}
