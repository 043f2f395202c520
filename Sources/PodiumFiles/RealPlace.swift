internal import Glibc
internal import PodiumCore

/// Where a path leads, with links, `.` and `..` resolved.
enum RealPlace {
  /// What no path of a file is.
  static let nowhere = FilePath("\0")

  /// The real path; of a missing file, its folder's plus its name. A path that leads nowhere is the NUL character.
  ///
  /// One with a name that is not UTF-8 begins with NUL, so that it opens nothing, and is that of this place alone.
  static func of(_ text: String) -> FilePath {
    let path = FilePath(text)
    guard strlen(text) == text.utf8.count, text.utf8.count < Int(PATH_MAX) else { return nowhere }
    if let real = realpath(text, nil) {
      defer { free(real) }
      return String(validatingCString: real).map { FilePath($0) } ?? apart(real)
    }
    var status = stat()
    // A dangling link would be followed when its target is created.
    if lstat(text, &status) == 0 { return nowhere }
    let last = path.name
    guard let parent = path.parent ?? (last.isEmpty || last == "." ? nil : FilePath(".")) else { return path }
    // A missing folder has no parent to go back to: `new/..` is refused rather than guessed.
    if last == ".." { return nowhere }
    let above = of(parent.text)
    return last == "." || above == nowhere ? above : above.joined(last)
  }

  /// A path of which not all names are UTF-8: those have NUL and two digits for each byte beyond ASCII.
  private static func apart(_ real: UnsafePointer<CChar>) -> FilePath {
    let bytes = UnsafeRawBufferPointer(start: real, count: strlen(real))
    let names = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { name in
      String(validating: name, as: UTF8.self)
        ?? name.reduce(into: "") { text, byte in
          text += byte < 0x80 ? String(Unicode.Scalar(byte)) : "\0" + String(byte, radix: 16)
        }
    }
    return FilePath("\0" + names.joined(separator: "/"))
  }
}
