internal import Glibc

/// Where a path leads, with links, `.` and `..` resolved.
enum RealPlace {
  /// The real path; of a missing file, its folder's plus its name. A path that leads nowhere is the NUL character.
  static func of(_ path: String) -> String {
    guard !path.utf8.contains(0), path.utf8.count < Int(PATH_MAX) else { return "\0" }
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    var status = stat()
    // A dangling link would be followed when its target is created.
    if lstat(path, &status) == 0 { return "\0" }
    guard path != "/", let slash = path.lastIndex(of: "/") else { return path }
    let last = path[path.index(after: slash)...]
    // A missing folder has no parent to go back to: `new/..` is refused rather than guessed.
    if last == ".." { return "\0" }
    let parent = slash == path.startIndex ? "/" : String(path[..<slash])
    let above = of(parent)
    if last.isEmpty || last == "." { return above }
    return above.hasSuffix("/") ? above + last : above + "/" + last
  }

  /// The path from a root to a place in it; nil if the place is outside.
  static func path(of place: String, from root: String) -> String? {
    if place == root { return "" }
    let prefix = root.hasSuffix("/") ? root : root + "/"
    return place.hasPrefix(prefix) ? String(place.dropFirst(prefix.count)) : nil
  }
}
