internal import Glibc
internal import PodiumCore

/// Where a path leads, with links, `.` and `..` resolved.
enum RealPlace {
  /// What no path of a file is.
  private static let nowhere = FilePath("\0")

  /// The real path; of a missing file, its folder's plus its name. A path that leads nowhere is the NUL character.
  static func of(_ text: String) -> FilePath {
    let path = FilePath(text)
    guard strlen(text) == text.utf8.count, text.utf8.count < Int(PATH_MAX) else { return nowhere }
    if let real = realpath(text, nil) {
      defer { free(real) }
      // A path that is not UTF-8 would become another one.
      return String(validatingCString: real).map { FilePath($0) } ?? nowhere
    }
    var status = stat()
    // A dangling link would be followed when its target is created.
    if lstat(text, &status) == 0 { return nowhere }
    guard let parent = path.parent else { return path }
    let last = path.name
    // A missing folder has no parent to go back to: `new/..` is refused rather than guessed.
    if last == ".." { return nowhere }
    let above = of(parent.text)
    return last == "." || above == nowhere ? above : above.joined(last)
  }
}
