internal import Glibc
package import PodiumCore

/// Files in folders that other machines see.
extension DiskFiles {
  /// Writes a private file and gives it its name when it is whole. What must be new replaces nothing. Returns the number of the
  /// system's error, EEXIST where a new file is there already; nil where it is written.
  package static func share(_ bytes: [UInt8], at path: String, isNew: Bool = false) -> Int32? {
    let draft = path + "." + String(UInt64.random(in: 0 ... .max), radix: 16)
    let file = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return errno }
    defer {
      close(file)
      unlink(draft)
    }
    if let code = writeWhole(bytes, to: file) { return code }
    return fsync(file) == 0 && (isNew ? link(draft, path) : rename(draft, path)) == 0 ? nil : errno
  }

  /// When a file or folder was written last; nil where it is not there.
  package static func written(_ path: String) -> Moment? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    // Some file systems keep a time of any year.
    return Moment(microseconds: max(0, min(1 << 40, Int(status.st_mtim.tv_sec))) * 1_000_000)
  }

  /// The bytes of a file; nil where it is not there. No link is followed. Throws `unreadable-file` and `not-a-file`.
  package static func shared(at path: String) throws(Diagnostic) -> [UInt8]? {
    if faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) != 0 { return nil }
    return try RegularFile(path, flags: O_NOFOLLOW, shown: path).content(shown: path)
  }
}
