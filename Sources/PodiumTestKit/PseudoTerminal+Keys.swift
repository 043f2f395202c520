import Glibc

extension PseudoTerminal {
  /// Waits until the program has read every key that was sent.
  ///
  /// For keys with no visible effect, such as a single Escape, which would combine with the next key.
  public func waitUntilKeysAreRead() throws(Failure) {
    // The other side of the terminal knows how much is waiting to be read.
    var number: UInt32 = 0
    _ = ioctl(descriptor, 0x8004_5430, &number)  // TIOCGPTN
    let side = open("/dev/pts/\(number)", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard side >= 0 else { throw .notStarted("the other side of the terminal cannot be opened") }
    defer { close(side) }
    try wait(for: "the keys to be read") { _ in
      var left: Int32 = 0
      return ioctl(side, UInt(FIONREAD), &left) == 0 && left == 0
    }
  }
}
