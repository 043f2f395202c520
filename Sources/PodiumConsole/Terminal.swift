import Glibc
public import PodiumCore

/// Writing to the two standard streams, and exiting.
public enum Terminal {
  public enum Stream: Int32, Sendable {
    /// Results.
    case output = 1
    /// Errors, warnings and progress.
    case error = 2
  }

  /// Writes all of a text; a reader that has gone away ends the program quietly.
  public static func write(_ text: String, to stream: Stream) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(stream.rawValue, $0.baseAddress, $0.count) }
      if count > 0 {
        written += count
      } else if errno == EPIPE {
        Glibc.exit(stream == .output ? 0 : 1)
      } else if errno == EAGAIN {
        // Someone made the stream non-blocking; wait until it takes more.
        var waiting = pollfd(fd: stream.rawValue, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        let reason = errorText(errno)
        if stream == .output { write("error: standard output cannot be written (\(reason))\n", to: .error) }
        Glibc.exit(2)
      }
    }
  }

  /// Writes a text piece by piece, until it is asked to stop; returns whether all of it was written.
  public static func write(_ text: String, to stream: Stream, until cancellation: Cancellation) -> Bool {
    var rest = text.utf8[...]
    while !rest.isEmpty {
      if cancellation.isCancelled { return false }
      // A piece must not end within a character: what follows may be another text.
      var piece = rest.prefix(1 << 14)
      while piece.endIndex < rest.endIndex, rest[piece.endIndex] & 0xC0 == 0x80 {
        piece = rest[..<rest.index(after: piece.endIndex)]
      }
      write(String(decoding: piece, as: UTF8.self), to: stream)
      rest = rest[piece.endIndex...]
    }
    return true
  }

  /// The path of the regular file that a stream goes to; nil for a terminal, a pipe and a file that has no name.
  public static func file(of stream: Stream) -> FilePath? {
    var (there, named) = (stat(), stat())
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = path.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink("/proc/self/fd/\(stream.rawValue)", $0, bytes.count) } ?? -1
    }
    guard fstat(stream.rawValue, &there) == 0, there.st_mode & S_IFMT == S_IFREG, count > 0, count < path.count else {
      return nil
    }
    let file = FilePath(String(decoding: path[..<count], as: UTF8.self))
    guard stat(file.text, &named) == 0, named.st_ino == there.st_ino, named.st_dev == there.st_dev else { return nil }
    return file
  }

  /// Reserves the descriptors of closed streams, which the next opened file would get otherwise.
  ///
  /// They are opened the wrong way round, so that using them still fails.
  public static func occupyClosedStreams() {
    var descriptor = STDIN_FILENO
    while descriptor <= STDERR_FILENO {
      if fcntl(descriptor, F_GETFD) < 0, errno == EBADF {
        _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
      }
      descriptor += 1
    }
  }

  /// The words of the command line, without the program's name; ends the program with status 2 where they cannot be read.
  public static var arguments: [String] {
    // The Swift library reads them there, and without it gives none: the program would start a prompt and succeed.
    guard access("/proc/self/cmdline", R_OK) == 0 else {
      write(
        "error: podium cannot read its command line: /proc is not mounted\nhelp: mount -t proc proc /proc\n", to: .error
      )
      exit(2)
    }
    let words = Array(CommandLine.arguments.dropFirst())
    // The library replaces bytes that are not UTF-8, so that another file would be meant.
    for (place, word) in words.enumerated() where word.unicodeScalars.contains("\u{FFFD}") {
      guard let bytes = CommandLine.unsafeArgv[place + 1], String(validatingCString: bytes) == nil else { continue }
      write(
        "error: the argument '\(SafeText.escape(word))' is not UTF-8\n"
          + "help: give the file a name in UTF-8, or a link to it that has one\n", to: .error)
      exit(2)
    }
    return words
  }

  /// Ends the program.
  public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Whether a stream is a terminal.
  public static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }
}
