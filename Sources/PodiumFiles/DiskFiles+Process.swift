internal import Glibc

extension DiskFiles {
  /// Readies the whole process for writing files, before it writes the first.
  ///
  /// A write beyond the limit of file sizes (`ulimit -f`) is an error: by default the signal of the system ends the process, and
  /// its drafts stay. The part of the umask that takes rights from the owner is dropped (`harmfulMask`).
  public static func prepareProcess() {
    signal(SIGXFSZ, SIG_IGN)
    _ = harmfulMask
  }

  /// The umask that the process was started with, if it takes rights from the owner of new files.
  ///
  /// The first call drops that part of it: a workspace, a history or a temporary folder that its owner may not open would be
  /// left in the way of every later command.
  public static let harmfulMask: UInt32? = {
    // The system says what the mask is only to those who set it.
    let mask = umask(0o77)
    umask(mask & ~0o700)
    return mask & 0o700 == 0 ? nil : mask
  }()
}
