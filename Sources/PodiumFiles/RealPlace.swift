internal import Glibc

/// Where a path leads: links followed, `.` and `..` gone.
enum RealPlace {
  /// The place; of what is not there its folder decides. A path that leads nowhere is the NUL character.
  static func of(_ path: String) -> String {
    guard !path.utf8.contains(0), path.utf8.count < Int(PATH_MAX) else { return "\0" }
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    var status = stat()
    // A link to what is not there yet would be followed when it is made.
    if lstat(path, &status) == 0 { return "\0" }
    guard path != "/", let slash = path.lastIndex(of: "/") else { return path }
    let last = path[path.index(after: slash)...]
    // A name that is not there has no parent to go back to: `new/..` is refused rather than guessed at.
    if last == ".." { return "\0" }
    let parent = slash == path.startIndex ? "/" : String(path[..<slash])
    let above = of(parent)
    if last.isEmpty || last == "." { return above }
    return above.hasSuffix("/") ? above + last : above + "/" + last
  }

  /// The path from a root to a place in it; nil where the place is not in it.
  static func path(of place: String, from root: String) -> String? {
    if place == root { return "" }
    let prefix = root.hasSuffix("/") ? root : root + "/"
    return place.hasPrefix(prefix) ? String(place.dropFirst(prefix.count)) : nil
  }
}
