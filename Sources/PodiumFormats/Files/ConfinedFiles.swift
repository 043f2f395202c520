internal import Glibc
public import PodiumCore
public import PodiumShell

/// The files a notebook or script may touch that nobody vouches for: those of its folder, and some that are named.
///
/// Links are followed before a place is judged, so none leads out. A place outside is refused with `trust-refused`.
public struct ConfinedFiles: FileAccess {
  private let below: any FileAccess
  private let folder: String
  private let readable: [String]

  /// Confines an access to a folder, of which files are read and written, and to other places that are only read.
  public init(_ below: any FileAccess, to folder: String, reading places: [String]) {
    self.below = below
    self.folder = ConfinedFiles.place(of: folder)
    readable = places.map(ConfinedFiles.place)
  }

  /// The user's home folder, which a path may name; what lies in it is outside all the same.
  public var home: String? { below.home }

  /// What stands at a path; of a place outside it is told no more than of any other.
  public func kind(of path: String) -> FileKind { below.kind(of: path) }

  /// Throws `trust-refused` for a place outside.
  public func permit(_ path: String, shown name: String, writing: Bool) throws(Diagnostic) {
    let place = ConfinedFiles.place(of: path)
    if ConfinedFiles.isWithin(place, folder) { return }
    if !writing, readable.contains(where: { ConfinedFiles.isWithin(place, $0) }) { return }
    throw Diagnostic(
      "trust-refused",
      writing
        ? "'\(name)' lies outside the file's own folder, where it may not write"
        : "'\(name)' lies outside the file's own folder and is not among its declared data",
      help: writing
        ? "write into the file's folder, or run it with --trust when you know what it does"
        : "declare it under 'data:' at the top of a notebook, or run it with --trust when you know what it does")
  }

  /// The bytes of a file.
  public func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] {
    try permit(path, shown: name, writing: false)
    return try below.read(path, shown: name)
  }

  /// The names of the files of a folder.
  public func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] {
    try permit(path, shown: name, writing: false)
    return try below.list(path, shown: name)
  }

  /// What stands in a folder.
  public func entries(_ path: String, hidden: Bool) throws(Diagnostic) -> [FileEntry] {
    try permit(path, shown: path, writing: false)
    return try below.entries(path, hidden: hidden)
  }

  /// Makes a folder.
  public func makeFolder(_ path: String, shown name: String) throws(Diagnostic) {
    try permit(path, shown: name, writing: true)
    try below.makeFolder(path, shown: name)
  }

  /// Writes a file.
  public func write(_ bytes: [UInt8], to path: String, shown name: String, mode: FileMode) throws(Diagnostic) {
    try permit(path, shown: name, writing: true)
    try below.write(bytes, to: path, shown: name, mode: mode)
  }

  /// Where a path leads: links followed, `.` and `..` gone; of what is not there its folder decides.
  static func place(of path: String) -> String {
    guard !path.utf8.contains(0), path.utf8.count < Int(PATH_MAX) else { return "\0" }
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    var status = stat()
    // A link to what is not there yet would be followed by whoever makes it.
    if lstat(path, &status) == 0 { return "\0" }
    guard path != "/", let slash = path.lastIndex(of: "/") else { return path }
    let last = path[path.index(after: slash)...]
    // A name that is not there has no parent to go back to: `new/..` is refused rather than guessed at.
    if last == ".." { return "\0" }
    let parent = slash == path.startIndex ? "/" : String(path[..<slash])
    let above = place(of: parent)
    if last.isEmpty || last == "." { return above }
    return above.hasSuffix("/") ? above + last : above + "/" + last
  }

  private static func isWithin(_ place: String, _ root: String) -> Bool {
    place == root || place.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }
}
